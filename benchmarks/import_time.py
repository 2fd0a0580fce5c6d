"""Time of a warm `import pokerzoo`: median over fresh interpreters, less one that imports nothing."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 10


def seconds(code: str) -> list[float]:
    """Wall-clock time of each of ``RUNS`` interpreters that run ``code``; one before them warms the disk's cache."""
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    return times[1:]


def main() -> None:
    """Print the median, the fastest and the slowest run."""
    nothing = statistics.median(seconds("pass"))
    for modules in ("pokerzoo", "pokerzoo.agents, pokerzoo.evaluation"):
        times = [t - nothing for t in seconds(f"import {modules}")]
        median = statistics.median(times)
        print(f"import {modules}: median {median:.3f} s of {RUNS} runs ({min(times):.3f} to {max(times):.3f} s)")
    print(f"Python's own start, {nothing:.3f} s, is not counted")


if __name__ == "__main__":
    main()
