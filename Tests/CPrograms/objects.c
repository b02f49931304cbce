// Objects of Core Foundation between a program in C and the library, in both directions: objects FOLDER
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreMIDI/CoreMIDI.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(int is_right, const char *what) {
    if (is_right) return;
    printf("wrong: %s\n", what);
    exit(1);
}

static bool is_text(CFTypeRef object, const char *text) {
    char buffer[200] = "";
    return object != NULL && CFGetTypeID(object) == CFStringGetTypeID() &&
           CFStringGetCString((CFStringRef)object, buffer, sizeof buffer, kCFStringEncodingUTF8) &&
           strcmp(buffer, text) == 0;
}

static void core_foundation(void) {
    expect(CFSTR("one") == CFSTR("one") && CFSTR("one") != CFSTR("two"), "CFSTR");
    CFStringRef made = CFStringCreateWithFormat(NULL, NULL, CFSTR("%@ %d"), CFSTR("one"), 2);
    expect(is_text(made, "one 2"), "a format");
    expect(CFStringGetLength(made) == 5 && CFStringHasPrefix(made, CFSTR("one")), "a string");
    expect(CFStringCompare(made, CFSTR("ONE 2"), kCFCompareCaseInsensitive) == kCFCompareEqualTo, "a comparison");
    double number = 0.5;
    CFNumberRef half = CFNumberCreate(NULL, kCFNumberDoubleType, &number);
    int whole = 0;
    expect(!CFNumberGetValue(half, kCFNumberIntType, &whole), "half is no whole number");
    expect(CFBooleanGetValue(kCFBooleanTrue) && !CFBooleanGetValue(kCFBooleanFalse), "truth");
    CFMutableDictionaryRef dictionary =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(dictionary, CFSTR("half"), half);
    expect(CFEqual(CFDictionaryGetValue((CFDictionaryRef)dictionary, CFSTR("half")), half), "a dictionary");
    CFMutableArrayRef array = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
    CFArrayAppendValue(array, dictionary);
    expect(CFArrayGetValueAtIndex((CFArrayRef)array, 0) == dictionary, "an array");
    expect(CFArrayGetValueAtIndex((CFArrayRef)array, 1) == NULL, "no second element");
    CFRelease(array);
    CFRelease(dictionary);
    CFRelease(half);
    CFRelease(made);
    CFRelease(NULL);
}

// Objects that Swift has made, by each function that reads them.
static void objects_of_the_library(void) {
    CFArrayRef extensions = NULL;
    UInt32 size = sizeof extensions;
    expect(
        AudioFileGetGlobalInfo(kAudioFileGlobalInfo_AllExtensions, 0, NULL, &size, &extensions) == noErr, "extensions");
    expect(CFGetTypeID(extensions) == CFArrayGetTypeID() && CFArrayGetCount(extensions) > 5, "an array");
    expect(CFArrayGetValueAtIndex(extensions, CFArrayGetCount(extensions)) == NULL, "none behind the last");
    CFStringRef text = (CFStringRef)CFRetain(CFArrayGetValueAtIndex(extensions, 0));
    char buffer[100];
    expect(CFStringGetCString(text, buffer, sizeof buffer, kCFStringEncodingUTF8), "its bytes");
    expect(!CFStringGetCString(text, buffer, 2, kCFStringEncodingUTF8), "no room");
    expect(CFStringGetCString(text, buffer, sizeof buffer, kCFStringEncodingUTF8), "its bytes again");
    CFStringRef copy = CFStringCreateCopy(NULL, text), same = CFStringCreateWithCString(NULL, buffer, kCFStringEncodingUTF8);
    expect(CFEqual(copy, text) && CFEqual(text, same) && CFHash(text) == CFHash(same), "a copy");
    expect(CFStringHasPrefix(text, same) && CFStringHasSuffix(text, same), "the beginning and the end");
    expect(CFStringCompare(text, same, 0) == kCFCompareEqualTo && CFStringGetIntValue(CFSTR("12")) == 12, "values");
    expect(CFStringGetCharacterAtIndex(text, 0) == (UniChar)buffer[0], "a character");
    CFStringGetCStringPtr(text, kCFStringEncodingUTF8);
    expect(CFStringGetIntValue(text) == 0 || CFStringGetDoubleValue(text) > 0, "no number");
    CFStringRef described = CFCopyDescription(extensions), formatted = CFStringCreateWithFormat(NULL, NULL, CFSTR("%@"), text);
    expect(described != NULL && CFEqual(formatted, text), "a description");
    CFRelease(described);
    CFRelease(formatted);
    CFRelease(copy);
    CFRelease(same);
    CFRelease(text);
    CFRelease(extensions);

    MusicSequence sequence;
    CFDataRef data = NULL;
    expect(NewMusicSequence(&sequence) == noErr, "a sequence");
    expect(
        MusicSequenceFileCreateData(sequence, kMusicSequenceFile_MIDIType, 0, 480, &data) == noErr &&
            CFGetTypeID(data) == CFDataGetTypeID() && CFDataGetLength(data) > 14,
        "data");
    UInt8 bytes[4];
    CFDataGetBytes(data, CFRangeMake(0, 4), bytes);
    expect(memcmp(bytes, "MThd", 4) == 0 && memcmp(CFDataGetBytePtr(data), "MThd", 4) == 0, "its bytes");
    expect(MusicSequenceFileLoadData(sequence, data, 0, 0) == noErr, "read again");
    CFDictionaryRef info = MusicSequenceGetInfoDictionary(sequence);
    CFIndex count = CFDictionaryGetCount(info);
    const void *keys[50], *values[50];
    expect(count < 50, "few keys");
    CFDictionaryGetKeysAndValues(info, keys, values);
    for (CFIndex i = 0; i < count; i++) {
        expect(CFDictionaryContainsKey(info, keys[i]) && CFDictionaryGetValue(info, keys[i]) == values[i], "an entry");
        if (CFGetTypeID(values[i]) != CFNumberGetTypeID()) continue;
        double number = -1;
        expect(CFNumberGetValue((CFNumberRef)values[i], kCFNumberDoubleType, &number) && number >= 0, "a number");
        expect(CFNumberGetType((CFNumberRef)values[i]) > 0, "its type");
    }
    CFRelease(info);
    CFRelease(data);
    expect(DisposeMusicSequence(sequence) == noErr, "disposing");
}

