"""The packages: ``src/pokerzoo``, with the three top-level folders in it.

They are links there. In a clone without links (Windows, ``core.symlinks=false``) the folders are mapped in.
"""

from pathlib import Path

from setuptools import find_packages, setup

FOLDERS = ("agents", "envs", "evaluation")
ROOT = Path(__file__).parent

packages, places = find_packages("src"), {"": "src"}
for folder in FOLDERS:
    if not (ROOT / "src" / "pokerzoo" / folder).is_dir():
        packages += [f"pokerzoo.{name}" for name in (folder, *(f"{folder}.{below}" for below in find_packages(folder)))]
        places[f"pokerzoo.{folder}"] = folder
setup(packages=packages, package_dir=places)
