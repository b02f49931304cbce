"""The code of a Swift file without its comments, strings and regular expressions: the same length, so that places stay where they are."""
import re
from bisect import bisect_right
from functools import lru_cache

INTERESTING = re.compile(r'//|/\*|(?<!#)#+(?:/|"""|")|"""|"|[()]|/')
NESTED = re.compile(r"/\*|\*/")
LINE_END = re.compile(r"[\r\n]")
# A regular expression between bare slashes ends on its line, and neither begins nor ends with a space.
BARE = re.compile(r"/(?![ \t,\])])((?:\\[^\r\n]|[^\\/\r\n])+)(?<![ \t])/")
ESCAPED = re.compile(r"\\.|\[[^\]\\]*(?:\\.[^\]\\]*)*\]")
# What stands before an expression on its line; a `!` or `?` after a word belongs to the word, except for `try`.
BEFORE = re.compile(r"(?:^|[(\[{,;:=&|+\-*<>~^%]|(?<![\w)\]}\"`>!?])[!?]+|\btry[!?]|(?<![\w.])(?:return|in|case|where|if|guard|while|else|try|await|throw"
                    r"|switch|yield|then|consume|copy|repeat|do|unsafe))[ \t]*$")
ARGUMENTS = 20_000  # a call that is longer is none with a selector


class Scanner:
    """Copies code and leaves spaces for the rest. Code inside `\\(…)` of a string is code."""

    def __init__(self, text):
        self.text = text
        self.kept = []  # ranges of code
        self.endless = set()  # marks of regular expressions that never end

    def code(self):
        self.scan()
        out, last = [], 0
        for start, end in self.kept:
            out += [spaces(self.text[last:start]), self.text[start:end]]
            last = end
        return "".join(out + [spaces(self.text[last:])])

    def scan(self):
        outer = []  # the strings around an interpolation, each with the depth of the parentheses around it
        place, depth = 0, 0
        while True:
            found = INTERESTING.search(self.text, place)
            end = found.start() if found else len(self.text)
            self.kept.append((place, end))
            if not found:
                return
            mark, place = found.group(), found.end()
            if mark == ")" and depth == 0 and outer:
                depth, string = outer.pop()
                place, opened = self.string_end(place, string)
            elif mark in "()":
                depth += 1 if mark == "(" else -1
                self.kept.append((end, place))
                continue
            elif mark == "//":
                place = self.line_end(place)
                continue
            elif mark == "/*":
                place = self.comment_end(place)
                continue
            elif mark == "/":
                place = self.bare_end(end)
                continue
            elif mark[-1] == "/":
                self.kept.append((place - 1, place))
                place = self.regex_end(place, mark)
                continue
            else:
                string = mark
                # The quotes stay, so that a call's argument is not empty.
                self.kept.append((place - len(mark.lstrip("#")), place))
                place, opened = self.string_end(place, string)
            if opened:
                outer.append((depth, string))
                depth = 0

    def line_end(self, place):
        found = LINE_END.search(self.text, place)
        return found.start() if found else len(self.text)

    def comment_end(self, place):
        depth = 1
        for found in NESTED.finditer(self.text, place):
            depth += 1 if found.group() == "/*" else -1
            if depth == 0:
                return found.end()
        return len(self.text)

    def bare_end(self, start):
        """The end of the regular expression that a slash begins where an expression may; else the place after the slash."""
        begins = self.text[start - 1:start] == "(" or BEFORE.search(self.before(start))
        found = BARE.match(self.text, start) if begins else None
        self.kept.append((start, start + 1))
        if not found or not balanced(found.group(1)):
            return start + 1
        self.kept.append((found.end() - 1, found.end()))
        return found.end()

    def before(self, place):
        """The last code before a place on its line: comments are left out."""
        parts, length = [], 0
        for start, end in reversed(self.kept[-8:]):
            part = self.text[max(start, end - 40):end].rpartition("\n")
            parts.append(part[2].rpartition("\r")[2])
            length += len(parts[-1].strip())
            if part[1] or length > 8:
                break
        return "".join(reversed(parts))

    def regex_end(self, place, mark):
        """The end of a regular expression between `#/` and `/#`, of one line if more than the mark stands on its first."""
        closing = "/" + mark[:-1]
        whole = self.text[place:place + 1] in ("\n", "\r")
        if closing in self.endless and whole:
            return self.line_end(place)
        limit = len(self.text) if whole else self.line_end(place)
        for found in stop_of_regex(closing).finditer(self.text, place, limit):
            if found.group() == closing:
                self.kept.append((found.start(), found.start() + 1))
                return found.end()
        if whole:
            self.endless.add(closing)
        return self.line_end(place)

    def string_end(self, place, mark):
        """Where a string that `mark` began ends, at the latest with the line if it is of one line; or where an interpolation begins."""
        quotes = mark.lstrip("#")
        stop = stop_of_string(mark)
        while True:
            found = stop.search(self.text, place)
            if not found:
                return len(self.text), False
            place = found.end()
            if found.group() == "\n":
                if quotes == '"':
                    return found.start(), False
            elif found.group(1) is None:
                self.kept.append((found.start(), found.start() + len(quotes)))
                return place, False
            elif found.group(1) == "(":
                return place, True


