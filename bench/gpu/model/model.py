#!/usr/bin/env python3
"""The modelled rate of one sweep, beside CUB's: see README.md.

    model.py [--arch 90,80] [--against CUB's count type] [SHAPE...]     a table of these shapes; none: the tuning rows
    model.py --where ARCH SHAPE                                         where the cycles of a tile go, barrier by barrier

SPDX-License-Identifier: Apache-2.0
"""
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


def our_walk(shape, arch):
    path, usage, source = compile.ours(shape, arch)
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
            return -(-TILES_BACK // max(1, words['LOOK']))
        return 1

    back = [d for d in code if d.name == 'BRA' and d.target < d.pc and not (d.line and d.line[1] in cold)]
    begin = min(back, key=lambda d: d.target - d.pc).target
    result = walk(code, begin, {begin}, lambda where: bool(where) and where[1] in cold, turns, latency)
    by_pc = {d.pc: d for d in code}
    waves = 0
    for pc, _ in result.trace:
        d = by_pc[pc]
        if d.name in ('LDS', 'STS', 'ATOMS'):
            width = d.width or 4
            waves += SCATTERED[width] if OUR_SCATTERED.search(line(d)) else max(1, width / 4)
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
            width = d.width or 4
            waves += SCATTERED[width] if CUB_SCATTERED.search(line(d)) else max(1, width / 4)
    return {name: u for name, u in usage.items() if 'OnesweepKernel' in name}, result, waves, code, line


def _header(name):
    import os
    for directory, _, files in os.walk(os.path.join(compile.SCRATCH, 'cccl', 'cub')):
        if name in files:
            with open(os.path.join(directory, name)) as file:
                return file.read().split('\n')
    return ['']
