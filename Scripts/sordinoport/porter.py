"""The places of one file that do not build on Linux, and the file as the patch leaves it."""
import re
from bisect import bisect_left, insort
from collections import Counter

from . import calls, modules, names, rules
from .calls import Edit
from .files import IMPORT
from .patches import Changes
from .source import Ranges, arguments, blank, closing

UI_IMPORTS = {"UIKit", "AppKit", "Cocoa", "SwiftUI", "WatchKit", "TVUIKit"}
DECLARATION = re.compile(r"\b(?P<kind>struct|class|enum|extension|protocol|actor)\s+(?P<rest>\w[^{}]{0,2000})\{|(?P<preview>#Preview\b)[^{}]{0,2000}\{")
OPENED = "false on Linux: `|| os(Linux)`, as this code is about audio"
VIEW = "a view, of which Linux has none: all of the declaration behind `#if canImport({0})`"
PROTOCOL = re.compile(r"(?:\w+\s+)*protocol\b|optional\b")
BEFORE_OBJC = re.compile(r"[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+|(?:public|open|private|internal|fileprivate|override|final|static|dynamic"
                         r"|convenience|weak|lazy|required)[ \t]+)*")
LINE_REST = re.compile(r"[ \t\r]*(?:\n|\Z)")
COLON = re.compile(r"\s{0,100}:")
BLOCK = 512  # letters of a file for which its edits are kept together
NAMED_SELECTORS = "no selectors: their names behind `#if canImport(ObjectiveC)`, once closures took their place"


class Place:
    """One place: where it is, what stands there, the remedy, and what the patch writes, if it does."""

    def __init__(self, start, remedy, edit=None, text=None):
        self.start, self.remedy, self.edit, self.text = start, remedy, edit, text


