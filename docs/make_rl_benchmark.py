"""Makes the results in docs/rl_benchmark.md and their pictures from the kept runs, docs/rl_benchmark/*.parquet.

    make rl-benchmark-page
    python docs/make_rl_benchmark.py --take FOLDER NAME   # keep the runs of a folder as docs/rl_benchmark/NAME.parquet first

Sentences by people are in docs/rl_benchmark/conclusions.md, with names of numbers in braces
(evaluation/benchmark/sentences.py).
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from pokerzoo.evaluation import RLBenchmark
from pokerzoo.evaluation.benchmark.bench_page import picture_files, results_text, write_pictures

DOCS = Path(__file__).resolve().parent
PAGE, KEPT, IMAGES = DOCS / "rl_benchmark.md", DOCS / "rl_benchmark", DOCS / "images" / "rl_benchmark"
CONCLUSIONS = KEPT / "conclusions.md"
BEGIN = "<!-- From here on made by `make rl-benchmark-page` from docs/rl_benchmark/*.parquet: not edited by hand. -->\n"
END = "<!-- To here. -->\n"
MOST_BYTES = 1_000_000
"""Of all kept runs together."""


def page_text(draw: bool) -> str:
    """The page with its results made anew.

    Args:
        draw: whether the pictures are drawn, too.
    """
    reported, everything = RLBenchmark(KEPT, split="reported"), RLBenchmark(KEPT)
    pictures = write_pictures(reported, IMAGES, "") if draw else picture_files(reported, "")
    found = results_text(everything, everything, pictures, CONCLUSIONS.read_text(encoding="utf-8"), "images/rl_benchmark/")
    before, after = re.split(f"{re.escape(BEGIN)}.*?{re.escape(END)}", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return f"{before}{BEGIN}\n{found}\n{END}{after}"


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--take", nargs=2, action="append", default=[], metavar=("FOLDER", "NAME"), help="keep these runs first"
    )
    for folder, name in parser.parse_args().take:
        RLBenchmark(folder).keep(KEPT / f"{name}.parquet")
    size = sum(file.stat().st_size for file in KEPT.glob("*.parquet"))
    if size > MOST_BYTES:
        sys.exit(f"{KEPT}: {size:,} bytes of kept runs, more than {MOST_BYTES:,}")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for old in IMAGES.glob("*.png"):
        old.unlink()
    PAGE.write_text(page_text(draw=True), encoding="utf-8")


if __name__ == "__main__":
    main()