static void file(const char *folder) {
    CFStringRef path = CFStringCreateWithFormat(NULL, NULL, CFSTR("%s/a b.caf"), folder);
    CFURLRef url = CFURLCreateWithFileSystemPath(NULL, path, kCFURLPOSIXPathStyle, false);
    CFStringRef last = CFURLCopyLastPathComponent(url);
    expect(is_text(last, "a b.caf"), "the last part of a path");
    CFRelease(last);
    AudioStreamBasicDescription format = {
        44100, kAudioFormatLinearPCM, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 2, 1, 2, 1, 16, 0};
    AudioFileID id;
    expect(AudioFileCreateWithURL(url, kAudioFileCAFType, &format, kAudioFileFlags_EraseFile, &id) == noErr, "a file");
    const void *keys[] = {CFSTR(kAFInfoDictionary_Title), CFSTR(kAFInfoDictionary_Artist)};
    const void *values[] = {CFSTR("A title"), CFSTR("An artist")};
    CFDictionaryRef info =
        CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    expect(AudioFileSetProperty(id, kAudioFilePropertyInfoDictionary, sizeof info, &info) == noErr, "the info, set");
    SInt16 samples[100] = {0};
    UInt32 count = sizeof samples;
    expect(AudioFileWriteBytes(id, false, 0, &count, samples) == noErr && count == sizeof samples, "bytes");
    expect(AudioFileClose(id) == noErr, "closing");
    expect(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &id) == noErr, "opening");
    CFDictionaryRef found = NULL;
    UInt32 size = sizeof found;
    expect(AudioFileGetProperty(id, kAudioFilePropertyInfoDictionary, &size, &found) == noErr, "the info");
    expect(CFDictionaryGetCount(found) >= 2, "entries of the info");
    expect(is_text(CFDictionaryGetValue(found, keys[0]), "A title"), "the title");
    const void *value = NULL;
    expect(CFDictionaryGetValueIfPresent(found, keys[1], &value) && is_text(value, "An artist"), "the artist");
    expect(!CFDictionaryContainsKey(found, CFSTR("nothing")), "no such key");
    CFRelease(found);
    CFStringRef name = NULL;
    size = sizeof name;
    AudioFileTypeID type = kAudioFileCAFType;
    expect(
        AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, sizeof type, &type, &size, &name) == noErr &&
            CFStringGetLength(name) > 0,
        "the name of a type");
    CFRelease(name);
    expect(AudioFileClose(id) == noErr, "closing again");
    expect(AudioFileClose(id) != noErr, "it is closed");
    CFRelease(info);
    CFRelease(url);
    CFRelease(path);
}

static OSStatus silence(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus, (void)frames;
    for (UInt32 i = 0; i < data->mNumberBuffers; i++) {
        memset(data->mBuffers[i].mData, 0, data->mBuffers[i].mDataByteSize);
    }
    ++*(int *)user;
    return noErr;
}

