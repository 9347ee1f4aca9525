"""What a CUBIN holds: each kernel's instructions, and the source line that each one came from.

No disassembler is needed: the 16-byte instruction words of sm_70 and later are decoded here as far as the model needs
them. Names of opcodes were inferred from PTX beside its machine code; check a surprising one there.
SPDX-License-Identifier: Apache-2.0
"""
import collections
import struct

OPCODES = {
    0x002: 'MOV', 0x003: 'P2R', 0x004: 'R2P', 0x005: 'CS2R', 0x006: 'VOTE', 0x007: 'SEL', 0x00c: 'ISETP',
    0x010: 'IADD3', 0x011: 'LEA', 0x012: 'LOP3', 0x013: 'IABS', 0x016: 'PRMT', 0x017: 'IMNMX', 0x019: 'SHF',
    0x01a: 'SGXT', 0x01b: 'BMSK', 0x01c: 'PLOP3', 0x024: 'IMAD', 0x025: 'IMAD.WIDE', 0x027: 'IMAD.HI',
    0x035: 'IADD64', 0x036: 'VIADD', 0x046: 'VIMNMX3', 0x048: 'VIMNMX', 0x082: 'UMOV', 0x086: 'VOTEU', 0x087: 'USEL',
    0x08c: 'UISETP', 0x090: 'UIADD3', 0x091: 'ULEA', 0x092: 'ULOP3', 0x096: 'UPRMT', 0x099: 'USHF', 0x09c: 'UPLOP3',
    0x0a4: 'UIMAD', 0x0a5: 'UIMAD.WIDE', 0x0b9: 'ULDC', 0x0be: 'UFLO', 0x0bf: 'UPOPC', 0x0c2: 'R2UR', 0x0c3: 'S2UR',
    0x100: 'FLO', 0x101: 'BREV', 0x105: 'F2I', 0x106: 'I2F', 0x108: 'MUFU', 0x109: 'POPC', 0x118: 'NOP', 0x119: 'S2R',
    0x11a: 'DEPBAR', 0x11c: 'B2R', 0x11d: 'BAR', 0x141: 'BSYNC', 0x142: 'BREAK', 0x144: 'CALL', 0x145: 'BSSY',
    0x146: 'YIELD', 0x147: 'BRA', 0x148: 'WARPSYNC', 0x149: 'BRX', 0x14a: 'JMP', 0x14d: 'EXIT', 0x150: 'RET',
    0x155: 'BMOV', 0x156: 'BMOV', 0x157: 'BMOV', 0x15d: 'NANOSLEEP', 0x180: 'LD', 0x181: 'LDG', 0x182: 'LDC',
    0x183: 'LDL', 0x184: 'LDS', 0x185: 'ST', 0x186: 'STG', 0x187: 'STL', 0x188: 'STS', 0x189: 'SHFL', 0x18c: 'ATOMS',
    0x18d: 'ATOMS.CAS', 0x18e: 'RED', 0x18f: 'CCTL', 0x192: 'MEMBAR', 0x1a1: 'MATCH', 0x1a7: 'SYNCS', 0x1a8: 'ATOMG',
    0x1a9: 'ATOMG.CAS', 0x1ae: 'LDGSTS', 0x1af: 'LDGDEPBAR', 0x1b2: 'SYNCS', 0x1ba: 'UBLKCP', 0x1c4: 'REDUX',
    0x1c6: 'FENCE',
}
WIDTHS = (1, 1, 2, 2, 4, 8, 16, 4)  # bytes, by the size field of loads and stores

Instruction = collections.namedtuple(
    'Instruction', 'pc name predicate target width stall writes reads waits line raw')
# name, predicate ('' or '@P2', '@!P2'), target of a branch, bytes a lane of a memory access; the compiler's stall count,
# the scoreboards (or None) that the result and the operands' release set, the set of those waited for; (file, line)


def _sections(blob):
    at = struct.unpack_from('<Q', blob, 40)[0]
    size, count, names = struct.unpack_from('<HHH', blob, 58)
    heads = [struct.unpack_from('<IIQQQQIIQQ', blob, at + i * size) for i in range(count)]

    def name(section):
        begin = heads[names][4] + section[0]
        return blob[begin:blob.index(b'\0', begin)].decode()
    return [(name(h), h, blob[h[4]:h[4] + h[5]] if h[1] != 8 else b'') for h in heads]


def _leb(data, at, signed=False):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            break
    if signed and byte & 64:
        value -= 1 << shift
    return value, at


