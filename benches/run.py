#!/usr/bin/env python3
"""Runs the benchmark: run.py [FOLDER]. Needs `pip install typst`, Debian's fonts-dejavu-core, and a release build.

Every figure is the best of some runs, and the rivals take turns, so that a busy minute hits them all.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PNP = ROOT / "target" / "release" / "pnp"
ROUNDS = 8


def measure(args, cwd=None):
    """Seconds of wall time and peak memory in MB of one process."""
    before = time.perf_counter()
    child = subprocess.Popen([str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd)
    out, err = child.stdout.read(), child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    took = time.perf_counter() - before
    if status != 0:
        sys.exit(f"{args} failed:\n{err.decode()}")
    return took, usage.ru_maxrss / 1024, out.decode()


def build(job, game, *extra, out="out"):
    return [PNP, "--root", job, "build", "--game", game, "--out", job / out, "--quiet", *extra]


def main():
    job = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target" / "bench-job").resolve()
    subprocess.check_call([sys.executable, HERE / "job.py", job])
    subprocess.check_call(["cargo", "build", "--release", "--quiet"], cwd=ROOT)
    subprocess.check_call(["cargo", "bench", "--quiet", "--bench", "floor", "--no-run"], cwd=ROOT)
    typst = f"import typst; typst.compile({str(HERE / 'deck.typ')!r}, output={str(job / 'typst.pdf')!r}, root={str(job / 'typst')!r}, sys_inputs={{'n': '1100'}})"
    (job / "typst" / "deck.typ").write_text((HERE / "deck.typ").read_text())
    typst = typst.replace(str(HERE / "deck.typ"), str(job / "typst" / "deck.typ"))
    # Outside of any project, so that the built-in games are found.
    empty = tempfile.mkdtemp()
    runs = {
        "typst, 1,100 cards": [sys.executable, "-c", typst],
        "vector, 1,100 cards": build(job, "cards-1100"),
        "vector, 5,000 cards": build(job, "cards-5000"),
        "vector, 110 cards": build(job, "cards-110"),
        "ten faces, 10 copies": build(job, "ten-once"),
        "ten faces, 1,100 copies": build(job, "ten-often"),
        "circus, built in": [PNP, "build", "--game", "circus", "--out", job / "out", "--quiet"],
        "pnp list, built in": [PNP, "list", "--game", "circus"],
    }
    best = {}
    for _ in range(ROUNDS):
        for name, args in runs.items():
            took, memory, _ = measure(args, cwd=empty)
            if name not in best or took < best[name][0]:
                best[name] = (took, max(memory, best.get(name, (0, 0))[1]))
    floors = []
    for _ in range(2):
        took, memory, _ = measure(build(job, "cards-1100", "--render", "raster", out="out-raster"), cwd=empty)
        if "raster, 1,100 cards" not in best or took < best["raster, 1,100 cards"][0]:
            best["raster, 1,100 cards"] = (took, memory)
        out = subprocess.check_output(["cargo", "bench", "--quiet", "--bench", "floor", "--", job], cwd=ROOT).decode()
        floors.append(float(re.search(r"^(\d+\.\d+) 1100 ", out, re.M).group(1)))
    best["floor, 1,100 cards"] = (min(floors), 0)
    for name, (took, memory) in best.items():
        print(f"{name:26} {took:7.3f} s {memory:7.0f} MB")
    seconds = {name: took for name, (took, _) in best.items()}
    pdf = job / "out" / "cards-1100" / "cards.pdf"
    listed = subprocess.check_output(["pdffonts", pdf]).decode().splitlines()[2:]
    names = [line.split()[0].split("+")[-1] for line in listed]
    print()
    for what, value, limit in [
        ("vector 1,100 against Typst", seconds["vector, 1,100 cards"] / seconds["typst, 1,100 cards"], 1.0),
        ("vector 1,100: file, MB", pdf.stat().st_size / 1e6, 4.0),
        ("vector 1,100: fonts embedded twice", len(names) - len(set(names)), 0),
        ("vector 1,100: peak MB", best["vector, 1,100 cards"][1], 300),
        ("raster 1,100 against the floor", seconds["raster, 1,100 cards"] / seconds["floor, 1,100 cards"], 0.3),
        ("raster 1,100: peak MB", best["raster, 1,100 cards"][1], 500),
        ("5,000 against 1,100, time a card", seconds["vector, 5,000 cards"] / 5000 / (seconds["vector, 1,100 cards"] / 1100), 1.1),
        ("vector 5,000: peak MB", best["vector, 5,000 cards"][1], 800),
        ("1,100 copies of ten against 10", seconds["ten faces, 1,100 copies"] / seconds["ten faces, 10 copies"], 1.2),
        ("circus, built in, seconds", seconds["circus, built in"], 0.3),
    ]:
        print(f"{what:40} {value:8.3f}  limit {limit:<6} {'kept' if value <= limit else 'MISSED'}")
    print(f"circus against `pnp list`                {seconds['circus, built in'] / seconds['pnp list, built in']:8.1f}")
    print(f"typst's file, MB                         {(job / 'typst.pdf').stat().st_size / 1e6:8.3f}")


if __name__ == "__main__":
    main()
