"""Compiles generated programs with the library, as it was built for the tests of the package."""

import functools
import pathlib
import re
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


@functools.cache
def products(configuration):
    """The folder of a build."""
    command = ["swift", "build", "--show-bin-path", "--configuration", configuration]
    return pathlib.Path(subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip())


def objects(configuration):
    """The files of the library and of the libraries that it uses, from what the tests of the package are linked with."""
    files = shlex.split((products(configuration) / "counterpointPackageTests.product" / "Objects.LinkFileList").read_text())
    return [file for file in files if not re.search(r"(Tests|_fixture)\.build/", file)]


def compile(folder, sources, configuration="debug"):
    """Compiles the files of a folder to a module with its name, and to a program. Returns the errors: the file, the line and the text of each."""
    (folder / "objects.txt").write_text("\n".join(shlex.quote(file) for file in objects(configuration)))
    built = products(configuration)
    run = subprocess.run(
        ["swiftc", "-j2", "-O" if configuration == "release" else "-Onone", "-swift-version", "6", "-module-name", folder.name, "-o", "program", "-I", built / "Modules",
         "-I", built / "CounterpointThreadLocals.build", "-load-plugin-executable",
         f"{built}/CounterpointMacros-tool#CounterpointMacros", *sources, "@objects.txt"],
        cwd=folder, capture_output=True, text=True,
    )
    lines = (run.stdout + run.stderr).splitlines()
    errors = [(file, int(line), text) for file, line, text in re.findall(r"^(\S+?):(\d+):\d+: error: (.*)$", "\n".join(lines), re.M)]
    if run.returncode and not errors:
        sys.exit("\n".join(lines[-30:]))
    return [(pathlib.Path(file).name, line, text) for file, line, text in errors]


def run(folder, *arguments):
    """Runs the program. Returns its output."""
    # Recognized as a test run, where ids of stack elements can be written as numbers.
    command = [folder / "program", "--testing-library", "swift-testing", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"The program ended with {run.returncode}:\n{run.stdout[-1000:]}{run.stderr[-3000:]}")
    return run.stdout