class Look:
    """Looks at one file of a package."""

    def __init__(self, package, file):
        self.package, self.file = package, file
        self.text, self.code = file.text, file.active
        self.brought = package.brought(file)
        self.declared = package.declared(file)
        self.places, self.edits = [], []
        self.taken = {}  # the edits that touch each block of the file
        self.import_ranges = Ranges((match.start(), match.end()) for match in file.imports)
        self.import_names = Counter(match.group("name") for match in file.imports)

    def all(self):
        self.views()
        self.imports()
        self.selectors()
        self.needs()
        self.memory()
        self.attributes()
        self.lines()
        self.left_out()
        self.places.sort(key=lambda place: place.start)
        return self.places

    def add(self, start, remedy, edit=None, text=None):
        self.places.append(Place(start, remedy, edit, text))
        if edit:
            self.change(edit)

    def change(self, edit):
        self.edits.append(edit)
        for block in range(edit.start // BLOCK, (edit.end + BLOCK - 1) // BLOCK):
            self.taken.setdefault(block, []).append(edit)

    def changed(self, place):
        """Whether an edit takes the place of what stands here."""
        return any(edit.start <= place < edit.end for edit in self.taken.get(place // BLOCK, ()))

    # Imports

    def imports(self):
        seen = set()
        for match in self.file.imports:
            name = match.group("name")
            first = name.split(".")[0]
            start = match.start() + len(match.group("indent"))
            if match.group("kind"):
                self.scoped_import(match, name, first, start)
            elif first in modules.APPLE:
                self.apple_import(match, first, start)
            elif "." in name and first in modules.CLANG_SUBMODULES:
                self.submodule_import(match, first, start, seen)
            seen.add(first)

    def scoped_import(self, match, name, first, start):
        if first in modules.APPLE:
            self.apple_import(match, first, start)
        elif first in ("Foundation", "CoreFoundation", "Dispatch"):
            need = next((need for need in names.NEEDS if need.pattern.fullmatch(name.split(".")[-1])), None)
            if need and need.what not in modules.brought([first]):
                made = Edit(match.start(), match.end(), f"{match.group('indent')}import {need.module}")
                self.brought |= modules.brought([need.module])
                self.add(start, need.sentence, made if need.module != "FoundationNetworking" else None)

    def apple_import(self, match, first, start):
        remedy, instead = modules.APPLE[first]
        indent, whole = match.group("indent"), match.group().strip()
        # A line of a chain of conditions stays as it is told: the patch puts a condition around it.
        made = f"{indent}#if canImport({first})\n{indent}    {whole}\n"
        if instead and instead not in self.has_import(match):
            made += f"{indent}#else\n{indent}    import {instead}\n"
        made += f"{indent}#endif"
        self.brought |= modules.brought([instead] if instead else [])
        self.add(start, remedy or modules.NOT_HERE.format(first), Edit(match.start(), match.end(), made))

    def has_import(self, besides):
        others = (name for name in modules.BRINGS.keys() | modules.LINUX if self.import_names[name] > (name == besides.group("name")))
        return modules.brought(others)

    def submodule_import(self, match, first, start, seen):
        made = match.group().replace(match.group("name"), first)
        self.add(start, "a module of Swift has no submodules: import the whole", Edit(match.start(), match.end(), made))

    # Names

    def needs(self):
        for need in names.NEEDS:
            if need.what in self.brought or self.is_own(need) or (need.what == "Foundation" and not self.loses_foundation()):
                continue
            found = next((match for match in need.pattern.finditer(self.code)
                          if match.group() not in self.declared and not self.in_import(match.start())), None)
            if found:
                self.add(found.start(), need.sentence, self.new_import(need.module))
                self.brought |= modules.brought([need.module])
        for pattern, what, sentence in names.MEMBERS:
            match = pattern.search(self.code)
            if match and what not in modules.brought(self.package.brought_to_target(self.file)) | self.brought \
                    and not {"AVFAudio", "AudioToolbox", "CoreMIDI", "CoreMedia", "SystemConfiguration"} & self.brought:
                self.add(match.start() + 1, sentence)

    def loses_foundation(self):
        """Whether the file imports, behind conditions, modules of Apple's that bring Foundation, and none here that does."""
        every = {match.group("name").split(".")[0] for match in IMPORT.finditer(self.file.code)}
        return bool(every & set(modules.WITH_FOUNDATION + ["Combine"])) and "FoundationEssentials" not in every

    def is_own(self, need):
        """Whether a type of the package itself bears the module's name, or its names come with another package."""
        return need.module == "os" and {"Logging", "SwiftLog"} & self.file.modules()

    def in_import(self, place):
        return self.import_ranges.hold(place)

    def new_import(self, module):
        """An import after Foundation's, or after the last of the imports at the file's beginning."""
        plain = [match for match in self.file.imports if not match.group("indent") and not self.changed(match.start())]
        if not plain:
            first = re.search(r"^[ \t]*(?=#if|import)", self.file.code, re.MULTILINE)
            return first and Edit(first.start(), first.start(), "\n".join(names.imports_of(module)) + "\n")
        after = next((match for match in plain if match.group("name") == "Foundation"), plain[-1])
        return Edit(after.end(), after.end(), "\n" + "\n".join(names.imports_of(module)))

    def memory(self):
        """The C library's functions on memory take no optional pointers here, except with CoreAudioTypes."""
        if "memcpy" in self.declared or "memset" in self.declared:
            return
        for match in names.C_MEMORY.finditer(self.code):
            parts = arguments(self.code, match.end() - 1) or []
            optional = any(names.OPTIONAL_POINTER.search(self.code[start:end]) for _, start, end in parts)
            if optional and match.group(1) == "bzero":
                self.add(match.start(), "takes no optional pointer here: memset(pointer, 0, count), or unwrap it")
            elif optional and "CoreAudioTypes" not in self.brought:
                self.add(match.start(), "takes no optional pointer here: import CoreAudioTypes, which has the same function for them",
                         self.new_import("CoreAudioTypes"))
                self.brought |= modules.brought(["CoreAudioTypes"])

    # Objective-C

    def selectors(self):
        known = calls.Known(self.package.methods, self.code, self.file.methods)
        found, edits = calls.observers(self.text, self.code, known)
        for start, edit in found:
            self.add(start, calls.CLOSURE)
            self.places[-1].edit = edit
        for edit in edits:
            self.change(edit)
        for start, edit in calls.timers(self.text, self.code, known):
            self.add(start, calls.TIMER_REMEDY, edit)
        whole = all(place.edit for place in self.places if place.remedy in (calls.CLOSURE, calls.TIMER_REMEDY))
        for start, end in known.extensions:
            self.add(start, NAMED_SELECTORS, Edit(start, start, "#if canImport(ObjectiveC)\n") if whole else None)
            if whole:
                self.change(Edit(end, end, "\n#endif"))
        for start, _ in calls.targets(self.text, self.code):
            self.add(start, calls.TARGET_REMEDY)
        extensions, starts = Ranges(known.extensions), sorted(place.start for place in self.places)
        for match in re.finditer(r"#selector\b", self.code):
            if not self.known(match.start(), starts) and not extensions.hold(match.start()):
                self.add(match.start(), rules.NO_SELECTORS)
                insort(starts, match.start())

    def known(self, place, starts):
        """Whether a place of this call is there already: `starts` are those of the places."""
        first = self.file.start_of(max(self.file.line(place) - 6, 0))
        near = starts[bisect_left(starts, max(first, place - 2000)):bisect_left(starts, place)]
        return self.changed(place) or any(self.within(start, place) for start in near[-50:])

    def within(self, start, place):
        between = self.code[start:place]
        return between.count("(") > between.count(")")

    def attributes(self):
        """Each `@objc`, which a condition keeps for Apple's platforms."""
        for match in rules.OBJC.finditer(self.code):
            if PROTOCOL.match(self.code, match.end()):
                continue
            self.add(match.start(), "there is no Objective-C: without it, or behind `#if canImport(ObjectiveC)`",
                     self.objc_edit(match))

    def objc_edit(self, match):
        begin = self.text.rfind("\n", 0, match.start()) + 1
        if match.start() - begin > 500 or not BEFORE_OBJC.fullmatch(self.code, begin, match.start()):
            return None
        before = self.code[begin:match.start()]
        indent = re.match(r"[ \t]*", before).group()
        guard = f"{indent}#if canImport(ObjectiveC)\n{indent}{match.group().rstrip()}\n{indent}#endif\n"
        rest = LINE_REST.match(self.text, match.end())
        if not rest:
            return Edit(begin, match.end(), guard + self.text[begin:match.start()])
        return Edit(begin, rest.end(), guard) if not before.strip() else None

    # Lines

    def lines(self):
        for rule in rules.RULES:
            lines = set()
            for match in rule.pattern.finditer(self.code):
                number = self.file.line(match.start() + len(match.group()) - len(match.group().lstrip()))
                if number in lines and not rule.made or self.in_import(match.start()) or self.is_declared(rule, match):
                    continue
                if self.changed(match.start()):
                    continue
                if "MediaPlayer" in self.brought and match.group() == "UIImage":
                    continue  # Sordino's MediaPlayer has it, for pictures of records
                lines.add(number)
                made = rule.made(match.group()) if callable(rule.made) else rule.made
                edit = Edit(match.start(), match.end(), made) if made else None
                self.add(match.start() + len(match.group()) - len(match.group().lstrip()), rule.remedy, edit)
        if self.package.swift_6:
            for match in rules.STDOUT.finditer(self.code):
                self.add(match.start(), rules.STDOUT_REMEDY)

    def is_declared(self, rule, match):
        if not rule.names:
            return False
        word = re.match(r"\w+", match.group())
        declares = re.search(r"\b(?:func|var|let|case)\s+$", self.code[max(match.start() - 12, 0):match.start()])
        label = word and re.match(r"k[A-Z]|[A-Z]", word.group()) is None and COLON.match(self.code, match.end()) \
            and re.search(r"[(,]\s*$", self.code[max(match.start() - 80, 0):match.start()])
        return bool(word and word.group() in self.declared or declares or label)

    # Conditions

    def left_out(self):
        """Code about audio behind conditions that are false on Linux: those that the file was opened at, and the others."""
        for line in self.file.opened:
            place = self.file.start_of(line)
            self.add(place, OPENED, Edit(place, place, ""))
        for line, sentence in self.file.shut:
            self.add(self.file.start_of(line), sentence)

    # Views

    def views(self):
        """Declarations of views at the file's top: each is one place, as Linux has none of them."""
        if not any(match.group("name").split(".")[0] in UI_IMPORTS for match in self.file.imports):
            return
        depth, place, ranges = 0, 0, []
        for found in DECLARATION.finditer(self.file.active):
            depth += self.file.active.count("{", place, found.start()) - self.file.active.count("}", place, found.start())
            place = found.start()
            end = closing(self.file.active, found.end() - 1, "{}") if depth == 0 else None
            module = end and self.view_of(found, self.file.active[found.end():end])
            if not module:
                continue
            start = self.above(found.start())
            remedy = VIEW.format(module)
            self.add(found.start(), remedy, Edit(start, start, f"#if canImport({module})\n"))
            self.change(Edit(end + 1, end + 1, "\n#endif"))
            ranges.append((start, end + 1))
        self.code = blank(self.code, ranges)

    def view_of(self, found, inside):
        """The module of the view that this declares or extends, or None."""
        extended = found.group("kind") == "extension" and re.match(r"\w+", found.group("rest")).group() in self.package.views
        if found.group("preview") or extended or rules.MAKES_VIEWS.search(inside):
            return "SwiftUI"
        head = found.group("rest")
        inherits = head.partition("where")[0] if found.group("kind") == "extension" else head.partition(":")[2]
        for module, pattern in rules.VIEWS:
            match = next((match for match in pattern.finditer(inherits) if match.group() not in self.declared), None)
            if match:
                return module
        return None

    def above(self, place):
        """The beginning of a declaration with its attributes and comments."""
        start = self.text.rfind("\n", 0, place) + 1
        while start > 0:
            before = self.text.rfind("\n", 0, start - 1) + 1
            if not re.match(r"[ \t]*(?:///|@\w)", self.text[before:start]):
                break
            start = before
        return start

    # The patch

    def changes(self):
        return Changes(self.file, self.edits)
