"""Drawings of states: shapes, the table composed of them, SVG and pixels; and the HTML of pages and notebooks."""
