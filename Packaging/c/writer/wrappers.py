"""Writes a Swift function with a C name for each function that a framework has for programs in C."""

import re

import c_types

# Not C functions of Apple's, or functions of the C library.
# The functions of taps take objects, which C does not have.
LEFT_OUT = {
    "memcpy", "memmove", "memset", "memcmp", "AudioComponentInstantiate", "AudioComponentValidateWithResults",
    "AudioHardwareCreateProcessTap", "AudioHardwareDestroyProcessTap"}
# Written by hand in Irregular.swift: values that need a look first.
IRREGULAR = {
    "MusicSequenceGetSequenceType", "AudioUnitProcessMultiple", "AudioComponentValidate", "CAShow", "CAShowFile",
    "MIDIEventListForEachEvent", "AudioComponentInstanceGetComponent", "AudioDeviceStart", "AudioDeviceStop",
}
# The file that a folder's functions are written to.
FILES = [
    ("CoreAudioTypes/HostTime", "HostTime"), ("CoreAudio/", "Hardware"), ("CoreMIDI/Messages", "MIDIMessages"),
    ("CoreMIDI/", "MIDIServices"), ("AudioToolbox/AUGraph", "Graphs"), ("AudioToolbox/AudioCodec", "Codecs"),
    ("AudioToolbox/AudioConverter", "Converters"), ("AudioToolbox/AudioFileStream", "FileStreams"),
    ("AudioToolbox/AudioFile", "Files"), ("AudioToolbox/AudioFormat", "Formats"),
    ("AudioToolbox/AudioQueue", "Queues"), ("AudioToolbox/AudioSession", "Sessions"),
    ("AudioToolbox/AudioUnit/Listeners", "Listeners"), ("AudioToolbox/AudioUnit/Parameters", "Listeners"),
    ("AudioToolbox/AudioUnit", "Units"), ("AudioToolbox/Components", "Components"),
    ("AudioToolbox/ExtAudioFile", "ExtendedFiles"), ("AudioToolbox/MusicDevice", "MusicDevices"),
    ("AudioToolbox/MusicPlayer/MusicTrack", "Tracks"), ("AudioToolbox/MusicPlayer/MusicEventI", "Tracks"),
    ("AudioToolbox/MusicPlayer", "Sequences"), ("AudioToolbox/SystemSounds", "SystemSounds"),
    ("AudioToolbox/CAShow", "Units"),
]
# Pointers to objects that a table keeps, which is asked before one is used.
HANDLES = {"AudioUnit", "AudioComponentInstance", "AudioComponent", "AudioCodec", "MusicDeviceComponent"}
OWN = re.compile(r"ClientData$|RefCon$|Context$|UserData$")


def exported(source):
    """Returns the functions that C programs have, in the order of the sources."""
    return [f for f in source.functions if not f.needs_blocks and f.name not in LEFT_OUT]


def stem(function):
    return next(name for beginning, name in FILES if function.path.startswith(beginning))


