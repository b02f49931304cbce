"""Which lines of a file are built on Linux with Sordino: `#if`, `#elseif`, `#else` in every depth."""
import re

from . import modules

SWIFT = (6, 3)
TOKEN = re.compile(r"\s*(\|\||&&|!|\(|\)|[\w.]+|>=|<|,|[^\s])")
DIRECTIVE = re.compile(r"\s*#(if|elseif|else|endif)\b(.*)")
STRENGTH = {"(": 0, "||": 1, "&&": 2, "!": 3}


class Condition:
    """The value of a condition: True, False, or None where it depends on the build."""

    def __init__(self, text, own=()):
        self.tokens = TOKEN.findall(text)
        self.place = 0
        self.own = own
        self.systems = False  # whether it asks for a system of Apple's
        self.values, self.marks = [], []

    def value(self):
        """The value; None too for what is no condition."""
        while self.place < len(self.tokens):
            if not (self.operand() and self.operator()):
                return None
        self.reduce_above(STRENGTH["("])
        if self.marks:
            return None  # a bracket that is never closed
        return self.values[0] if len(self.values) == 1 else None

    def operand(self):
        """Reads what stands before the next operator, with its brackets and `!`; whether there is something."""
        while self.peek() in ("!", "("):
            self.marks.append(self.take())
        word = self.take()
        if not re.match(r"\w", word):
            return False
        if self.peek() == "(":
            self.take()
            self.values.append(self.asked(word, self.rest()))
        else:
            self.values.append({"true": True, "false": False, "SWIFT_PACKAGE": True, "COCOAPODS": False}.get(word))
        return True

    def operator(self):
        """Reads closing brackets and the next operator; False for something else."""
        while self.peek() == ")":
            self.take()
            self.reduce_above(STRENGTH["("])
            if not self.marks:
                return False
            self.marks.pop()
        if self.place == len(self.tokens):
            return True
        mark = self.take()
        if mark not in ("||", "&&"):
            return False
        self.reduce_above(STRENGTH[mark] - 1)
        self.marks.append(mark)
        return self.place < len(self.tokens)

    def reduce_above(self, strength):
        while self.marks and STRENGTH[self.marks[-1]] > strength:
            self.reduce()

    def reduce(self):
        mark, value = self.marks.pop(), self.values.pop()
        if mark == "!":
            made = None if value is None else not value
        else:
            other, decides = self.values.pop(), mark == "||"
            made = decides if decides in (value, other) else None if None in (value, other) else not decides
        self.values.append(made)

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

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
            asked = tuple(int(part) for part in words[-1].split(".") if part.isdecimal() and len(part) < 10)
            return SWIFT >= asked if word == ">=" else SWIFT < asked if word == "<" else None
        if function == "_runtime":
            return word == "_Native"
        return {"_endian": word == "little", "_pointerBitWidth": word == "_64"}.get(function)


class Branch:
    """One branch: its line, its condition, whether it is built (None: perhaps), and the lines of its code."""

    def __init__(self, line, text, open_):
        self.line, self.text, self.open = line, text, open_
        self.end = line + 1

    def code(self, lines):
        """Its code without the lines of conditions in it."""
        return "\n".join(line for line in lines[self.line + 1:self.end] if not DIRECTIVE.match(line))

    def has_code(self, lines):
        return any(lines[number].strip() for number in range(self.line + 1, self.end))


class Chain:
    """One `#if` … `#endif`: its branches, and whether it asks for a system of Apple's."""

    def __init__(self):
        self.settled = False  # a branch before this one is surely built
        self.systems = False
        self.branches = []

    def enter(self, line, text, own):
        condition = Condition(text.strip(), own)
        value = condition.value()
        self.systems |= condition.systems
        self.branches.append(Branch(line, text.strip(), False if self.settled else value))
        self.settled |= value is True


def built_lines(lines, own=()):
    """For each line whether it can be built on Linux, and the chains on systems that stand in such lines."""
    built, chains, finished = [], [], []
    shut = 0  # how many of the chains around the line are at a branch that is not built
    for number, line in enumerate(lines):
        found = DIRECTIVE.match(line)
        if not found:
            built.append(shut == 0)
            continue
        built.append(False)
        word, rest = found.groups()
        if word == "if":
            chains.append(Chain())
        elif not chains:
            continue
        else:
            chains[-1].branches[-1].end = number
            shut -= chains[-1].branches[-1].open is False
        if word == "endif":
            chain = chains.pop()
            if shut == 0 and chain.systems:
                finished.append(chain)
        else:
            chains[-1].enter(number, rest if word != "else" else "true", own)
            shut += chains[-1].branches[-1].open is False
    return built, finished
