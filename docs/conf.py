"""Settings of Sphinx for the site: ``make docs-site``. Warnings are errors there, and nothing is fetched."""

from __future__ import annotations

import inspect
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import sphinx.ext.napoleon.docstring
import sphinx.util.inspect
import sphinx.util.typing
from sphinx.domains.python import PyObject
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.inspect import stringify_signature

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "src")]

import build_site  # noqa: E402  (beside this file)
import commands  # noqa: E402
import kept_outputs  # noqa: E402
import record_tables  # noqa: E402
import reference_page  # noqa: E402

for folder in ("api", "environments"):
    runpy.run_path(str(HERE / folder / "make.py"))["write_pages"]()
commands.write_page()
reference_page.write_page()

project = "pokerzoo"
author = "The pokerzoo developers"
project_copyright = author
version = release = build_site.version()

extensions = [
    "mathml",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = [
    "auto_gallery/**.ipynb",  # for downloading
    "gallery",  # sphinx-gallery makes auto_gallery of it
]

# Markdown
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext"}
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 4

# Tutorials are run. build_site.py compares what their cells print with what is kept on the pages.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_in_temp = True

# Docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"Playable": "pokerzoo.agents.Playable"}  # by its name, not as the union of all that can play
autodoc_mock_imports = ["torch"]  # learners with networks are documented without it
autoclass_content = "both"  # arguments stand with the class or with its constructor
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
add_module_names = False

# Pictures
sphinx_gallery_conf = {
    "image_scrapers": ["gallery_scraper.scrape_figures"],
    "capture_repr": (),
    "thumbnail_size": (840, 588),  # twice as large as it is shown (_static/site.css)
    "examples_dirs": ["gallery"],
    "gallery_dirs": ["auto_gallery"],
    "subsection_order": [f"gallery/{section}" for section in ("learning", "strategies", "holdem", "matches")],
    "within_subsection_order": "FileNameSortKey",
    "filename_pattern": "/plot_",
    "abort_on_example_error": True,
    "remove_config_comments": True,
    "min_reported_time": 10_000,  # seconds say nothing about a picture
    "show_memory": False,
    "write_computation_times": False,
    "download_all_examples": False,
}

# Looks
html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"pokerzoo {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(HERE / "search_scorer.js")
templates_path = ["_templates"]
html_show_sphinx = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# "Edit this page" leads to the repository that build_site.py names: the clone's origin, or REPOSITORY=address.
repository = os.environ.get("POKERZOO_REPOSITORY", "")
html_theme_options = {
    "navigation_with_keys": True,
    "top_of_page_buttons": ["view", "edit"],
    **({"source_repository": repository, "source_branch": "main", "source_directory": "docs/"} if repository else {}),
}

# Links that leave docs/, which are right in the repository, lead to these pages on the site.
ON_THE_SITE = {"../CONTRIBUTING.md": "contributing.md", "../README.md": "index.md"}


def keep_links_on_the_site(app: Any, docname: str, source: list[str]) -> None:
    """Rewrite links to files at the repository's top as links to the pages that include them."""
    up = "../" * docname.count("/")
    for file, page in ON_THE_SITE.items():
        source[0] = source[0].replace(f"]({up}{file}", f"]({up}{page}")


def fill_record_tables(app: Any, docname: str, source: list[str]) -> None:
    """Put the tables of JSON keys into the pages that ask for them."""
    source[0] = record_tables.with_tables(source[0])


def drop_kept_outputs(app: Any, docname: str, source: list[str]) -> None:
    """Leave out what is kept of a tutorial's cells: here they are run."""
    if docname.startswith("learn/"):
        source[0] = kept_outputs.without_outputs(source[0])


def offer_the_notebook(app: Any, docname: str, source: list[str]) -> None:
    """Put a link to the notebook, with its outputs, below the title of a tutorial."""
    if re.match(r"learn/\d_", docname):
        link = f"{{nb-download}}`Download this page as a notebook <{docname.partition('/')[2]}.ipynb>`"
        source[0] = re.sub(r"^(# .+)$", rf"\1\n\n{link}", source[0], count=1, flags=re.MULTILINE)


def class_signature(app: Any, what: str, name: str, item: Any, options: Any, signature: Any, returns: Any) -> Any:
    """The arguments of a class as Python has them: trainers have a ``__new__``, which Sphinx would show instead."""
    if what != "class" or not signature:
        return None
    return stringify_signature(inspect.signature(item), show_return_annotation=False), None


def plain_property(docstring: Any) -> tuple[str, list[str]]:
    """The text of a property: napoleon takes what stands before a colon for its type."""
    lines = [docstring._lines.next(), *docstring._dedent(docstring._consume_to_end())]
    return "", GoogleDocstring(lines, docstring._config).lines()


ARRAY = re.compile(r"~?(?:numpy\.)?ndarray\[tuple\[~?(?:typing\.)?Any, \.{3}\], ~?(?:numpy\.)?dtype\[~?(?:\w+\.)?(\w+)\]\]")
"""``npt.NDArray[np.float64]`` as Python writes it out."""
ALIAS = re.compile(r"TypeAliasForwardRef\('([\w.]+)'\)")
"""An alias that is a part of a union, as Sphinx writes it out."""
written_out = sphinx.util.typing.stringify_annotation


def short_annotation(*arguments: Any, **options: Any) -> str:
    """A type as its author wrote it: arrays by ``NDArray``, aliases by their names."""
    return ALIAS.sub(r"\1", ARRAY.sub(r"NDArray[\1]", written_out(*arguments, **options)))


# Autodoc takes the function from these modules, and is loaded after this file.
for module in (sphinx.util.typing, sphinx.util.inspect, sphinx.ext.napoleon.docstring):
    module.stringify_annotation = short_annotation  # type: ignore[attr-defined]


ENTRIES = {
    address.rpartition(".")[2]: address
    for page in sorted((HERE / "api").glob("*.md"))
    for address in re.findall(r"^\.\. (?:auto|py:)\w+:: (pokerzoo\.[\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    if "_v0." not in address
}
"""The entries of the API reference by name: ``CFR`` is ``pokerzoo.agents.CFR``."""


def linked(match: re.Match[str]) -> str:
    """A public name in a docstring as a link to its entry. Plain words stay as they are: arguments have such names too."""
    name = match[1]
    if name not in ENTRIES or (name.islower() and "_" not in name):
        return match[0]
    return f":py:obj:`{name} <{ENTRIES[name]}>`"


def link_pages(app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Make links of pages (``docs/howto/train_networks.md``, also with ``#section``) and of public names in docstrings."""
    for i, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            line = re.sub(r"(?<![\w/`])docs/([\w/]+)\.md\b(?:#[\w-]+)?", r":doc:`/\1`", line)
            lines[i] = re.sub(r"(?<!`)``(\w+)``(?!`)", linked, line)


def skip_fields(app: Any, what: str, name: str, item: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples: their class lists them with what they are."""
    return True if (getattr(item, "__doc__", None) or "").startswith("Alias for field number") else None


def without_options(app: object, module: str) -> tuple[str, dict[str, object]] | None:
    """The source of a learner's module without its options, to whose page viewcode could not link back."""
    if not module.startswith("pokerzoo.agents.neural."):
        return None
    result = ModuleAnalyzer.for_module(module)
    result.find_tags()
    return result.code, {name: tag for name, tag in result.tags.items() if "Options" not in name}


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("viewcode-find-source", without_options)
    app.connect("autodoc-process-docstring", link_pages)
    GoogleDocstring._consume_inline_attribute = plain_property  # type: ignore[method-assign]
    next(field for field in PyObject.doc_field_types if field.name == "variable").label = "Attributes"
    app.connect("autodoc-process-signature", class_signature)
    app.connect("source-read", keep_links_on_the_site)
    app.connect("source-read", fill_record_tables)
    app.connect("source-read", drop_kept_outputs)
    app.connect("source-read", offer_the_notebook)
