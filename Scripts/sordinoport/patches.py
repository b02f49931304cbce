"""What the patch changes in a file: the text afterwards, and the same as a patch for `git apply`."""
import os
import re

from .source import Lines

BEGINS = re.compile(r"[ \t]*[^\s]")
AROUND = 3  # lines of context


class Changes:
    """The edits of a file, which do not overlap, in their order. Edits of the same place follow each other."""

    def __init__(self, file, edits):
        self.file = file
        kept, before = [], len(file.text) + 1
        for edit in sorted(set_of(edits), key=lambda edit: (edit.start, edit.end), reverse=True):
            if edit.end <= before:
                kept.append((edit.start, edit.end, self.written(edit)))
                before = edit.start
        self.edits = kept[::-1]

    def written(self, edit):
        """An edit's text with the file's line ends; what follows an import or a condition begins a line of its own."""
        text = edit.text
        if text.rpartition("\n")[2].lstrip().startswith(("#", "import ")) and BEGINS.match(self.file.code, edit.end):
            text += "\n"
        return re.sub(r"\r?\n", self.file.line_end, text)

    def after(self):
        return self.file.mark + self.between(0, len(self.file.text), self.edits)

    def between(self, place, end, edits):
        parts = []
        for start, stop, text in edits:
            parts += [self.file.raw[place:start], text]
            place = stop
        return "".join(parts) + self.file.raw[place:end]

    def blocks(self):
        """The lines that change: the first, those before, those after."""
        groups = []
        lines, original = Lines(self.file.raw), self.file.raw_original.split("\n")
        for edit in self.edits:
            first, last = lines.of(edit[0]), lines.of(edit[1])
            if groups and first <= groups[-1][1]:
                groups[-1][1] = max(last, groups[-1][1])
                groups[-1][2].append(edit)
            else:
                groups.append([first, last, [edit]])
        starts = lines.starts + [len(self.file.raw)]
        for first, last, edits in groups:
            before = lines_of("\n".join(original[first:last + 1]) + ("\n" if last + 2 < len(starts) else ""))
            after = lines_of(self.between(starts[first], starts[last + 1], edits))
            if first == 0 and before and after:
                before[0], after[0] = self.file.mark + before[0], self.file.mark + after[0]
            same = 0
            while same < min(len(before), len(after)) and before[same] == after[same]:
                same += 1
            first, before, after = first + same, before[same:], after[same:]
            while before and after and before[-1] == after[-1]:
                before.pop()
                after.pop()
            if before or after:
                yield first, before, after

    def patch(self):
        """The patch as text; the empty one where nothing changes."""
        lines = lines_of(self.file.mark + self.file.raw_original)
        hunks = []
        for block in self.blocks():
            if hunks and block[0] - end_of(hunks[-1][-1]) <= 2 * AROUND:
                hunks[-1].append(block)
            else:
                hunks.append([block])
        name, out, grown = self.file.name, [], 0
        if hunks:
            out += [f"--- {quoted('a/' + name)}\n", f"+++ {quoted('b/' + name)}\n"]
        for hunk in hunks:
            place = max(hunk[0][0] - AROUND, 0)
            end = min(end_of(hunk[-1]) + AROUND, len(lines))
            more = sum(len(after) - len(before) for _, before, after in hunk)
            out.append(f"@@ -{extent(place, end - place)} +{extent(place + grown, end - place + more)} @@\n")
            grown += more
            for first, before, after in hunk:
                out += [marked(" ", line) for line in lines[place:first]]
                out += [marked("-", line) for line in before] + [marked("+", line) for line in after]
                place = first + len(before)
            out += [marked(" ", line) for line in lines[place:end]]
        return "".join(out)


def set_of(edits):
    return {(edit.start, edit.end, edit.text): edit for edit in edits}.values()


def lines_of(text):
    """Lines as `git` counts them: each ends with a line feed, whatever else is in it."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def end_of(block):
    return block[0] + len(block[1])


def extent(place, count):
    return f"{place + 1 if count else place}" + ("" if count == 1 else f",{count}")


def marked(mark, line):
    return mark + (line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")


def quoted(name):
    """A file's name as `git` writes it."""
    if not re.search(r'[\x00-\x1f\x7f"\\]', name):
        return name + ("\t" if " " in name and "/" in name[:2] else "")
    letters = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
    made = (f"\\{letters[byte]}" if byte in letters else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}" for byte in os.fsencode(name))
    return f'"{"".join(made)}"'


def shown(name):
    """A file's name on one line of the list."""
    return quoted(name).rstrip("\t")
