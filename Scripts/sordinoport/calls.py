"""Calls with a target and a selector, and what they are with a closure."""
import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from .source import arguments, closing

SELECTOR = re.compile(r"#selector\(\s*([\w.]*?)(\w+)(?:\((?:\w*:)*\))?\s*\)$")
OBSERVE = re.compile(r"\.addObserver\s*\(")
UNOBSERVE = re.compile(r"(?<![\w.])(?P<center>[\w.]*(?:NotificationCenter\.default|\bdefault|[cC]enter|notificationCenter))\.removeObserver\s*\(")
TIMER = re.compile(r"\bTimer(?P<scheduled>\.scheduledTimer)?\s*\(")
INDENT = re.compile(r"[ \t]*")
EXTENSION = re.compile(r"^[ \t]*((?:(?:private|fileprivate|internal|public)\s+)?extension\s+Selector\s*\{)", re.MULTILINE)
NAMED = re.compile(r"\blet\s+(\w+)\s*=\s*(#selector\([^()]*(?:\([\w:]*\))?\s*\))")
TARGET = re.compile(r"\.addTarget\s*\(|\bCADisplayLink\s*\(|\bUndoManager\b.{0,400}\.registerUndo\(|\bUIControl\b")
TYPE = re.compile(r"(?:^|[\s})])(class|actor|struct|enum|extension)\s+([\w.]+)[^{}=]{0,2000}\{")

CLOSURE = "no selectors: addObserver(forName:object:queue:using:) with a closure, whose token removes it"
TIMER_REMEDY = "no selectors: the same timer with a block"
TARGET_REMEDY = "no target and action: addTarget { event in … } of remote commands; of views nothing"


class Edit:
    """A range of the file and the text that takes its place."""

    def __init__(self, start, end, text):
        self.start, self.end, self.text = start, end, text


class Call:
    """One call: its arguments by their labels."""

    def __init__(self, text, code, opening):
        self.opening = opening
        self.end = closing(code, opening)
        self.parts = arguments(code, opening) or []
        self.values = {label: text[start:end] for label, start, end in self.parts if label}
        self.first = text[self.parts[0][1]:self.parts[0][2]] if self.parts and not self.parts[0][0] else None

    def labels(self):
        return [label for label, _, _ in self.parts]


@lru_cache(maxsize=4)
def types_of(code):
    """The types of a file in their order: the place of the brace, of its end, the kind, and the index of the type around it."""
    types, around = [], []
    for match in TYPE.finditer(code):
        brace = match.end() - 1
        while around and types[around[-1]][1] < brace:
            around.pop()
        end = closing(code, brace, "{}")
        types.append((brace, len(code) if end is None else end, match.group(1), around[-1] if around else -1))
        around.append(len(types) - 1)
    return types


def enclosing_type(code, place):
    """The innermost type around a place: its kind, the place of its brace; or None."""
    types = types_of(code)
    index = bisect_left(types, (place,)) - 1
    while index >= 0:
        brace, end, kind, outer = types[index]
        if end > place:
            return kind, brace
        index = outer
    return None


class Known:
    """What is known of selectors: methods by their names, the file's before the package's, and the file's own names for selectors."""

    def __init__(self, methods, code, own):
        self.methods = {**methods, **own}
        self.named, self.extensions = {}, []
        for match in EXTENSION.finditer(code):
            end = closing(code, match.end() - 1, "{}")
            if end is not None:
                self.extensions.append((match.start(1), end + 1))
                self.named.update(NAMED.findall(code[match.end():end]))

    def statement(self, selector, target, argument):
        """A closure's statement that calls what the selector names, and whether it uses the argument; None where it is not known."""
        short = re.fullmatch(r"(?:Selector)?\.(\w+)", selector)
        named = self.named.get(short.group(1), "") if short else selector
        match = SELECTOR.match(named) if len(named) < 500 else None
        forms = self.methods.get(match.group(2), set()) if match else set()
        if len(forms) != 1 or len(next(iter(forms))) > 1:
            return None
        takes = next(iter(forms))
        if not takes:
            return f"{target}{match.group(2)}()", False
        label, kind = takes[0]
        return f"{target}{match.group(2)}({label}{argument}{' as NSNotification' if kind == 'NSNotification' else ''})", True


def observers(text, code, known):
    """The observers by selectors: (place, edit or None) for each; and edits that keep their tokens."""
    places, made = [], {}
    for match in OBSERVE.finditer(code):
        call = Call(text, code, match.end() - 1)
        if call.end is None or call.labels()[:3] != [None, "selector", "name"]:
            continue
        places.append((match.start() + 1, None))
        kind = enclosing_type(code, match.start())
        wanted = call.first == "self" and kind and kind[0] == "class"
        said = wanted and known.statement(call.values["selector"], "self?.", "note")
        start = statement_start(code, match.start())
        if said and start is not None:
            made.setdefault(kind[1], []).append((len(places) - 1, start, match, call, said))
    edits, removals = [], Removals(text, code) if made else None
    for brace, calls in made.items():
        edits += token_edits(text, code, brace, calls, places, removals)
    return places, edits


