"""Writes the C headers: the shims' constants and structs in C99 and C++, and prototypes of all exported functions."""

import re
import textwrap

import c_types
import wrappers

INCLUDE = "Packaging/c/include"
# Headers of the shims, by their names here; others keep theirs.
FOLDERS = {"CCoreAudioTypes": "CoreAudioTypes", "CAudioToolbox": "AudioToolbox", "CCoreAudio": "CoreAudio",
           "CCoreMIDI": "CoreMIDI"}
NAMES = {"AudioHardwareTypes.h": "AudioHardware.h", "CoreMIDIServices.h": "MIDIServices.h",
         "CoreMIDIMessages.h": "MIDIMessages.h"}
SKIPPED = {"DeviceCycle.h", "HostTime.h", "CCoreAudioTypes.h", "CAudioToolbox.h", "CCoreAudio.h", "CCoreMIDI.h"}
# The header of each group of functions, with what its first lines say where it has no shim's text.
PLACES = {
    "HostTime": "CoreAudio/HostTime.h", "Hardware": "CoreAudio/AudioHardware.h",
    "MIDIMessages": "CoreMIDI/MIDIMessages.h", "MIDIServices": "CoreMIDI/MIDIServices.h",
    "Graphs": "AudioToolbox/AUGraph.h", "Codecs": "AudioToolbox/AudioCodec.h",
    "Converters": "AudioToolbox/AudioConverter.h", "FileStreams": "AudioToolbox/AudioFileStream.h",
    "Files": "AudioToolbox/AudioFile.h", "Formats": "AudioToolbox/AudioFormat.h", "Queues": "AudioToolbox/AudioQueue.h",
    "Sessions": "AudioToolbox/AudioSession.h", "Listeners": "AudioToolbox/AudioUnitUtilities.h",
    "Units": "AudioToolbox/AUComponent.h", "Components": "AudioToolbox/AudioComponent.h",
    "ExtendedFiles": "AudioToolbox/ExtendedAudioFile.h", "MusicDevices": "AudioToolbox/MusicDevice.h",
    "Tracks": "AudioToolbox/MusicPlayer.h", "Sequences": "AudioToolbox/MusicPlayer.h",
    "SystemSounds": "AudioToolbox/AudioServices.h",
}
OWN = {
    "CoreAudio/HostTime.h": ("The clock of time stamps.", ["<mach/mach_time.h>"]),
    "AudioToolbox/AudioSession.h": ("Audio sessions as C programs use them.", ["<CoreAudioTypes/CoreAudioTypes.h>"]),
    "AudioToolbox/AudioUnitUtilities.h": ("Listeners to units, and values of parameters.", ['"AUComponent.h"']),
    "AudioToolbox/AudioComponent.h": ("Components: finding, opening, registering.", ['"AUComponent.h"']),
}
MORE_INCLUDES = {
    "AudioToolbox/AUComponent.h": ["<stdio.h>"],
    "AudioToolbox/MusicPlayer.h": ['"AUGraph.h"', "<CoreMIDI/CoreMIDI.h>"],
    "AudioToolbox/MusicDevice.h": ['"AUComponent.h"', "<CoreMIDI/CoreMIDI.h>"],
    "AudioToolbox/ExtendedAudioFile.h": ['"AudioFile.h"'],
    "AudioToolbox/AudioFileStream.h": ['"AudioFile.h"'],
}
MORE_LINES = {
    "AudioToolbox/MusicPlayer.h": [
        "/// Stands for the time behind the last event of a track.",
        "#define kMusicTimeStamp_EndOfTrack 1.7976931348623157e308"],
}
TYPES = {"uint8_t": "UInt8", "uint16_t": "UInt16", "uint32_t": "UInt32", "uint64_t": "UInt64", "int8_t": "SInt8",
         "int16_t": "SInt16", "int32_t": "SInt32", "int64_t": "SInt64"}
# Fields that are objects of Core Foundation.
FIELDS = {"bankURL": "CFURLRef", "fileURL": "CFURLRef", "preset": "CFPropertyListRef"}
BASE_TYPES = ("OSStatus", "OSType", "FourCharCode")


