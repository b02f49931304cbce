"""A package's Swift files, and what all of them say together: targets, declarations, exports."""
import os
import re

from . import modules
from .conditions import built_lines
from .source import code_of

PASSED_OVER = {".build", ".git", "Pods", "Carthage", "DerivedData", ".swiftpm", "node_modules"}
DECLARED = re.compile(r"(?:\b(public|open|package|internal|private|fileprivate)\s+)?(?:\b(?:final|static|class|override|indirect|nonisolated|lazy)\s+)*"
                      r"(?<!import )\b(?:class|struct|enum|protocol|actor|typealias|func|let|var|case|associatedtype|macro)\s+`?(\w+)")
METHOD = re.compile(r"\bfunc\s+(\w+)\s*(?:<[^>]*>)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
VIEW = re.compile(r"\bstruct\s+(\w+)\s*(?:<[^>]*>)?\s*:\s*(?:View|Shape|ViewModifier|InsettableShape)\b")
IMPORT = re.compile(
    r"^(?P<indent>[ \t]*)(?P<attributes>(?:@\w+(?:\([^)\n]*\))?[ \t]+)*)(?P<access>(?:public|internal|private|fileprivate|package)[ \t]+)?"
    r"import[ \t]+(?P<kind>(?:class|struct|enum|protocol|func|var|let|typealias)[ \t]+)?(?P<name>[\w.]+)[ \t]*;?", re.MULTILINE)


class SwiftFile:
    """One file: its text, its code, and the part of the code that Linux builds.

    Conditions on Apple's systems around code about audio are opened to Linux first: `text` has `|| os(Linux)` in them, and its
    lines are those of `original`.
    """

    def __init__(self, path, name, own):
        self.path, self.name = path, name
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            self.original = file.read()
        self.text = self.original
        self.opened, self.shut = [], []
        while self.read(own):
            pass

    def read(self, own):
        """Reads the text; opens the conditions that leave out audio, and says whether there was one."""
        self.code = code_of(self.text)
        lines = self.code.split("\n")
        built, left_out = built_lines(lines, own)
        self.active = "\n".join(line if built else " " * len(line) for line, built in zip(lines, built))
        self.imports = [match for match in IMPORT.finditer(self.active)]
        whole = self.text.split("\n")
        known = {self.code.split("\n")[line].replace(" || os(Linux)", "").strip() for line in self.opened}
        about_audio = [chain for chain in left_out if is_audio(lines, chain) or f"#if {chain.text}" in known]
        self.shut = [chain.line for chain in about_audio if of_systems(chain) and not may_open(lines, chain)]
        opening = [chain.line for chain in about_audio if may_open(lines, chain)]
        for line in opening:
            end = len(lines[line].rstrip())
            whole[line] = whole[line][:end] + " || os(Linux)" + whole[line][end:]
        self.text = "\n".join(whole)
        self.opened += opening
        self.methods = methods_of(self.active)
        return bool(opening)

    def start_of(self, line):
        return sum(len(text) + 1 for text in self.text.split("\n")[:line])

    def line(self, place):
        return self.text.count("\n", 0, place) + 1

    def line_text(self, number):
        return self.original.split("\n")[number - 1].strip()

    def modules(self):
        """The modules that Linux has of those imported, and what takes the place of the others."""
        found = set()
        for match in self.imports:
            name = match.group("name").split(".")[0]
            found.add(name)
            if name in modules.APPLE and modules.APPLE[name][1]:
                found.add(modules.APPLE[name][1])
        return found


AUDIO = re.compile(r"\bAV(?:Audio|Speech|Player|Asset|URLAsset)\w*|\bk?Audio[A-Z]\w+|\b(?:k?MIDI|MP(?:NowPlaying|Remote))\w+|\bvDSP\w*"
                   r"|\bimport\s+(?:AVF\w+|Audio\w+|CoreAudio\w*|CoreMIDI|MediaPlayer|Accelerate)\b")
VIEWS = re.compile(r"\bimport\s+(?:UIKit|AppKit|Cocoa|SwiftUI|CallKit|WatchKit)\b|\bUI[A-Z]\w+|\bNS(?:Application|View|Image|Workspace)\b"
                   r"|ProcessTap|CATapDescription|\bAVCaptureVideo|\bAVRoute\w+View|\bsome\s+View\b")


def is_audio(lines, chain):
    return bool(AUDIO.search("\n".join(lines[number] for number in chain.body)))


def of_systems(chain):
    return bool(re.fullmatch(r"os\(\w+\)(?:\s*\|\|\s*(?:os|targetEnvironment)\(\w+\))*", chain.text))


def may_open(lines, chain):
    """Whether `|| os(Linux)` opens a condition: a list of systems, around code without views."""
    return of_systems(chain) and not VIEWS.search("\n".join(lines[number] for number in chain.body))


class Package:
    """All files of a folder, and what is declared in any of them."""

    def __init__(self, folder):
        self.folder = folder
        self.manifest = self.read_manifest()
        own = set(re.findall(r"name:\s*\"(\w+)\"", self.manifest)) - set(modules.BRINGS) - set(modules.APPLE)
        self.files = [SwiftFile(path, os.path.relpath(path, folder), own) for path in swift_files(folder)]
        self.public, self.of_target, self.methods, self.exports, self.views = set(), {}, {}, {}, set()
        for file in self.files:
            self.collect(file)
        tools = re.search(r"swift-tools-version:\s*(\d+)", self.manifest)
        modes = re.search(r"swiftLanguage(?:Modes|Versions):\s*\[([^\]]*)\]", self.manifest)
        self.swift_6 = bool(tools and int(tools.group(1)) >= 6 and not (modes and "6" not in modes.group(1)))

    def read_manifest(self):
        try:
            with open(os.path.join(self.folder, "Package.swift"), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def collect(self, file):
        file.declared = set()
        for access, name in DECLARED.findall(file.active):
            file.declared.add(name)
            if access in ("public", "open", "package"):
                self.public.add(name)
            if access not in ("private", "fileprivate"):
                self.of_target.setdefault(target_of(file.name), set()).add(name)
        self.views |= set(VIEW.findall(file.code))
        for name, forms in file.methods.items():
            self.methods.setdefault(name, set()).update(forms)
        for match in file.imports:
            if "@_exported" in match.group("attributes"):
                self.exports.setdefault(target_of(file.name), set()).add(match.group("name").split(".")[0])

    def declared(self, file):
        """The names that the package itself declares and this file sees."""
        return self.public | self.of_target.get(target_of(file.name), set()) | file.declared

    def brought(self, file):
        """All modules whose names this file sees on Linux, without those of members."""
        return modules.brought(file.modules() | self.exports.get(target_of(file.name), set()))

    def brought_to_target(self, file):
        target = target_of(file.name)
        every = set().union(*(other.modules() for other in self.files if target_of(other.name) == target))
        return modules.brought(every)


def methods_of(code):
    """The methods of a file's code by their names, with each way in which one is called."""
    methods = {}
    for name, parameters in METHOD.findall(code):
        methods.setdefault(name, set()).add(call_of(parameters))
    return methods


def call_of(parameters):
    """How a method with these parameters is called with one argument: its labels as they are written, and the types."""
    parts = [part for part in re.split(r",(?![^(<\[]*[)>\]])", parameters) if part.strip() and not re.search(r"=\s*\S", part)]
    made = []
    for part in parts:
        label, _, kind = part.partition(":")
        label = label.split()[0] if label.split() else "_"
        made.append(("" if label == "_" else f"{label}: ", kind.strip()))
    return tuple(made)


def target_of(name):
    """The target of a file by its folder: Sources/X, Tests/X, else the folder of the package."""
    parts = name.split(os.sep)
    for index, part in enumerate(parts[:-1]):
        if part in ("Sources", "Source", "src", "Tests") and index + 2 < len(parts):
            return os.sep.join(parts[:index + 2])
    return ""


def swift_files(folder):
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        for name in sorted(files):
            if name.endswith(".swift") and not re.fullmatch(r"Package(@swift-[\d.]+)?\.swift", name):
                yield os.path.join(base, name)
