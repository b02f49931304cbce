"""The code of a Swift file without its comments and strings: the same length, so that places stay where they are."""
import re

INTERESTING = re.compile(r'//|/\*|#+/|#*"""|#*"|[()]')
NESTED = re.compile(r"/\*|\*/")


class Scanner:
    """Copies code and leaves spaces for the rest. Code inside `\\(…)` of a string is code."""

    def __init__(self, text):
        self.text = text
        self.kept = []  # ranges of code

    def code(self):
        self.run(0, inside=False)
        out = list(re.sub(r"[^\n]", " ", self.text))
        for start, end in self.kept:
            out[start:end] = self.text[start:end]
        return "".join(out)

    def run(self, place, inside):
        """Reads code from `place`, to the end or to the parenthesis that closes an interpolation; returns where it stopped."""
        depth = 0
        while True:
            found = INTERESTING.search(self.text, place)
            end = found.start() if found else len(self.text)
            self.kept.append((place, end))
            if not found:
                return end
            mark, place = found.group(), found.end()
            if mark == "(" or mark == ")":
                depth += 1 if mark == "(" else -1
                if inside and depth < 0:
                    return found.start()
                self.kept.append((found.start(), place))
            elif mark == "//":
                place = self.line_end(place)
            elif mark == "/*":
                place = self.comment_end(place)
            elif mark.endswith("/"):
                closing = self.text.find("/" + mark[:-1], place)
                place = closing + len(mark) if closing >= 0 else self.line_end(place)
            else:
                place = self.string_end(place, mark)

    def line_end(self, place):
        end = self.text.find("\n", place)
        return len(self.text) if end < 0 else end

    def comment_end(self, place):
        depth = 1
        for found in NESTED.finditer(self.text, place):
            depth += 1 if found.group() == "/*" else -1
            if depth == 0:
                return found.end()
        return len(self.text)

    def string_end(self, place, mark):
        """The end of a string that `mark` began; a string of one line ends with its line."""
        hashes = mark.count("#")
        quotes = mark[hashes:]
        # The quotes stay, so that a call's argument is not empty.
        self.kept.append((place - len(quotes), place))
        stop = re.compile(re.escape(quotes + "#" * hashes) + r"|\\" + "#" * hashes + r"(\(|.)|\n", re.DOTALL)
        while True:
            found = stop.search(self.text, place)
            if not found:
                return len(self.text)
            place = found.end()
            if found.group() == "\n":
                if quotes == '"':
                    return found.start()
            elif found.group(1) is None:
                self.kept.append((found.start(), found.start() + len(quotes)))
                return place
            elif found.group(1) == "(":
                place = min(self.run(place, inside=True) + 1, len(self.text))


def code_of(text):
    return Scanner(text).code()


def blank(code, start, end):
    """The code with a range left out, its lines kept."""
    return code[:start] + re.sub(r"[^\n]", " ", code[start:end]) + code[end:]


def closing(code, opening, pair="()"):
    """The place of what closes the bracket at `opening`, or None."""
    depth = 0
    for place in range(opening, len(code)):
        if code[place] == pair[0]:
            depth += 1
        elif code[place] == pair[1]:
            depth -= 1
            if depth == 0:
                return place
    return None


def arguments(code, opening):
    """The arguments of a call whose parenthesis is at `opening`: (label, start, end of the value) each; or None."""
    end = closing(code, opening)
    if end is None:
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
