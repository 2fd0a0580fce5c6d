"""Drawings of states: shapes, the table made of them, SVG and pixels; and the HTML of pages and notebooks."""
