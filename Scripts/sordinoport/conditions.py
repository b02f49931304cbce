"""Which lines of a file are built on Linux with Sordino: `#if`, `#elseif`, `#else` in every depth."""
import re

from . import modules

SWIFT = (6, 3)
TOKEN = re.compile(r"\s*(\|\||&&|!|\(|\)|[\w.]+|>=|<|,|[^\s])")


class Condition:
    """The value of a condition: True, False, or None where it depends on the build."""

    def __init__(self, text, own=()):
        self.tokens = TOKEN.findall(text)
        self.place = 0
        self.own = own
        self.systems = False  # whether it asks for a system of Apple's

    def value(self):
        value = self.either()
        return value if self.place == len(self.tokens) else None

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    def either(self):
        value = self.both()
        while self.peek() == "||":
            self.take()
            other = self.both()
            value = True if value or other else None if value is None or other is None else False
        return value

    def both(self):
        value = self.one()
        while self.peek() == "&&":
            self.take()
            other = self.one()
            value = False if value is False or other is False else None if value is None or other is None else True
        return value

    def one(self):
        word = self.take()
        if word == "!":
            value = self.one()
            return None if value is None else not value
        if word == "(":
            value = self.either()
            self.take()
            return value
        if self.peek() == "(" and re.match(r"\w", word):
            self.take()
            return self.asked(word, self.rest())
        return {"true": True, "false": False, "SWIFT_PACKAGE": True, "COCOAPODS": False, "os": None}.get(word)

    def rest(self):
        words, depth = [], 0
        while self.place < len(self.tokens):
            word = self.take()
            if word == ")" and depth == 0:
                break
            depth += (word == "(") - (word == ")")
            words.append(word)
        return words

    def asked(self, function, words):
        word = words[0] if words else ""
        if function == "os":
            self.systems |= word in ("iOS", "macOS", "OSX", "tvOS", "watchOS", "visionOS", "xrOS")
            return word == "Linux"
        if function == "canImport":
            if word in self.own:
                return True
            return modules.can_import(word)
        if function == "targetEnvironment":
            return False
        if function in ("swift", "compiler") and len(words) > 1:
            asked = tuple(int(part) for part in words[-1].split(".") if part.isdigit())
            return SWIFT >= asked if word == ">=" else SWIFT < asked if word == "<" else None
        if function == "_runtime":
            return word == "_Native"
        return {"_endian": word == "little", "_pointerBitWidth": word == "_64"}.get(function)


class Chain:
    """One `#if` … `#endif`: whether a branch was built, and where the first begins."""

    def __init__(self, line, condition, outer):
        self.line = line
        self.text = condition
        self.outer = outer
        self.settled = False  # a branch before this one is surely built
        self.open = None
        self.ever = False
        self.systems = False
        self.branches = 1
        self.body = []


def built_lines(lines, own=()):
    """For each line whether it can be built on Linux, and the chains of which none is."""
    built, chains, left_out = [], [], []
    for number, line in enumerate(lines):
        stripped = line.strip()
        found = re.match(r"#(if|elseif|else|endif)\b(.*)", stripped)
        outer = all(chain.open is not False for chain in chains)
        if not found:
            built.append(outer)
            for chain in chains:
                chain.body.append(number)
            continue
        built.append(False)
        word, rest = found.groups()
        if word == "if":
            chain = Chain(number, rest.strip(), outer)
            enter(chain, rest, own)
            chains.append(chain)
        elif word == "endif" and chains:
            chain = chains.pop()
            if chain.outer and not chain.ever and chain.systems and chain.branches == 1:
                left_out.append(chain)
        elif chains:
            chains[-1].branches += 1
            enter(chains[-1], rest if word == "elseif" else "true", own)
    return built, left_out


def enter(chain, text, own):
    condition = Condition(text, own)
    value = condition.value()
    chain.systems |= condition.systems
    chain.open = False if chain.settled else value
    chain.settled |= value is True
    chain.ever |= chain.open is not False