def value_of(expression, known):
    """Returns the number of a constant expression; None where it has other names."""
    text = re.sub(r"(?<=[0-9a-fA-F])[uU]\b", "", expression)
    try:
        return eval(text, {"__builtins__": {}}, known)  # Numbers and operators of our own headers.
    except (NameError, SyntaxError, TypeError):
        return None


class Constants:
    """Writes enumerations: with their type in C++; in C numbers above INT_MAX are macros with a cast."""

    def __init__(self):
        self.known = {}

    def block(self, kind, body):
        lines, large = [], []
        for line in body.split("\n"):
            match = re.match(r"\s*(\w+)(?:\s*__attribute__\(\(.*?\)\))?\s+= (.+?),(.*)$", line)
            if not match:
                lines.append(line)
                continue
            name, expression, rest = match[1], match[2], match[3]
            number = value_of(expression, self.known)
            if number is not None:
                self.known[name] = number
            if number is not None and number > 0x7FFFFFFF:
                lines += ["#ifdef __cplusplus", f"    {name} = {expression},{rest}", "#endif"]
                large.append(f"#define {name} (({kind})({expression}))")
            else:
                lines.append(f"    {name} = {expression},{rest}")
        head = f"SORDINO_CONSTANTS({kind}) {{" if kind else "enum {"
        end = ["};"] + (["#ifndef __cplusplus"] + large + ["#endif"] if large else [])
        if all(line.startswith("#") or not line.strip() or line.strip().startswith("//") or
               any(f"define {line.split()[0]} " in macro for macro in large) for line in lines if line.strip()):
            # Nothing would be left in C.
            return "\n".join(["#ifdef __cplusplus", head] + [l for l in lines if not l.startswith("#")] + ["};", "#else"] +
                             large + ["#endif"])
        return "\n".join([head] + lines + end)


def converted(text, constants):
    """Returns a shim's header as C99 and C++ have it."""
    text = text.replace("#pragma once\n", "")
    text = re.sub(r"#pragma mark(?: -)? ([^\n]*)", r"// ---- \1 ----", text)
    text = re.sub(r"#define SORDINO_(ENUM|OPTIONS)[^\n]*\n", "", text)
    text = re.sub(r"// An enumeration of a fixed integer type, and[^\n]*\n", "", text)
    text = re.sub(r"\s*_Nonnull const\b", "const", text)
    text = re.sub(r"\s*_Nullable const\b", "const", text)
    text = re.sub(r" ?_(Nonnull|Nullable) ?", lambda m: " " if m[0][0] == " " and m[0][-1] == " " else "", text)
    text = re.sub(r"__attribute__\(\(swift_attr[^\n]*\n", "", text)
    text = re.sub(
        r"void \*\s*(\w+) __attribute__\(\(swift_private\)\);(?:  // a CF\w+)?",
        lambda m: f"{FIELDS.get(m[1], 'CFStringRef')} {m[1]};", text)
    text = re.sub(r" __attribute__\(\(swift_(private|name)[^\n]*?\)\)(?=[;\s])", "", text)
    text = re.sub(r"\b(" + "|".join(TYPES) + r")\b", lambda m: TYPES[m[1]], text)
    text = re.sub(r"typedef \w+ (" + "|".join(BASE_TYPES) + r");\n", "", text)
    text = re.sub(r"(\* ?)\s+(?=\w)", r"*", text)
    text = re.sub(
        r"typedef SORDINO_(?:ENUM|OPTIONS)\((\w+), (\w+)\) \{\n(.*?)\n\} \w+;",
        lambda m: f"typedef {m[1]} {m[2]};\n{constants.block(m[2], m[3])}", text, flags=re.S)
    text = re.sub(
        r"enum : (\w+) \{\n(.*?)\n\};", lambda m: constants.block(m[1], m[2]), text, flags=re.S)
    text = re.sub(
        r"enum : (\w+) \{ (.*?) \};",
        lambda m: constants.block(m[1], "\n".join(f"    {row}," for row in m[2].strip().rstrip(",").split(", "))), text)
    text = re.sub(r"(?m)^(\s+)union \{$", r"\1SORDINO_UNNAMED union {", text) if "MIDIUniversalMessage" in text else text
    text = re.sub(r"static inline", "static inline", text)
    return text


