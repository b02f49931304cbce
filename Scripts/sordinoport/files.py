"""A package's Swift files, and what all of them say together: targets, declarations, exports."""
import os
import re
import stat

from . import modules
from .conditions import built_lines
from .source import Lines, code_of

PASSED_OVER = {".build", ".git", "Pods", "Carthage", "DerivedData", ".swiftpm", "node_modules"}
DECLARED = re.compile(r"(?:\b(public|open|package|internal|private|fileprivate)\s+)?(?:\b(?:final|static|class|override|indirect|nonisolated|lazy)\s+){0,8}"
                      r"(?<!import )\b(?:class|struct|enum|protocol|actor|typealias|func|let|var|case|associatedtype|macro)\s+`?(\w+)")
METHOD = re.compile(r"\bfunc\s+(\w+)\s*(?:<[^>]{0,500}>)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
VIEW = re.compile(r"\bstruct\s+(\w+)\s*(?:<[^>]{0,500}>)?\s*:\s*(?:View|Shape|ViewModifier|InsettableShape)\b")
IMPORT = re.compile(
    r"^(?P<indent>[ \t]*)(?P<attributes>(?:@\w+(?:\([^)\n]*\))?[ \t]+)*)(?P<access>(?:public|internal|private|fileprivate|package)[ \t]+)?"
    r"import[ \t]+(?P<kind>(?:class|struct|enum|protocol|func|var|let|typealias)[ \t]+)?(?P<name>[\w.]+)[ \t]*;?", re.MULTILINE)


LARGEST = 8 << 20  # bytes of a file
LINE_END = re.compile(r"\r\n|\r|\n")
LONE_RETURN = re.compile(r"\r(?!\n)")


class PassedOver(Exception):
    """Why a file is not read or not written."""


def read_regular(path):
    """The bytes of a file and what the system knows of it; neither links are followed nor pipes waited for."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    with open(number, "rb") as file:
        info = os.fstat(number)
        if not stat.S_ISREG(info.st_mode):
            raise PassedOver("is no regular file and passed over")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise PassedOver(f"has more than {LARGEST >> 20} MB and is passed over")
    return data, info


class SwiftFile:
    """One file: its text, its code, and the part of the code that Linux builds.

    Conditions on Apple's systems around code about audio are opened to Linux first: `text` has `|| os(Linux)` in them, and its
    lines are those of `original`. In both every line ends with a line feed; `raw` and `raw_original` are as long and have the file's
    line ends. A byte order mark is kept apart.
    """

    def __init__(self, path, name, own):
        self.path, self.name = path, name
        data, self.info = read_regular(path)
        whole = data.decode("utf-8", "surrogateescape")
        self.raw_original = whole.removeprefix("\ufeff")
        self.mark = whole[:len(whole) - len(self.raw_original)]
        ends = LINE_END.findall(self.raw_original)
        usual = max(("\n", "\r\n", "\r"), key=ends.count)
        self.line_end = usual
        self.ends = ends if "\r" in ends else []
        # To Swift a carriage return alone ends a line; it has the place of a line feed while the file is read.
        self.original = LONE_RETURN.sub("\n", self.raw_original)
        self.text = self.original
        self.opened, self.shut = [], []
        for turn in range(10):
            if not self.read(own, may_open=turn < 9):
                break
        self.raw = self.with_returns(self.text)
        self.line_starts = Lines(self.text)
        self.original_lines = self.original.split("\n")

    def read(self, own, may_open):
        """Reads the text; opens the conditions that leave out audio, and says whether there was one."""
        self.code = code_of(self.text)
        lines = self.code.split("\n")
        built, chains = built_lines(lines, own)
        self.active = "\n".join(line if built else " " * len(line) for line, built in zip(lines, built))
        self.imports = [match for match in IMPORT.finditer(self.active)]
        known = {re.sub(r"^\s*#\w+", "", lines[line]).replace(" || os(Linux)", "").strip() for line in self.opened}
        choices = [choice(lines, chain, known) for chain in chains]
        self.shut = [shut for _, shut in choices if shut]
        opening = [line for line, _ in choices if line is not None and may_open]
        whole = self.text.split("\n") if opening else []
        for line in opening:
            end = len(lines[line].rstrip())
            whole[line] = whole[line][:end] + " || os(Linux)" + whole[line][end:]
        if opening:
            self.text = "\n".join(whole)
        self.opened += opening
        self.methods = methods_of(self.active)
        return bool(opening)

    def with_returns(self, text):
        """The text with the line ends that the file has; as long, as each takes the place of a line feed."""
        if not self.ends:
            return text
        ends = iter(self.ends)
        return re.sub("\n", lambda _: "\r" if next(ends) == "\r" else "\n", text)

    def start_of(self, line):
        return self.line_starts.starts[line]

    def line(self, place):
        return self.line_starts.of(place) + 1

    def line_text(self, number):
        """A line as the list shows it: of a long one the beginning."""
        text = self.original_lines[number - 1].strip()
        return text if len(text) <= 400 else text[:400] + "…"

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


SHUT = "false on Linux, and part of the code behind it is about audio: a condition of its own for that part, `#if canImport(AVFAudio)`"
CHOOSE = "false on Linux, as are the branches beside it: `|| os(Linux)` for the one that Linux is to build"
OTHER = "false on Linux, which builds another branch: `|| os(Linux)` here, if Linux is to build the code about audio"
MOBILE = re.compile(r"\bos\((?:iOS|tvOS|watchOS|visionOS|xrOS)\)")


def is_audio(code):
    return bool(AUDIO.search(code))


def of_systems(branch):
    return bool(re.fullmatch(r"os\(\w+\)(?:\s*\|\|\s*(?:os|targetEnvironment)\(\w+\))*", branch.text))


def choice(lines, chain, known):
    """What becomes of a chain of conditions: the line to open for Linux, or None; and the line to report with its sentence, or None.

    `|| os(Linux)` opens a list of systems around code about audio without views, unless Linux builds code of another branch. Of
    several such branches it opens the only one for iOS, whose session Sordino has. A chain that names Linux is left.
    """
    if any("Linux" in branch.text for branch in chain.branches):
        return None, None
    shut = [(branch, branch.code(lines)) for branch in chain.branches if branch.open is False and of_systems(branch)]
    shut = [(branch, code) for branch, code in shut if branch.text in known or is_audio(code)]
    built = shut and any(branch.open is not False and branch.has_code(lines) for branch in chain.branches)
    if built:
        told = [branch for branch, code in shut if is_audio(code) and MOBILE.search(branch.text)]
        return None, (told[0].line, OTHER) if told else None
    free = [branch for branch, code in shut if not VIEWS.search(code)]
    phones = [branch for branch in free if "os(iOS)" in branch.text]
    if len(free) == 1 or len(phones) == 1:
        return (free if len(free) == 1 else phones)[0].line, None
    if free:
        return None, (free[0].line, CHOOSE)
    return None, (shut[0][0].line, SHUT) if shut else None


class Package:
    """All files of a folder, and what is declared in any of them."""

    def __init__(self, folder, say):
        self.folder, self.say = folder, say
        self.manifest = self.read_manifest()
        own = set(re.findall(r"name:\s*\"(\w+)\"", self.manifest)) - set(modules.BRINGS) - set(modules.APPLE)
        self.files = [file for path in self.paths() if (file := self.read_file(path, own))]
        self.public, self.of_target, self.methods, self.exports, self.views = set(), {}, {}, {}, set()
        self.modules_of_target = {}
        for file in self.files:
            self.collect(file)
        tools = re.search(r"swift-tools-version:\s*(\d{1,9})\b", self.manifest)
        modes = re.search(r"swiftLanguage(?:Modes|Versions):\s*\[([^\]]*)\]", self.manifest)
        self.swift_6 = bool(tools and int(tools.group(1)) >= 6 and not (modes and "6" not in modes.group(1)))

    def read_manifest(self):
        path = os.path.join(self.folder, "Package.swift")
        try:
            return read_regular(path)[0].decode("utf-8", "replace")
        except FileNotFoundError:
            pass
        except (OSError, PassedOver) as error:
            self.say(path, error)
        return ""

    def read_file(self, path, own):
        try:
            return SwiftFile(path, os.path.relpath(path, self.folder), own)
        except (OSError, PassedOver) as error:
            self.say(path, error)
        return None

    def paths(self):
        """The Swift files below the folder. Links are not followed; those that lead out of it, or nowhere, are named."""
        for base, folders, files in os.walk(self.folder, onerror=lambda error: self.say(error.filename, error)):
            folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
            for name in folders:
                self.check_link(os.path.join(base, name))
            for name in sorted(files):
                if name.endswith(".swift") and not re.fullmatch(r"Package(@swift-[\d.]+)?\.swift", name):
                    path = os.path.join(base, name)
                    if not self.check_link(path):
                        yield path

    def check_link(self, path):
        """Whether this is a link; it is named unless what it leads to is read at its own place."""
        if not os.path.islink(path):
            return False
        inside = os.path.relpath(os.path.realpath(path), os.path.realpath(self.folder)).split(os.sep)
        if not os.path.exists(path) or inside[0] == os.pardir or PASSED_OVER & set(inside):
            self.say(path, PassedOver("is a link that leads out of the folder or nowhere, and is not followed"))
        return True

    def collect(self, file):
        file.declared = set()
        self.modules_of_target.setdefault(target_of(file.name), set()).update(file.modules())
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
        return Names(self.public, self.of_target.get(target_of(file.name), ()), file.declared)

    def brought(self, file):
        """All modules whose names this file sees on Linux, without those of members."""
        return modules.brought(file.modules() | self.exports.get(target_of(file.name), set()))

    def brought_to_target(self, file):
        return modules.brought(self.modules_of_target.get(target_of(file.name), ()))


class Names:
    """Names out of several sets, which are not copied."""

    def __init__(self, *sets):
        self.sets = sets

    def __contains__(self, name):
        return any(name in each for each in self.sets)


def methods_of(code):
    """The methods of a file's code by their names, with each way in which one is called."""
    methods = {}
    for name, parameters in METHOD.findall(code):
        if len(parameters) > 2000:
            continue
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