def _text(data, at):
    end = data.index(b'\0', at)
    return data[at:end].decode(errors='replace'), end + 1


def _line_tables(sections):
    """{section of code: [(pc, file, line)]} from DWARF's line program, which nvcc -lineinfo writes."""
    by_name = {name: (head, data) for name, head, data in sections}
    if '.debug_line' not in by_name:
        return {}
    data = by_name['.debug_line'][1]
    symbols = by_name['.symtab'][1]
    owners = {}
    for name, entry, step in (('.rel.debug_line', '<QQ', 16), ('.rela.debug_line', '<QQq', 24)):
        table = by_name.get(name, (None, b''))[1]
        for at in range(0, len(table), step):
            offset, info = struct.unpack_from(entry, table, at)[:2]
            owners[offset] = sections[struct.unpack_from('<H', symbols, (info >> 32) * 24 + 6)[0]][0]
    tables = {}
    at = 0
    while at < len(data):
        length, _, header = struct.unpack_from('<IHI', data, at)
        end, program = at + 4 + length, at + 10 + header
        least, _, base, wide, first = struct.unpack_from('<BBbBB', data, at + 10)
        lengths = data[at + 15:at + 15 + first - 1]
        p = at + 15 + first - 1
        while data[p]:
            p = _text(data, p)[1]
        p += 1
        files = ['']
        while data[p]:
            name, p = _text(data, p)
            for _ in range(3):
                p = _leb(data, p)[1]
            files.append(name)
        p = program
        owner, pc, file, line = None, 0, 1, 1
        while p < end:
            op = data[p]
            p += 1
            if op >= first:
                pc += (op - first) // wide * least
                line += base + (op - first) % wide
                tables.setdefault(owner, []).append((pc, files[file], line))
            elif op == 0:
                size, p = _leb(data, p)
                if data[p] == 1:
                    pc, file, line = 0, 1, 1
                elif data[p] == 2:
                    owner, pc = owners.get(p + 1), struct.unpack_from('<Q', data, p + 1)[0]
                p += size
            elif op == 1:
                tables.setdefault(owner, []).append((pc, files[file], line))
            elif op == 2:
                step, p = _leb(data, p)
                pc += step * least
            elif op == 3:
                step, p = _leb(data, p, True)
                line += step
            elif op == 4:
                file, p = _leb(data, p)
            elif op == 8:
                pc += (255 - first) // wide * least
            elif op == 9:
                pc += struct.unpack_from('<H', data, p)[0]
                p += 2
            else:
                for _ in range(lengths[op - 1]):
                    p = _leb(data, p)[1]
        at = end
    return {owner: sorted(rows) for owner, rows in tables.items()}


def _decode(code, rows, arch):
    result, row = [], -1
    for pc in range(0, len(code) - 15, 16):
        low, high = struct.unpack_from('<QQ', code, pc)
        name = OPCODES.get(low & 0x1ff, 'OP%03x' % (low & 0x1ff))
        number, negated = low >> 12 & 7, low >> 15 & 1
        predicate = '' if number == 7 and not negated else '@%sP%d' % ('!' if negated else '', number)
        target = width = None
        if name in ('BRA', 'BSSY', 'CALL'):
            units = low >> 34 | (high & 0x3ffff) << 30
            units -= (units & 1 << 47) << 1
            if arch >= 90:
                units = units << 8 | low >> 16 & 0xff
            target = pc + 16 + units * 4
        if name == 'BRA' and high >> 27 & 1:
            name = 'BRA.DIV'  # taken by warps that have diverged
        if name in ('LDG', 'STG', 'LDS', 'STS', 'LDL', 'STL'):
            width = WIDTHS[high >> 9 & 7]
        while row + 1 < len(rows) and rows[row + 1][0] <= pc:
            row += 1
        line = rows[row][1:] if row >= 0 else None
        writes, reads = high >> 46 & 7, high >> 49 & 7
        result.append(Instruction(pc, name, predicate, target, width, high >> 41 & 15, writes if writes < 6 else None,
                                  reads if reads < 6 else None,
                                  frozenset(i for i in range(6) if high >> 52 + i & 1), line, (low, high)))
    return result


def kernel(path, name, arch):
    """The instructions of the kernel whose name contains `name`."""
    with open(path, 'rb') as file:
        sections = _sections(file.read())
    tables = _line_tables(sections)
    for section, _, data in sections:
        if section.startswith('.text.') and name in section:
            return _decode(data, tables.get(section, []), arch)
    raise KeyError('%s has no kernel %s' % (path, name))
