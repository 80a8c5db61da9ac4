"""The symbol graphs of the modules of a debug build.

Extracted from the built modules. `swift package dump-symbol-graph` would build all of them again, with other options."""

import json
import pathlib
import subprocess

root = pathlib.Path(__file__).resolve().parent.parent
packages = [root, *sorted(root.glob("Packages/*"))]


def output(*command):
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


# Checkouts that the package of the last build does not need are gone. Verification needs those of all libraries.
subprocess.run(
    ["swift", "package", "--package-path", "Verification", "--scratch-path", ".build", "resolve"],
    cwd=root, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
products = pathlib.Path(output("swift", "build", "--show-bin-path"))
# Modules in C have their maps elsewhere, libraries of the system and some others in their packages. Those for tools come twice.
maps = [path.parent for path in products.glob("*.build/module.modulemap") if not path.parent.stem.endswith("-tool")]
for place in ("*/module.modulemap", "*/include/module.modulemap"):
    maps += [path.parent for path in root.glob(f".build/checkouts/*/Sources/{place}")]
target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]


def extract(module, folder, *options):
    """Writes the graphs of the public symbols of a module into a folder, and returns their files in order."""
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-target", target]
        + [part for folder_of_modules in [products / "Modules", *maps] for part in ("-I", folder_of_modules)]
        + ["-minimum-access-level", "public", "-skip-synthesized-members", *options, "-output-dir", folder],
        cwd=root, check=True,
    )
    return sorted(pathlib.Path(folder).glob("*.symbols.json"))
