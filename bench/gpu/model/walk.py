"""One warp, alone and in order, through a kernel's usual path: cycles, issue slots, shared-memory wavefronts.

The path: conditional branches are followed away from cold lines of the source; where both ways lead to the end, a
forward branch is not taken, and a loop turns as often as `turns` says of its source line (once, if it says nothing).
The clock: the compiler's own stall counts and scoreboards, and the latencies below, which are assumptions.
SPDX-License-Identifier: Apache-2.0
"""
import collections
import random

LATENCY = {'LDS': 29, 'LDG': 300, 'LDC': 30, 'ULDC': 10, 'S2R': 20, 'OP1c3': 20, 'MATCH': 60, 'POPC': 14, 'FLO': 14,
           'SHFL': 23, 'ATOMS': 40, 'ATOMG': 700, 'REDUX': 20, 'STS': 20, 'STG': 20, 'RED': 20, 'MUFU': 20, 'I2F': 20,
           'F2I': 20, 'R2UR': 12, 'B2R': 20, 'MEMBAR': 20, 'R2P': 13, 'P2R': 8, 'SYNCS': 20}
OTHER_LATENCY = 6
OPERANDS_READ = 12  # cycles until a load or store has read its operands
BRANCH = 8          # extra cycles of a branch, taken or not, and of a convergence
BARRIER = 18

Walk = collections.namedtuple('Walk', 'cycles slots names barriers trace')


def _conflicts(lanes, banks, draws=4000):
    chance = random.Random(1)
    total = 0
    for _ in range(draws):
        load = collections.Counter(chance.randrange(banks) for _ in range(lanes))
        total += max(load.values())
    return total / draws


# Wavefronts of one access by a warp to random places: lanes go in phases of 128 bytes.
SCATTERED = {4: _conflicts(32, 32), 8: 2 * _conflicts(16, 16), 16: 4 * _conflicts(8, 8)}
SCATTERED[1] = SCATTERED[2] = SCATTERED[4]


def cold_lines(text, openings):
    """The numbers of the lines behind one that holds one of these texts, to the end of the block that it opens."""
    lines, cold = text.split('\n'), set()
    for number, line in enumerate(lines):
        if not any(opening in line for opening in openings):
            continue
        opened = line.rstrip().split('/*')[0].rstrip().endswith('{')
        if not opened:
            cold.add(number + 1)
        at, depth = number + 1, 1 if opened else 0
        while at < len(lines) and (depth > 0 or not opened):
            for character in lines[at]:
                if character in '{}':
                    depth += 1 if character == '{' else -1
                    opened = True
                if opened and depth == 0:
                    break
            cold.add(at + 1)
            if not opened and lines[at].rstrip().endswith(';'):
                break
            at += 1
    return cold


def _cold_instructions(code, is_cold):
    """Those of blocks that come from cold lines for the larger part."""
    starts = {0} | {d.target for d in code if d.target is not None} | {
        d.pc + 16 for d in code if d.name in ('BRA', 'BRA.DIV', 'EXIT', 'BSYNC', 'BAR')}
    cold, block = set(), []
    for d in code + [None]:
        if d is None or d.pc in starts:
            told = [is_cold(b.line) for b in block if b.name not in ('BSYNC', 'BRA', 'NOP')]
            if sum(told) * 2 > len(told):
                cold |= {b.pc for b in block}
            block = []
        if d is not None:
            block.append(d)
    return cold


def _distances(code, end, cold):
    """{instruction: how many cold ones lie at least between it and the end}"""
    before = collections.defaultdict(list)
    for d in code:
        if d.name == 'BRA':
            before[d.target].append(d.pc)
        if d.name not in ('BRA', 'EXIT') or d.predicate:
            before[d.pc + 16].append(d.pc)
    distances, queue = {pc: 0 for pc in end}, collections.deque(end)
    done = set()
    while queue:
        pc = queue.popleft()
        if pc in done:
            continue
        done.add(pc)
        for other in before[pc]:
            cost = distances[pc] + (other in cold)
            if cost < distances.get(other, 1 << 30) or other in end and other not in done:
                distances[other] = min(cost, distances.get(other, 1 << 30))
                (queue.append if other in cold else queue.appendleft)(other)
    return distances


def walk(code, begin, end, is_cold, turns, latency):
    """From the instruction at `begin` to one in `end`. latency(instruction): cycles, or None for the usual ones."""
    at = {d.pc: d for d in code}
    cold = _cold_instructions(code, is_cold)
    distances = _distances(code, end, cold)
    visits, names = collections.Counter(), collections.Counter()
    boards, time, slots, pc = [0] * 6, 0, 0, begin
    barriers, trace = [], []
    while slots == 0 or pc not in end:
        d = at[pc]
        visits[pc] += 1
        for board in d.waits:
            time = max(time, boards[board])
        if d.name == 'BAR':
            barriers.append((pc, time))
            time += BARRIER
        known = latency(d)
        cycles = LATENCY.get(d.name, OTHER_LATENCY) if known is None else known
        if d.writes is not None:
            boards[d.writes] = max(boards[d.writes], time + cycles)
        if d.reads is not None:
            boards[d.reads] = max(boards[d.reads], time + OPERANDS_READ)
        slots += 1
        names[d.name] += 1
        trace.append((pc, time))
        time += max(1, d.stall)
        after = pc + 16
        if d.name == 'BRA':
            time += BRANCH
            if not d.predicate:
                after = d.target
            else:
                ways = [distances.get(pc, 1 << 30) for pc in (d.target, after)]
                back = d.target <= pc
                turn = turns(d.line)
                taken = visits[pc] < turn if back else visits[pc] > turn
                if ways[0] != ways[1]:
                    taken = ways[0] < ways[1]
                after = d.target if taken else after
        elif d.name in ('BSYNC', 'WARPSYNC', 'BRA.DIV'):
            time += BRANCH
        elif d.name == 'EXIT' and not d.predicate:
            break
        pc = after
        if slots > 60000:
            raise RuntimeError('no way to the end: at %x' % pc)
    return Walk(time, slots, names, barriers, trace)
