"""A figure that shows itself in a notebook; imported only when a picture is drawn, since it needs matplotlib."""

from __future__ import annotations

import base64
from html import escape

from matplotlib.figure import Figure

from .figures import FILE_DPI, alt_text, png_bytes


class ShownFigure(Figure):
    """A matplotlib figure that Jupyter shows as a picture, with its description for people who do not see it.

    Jupyter shows a plain ``Figure`` that was made without pyplot as the string ``<Figure size ...>``.
    """

    def _repr_html_(self) -> str:
        width = round(self.get_figwidth() * FILE_DPI / 1.6)  # drawn with 1.6 pixels for each that the page shows
        data = base64.b64encode(png_bytes(self)).decode("ascii")
        return f'<img src="data:image/png;base64,{data}" alt="{escape(alt_text(self))}" width="{width}">'