static void unit(void) {
    AudioComponentDescription description = {
        kAudioUnitType_Effect, kAudioUnitSubType_Reverb2, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponent component = AudioComponentFindNext(NULL, &description);
    CFStringRef name = NULL;
    expect(AudioComponentCopyName(component, &name) == noErr && CFStringGetLength(name) > 0, "a component's name");
    CFRelease(name);
    AudioUnit reverb;
    expect(AudioComponentInstanceNew(component, &reverb) == noErr, "a unit");
    CFArrayRef presets = NULL;
    UInt32 size = sizeof presets;
    expect(
        AudioUnitGetProperty(
            reverb, kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, &presets, &size) == noErr,
        "presets");
    expect(CFArrayGetCount(presets) > 0, "some presets");
    const AUPreset *preset = (const AUPreset *)CFArrayGetValueAtIndex(presets, 0);
    expect(CFStringGetLength(preset->presetName) > 0, "a preset's name");
    expect(
        AudioUnitSetProperty(
            reverb, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, preset, sizeof *preset) == noErr,
        "a preset");
    CFPropertyListRef state = NULL;
    size = sizeof state;
    expect(
        AudioUnitGetProperty(reverb, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &state, &size) == noErr,
        "the state");
    expect(CFDictionaryContainsKey((CFDictionaryRef)state, CFSTR(kAUPresetTypeKey)), "the state's type");
    expect(
        AudioUnitSetProperty(reverb, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &state, size) == noErr,
        "the state again");
    CFRelease(state);
    CFRelease(presets);
    int calls = 0;
    AURenderCallbackStruct input = {silence, &calls};
    expect(
        AudioUnitSetProperty(
            reverb, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &input, sizeof input) == noErr,
        "a callback");
    expect(AudioUnitInitialize(reverb) == noErr, "initialising");
    float samples[2][64];
    struct {
        AudioBufferList list;
        AudioBuffer second;
    } buffers = {{2, {{1, sizeof samples[0], samples[0]}}}, {1, sizeof samples[1], samples[1]}};
    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    AudioUnitRenderActionFlags flags = 0;
    expect(AudioUnitRender(reverb, &flags, &time, 0, 64, &buffers.list) == noErr && calls == 1, "a block");
    expect(AudioComponentInstanceDispose(reverb) == noErr, "disposing");
    expect(AudioUnitRender(reverb, &flags, &time, 0, 64, &buffers.list) != noErr, "the unit is gone");
}

static void midi(void) {
    MIDIClientRef client;
    MIDIEndpointRef source;
    expect(MIDIClientCreate(CFSTR("A client"), NULL, NULL, &client) == noErr, "a client");
    expect(MIDISourceCreate(client, CFSTR("A source"), &source) == noErr, "a source");
    CFStringRef name = NULL;
    expect(MIDIObjectGetStringProperty(source, kMIDIPropertyName, &name) == noErr && is_text(name, "A source"), "a name");
    CFRelease(name);
    expect(MIDIObjectSetStringProperty(source, kMIDIPropertyModel, CFSTR("A model")) == noErr, "a model");
    CFPropertyListRef properties = NULL;
    expect(MIDIObjectGetProperties(source, &properties, true) == noErr, "properties");
    expect(is_text(CFDictionaryGetValue((CFDictionaryRef)properties, kMIDIPropertyModel), "A model"), "the model");
    CFRelease(properties);
    struct {
        MIDIPacketList list;
        Byte more[256];
    } packets;
    MIDIPacket *packet = MIDIPacketListInit(&packets.list);
    Byte note[] = {0x90, 60, 100};
    packet = MIDIPacketListAdd(&packets.list, sizeof packets, packet, 0, sizeof note, note);
    expect(packet != NULL && packets.list.numPackets == 1, "a packet");
    expect(MIDIReceived(source, &packets.list) == noErr, "sending");
    expect(MIDIClientDispose(client) == noErr, "disposing of the client");
}

static void hardware(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = 0;
    UInt32 size = sizeof device;
    OSStatus status = AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device);
    expect(status == noErr && device != kAudioObjectUnknown, "the default device");
    address.mSelector = kAudioObjectPropertyName;
    CFStringRef name = NULL;
    size = sizeof name;
    expect(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &name) == noErr, "the device's name");
    expect(CFStringGetLength(name) > 0, "a name with letters");
    CFRelease(name);
}

int main(int argc, char **argv) {
    expect(argc == 2, "usage: objects FOLDER");
    core_foundation();
    objects_of_the_library();
    file(argv[1]);
    unit();
    midi();
    hardware();
    printf("all objects are right\n");
    return 0;
}