class Removals:
    """The calls of a file that remove `self` as an observer."""

    def __init__(self, text, code):
        found = ((match, Call(text, code, match.end() - 1)) for match in UNOBSERVE.finditer(code))
        self.calls = [(match, call) for match, call in found if call.first == "self"]
        self.starts = [match.start() for match, _ in self.calls]
        kinds = (enclosing_type(code, start) for start in self.starts)
        self.of_extensions = [start for start, kind in zip(self.starts, kinds) if kind and kind[0] == "extension"]
        words = set(re.findall(r"\b(?:observers|notificationObservers\d*)\b", code))
        names = ["observers", "notificationObservers"] + [f"notificationObservers{number}" for number in range(2, len(words) + 3)]
        self.name = next(name for name in names if name not in words)

    def inside(self, start, end):
        return self.calls[bisect_right(self.starts, start):bisect_left(self.starts, end)]

    def in_extensions_outside(self, start, end):
        return len(self.of_extensions) > bisect_left(self.of_extensions, end) - bisect_right(self.of_extensions, start)


def statement_start(code, place):
    """Where the expression that ends at `place` begins, if a statement begins there."""
    start = place
    while start > 0 and re.match(r"[\w.?!]", code[start - 1]):
        start -= 1
    before = start
    while before > 0 and code[before - 1] in " \t":
        before -= 1
    return start if before == 0 or code[before - 1] in "\n{;" else None


def token_edits(text, code, brace, calls, places, all_removals):
    """The edits of one class: each observer with a closure, their tokens in a property, removals of `self` by the tokens."""
    end = closing(code, brace, "{}") or len(code)
    if all_removals.in_extensions_outside(brace, end):
        return []
    removals, name = [], all_removals.name
    for match, call in all_removals.inside(brace, end):
        if call.labels() in ([None], [None, "name", "object"]):
            start = statement_start(code, match.start())
            if start is None:
                return []
            removals.append((start, match, call))
    edits = []
    for index, start, match, call, (statement, uses) in calls:
        indent = indent_of(text, start)
        made = f"{name}.append(({call.values['name']}, " if removals else ""
        made += f"{text[start:match.end()]}\n{indent}{step_of(text)}"
        made += f"forName: {call.values['name']}, object: {call.values.get('object', 'nil')}, queue: nil\n{indent}) {{"
        made += f" [weak self] {'note' if uses else '_'} in" + body(text, start, statement) + ("))" if removals else "")
        edits.append(Edit(start, call.end + 1, made))
        places[index] = (places[index][0], edits[-1])
    if removals:
        indent = indent_of(text, brace) + step_of(text)
        kept = f"\n{indent}private var {name}: [(name: Notification.Name?, token: NSObjectProtocol)] = []"
        # What follows the brace on its line moves to a line of its own.
        follows = re.compile(r"[ \t]*(?=[^\s])").match(code, brace + 1)
        edits.append(Edit(brace + 1, follows.end() if follows else brace + 1, kept + (f"\n{indent}" if follows else "")))
    for start, match, call in removals:
        edits.append(Edit(start, call.end + 1, removal(text, start, match, call, name)))
    return edits


def body(text, start, statement):
    """The closure's body on a line of its own."""
    indent = indent_of(text, start)
    return f"\n{indent}{step_of(text)}{statement}\n{indent}}}"


def indent_of(text, place):
    return INDENT.match(text, text.rfind("\n", 0, place) + 1).group()


@lru_cache(maxsize=4)
def step_of(text):
    """One step of this file's indentation."""
    found = re.search(r"^(\t| {2,8})\S", text, re.MULTILINE)
    return found.group(1) if found else "    "


def removal(text, start, match, call, name):
    indent = indent_of(text, start)
    center = match.group("center")
    if "name" not in call.values or call.values["name"] == "nil":
        return f"{name}.forEach {{ {center}.removeObserver($0.token) }}\n{indent}{name}.removeAll()"
    removed = call.values["name"]
    # The type is written out: `.name` alone has no context here.
    removed = f"Notification.Name{removed}" if removed.startswith(".") else removed
    return (f"for each in {name} where each.name == {removed} {{ {center}.removeObserver(each.token) }}\n"
            f"{indent}{name}.removeAll {{ $0.name == {removed} }}")


def timers(text, code, known):
    """Timers with a target and a selector: (place, edit or None) for each."""
    places = []
    for match in TIMER.finditer(code):
        call = Call(text, code, match.end() - 1)
        labels = call.labels()
        if call.end is None or "selector" not in labels or "target" not in labels:
            continue
        target = call.values["target"]
        found = re.fullmatch(r"\w+", target) and known.statement(call.values["selector"], f"{target}.", "timer")
        edit = None
        if found and call.values.get("userInfo", "nil") == "nil" and "timeInterval" in call.values:
            interval = "withTimeInterval" if match.group("scheduled") else "timeInterval"
            made = f"{text[match.start():match.end()]}{interval}: {call.values['timeInterval']}, repeats: {call.values['repeats']}) {{"
            made += f" {'timer' if found[1] else '_'} in" + body(text, match.start(), found[0])
            edit = Edit(match.start(), call.end + 1, made)
        places.append((match.start(), edit))
    return places


def targets(text, code):
    """Other calls with a target and an action."""
    places = []
    for match in TARGET.finditer(code):
        opening = code.find("(", match.start(), match.end() + 200)
        call = Call(text, code, opening) if opening >= 0 else None
        if call and call.end and ("action" in call.labels() or "selector" in call.labels()):
            places.append((match.start() + (code[match.start()] == "."), None))
    return places