class Wrapper:
    """One function: its parameters as C has them, what is asked before, and the call."""

    def __init__(self, source, function):
        self.source, self.function = source, function
        self.parameters, self.guards, self.arguments = [], [], []
        for parameter in function.parameters:
            self.add(parameter)
        self.finish()

    def add(self, parameter):
        source, name = self.source, parameter.name if parameter.name != "protocol" else "`protocol`"
        kind, may_be_null = c_types.plain(parameter.type)
        is_loose = parameter.type.strip().endswith("!")
        if is_loose and kind not in c_types.OBJECTS and not OWN.search(name) and kind not in source.listeners:
            may_be_null = False
        if kind == "Bool":
            self.take(name, "UInt8", f"{name} != 0")
        elif kind in source.enums:
            self.take(name, "UInt32", name, f"let {name} = {kind}(rawValue: {name})")
        elif kind in source.options:
            self.take(name, "UInt32", f"{kind}(rawValue: {name})")
        elif kind == "CFRunLoop":
            self.take(name, "UnsafeRawPointer?", f"runLoop({name})")
        elif kind in c_types.OBJECTS:
            self.optional(name, "UnsafeRawPointer?", f"object({name})", kind, may_be_null)
        elif re.search(r"DarwinBoolean|Unmanaged", kind):
            inner = "UInt8" if "DarwinBoolean" in kind else "UnsafeRawPointer?"
            self.optional(name, f"UnsafeMutablePointer<{inner}>?", f"place({name})", kind, may_be_null)
        elif kind in source.pointers or kind in HANDLES:
            self.take(name, f"{kind}?", name if may_be_null else f"{name} ?? noHandle")
        elif kind.startswith("Unsafe") or kind in source.procs or kind in source.c_procs or kind.endswith("BufferRef"):
            if may_be_null:
                self.take(name, f"{kind}?", name)
            else:
                self.take(name, f"{kind}?", name, f"let {name}")
        else:
            self.take(name, kind, name)

    def take(self, name, kind, argument, guard=None):
        self.parameters.append(f"_ {name}: {kind}")
        self.arguments.append(argument)
        if guard:
            self.guards.append(guard)

    def optional(self, name, kind, value, swift, may_be_null):
        if may_be_null:
            self.take(name, kind, value)
        else:
            self.take(name, kind, name, f"let {name}: {swift} = {value}")

    def finish(self):
        kind, may_be_null = c_types.plain(self.function.result)
        call = f"{self.function.name}({', '.join(self.arguments)})"
        self.result, self.call, self.failure = f" -> {kind}", call, "0"
        if kind == "Void":
            self.result, self.failure = "", ""
        elif kind == "OSStatus":
            self.failure = "kAudio_ParamError"
        elif kind == "Bool":
            self.result, self.call = " -> UInt8", f"{call} ? 1 : 0"
        elif kind in c_types.OBJECTS:
            self.result, self.failure = " -> UnsafeRawPointer?", "nil"
            self.call = f"UnsafeRawPointer(Unmanaged.passRetained({call}).toOpaque())"
        elif kind.startswith("Unsafe") or kind in self.source.pointers or kind in HANDLES:
            self.result, self.failure = f" -> {kind}?", "nil"
        elif kind.startswith("MIDIMessage_") and kind != "MIDIMessage_32":
            self.failure = f"{kind}()"
        elif kind == "MIDIMessageType":
            self.failure = "MIDIMessageType(rawValue: 0)"

    @property
    def text(self):
        name = self.function.name
        lines = []
        if self.function.deprecated:
            lines.append('@available(*, deprecated, message: "Audio Session Services end with iOS 7")')
        own = name[0].lower() + name[1:]
        lines.append(f"@c({name})")
        lines.append(f"package func {own}({', '.join(self.parameters)}){self.result} {{")
        if self.guards:
            lines.append(f"    guard {', '.join(self.guards)} else {{ return {self.failure} }}".replace("return  }", "return }"))
        if self.guards and self.result:
            lines.append(f"    return {self.call}")
        else:
            lines.append(f"    {self.call}")
        return "\n".join(lines + ["}"])


def swift_files(source):
    """Returns the generated Swift files by their paths."""
    files = {}
    for function in exported(source):
        if function.name in IRREGULAR:
            continue
        files.setdefault(stem(function), []).append(Wrapper(source, function).text)
    made = {}
    for name, texts in files.items():
        lines = [
            "// Generated by Scripts/c-library from the signatures of the Swift functions.", "import AVAudioTypes",
            "import AudioToolbox", "import CoreAudio", "import CoreAudioTypes", "import CoreMIDI", ""]
        made[f"Sources/Libraries/SordinoAudio/Generated/{name}.swift"] = (
            "\n".join(lines) + "\n" + "\n\n".join(texts) + "\n")
    keys = [f"    {{ {name} }}," for name, _ in source.keys]
    made["Sources/Libraries/SordinoAudio/Generated/TextConstants.swift"] = "\n".join([
        "// Generated by Scripts/c-library from the constants that are strings of Core Foundation.",
        "import AVAudioTypes", "import AudioToolbox", "import CoreAudio", "import CoreMIDI", "",
        "/// The strings that C programs know as constants, in the order of `sordino_text_places`.",
        '@available(*, deprecated, message: "Some of these strings end with iOS 7")',
        "let textConstants: [@Sendable () -> CFString] = ["] + keys + ["]", ""])
    made["Sources/Shims/CCoreFoundation/TextConstants.c"] = "\n".join([
        "// Generated by Scripts/c-library: the constants that are strings of Core Foundation.",
        '#include "TextConstants.h"', ""] + [f"const void *{name};" for name, _ in source.keys] + [
        "", "const void **const sordino_text_places[] = {"] + [f"    &{name}," for name, _ in source.keys] + [
        "};", "const int sordino_text_count = sizeof sordino_text_places / sizeof sordino_text_places[0];", ""])
    return made


def symbols(source):
    """Returns the names that the library exports for these functions and constants."""
    return [f.name for f in exported(source)] + [name for name, _ in source.keys]


# The function of Tests/CPrograms/wrong-calls.c that gives a pointer to a type; others get zeros.
POINTED = {
    "AudioStreamBasicDescription": "a_format", "AudioComponentDescription": "a_component", "AudioTimeStamp": "a_time",
    "AudioBufferList": "a_list", "UInt32": "a_scalar", "Float32": "a_scalar", "Float64": "a_scalar",
    "AudioObjectPropertyAddress": "an_address",
}


