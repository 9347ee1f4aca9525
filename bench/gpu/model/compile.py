"""Compiles the kernels of a shape, or CUB's of a sort, to a CUBIN, and tells what the compiler says of it.

nvcc is NVCC, or found on the path or in /usr/local/cuda/bin. All it makes lies in MODEL_SCRATCH (build/model).
SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import re
import shutil
import subprocess

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../..'))
GPU = os.environ.get('SWEEP_GPU', os.path.join(ROOT, 'lib/gpu'))
SCRATCH = os.environ.get('MODEL_SCRATCH', os.path.join(ROOT, 'build/model'))
FIELDS = 'KEY_BYTES VALUE_BYTES THREADS ITEMS SET RANK EARLY LOOK BLOCKS'.split()
THREADS_OF_UNIT = {75: 1024, 80: 2048, 86: 1536, 89: 1536, 90: 2048, 100: 2048, 120: 1536}
SHARED_OF_UNIT = {75: 64, 80: 164, 86: 100, 89: 100, 90: 228, 100: 228, 120: 100}  # KiB


def nvcc():
    return os.environ.get('NVCC') or shutil.which('nvcc') or (
        '/usr/local/cuda/bin/nvcc' if os.path.exists('/usr/local/cuda/bin/nvcc') else None)


def flat(path):
    """A text with the headers that it includes from its own directory."""
    with open(path) as file:
        text = file.read()
    here = os.path.dirname(path)
    return re.sub(r'#include "([a-z_]+\.h)"', lambda found: flat(os.path.join(here, found[1])), text)


def usage(log):
    """{kernel: registers, stack, spill and shared bytes} of ptxas -v."""
    result = {}
    for found in re.finditer(r"Compiling entry function '([^']+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, "
                             r"(\d+) bytes spill loads.*?Used (\d+) registers(?:, used \d+ barriers)?"
                             r"(?:, \d+ bytes cumulative stack size)?(?:, (\d+) bytes smem)?", log, re.S):
        result[found[1]] = dict(stack=int(found[2]), spill=int(found[3]) + int(found[4]), registers=int(found[5]),
                                shared=int(found[6] or 0))
    return result


def _compile(source, arch, options):
    key = hashlib.sha1((source + str(arch) + str(options)).encode()).hexdigest()[:16]
    base = os.path.join(SCRATCH, key)
    if not os.path.exists(base + '.log'):
        os.makedirs(SCRATCH, exist_ok=True)
        with open(base + '.cu', 'w') as file:
            file.write(source)
        run = subprocess.run([nvcc(), '-cubin', '-arch=sm_%d' % arch, '-std=c++17', '-lineinfo', '-Xptxas', '-v',
                              *options, base + '.cu', '-o', base + '.cubin'], capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(run.stdout + run.stderr)
        with open(base + '.log', 'w') as file:
            file.write(run.stdout + run.stderr)
    with open(base + '.log') as file:
        return base + '.cubin', usage(file.read()), base + '.cu'


def words_of(shape):
    words = [int(word) for word in shape.split(':')]
    return dict(zip(FIELDS, words + [0] * (len(FIELDS) - len(words))))


def rows():
    """The shapes of tuning.h for devices with match instructions, which are NVIDIA's."""
    with open(os.path.join(GPU, 'tuning.h')) as file:
        found = re.findall(r'\{false, true, (\d+), (\d+), (\d+), (\d+), 8, (\d+), SWEEP_RANK_(\w+), (\d), (\d+)\}',
                           file.read())
    forms = {'MASKS': 2, 'BALLOTS': 3, 'MATCH': 4}
    return ['%s:%s:%s:%s:1:%d:%s:%s:%s' % (key, value, threads, items, forms[rank], early, look, blocks)
            for key, value, threads, items, blocks, rank, early, look in found]


def ours(shape, arch, without=()):
    """The CUBIN of a shape, as cuda_prebuilt.cmake writes it: 4:0:384:19:1:2:1:4:3. without: pairs of a text of the
    kernels and what stands in its place, to see what something is worth."""
    defines = ''.join('#define SWEEP_%s %du\n' % pair for pair in words_of(shape).items())
    text = flat(os.path.join(GPU, 'dialect/cuda.h')) + flat(os.path.join(GPU, 'kernels/kernels.h'))
    for old, new in without:
        if old not in text:
            raise KeyError('the kernels have no ' + old)
        text = text.replace(old, new)
    return _compile(defines + text, arch, [])


CUB = '''#include <cub/device/device_radix_sort.cuh>
#include <cstdint>
typedef %s key; typedef %s value;
cudaError_t sort(const key *a, key *b, const value *c, value *d, void *scratch, size_t &bytes, %s n)
{
    %s
}
'''
TYPES = {0: 'char', 4: 'uint32_t', 8: 'uint64_t', 16: '__uint128_t'}


def cub(key_bytes, value_bytes, arch, count='uint64_t', full_tiles=False):
    """CUB's kernels of the same sort. full_tiles: of a copy without the code for partial tiles and for tiles of one
    digit, whose walk has nothing to choose; what the compiler says of registers is then not CUB's own."""
    call = ('return cub::DeviceRadixSort::SortPairs(scratch, bytes, a, b, c, d, n);' if value_bytes else
            'return cub::DeviceRadixSort::SortKeys(scratch, bytes, a, b, n);')
    options = []
    if full_tiles:
        toolkit = os.path.join(os.path.dirname(os.path.realpath(nvcc())), '../targets/x86_64-linux/include/cccl')
        if not os.path.isdir(toolkit):
            toolkit = os.path.join(os.path.dirname(os.path.realpath(nvcc())), '../include/cccl')
        copy = os.path.join(SCRATCH, 'cccl')
        if not os.path.isdir(copy):
            shutil.copytree(toolkit, copy)
            agent = os.path.join(copy, 'cub/agent/agent_radix_sort_onesweep.cuh')
            with open(agent) as file:
                text = file.read()
            text = text.replace('if (full_block)', 'if (true)').replace('ShortCircuitCopy(keys, bins);',
                                                                        'ThreadExit();', 1)
            with open(agent, 'w') as file:
                file.write(text)
        options = ['-I' + copy]
    return _compile(CUB % (TYPES[key_bytes], TYPES[value_bytes], count, call), arch, options)


def blocks(arch, threads, registers, shared):
    """Work-groups that a multiprocessor holds at once."""
    warps = (threads + 31) // 32
    by_registers = 65536 // ((registers * 32 + 255) // 256 * 256 * ((warps + 3) // 4 * 4))
    by_shared = SHARED_OF_UNIT[arch] * 1024 // ((shared + (1024 if arch >= 80 else 0) + 127) // 128 * 128)
    return min(by_registers, by_shared, THREADS_OF_UNIT[arch] // (warps * 32))
