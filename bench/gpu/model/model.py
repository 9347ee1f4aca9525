#!/usr/bin/env python3
"""The modelled rate of one sweep, beside CUB's: see README.md.

    model.py rates [ARCH...]      every row of tuning.h on sm_80 and sm_90, beside CUB's sort where it has one
    model.py registers [ARCH...]  registers, spills, groups and keys in flight, on all architectures
    model.py worth                what each change to the kernel is worth: the u32 row on sm_90 without it
    model.py where ARCH SHAPE     cycles and issue slots of a tile, by source line

SPDX-License-Identifier: Apache-2.0
"""
import collections
import os
import re
import sys

import compile
import cubin
from walk import SCATTERED, cold_lines, walk

TILES_BACK = 3  # tiles that a look-back meets; the states of one or more come with each load

# A card of each architecture: multiprocessors, clock (Hz), bytes a second of a copy.
CARDS = {80: ('A100', 108, 1.41e9, 1.75e12), 90: ('H200', 132, 1.83e9, 4.3e12)}

# Where our kernel does not come by with a full tile of integers of many digits.
OUR_COLD = ('/* cold */', 'FUNCTION void sweep_fall_back(', 'FUNCTION void sweep_move_tile(',
            'FUNCTION void sweep_store_places(', 'FUNCTION u32 sweep_digit(key_t key',
            'FUNCTION ordered_t sweep_ordered(')
OUR_SCATTERED = re.compile(r'/\* scattered \*/')
CUB_SCATTERED = re.compile(r'atomicOr|atomicAdd|bin_mask|match_masks|warp_offset|keys_out\[ranks|values_out\[ranks')


def _wavefronts(d, scattered):
    """All shared atomics are at places that the keys say."""
    width = d.width or 4
    return SCATTERED[width] if scattered or d.name == 'ATOMS' else max(1, width / 4)


