"""How states look: shapes, the table made of them, SVG and pixels of these; and the little HTML of pages and notebooks."""
