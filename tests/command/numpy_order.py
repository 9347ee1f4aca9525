"""Sorts NumPy's own files and compares with NumPy's own stable order, bit for bit, for every dtype.

usage: numpy_order.py PROGRAM. Exit status 0, or 1 with what differs; 77 where there is no NumPy.
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy (python3-numpy) is missing for " + sys.executable)
    sys.exit(77)

PROGRAM = os.path.abspath(sys.argv[1])
SEED = 20240302
checks = failures = 0


def check(fine, what):
    global checks, failures
    checks += 1
    if not fine:
        failures += 1
        print("FAILED: " + what)


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def keys_of(rng, dtype, n):
    """Random bits with many ties and, for floats, both zeros, infinities and NaNs of both signs with payloads."""
    if dtype.kind in "Mm":
        keys = rng.integers(-50, 50, n).astype("i8")
        keys[:: 5] = np.iinfo("i8").min
        return keys.view(dtype.newbyteorder("=")).astype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, n).astype(dtype)
    keys = np.frombuffer(rng.bytes(n * dtype.itemsize), dtype=dtype.newbyteorder("=")).copy()
    if n:
        keys[:: 3] = keys[rng.integers(0, n, len(keys[:: 3]))]
    if dtype.kind == "f" and n > 8:
        for i, special in enumerate((0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan)):
            keys[i :: 17] = special
    return keys.astype(dtype) if dtype.byteorder in "><" else keys


def bits(array):
    return array.tobytes()


def compare(keys, name):
    np.save("in.npy", keys)
    order = np.argsort(keys, kind="stable")
    result = run("sort", "in.npy", "-o", "out.npy")
    check(result.returncode == 0, f"{name}: {result.stderr}")
    with open("in.npy", "rb") as a, open("out.npy", "rb") as b:
        check(a.read(128) == b.read(128), f"{name}: the header is NumPy's own")
    out = np.load("out.npy")
    check(out.dtype == keys.dtype, f"{name}: dtype {out.dtype}")
    check(bits(out) == bits(keys[order]), f"{name}: sort")
    check(run("check", "out.npy").returncode == 0, f"{name}: check")
    result = run("argsort", "in.npy", "-o", "order.npy")
    indices = np.load("order.npy")
    check(indices.dtype == np.int64 and np.array_equal(indices, order), f"{name}: argsort {result.stderr}")
    run("argsort", "--index", "4", "in.npy", "-o", "order.npy")
    indices = np.load("order.npy")
    check(indices.dtype == np.uint32 and np.array_equal(indices, order), f"{name}: argsort in 4 bytes")

    # Descending: ties keep their order, every NaN stays last.
    finite = ~np.isnan(keys) if keys.dtype.kind in "fMm" else np.ones(len(keys), bool)
    places = np.flatnonzero(finite)[::-1]
    down = np.concatenate([places[np.argsort(keys[places], kind="stable")][::-1], np.flatnonzero(~finite)])
    run("sort", "-r", "in.npy", "-o", "out.npy")
    check(bits(np.load("out.npy")) == bits(keys[down.astype(int)]), f"{name}: descending")

    # -u keeps the first of equal keys; to -u all NaNs are equal.
    unique, first = np.unique(keys, return_index=True)
    run("sort", "-u", "in.npy", "-o", "out.npy")
    check(bits(np.load("out.npy")) == bits(keys[first]), f"{name}: unique")

    # Text: shortest forms that read back the same. A NaN's payload has no place in it.
    if keys.dtype.kind not in "bMm":
        run("sort", "in.npy", "-o", "out.txt")
        kind = {"f": "f", "i": "i", "u": "u"}[keys.dtype.kind] + str(8 * keys.dtype.itemsize)
        result = run("sort", "--type", kind, "out.txt", "-o", "back.npy")
        check(result.returncode == 0, f"{name}: {result.stderr}")
        back, wanted = np.load("back.npy"), keys[order]
        same = back == wanted
        if keys.dtype.kind == "f":
            same |= np.isnan(back) & np.isnan(wanted) & (np.signbit(back) == np.signbit(wanted))
        check(np.all(same), f"{name}: text")


def main():
    rng = np.random.default_rng(SEED)
    print(f"seed {SEED}, NumPy {np.__version__}")
    kinds = ("u2", "u4", "u8", "i2", "i4", "i8", "f2", "f4", "f8")
    dtypes = [np.dtype(order + kind) for kind in kinds for order in "<>"]
    dtypes += [np.dtype(kind) for kind in ("u1", "i1", "b1", "<M8[ns]", ">M8[D]", "<m8[25us]", ">m8", "<M8")]
    for dtype in dtypes:
        for n in (0, 1, 700):
            compare(keys_of(rng, dtype, n), f"{dtype.str} {n}")

    # Fortran order, versions 2 and 3, and what NumPy can store but nobody sorts.
    keys = rng.integers(0, 100, 50).astype("<i4")
    for version in ((1, 0), (2, 0), (3, 0)):
        with open("in.npy", "wb") as file:
            np.lib.format.write_array(file, keys, version=version)
        run("sort", "in.npy", "-o", "out.npy")
        check(np.array_equal(np.load("out.npy"), np.sort(keys)), f"version {version}")
    np.save("in.npy", np.asfortranarray(keys))
    check(run("sort", "in.npy", "-o", "out.npy").returncode == 0, "Fortran order")
    refused = {
        "complex": np.zeros(3, "c8"), "double complex": np.zeros(3, "c16"), "strings": np.array(["a", "b"]), "bytes": np.array([b"a", b"b"]),
        "objects": np.array([1, None], dtype=object), "structured": np.zeros(3, [("a", "u1")]),
        "void": np.zeros(3, "V4"), "long doubles": np.zeros(3, np.longdouble), "two dimensions": np.zeros((2, 2)),
        "no dimension": np.array(1.0),
    }
    for name, array in refused.items():
        np.save("in.npy", array, allow_pickle=True)
        result = run("sort", "in.npy", "-o", "no.npy")
        told = result.stderr.startswith("sweepsort sort: in.npy: ")
        check(result.returncode == 2 and told, f"{name}: {result.stderr}")
        check(not os.path.exists("no.npy"), f"{name}: nothing is written")
    print(f"{checks} checks, {failures} failed")
    sys.exit(1 if failures else 0)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    try:
        main()
    finally:
        os.chdir("/")