def our_walk(shape, arch, without=(), tiles_back=TILES_BACK):
    path, usage, source = compile.ours(shape, arch, without)
    with open(source) as file:
        text = file.read()
    lines, cold = text.split('\n'), cold_lines(text, OUR_COLD)
    code = cubin.kernel(path, 'sweep_onesweep', arch)
    words = compile.words_of(shape)

    def line(d):
        return lines[d.line[1] - 1] if d.line else ''

    def latency(d):
        if d.name != 'LDG':
            return None
        if 'ld.relaxed' in line(d) or 'ATOMIC_LOAD' in line(d):
            return 700
        return 850 if re.search(r'mine\[i\] = |VALUE_|own_values', line(d)) else None

    def turns(where):
        text = lines[where[1] - 1] if where else ''
        if 'while (at != 0)' in text or 'moved == 0' in text:
            return -(-tiles_back // max(1, words['LOOK']))
        if 'i < SWEEP_COLUMNS' in text:  # unrolled by four
            return words['THREADS'] // 32 // 4
        return 1

    back = [d for d in code if d.name == 'BRA' and d.target < d.pc and not (d.line and d.line[1] in cold)]
    begin = min(back, key=lambda d: d.target - d.pc).target
    result = walk(code, begin, {begin}, lambda where: bool(where) and where[1] in cold, turns, latency)
    by_pc = {d.pc: d for d in code}
    waves = 0
    for pc, _ in result.trace:
        d = by_pc[pc]
        if d.name in ('LDS', 'STS', 'ATOMS'):
            waves += _wavefronts(d, OUR_SCATTERED.search(line(d)))
    return usage, result, waves, code, lines


def cub_walk(key_bytes, value_bytes, arch, count):
    path, _, _ = compile.cub(key_bytes, value_bytes, arch, count, full_tiles=True)
    _, usage, _ = compile.cub(key_bytes, value_bytes, arch, count)
    code = cubin.kernel(path, 'OnesweepKernel', arch)
    texts = {}

    def line(d):
        if not d.line:
            return ''
        if d.line[0] not in texts:
            texts[d.line[0]] = _header(d.line[0])
        all_lines = texts[d.line[0]]
        return all_lines[d.line[1] - 1] if d.line[1] <= len(all_lines) else ''

    def latency(d):
        if d.name != 'LDG':
            return None
        if d.line[0].startswith('thread_load'):
            return 700
        return 850 if d.line[0].startswith('block_load') else None

    by_pc = {d.pc: d for d in code}
    by_line = {d.line: line(d) for d in code if d.line}

    def turns(where):
        text = by_line.get(where, '')
        return TILES_BACK if 'block_jdx' in text or 'LOOKBACK_GLOBAL_MASK' in text else 1

    def is_cold(where):
        return 'ThreadExit' in by_line.get(where, '') or 'asm volatile("exit;")' in by_line.get(where, '')

    ends = {d.pc for d in code if d.name == 'EXIT' and not is_cold(d.line)}
    result = walk(code, 0, {max(ends)}, is_cold, turns, latency)
    waves = 0
    for pc, _ in result.trace:
        d = by_pc[pc]
        if d.name in ('LDS', 'STS', 'ATOMS'):
            waves += _wavefronts(d, CUB_SCATTERED.search(line(d)))
    return {name: u for name, u in usage.items() if 'OnesweepKernel' in name}, result, waves, code, line


def _header(name):
    for directory, _, files in os.walk(os.path.join(compile.SCRATCH, 'cccl', 'cub')):
        if name in files:
            with open(os.path.join(directory, name)) as file:
                return file.read().split('\n')
    return ['']


Row = collections.namedtuple('Row', 'registers spill groups flight slots cycles waves formula rate bound')


def rated(arch, registers, spill, groups, threads, items, bytes_moved, result, waves):
    """The formula, and the two bounds on it: bytes through memory, wavefronts through shared memory."""
    _, units, clock, bandwidth = CARDS[arch]
    flight = groups * threads * items
    formula = 1 / (result.cycles / flight + result.slots / items / 128)
    bounds = {'memory': bandwidth / (bytes_moved * units * clock), 'shared memory': 32 * items / waves}
    least = min(bounds, key=bounds.get)
    return Row(registers, spill, groups, flight, result.slots / items, result.cycles, waves / items, formula,
               min(formula, bounds[least]), least if bounds[least] < formula else '')


def our_row(shape, arch, without=(), tiles_back=TILES_BACK):
    words = compile.words_of(shape)
    usage, result, waves, _, _ = our_walk(shape, arch, without, tiles_back)
    own = usage['sweep_onesweep']
    groups = compile.blocks(arch, words['THREADS'], own['registers'], own['shared'])
    return rated(arch, own['registers'], own['spill'], groups, words['THREADS'], words['ITEMS'],
                 2 * (words['KEY_BYTES'] + words['VALUE_BYTES']), result, waves)


CUB_THREADS = 384  # of all its sweeps on sm_80 and later


def cub_row(key_bytes, value_bytes, arch, count='uint64_t'):
    usage, result, waves, _, _ = cub_walk(key_bytes, value_bytes, arch, count)
    own = next(iter(usage.values()))
    items = (result.names['STG'] - 3) // (2 if value_bytes else 1)  # beside keys and values three words are written
    groups = compile.blocks(arch, CUB_THREADS, own['registers'], own['shared'])
    return rated(arch, own['registers'], own['spill'], groups, CUB_THREADS, items, 2 * (key_bytes + value_bytes),
                 result, waves)


HEAD = '| | registers | spill | groups | keys in flight | slots a warp-key | cycles a tile | wavefronts a warp-key | ' \
       'formula | keys a clock a SM | bound by | to CUB |\n|---|---|---|---|---|---|---|---|---|---|---|---|'


def show(name, row, peer=None):
    print('| %s | %d | %d | %d | %s | %.1f | %s | %.1f | %.3f | %.3f | %s | %s |' % (
        name, row.registers, row.spill, row.groups, format(row.flight, ','), row.slots, format(row.cycles, ','),
        row.waves, row.formula, row.rate, row.bound, '%.2f' % (row.rate / peer.rate) if peer else ''), flush=True)


def rates(archs):
    for arch in archs:
        print('\n## sm_%d (%s)\n\n%s' % (arch, CARDS[arch][0], HEAD))
        for shape in compile.rows():
            words = compile.words_of(shape)
            key, value = words['KEY_BYTES'], words['VALUE_BYTES']
            peer = cub_row(key, value, arch) if value in (0, key) and key + value <= 16 else None
            show('`%s`' % shape, our_row(shape, arch), peer)
            if peer:
                show('CUB, %d + %d bytes' % (key, value), peer)


def registers(archs):
    print('| | ' + ' | '.join('sm_%d' % arch for arch in archs) + ' |\n|---|' + '---|' * len(archs))
    for shape in compile.rows():
        words, cells = compile.words_of(shape), []
        for arch in archs:
            own = compile.ours(shape, arch)[1]['sweep_onesweep']
            groups = compile.blocks(arch, words['THREADS'], own['registers'], own['shared'])
            cells.append('%d, %d, %d, %s' % (own['registers'], own['spill'], groups,
                                             format(groups * words['THREADS'] * words['ITEMS'], ',')))
        print('| `%s` | %s |' % (shape, ' | '.join(cells)), flush=True)


def worth():
    shape = '4:0:384:18:1:2:1:4:3'
    ticket = 'next = ATOMIC_ADD(sweep_states(table, told, a)[0], 1);'
    told = ('ticket[0] = next; /* the answer has had its time */', '(void)next;')
    late = ('        BARRIER();\n        tile = ticket[0];', '        if (item == 0)\n            ticket[0] = '
            'ATOMIC_ADD(sweep_states(table, told, a)[0], 1);\n        BARRIER();\n        tile = ticket[0];')
    print('\n' + HEAD)
    whole = our_row(shape, 90)
    show('as it is', whole)
    for name, row in (
            ('1. inclusive words late: walks of 15 tiles', dict(tiles_back=15)),
            ('1. one predecessor a look', dict(shape=shape.replace(':4:3', ':1:3'))),
            ('2. the ticket at the end of a tile', dict(without=((ticket, ''), told, late))),
            ('4. no bound of registers', dict(shape=shape.replace(':4:3', ':4:1'))),
            ('4. two groups', dict(shape=shape.replace(':4:3', ':4:2'))),
            ('7. digits are summed up through shared memory',
             dict(without=(('(SWEEP_RANK_ALONE(rank, subgroup, votes) && (threads) >= 256 && (subgroup) >= 8)', '0'),))),
            ('8. counted while ranked, not first', dict(shape=shape.replace(':2:1:', ':2:0:'))),
            ('8. ballots', dict(shape=shape.replace(':2:1:', ':3:1:'))),
            ('8. match instructions (60 cycles)', dict(shape=shape.replace(':2:1:', ':4:1:')))):
        show(name, our_row(row.get('shape', shape), 90, row.get('without', ()), row.get('tiles_back', TILES_BACK)))


def where(arch, shape):
    _, result, _, code, lines = our_walk(shape, arch)
    by_pc = {d.pc: d for d in code}
    slots, cycles, order = collections.Counter(), collections.Counter(), []
    ends = [time for _, time in result.trace[1:]] + [result.cycles]
    for (pc, time), after in zip(result.trace, ends):
        number = by_pc[pc].line[1] if by_pc[pc].line else 0
        if number not in slots:
            order.append(number)
        slots[number] += 1
        cycles[number] += after - time
    for number in order:
        print('%4d slots %5d cycles  %s' % (slots[number], cycles[number], lines[number - 1].strip()[:100]))


if __name__ == '__main__':
    if not compile.nvcc():
        sys.exit('no nvcc: set NVCC, or put it on the path')
    what, rest = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ('', [])
    if what == 'rates':
        rates([int(arch) for arch in rest] or [80, 90])
    elif what == 'registers':
        registers([int(arch) for arch in rest] or sorted(compile.THREADS_OF_UNIT))
    elif what == 'worth':
        worth()
    elif what == 'where' and len(rest) == 2:
        where(int(rest[0]), rest[1])
    else:
        sys.exit(__doc__)
