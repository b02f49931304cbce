"""The command: what is asked for, what is printed, how it ends."""
import os
import sys

from .files import Package, PassedOver
from .patches import shown
from .porter import Look
from .writing import Output, write

USAGE = """\
usage: sordino-port [--patch | --apply] DIR

Lists what to change in a Swift package for Apple's platforms so that it builds on Linux with Sordino: for each place the
file, the line, what stands there, and what to write instead. Comments, strings, folders of builds and code behind conditions
that are false on Linux are passed over. Links are not followed.

  -p, --patch    print a patch of what is mechanical, for `git apply`; nothing is changed
  -a, --apply    write what is mechanical into the files, and list the rest
  -h, --help     print this text
      --version  print the version

Ends with 0 when there is nothing to change (with --apply: nothing that it has not written), else with 1; with 74 when
something could not be read or written, which standard error names.
"""
FAILED = 74
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
    output = Output()
    if words in (["-h"], ["--help"]):
        output.write(USAGE)
        return finish(output, 0)
    if words == ["--version"]:
        output.write(f"sordino-port (Sordino) {version()}\n")
        return finish(output, 0)
    options = {"-p": "patch", "--patch": "patch", "-a": "apply", "--apply": "apply"}
    modes = {options[word] for word in words if word in options}
    folders = [word for word in words if not word.startswith("-")]
    if len(folders) != 1 or len(modes) > 1 or any(word.startswith("-") and word not in options for word in words):
        complain(USAGE)
        return 64
    if not os.path.isdir(folders[0]):
        complain(f"sordino-port: {shown(folders[0])}: there is no such folder\n")
        return 66
    try:
        return Run(folders[0], modes.pop() if modes else "list", output).all()
    except KeyboardInterrupt:
        return 130


def complain(text):
    try:
        if sys.stderr:
            sys.stderr.write(text)
            sys.stderr.flush()
    except OSError:
        pass  # there is no other place to say it


def finish(output, status):
    output.flush()
    if output.failure and not output.ended:
        complain(f"sordino-port: standard output: {output.failure.strerror}\n")
        return FAILED
    return status


class Run:
    """One run over a folder."""

    def __init__(self, folder, mode, output):
        self.folder, self.mode, self.output = folder, mode, output
        self.failed = False
        self.places = self.files = self.mechanical = self.changed = 0

    def say(self, path, error):
        """One sentence for what is not read or not written."""
        self.failed = True
        complain(f"sordino-port: {shown(os.path.relpath(path, self.folder))}: {error if isinstance(error, PassedOver) else error.strerror}\n")

    def all(self):
        package = Package(self.folder, self.say)
        for file in package.files:
            self.look(package, file)
            if self.output.failure and self.mode != "apply":
                break
        if self.mode == "list":
            self.output.write(f"{count(self.places, 'place')} in {count(self.files, 'file')}; --apply changes {self.mechanical} of them"
                              f" in {count(self.changed, 'file')}.\n")
        elif self.mode == "apply":
            self.output.write(f"{count(self.mechanical, 'place')} changed in {count(self.changed, 'file')};"
                              f" {self.places - self.mechanical} left.\n")
        left = self.places - (self.mechanical if self.mode == "apply" else 0)
        return finish(self.output, FAILED if self.failed else 1 if left else 0)

    def look(self, package, file):
        look = Look(package, file)
        found = look.all()
        changes = look.changes()
        after = changes.after()
        differs = after != file.mark + file.raw_original
        if self.mode == "apply" and differs and not self.written(file, after):
            differs = False
            for place in found:
                place.edit = None
        self.places += len(found)
        self.files += bool(found)
        self.changed += differs
        self.mechanical += sum(place.edit is not None for place in found)
        if self.mode == "patch":
            self.output.write(changes.patch())
        else:
            self.list(file, [place for place in found if self.mode == "list" or place.edit is None])

    def written(self, file, after):
        try:
            write(file, after)
            return True
        except (OSError, PassedOver) as error:
            self.say(file.path, error)
        return False

    def list(self, file, places):
        for place in places:
            number = file.line(place.start)
            mark = " [--apply]" if place.edit is not None and self.mode == "list" else ""
            self.output.write(f"{shown(file.name)}:{number}: {file.line_text(number)}\n    {place.remedy}{mark}\n")


def count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"
