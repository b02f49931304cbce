"""What each Swift type is in C."""

import re

SCALARS = {
    "UInt8": "UInt8", "UInt16": "UInt16", "UInt32": "UInt32", "UInt64": "UInt64", "Int8": "SInt8", "Int16": "SInt16",
    "Int32": "SInt32", "Int64": "SInt64", "Float": "Float32", "Float32": "Float32", "Double": "Float64",
    "Float64": "Float64", "Int": "ItemCount", "UInt": "ItemCount", "CChar": "char", "Boolean": "Boolean",
    "OSStatus": "OSStatus",
}
# Core Foundation's types: the name in C, and the class that a pointer has to be of.
OBJECTS = {
    "CFString": "CFStringRef", "CFURL": "CFURLRef", "CFData": "CFDataRef", "CFDictionary": "CFDictionaryRef",
    "CFArray": "CFArrayRef", "CFTypeRef": "CFTypeRef", "CFRunLoop": "CFRunLoopRef",
}
# C names of values that Swift spells otherwise: by the enumeration, the beginning of the name in C, or all names.
VALUES = {
    "AUSpatialMixerPersonalizedHRTFMode": "kSpatialMixerPersonalizedHRTFMode_",
    "AudioComponentValidationResult": "kAudioComponentValidationResult_",
    "AUVoiceIOSpeechActivityEvent": "kAUVoiceIOSpeechActivity",
    "MusicSequenceType": "kMusicSequenceType_",
    "AudioHardwarePowerHint": "kAudioHardwarePowerHint",
    "MusicSequenceFileTypeID": {
        "anyType": "kMusicSequenceFile_AnyType", "midiType": "kMusicSequenceFile_MIDIType",
        "iMelodyType": "kMusicSequenceFile_iMelodyType",
    },
    "MusicSequenceLoadFlags": {
        "smf_PreserveTracks": "kMusicSequenceLoadSMF_PreserveTracks",
        "smf_ChannelsToTracks": "kMusicSequenceLoadSMF_ChannelsToTracks",
    },
    "MusicSequenceFileFlags": "kMusicSequenceFileFlags_",
    "AudioConverterOptions": "kAudioConverterOption_",
    "AudioSettingsFlags": "kAudioSettingsFlags_",
    "AUHostTransportStateFlags": "AUHostTransportState",
}


def constant(owner, name):
    """Returns the C name of a value of an enumeration."""
    rule = VALUES.get(owner)
    if isinstance(rule, dict):
        return rule[name]
    if rule:
        return rule + name[0].upper() + name[1:]
    return name if re.match(r"k[A-Z0-9]", name) else "k" + name[0].upper() + name[1:]


def plain(swift):
    """Returns a type without its optionality, and whether it may be null."""
    swift = swift.strip()
    if swift.endswith(("?", "!")):
        return swift[:-1], True
    return swift, False


def c_type(swift):
    """Returns the C type of a Swift type, with a place for the name behind it."""
    name, _ = plain(swift)
    if name in ("Void", "()"):
        return "void"
    if name == "Bool" or name == "DarwinBoolean":
        return "Boolean"
    if name in SCALARS:
        return SCALARS[name]
    if name in OBJECTS:
        return OBJECTS[name]
    if name == "UnsafeRawPointer":
        return "const void *"
    if name == "UnsafeMutableRawPointer":
        return "void *"
    match = re.fullmatch(r"Unsafe(Mutable)?Pointer<(.*)>", name)
    if match:
        inner = c_type(match[2])
        const = "" if match[1] else "const "
        if inner.endswith("*") and not match[1]:
            return f"{inner}const *"
        return f"{const}{inner}{'' if inner.endswith('*') else ' '}*"
    match = re.fullmatch(r"Unmanaged<(\w+)>", name)
    if match:
        return OBJECTS[match[1]]
    if not re.fullmatch(r"\w+", name):
        raise ValueError(f"no C type for {swift}")
    return name


def declared(kind, name):
    return f"{kind}{name}" if kind.endswith("*") else f"{kind} {name}"