def included(line):
    """Returns where an include of a shim is found here."""
    name = re.search(r'[<"](.*)[>"]', line)[1]
    for shim, folder in FOLDERS.items():
        if name == f"{shim}.h":
            return f"#include <{folder}/{folder}.h>"
    if name in NAMES:
        return f'#include "{NAMES[name]}"'
    if name in ("CoreAudioBaseTypes.h", "MIDITypes.h"):
        return f"#include <CoreAudioTypes/{name}>"
    return line


def wrapped(beginning, parts, ending):
    """Returns a declaration in lines of 120 columns."""
    line = beginning + ", ".join(parts) + ending
    if len(line) <= 120:
        return line
    body = textwrap.wrap(", ".join(parts) + ending, 116, break_long_words=False, break_on_hyphens=False)
    return beginning + "\n" + "\n".join("    " + part for part in body)


def comment(text):
    return "\n".join(textwrap.wrap(text, 120, initial_indent="/// ", subsequent_indent="/// ")) + "\n" if text else ""


def prototype(function):
    parts = [c_types.declared(count(function, c_types.c_type(p.type)), p.name) for p in function.parameters]
    beginning = c_types.declared(count(function, c_types.c_type(function.result)), function.name) + "("
    return comment(function.summary) + wrapped(beginning, parts or ["void"], ");")


def count(function, kind):
    """Numbers of bytes of files are `size_t`, those of MIDI are `ItemCount`, as Apple has them."""
    return "size_t" if kind == "ItemCount" and "AudioFile" in function.name else kind


def place_of(path):
    if path.startswith("AudioToolbox/AudioUnit/Properties") or "Spatial" in path:
        return "AudioToolbox/AudioUnitProperties.h"
    for beginning, name in wrappers.FILES:
        if path.startswith(beginning):
            return PLACES[name]
    return None


def declarations(source, constants):
    """Returns what the Swift files add to each header: types, codes, keys, then functions."""
    types, functions = {}, {}

    def add(table, path, text):
        place = place_of(path)
        if place and "AudioUnit/Classes" not in path:
            table.setdefault(place, []).append(text)

    for name, path in source.pointer_paths:
        add(types, path, f"typedef struct Opaque{name} *{name};")
    for name, (path, target) in source.aliases.items():
        if name in ("Boolean", "DarwinBoolean") or target.startswith(("NS", "CF")) or "HostTimeUnits" in path:
            continue
        add(types, path, f"typedef {c_types.SCALARS.get(target, target)} {name};")
    for name, (path, target) in source.references.items():
        add(types, path, f"typedef {target} *{name};")
    for name, (path, rows) in {**source.enums, **source.options}.items():
        body = "\n".join(f"    {c_types.constant(name, case)} = {value.replace('_', '')}," for case, value in rows)
        add(types, path, f"typedef UInt32 {name};\n{constants.block(name, body)}")
    for name, (path, parameters, result) in source.procs.items():
        if name == "MIDIEventVisitor":
            path = "CoreMIDI/Messages"
        parts = []
        for parameter in parameters:
            label, _, kind = parameter.rpartition(":")
            kind = c_types.c_type(kind.strip())
            parts.append(c_types.declared(kind, label.split()[-1]) if label else kind)
        add(types, path, wrapped(f"typedef {c_types.declared(c_types.c_type(result), f'(*{name})(')}", parts, ");"))
    numbers = {}
    for name, (path, kind, value) in source.codes.items():
        if "HostTimeUnits" in path or name in ("noErr",) or name in constants.known or name in constants.written:
            continue
        numbers.setdefault((path, "" if kind in ("Int", "Int32") else kind), []).append(f"    {name} = {value},")
    for (path, kind), rows in numbers.items():
        add(types, path, constants.block(c_types.SCALARS.get(kind, kind), "\n".join(rows)))
    for name, (path, value) in source.strings.items():
        add(types, path, f"#define {name} {value}")
    for name, path in source.keys:
        add(types, path, f"extern const CFStringRef {name};")
    for function in wrappers.exported(source):
        functions.setdefault(PLACES[wrappers.stem(function)], []).append(prototype(function))
    return types, functions


def joined(types):
    """Joins declarations, with an empty line between those of several lines and kinds."""
    text, last = "", ""
    for declaration in types:
        kind = declaration.split("(")[0].split()[0]
        is_long = "\n" in declaration
        text += ("\n" if text and (is_long or kind != last) else "") + declaration + "\n"
        last = "" if is_long else kind
    return text


