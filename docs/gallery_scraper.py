"""Tells sphinx-gallery of pictures that belong to no pyplot: pokerzoo's figures in the variables of an example."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst

from pokerzoo.evaluation.pictures import alt_text, png_bytes


def scrape_figures(block: tuple[str, str, int], block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Write each figure that a block of code made, and return what shows them on the page."""
    written = []
    seen = block_vars["example_globals"].setdefault("__figures__", [])
    result = [value for value in block_vars["example_globals"].values() if isinstance(value, Figure)]
    for figure in result:
        if any(figure is other for other in seen):
            continue
        seen.append(figure)
        path = next(block_vars["image_path_iterator"])
        with open(path, "wb") as file:
            file.write(png_bytes(figure))
        titles = "; ".join(title for axes in figure.axes if (title := axes.get_title()))
        written.append((path, alt_text(figure) or titles))
    return "".join(figure_rst([path], gallery_conf["src_dir"], description) for path, description in written)
