"""The command: what is asked for, what is printed, how it ends."""
import difflib
import os
import sys

from .files import Package
from .porter import Look

USAGE = """\
usage: sordino-port [--patch | --apply] DIR

Lists what to change in a Swift package for Apple's platforms so that it builds on Linux with Sordino: for each place the
file, the line, what stands there, and what to write instead. Comments, strings, folders of builds and code behind conditions
that are false on Linux are passed over.

  -p, --patch    print a patch of what is mechanical, for `git apply`; nothing is changed
  -a, --apply    write what is mechanical into the files, and list the rest
  -h, --help     print this text
      --version  print the version

Ends with 0 when there is nothing to change (with --apply: nothing that it has not written), else with 1.
"""
HERE = os.path.dirname(os.path.abspath(__file__))


def version():
    """The version: installed beside the modules, else that of the repository."""
    try:
        with open(os.path.join(HERE, "version"), encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        path = os.path.join(HERE, "..", "..", "Sources", "Commands", "SordinoCommandLine", "Release.swift")
        with open(path, encoding="utf-8") as file:
            return file.read().split('static let version = "')[1].split('"')[0]


def main(words):
    if words in (["-h"], ["--help"]):
        print(USAGE, end="")
        return 0
    if words == ["--version"]:
        print(f"sordino-port (Sordino) {version()}")
        return 0
    options = {"-p": "patch", "--patch": "patch", "-a": "apply", "--apply": "apply"}
    modes = {options[word] for word in words if word in options}
    folders = [word for word in words if not word.startswith("-")]
    if len(folders) != 1 or len(modes) > 1 or any(word.startswith("-") and word not in options for word in words):
        print(USAGE, end="", file=sys.stderr)
        return 64
    if not os.path.isdir(folders[0]):
        print(f"sordino-port: {folders[0]}: there is no such folder", file=sys.stderr)
        return 66
    try:
        return run(folders[0], modes.pop() if modes else "list")
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def run(folder, mode):
    package = Package(folder)
    places = files = mechanical = changed = 0
    for file in package.files:
        look = Look(package, file)
        found = look.all()
        after = look.patched()
        places += len(found)
        files += bool(found)
        changed += after != file.original
        mechanical += sum(place.edit is not None for place in found)
        if mode == "patch":
            print_patch(file, after)
        else:
            print_places(file, [place for place in found if mode == "list" or place.edit is None], mode)
        if mode == "apply" and after != file.original:
            with open(file.path, "w", encoding="utf-8", errors="surrogateescape", newline="") as output:
                output.write(after)
    if mode == "list":
        print(f"{count(places, 'place')} in {count(files, 'file')}; --apply changes {mechanical} of them in {count(changed, 'file')}.")
    elif mode == "apply":
        print(f"{count(mechanical, 'place')} changed in {count(changed, 'file')}; {places - mechanical} left.")
    return 1 if places - (mechanical if mode == "apply" else 0) else 0


def count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


def print_places(file, places, mode):
    for place in places:
        number = file.line(place.start)
        mark = " [--apply]" if place.edit is not None and mode == "list" else ""
        print(f"{file.name}:{number}: {file.line_text(number)}\n    {place.remedy}{mark}")


def print_patch(file, after):
    if after == file.original:
        return
    before, after = file.original.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in difflib.unified_diff(before, after, f"a/{file.name}", f"b/{file.name}"):
        sys.stdout.write(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
