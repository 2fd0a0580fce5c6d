"""Finds links inside a built site that lead nowhere: ``python docs/check_links.py FOLDER``."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ADDRESSES = ("href", "src", "srcset", "data-srcset")


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to, and what it is called."""
        for name, value in attrs:
            if value and name in ("id", "name"):
                self.anchors.add(value)
            elif value and name in ADDRESSES:
                parts = value.split(",") if name.endswith("srcset") else [value]
                self.links += [part.split()[0] for part in parts if part.split()]


def broken_links(site: Path) -> list[str]:
    """A message for each link inside the site whose file or anchor is not there."""
    site = site.resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    result = []
    for path, page in sorted(pages.items()):
        for link in dict.fromkeys(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            name = f"{path.relative_to(site)}: {link}"
            if not target.exists():
                result.append(f"{name}: there is no such file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                result.append(f"{name}: there is no such anchor")
    return result


def main() -> None:
    """Print links that lead nowhere; exit with 1 if there are any."""
    result = broken_links(Path(sys.argv[1]))
    print("\n".join(result))
    sys.exit(1 if result else 0)


if __name__ == "__main__":
    main()
