"""Figure for notebooks; imported only when a picture is drawn, since it needs matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """Figure that Jupyter shows as a picture, not as ``<Figure size ...>``."""

    def __init__(self, html: Callable[[Figure], str], **options: Any) -> None:
        super().__init__(**options)
        self._html = html

    def _repr_html_(self) -> str:
        return self._html(self)