def wrong_value(source, parameter):
    """Returns an expression in C for a wrong argument, by its type and name."""
    kind, _ = c_types.plain(parameter.type)
    c = c_types.c_type(parameter.type)
    if kind in source.procs or kind in source.c_procs:
        return f"({c})a_function()"
    if kind == "AudioQueueBufferRef":
        return "a_buffer()"
    if kind in source.pointers or kind in HANDLES:
        return f"({c})a_handle()"
    if kind in c_types.OBJECTS:
        return f"({c})an_object()"
    if c.endswith("*"):
        inner = c.replace("const ", "").rstrip("* ")
        const = "const " if c.startswith("const") and c.count("*") == 1 and inner not in POINTED else ""
        return f"({c}){POINTED.get(inner) or ('a_constant' if const else 'a_place')}()"
    if "Float" in c or c in ("AudioUnitParameterValue", "AudioQueueParameterValue", "MusicTimeStamp"):
        return f"({c})a_number()"
    if re.search(r"Size|Bytes|Length|nData|wordCount|length|count|NumParam|NumMarkers|NumberClass", parameter.name):
        return f"({c})a_size()"
    return f"({c})a_code()"


# Functions whose pointers cannot be wrong without being memory that is not there: lists of packets, which say how long they are,
# and memory that outlives the call.
UNTRIED = {
    "AudioUnitProcessMultiple", "CAShowFile", "CAShow", "MIDISendSysex", "MIDISendUMPSysex", "MIDISendUMPSysex8",
    "MIDI1UPSysExArray", "AUParameterFormatValue", "MIDIRestart",
}


# The first functions of hardware, which are written by hand.
FIRST = [f"WRONG({name}, ({values}))" for name, values in {
    "AudioHardwareGetPropertyInfo": "a_code(), (UInt32 *)a_scalar(), (Boolean *)a_place()",
    "AudioHardwareGetProperty": "a_code(), (UInt32 *)a_scalar(), a_place()",
    "AudioHardwareSetProperty": "a_code(), a_size(), a_place()",
    "AudioHardwareAddPropertyListener": "a_code(), (AudioHardwarePropertyListenerProc)a_function(), a_place()",
    "AudioHardwareRemovePropertyListener": "a_code(), (AudioHardwarePropertyListenerProc)a_function()",
    "AudioDeviceAddIOProc": "a_code(), (AudioDeviceIOProc)a_function(), a_place()",
    "AudioDeviceRemoveIOProc": "a_code(), (AudioDeviceIOProc)a_function()",
    "AudioDeviceGetPropertyInfo": "a_code(), a_code(), a_code(), a_code(), (UInt32 *)a_scalar(), (Boolean *)a_place()",
    "AudioDeviceGetProperty": "a_code(), a_code(), a_code(), a_code(), (UInt32 *)a_scalar(), a_place()",
    "AudioDeviceSetProperty":
        "a_code(), (const AudioTimeStamp *)a_time(), a_code(), a_code(), a_code(), a_size(), a_place()",
    "AudioDeviceAddPropertyListener":
        "a_code(), a_code(), a_code(), a_code(), (AudioDevicePropertyListenerProc)a_function(), a_place()",
    "AudioDeviceRemovePropertyListener":
        "a_code(), a_code(), a_code(), a_code(), (AudioDevicePropertyListenerProc)a_function()",
    "AudioStreamGetPropertyInfo": "a_code(), a_code(), a_code(), (UInt32 *)a_scalar(), (Boolean *)a_place()",
    "AudioStreamGetProperty": "a_code(), a_code(), a_code(), (UInt32 *)a_scalar(), a_place()",
    "AudioStreamSetProperty":
        "a_code(), (const AudioTimeStamp *)a_time(), a_code(), a_code(), a_size(), a_place()",
    "AudioStreamAddPropertyListener":
        "a_code(), a_code(), a_code(), (AudioStreamPropertyListenerProc)a_function(), a_place()",
    "AudioStreamRemovePropertyListener":
        "a_code(), a_code(), a_code(), (AudioStreamPropertyListenerProc)a_function()",
}.items()]


def wrong_calls(source):
    """Returns the C switch of the test with wrong calls: a case for each function."""
    rows = []
    for function in exported(source):
        if function.name in UNTRIED:
            continue
        values = ", ".join(wrong_value(source, p) for p in function.parameters)
        rows.append(f"WRONG({function.name}, ({values}))")
    return "\n".join([
        "// Generated by Scripts/c-library: a wrong call of each function, as a table of rows."] + rows + FIRST + [""])