@lru_cache(maxsize=None)
def stop_of_string(mark):
    quotes = mark.lstrip("#")
    hashes = "#" * (len(mark) - len(quotes))
    return re.compile(quotes + hashes + r"|\\" + hashes + r"(\(|.)|\n", re.DOTALL)


@lru_cache(maxsize=None)
def stop_of_regex(closing):
    return re.compile(r"\\.|" + closing, re.DOTALL)


def balanced(pattern):
    """Whether the parentheses of a regular expression close: `f(/, b: /)` passes operators."""
    depth = 0
    for letter in ESCAPED.sub("", pattern):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return True


def spaces(text):
    return "\n".join(" " * len(line) for line in text.split("\n"))


def code_of(text):
    return Scanner(text).code()


def blank(code, ranges):
    """The code with ranges left out, their lines kept."""
    out, last = [], 0
    for start, end in sorted(ranges):
        if start >= last:
            out += [code[last:start], spaces(code[start:end])]
            last = end
    return "".join(out) + code[last:]


@lru_cache(maxsize=8)
def pairs(code, pair):
    """What closes each bracket of a kind."""
    open_ones, closed = [], {}
    for found in re.finditer(f"[{re.escape(pair)}]", code):
        if found.group() == pair[0]:
            open_ones.append(found.start())
        elif open_ones:
            closed[open_ones.pop()] = found.start()
    return closed


def closing(code, opening, pair="()"):
    """The place of what closes the bracket at `opening`, or None."""
    return pairs(code, pair).get(opening)


def arguments(code, opening):
    """The arguments of a call whose parenthesis is at `opening`: (label, start, end of the value) each; or None."""
    end = closing(code, opening)
    if end is None or end - opening > ARGUMENTS:
        return None
    parts, start, depth = [], opening + 1, 0
    for place in range(opening + 1, end + 1):
        letter = code[place]
        if letter in "([{":
            depth += 1
        elif letter in ")]}" and place < end:
            depth -= 1
        if place == end or (letter == "," and depth == 0):
            parts.append((start, place))
            start = place + 1
    made = []
    for start, stop in parts:
        label = re.match(r"\s*(\w+)\s*:(?!:)", code[start:stop])
        begin = start + (label.end() if label else 0)
        begin += len(code[begin:stop]) - len(code[begin:stop].lstrip())
        made.append((label.group(1) if label else None, begin, begin + len(code[begin:stop].rstrip())))
    return made


class Ranges:
    """Ranges of a file that do not overlap, in their order."""

    def __init__(self, ranges):
        self.ranges = sorted(ranges)
        self.starts = [start for start, _ in self.ranges]

    def hold(self, place):
        index = bisect_right(self.starts, place) - 1
        return index >= 0 and place < self.ranges[index][1]


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text):
        self.starts = [0]
        self.starts += (found.end() for found in re.finditer("\n", text))

    def of(self, place):
        """The line of a place, from 0."""
        return bisect_right(self.starts, place) - 1
