"""How states look: shapes, the table made of them, and what they become (SVG, pixels); and the little HTML of notebooks."""
