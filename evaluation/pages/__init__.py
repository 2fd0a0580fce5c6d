"""Reports as HTML pages and in notebooks: text, tables and pictures together."""