def header_files(root, source):
    """Returns the generated headers by their paths."""
    constants = Constants()
    texts, includes, first = {}, {}, {}
    order = ["CCoreAudioTypes", "CCoreMIDI", "CAudioToolbox", "CCoreAudio"]
    for shim in order:
        paths = sorted((root / "Sources/Shims" / shim / "include").glob("*.h"))
        paths.sort(key=lambda path: path.name not in ("CoreAudioBaseTypes.h", "CoreMIDINumbers.h"))
        for path in paths:
            if path.name in SKIPPED:
                continue
            place = f"{FOLDERS[shim]}/{NAMES.get(path.name, path.name)}"
            text = path.read_text()
            comments = re.match(r"(?://[^\n]*\n)+", text)
            first[place] = " ".join(line[2:].strip() for line in comments[0].splitlines()) if comments else ""
            text = converted(text[comments.end() if comments else 0:], constants)
            includes[place] = [included(line) for line in re.findall(r"(?m)^#include[^\n]*$", text)]
            texts[place] = re.sub(r"(?m)^#include[^\n]*\n", "", text).strip() + "\n"
    constants.written = set(re.findall(r"\bk\w+(?= =)", "\n".join(texts.values())))
    for place, (about, needed) in OWN.items():
        first[place], texts[place] = about, ""
        includes[place] = [f"#include {name}" for name in needed]
    types, functions = declarations(source, constants)
    files = {}
    for place in texts:
        needed = ["#include <CoreFoundation/CFBase.h>"] + includes[place] + [
            f"#include {name}" for name in MORE_INCLUDES.get(place, [])]
        parts = [texts[place], joined(types.get(place, [])), "\n".join(MORE_LINES.get(place, [])),
                 "\n\n".join(functions.get(place, []))]
        files[f"{INCLUDE}/{place}"] = guarded(place, first[place], needed, "\n\n".join(p.strip() for p in parts if p.strip()))
    for shim, folder in FOLDERS.items():
        names = sorted(place for place in texts if place.startswith(folder + "/"))
        lines = [f"#include <{name}>" for name in names]
        above = {"CoreAudioTypes": [], "CoreMIDI": ["<CoreAudioTypes/CoreAudioTypes.h>"],
                 "CoreAudio": ["<CoreAudioTypes/CoreAudioTypes.h>"],
                 "AudioToolbox": ["<CoreAudioTypes/CoreAudioTypes.h>", "<CoreMIDI/CoreMIDI.h>"]}[folder]
        lines += ["#include <CoreAudio/AudioHardwareDeprecated.h>"] if folder == "CoreAudio" else []
        lines = ["#include <CoreFoundation/CoreFoundation.h>"] + [f"#include {name}" for name in above] + lines
        files[f"{INCLUDE}/{folder}/{folder}.h"] = (
            f"// Generated by Scripts/c-library: all of {folder} for C and C++.\n#pragma once\n\n" +
            "\n".join(lines) + "\n")
    return files


def guarded(place, about, needed, text):
    """Returns a header with its first lines, its includes and C linkage."""
    needed = list(dict.fromkeys(needed))
    head = "// Generated by Scripts/c-library from the declarations that Swift programs use."
    about = "\n".join(textwrap.wrap(about, 117, initial_indent="// ", subsequent_indent="// "))
    return "\n".join([head, about, "#pragma once", "", "\n".join(needed), "", "#ifdef __cplusplus", 'extern "C" {',
                      "#endif", "", re.sub(r"\n{3,}", "\n\n", text), "", "#ifdef __cplusplus", "}", "#endif", ""])


def hand_written_symbols(root):
    """Returns the exported names of what is written by hand: Swift with C names, and the Core Foundation of the shim."""
    names = []
    for path in (root / "Sources/Libraries/SordinoAudio").glob("*.swift"):
        names += [name for name in re.findall(r"@c\((\w+)\)", path.read_text()) if not name.startswith("sordino_own_")]
    for path in (root / INCLUDE / "CoreFoundation").glob("*.h"):
        names += [f"sordino_{name}" for name in re.findall(r"SORDINO_SYMBOL\((\w+)\)", path.read_text())]
    return [name for name in names if name != "sordino_name"]
