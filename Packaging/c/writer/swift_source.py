"""Reads what the frameworks declare in Swift: functions, C function types, enumerations, codes and keys."""

import re

MODULES = ["CoreAudioTypes", "AudioToolbox", "CoreAudio", "CoreMIDI"]


def closing(text, start, opened="([", closed=")]"):
    """Returns the place behind the bracket that closes the one before `start`."""
    depth = 1
    while depth:
        depth += (text[start] in opened) - (text[start] in closed)
        start += 1
    return start


def split(text):
    """Splits at commas outside brackets."""
    parts, depth, last = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([<") - (letter in ")]" or letter == ">" and text[place - 1] != "-")
        if letter == "," and depth == 0:
            parts.append(text[last:place].strip())
            last = place + 1
    rest = text[last:].strip()
    return parts + ([rest] if rest else [])


class Parameter:
    def __init__(self, text):
        label, self.type = [part.strip() for part in text.split(":", 1)]
        self.name = label.split()[-1].strip("`")
        self.label = label.split()[0]
        self.type = self.type.replace("@escaping ", "").replace("@Sendable ", "")


class Function:
    def __init__(self, module, path, name, parameters, result, summary, deprecated):
        self.module, self.path, self.name, self.summary = module, path, name, summary
        self.parameters = [Parameter(part) for part in split(parameters)]
        self.result = result.replace("->", "").strip() or "Void"
        self.deprecated = deprecated

    @property
    def needs_blocks(self):
        """Whether a parameter is a Swift closure or a dispatch queue, which C has not."""
        return any(re.search(r"Block[?!]?$|DispatchQueue|->", p.type) for p in self.parameters)


class Source:
    def __init__(self, root):
        self.functions, self.procs, self.enums, self.options = [], {}, {}, {}
        self.pointers, self.aliases, self.codes, self.keys, self.strings = [], {}, {}, [], {}
        self.references, self.pointer_paths = {}, []
        self.c_procs = set()
        for path in sorted((root / "Sources/Shims").glob("C[ACM]*/include/*.h")):
            self.c_procs |= set(re.findall(r"\(\*(\w+)\)\(", path.read_text()))
        self.listeners = {"AudioSessionInterruptionListener", "AudioSessionPropertyListener"}
        numbers = {}
        for module in MODULES:
            for path in sorted((root / "Sources/Frameworks" / module).rglob("*.swift")):
                text = path.read_text()
                self.read(module, str(path.relative_to(root / "Sources/Frameworks")), text)
                for match in re.finditer(r"enum (Legacy\w+) \{(.*?)\n\}", text, re.S):
                    for row in re.finditer(r"static let (\w+)(?:: OSStatus)? = (0x\w+|\d+|\"[^\"]*\")", match[2]):
                        numbers[f"{match[1]}.{row[1]}"] = row[2].replace("_", "") if row[2][0] != '"' else row[2]
        self.resolve(numbers)
        for name, (_, target) in self.aliases.items():
            if target in self.pointers:
                self.pointers.append(name)
            elif target in self.procs or target in self.c_procs:
                self.c_procs.add(name)

    def read(self, module, path, text):
        pattern = r"(?m)^((?:///[^\n]*\n)*)((?:@\w+(?:\([^\n]*\))?\s+)*)public func (\w+)\("
        for match in re.finditer(pattern, text):
            end = closing(text, match.end())
            parameters = " ".join(text[match.end():end - 1].split())
            result = " ".join(text[end:text.index("{", end)].split())
            lines = [line[3:].strip() for line in match[1].splitlines()]
            summary = " ".join(lines[:lines.index("")] if "" in lines else lines)
            self.functions.append(
                Function(module, path, match[3], parameters, result, summary, "deprecated" in match[2]))
        for match in re.finditer(r"(?m)^public typealias (\w+) =\s*@convention\(c\) \(", text):
            end = closing(text, match.end())
            result = re.match(r"\s*->\s*([\w?]+)", text[end:])[1]
            self.procs[match[1]] = (path, split(" ".join(text[match.end():end - 1].split())), result)
        for match in re.finditer(r"(?m)^public typealias (\w+) = (\w+)$", text):
            if match[2] == "OpaquePointer":
                self.pointers.append(match[1])
                self.pointer_paths.append((match[1], path))
            elif not match[1].startswith(("CF", "NS")):
                self.aliases[match[1]] = (path, match[2])
        for match in re.finditer(r"(?m)^public typealias (\w+) = UnsafeMutablePointer<(\w+)>$", text):
            self.references[match[1]] = (path, match[2])
        for match in re.finditer(r"(?m)^public enum (\w+): UInt32, Sendable \{\n(.*?)\n\}", text, re.S):
            self.enums[match[1]] = (path, re.findall(r"case (\w+) = (\w+)", match[2]))
        for match in re.finditer(r"(?m)^public struct (\w+): OptionSet, Sendable \{\n(.*?)\n\}", text, re.S):
            values = re.findall(r"static var (\w+): \w+ \{\s*(\[\]|\w+\(rawValue: \w+\))", match[2])
            rows = [(name, re.sub(r".*rawValue: (\w+)\)", r"\1", value).replace("[]", "0")) for name, value in values]
            self.options[match[1]] = (path, rows)
        for match in re.finditer(r"(?m)^public (?:var|let) (\w+)(?:: (\w+))?(?: = | \{\s*)([^\n}]*?)\s*\}?$", text):
            self.codes[match[1]] = (path, match[2] or "String", match[3].strip())

    def resolve(self, numbers):
        """Turns the codes into numbers and texts; what is an object becomes a key."""
        codes = {}
        for name, (path, kind, value) in self.codes.items():
            if kind == "CFString":
                self.keys.append((name, path))
                continue
            value = re.sub(r"^Int\((.*)\)$", r"\1", value)
            value = numbers.get(value, value)
            if re.fullmatch(r'"[^"]*"', value):
                self.strings[name] = (path, value)
            elif re.fullmatch(r"-?(0x)?[0-9A-Fa-f_]+|k\w+", value):
                codes[name] = (path, kind, value.replace("_", ""))
        self.codes = codes
