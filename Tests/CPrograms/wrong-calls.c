// Calls every function with wrong arguments: wrong-calls FOLDER COUNT SEED
//
// Pointers are null or lead to memory of 8 MiB, handles are live, ended, of another kind or none; sizes and codes are any.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreMIDI/CoreMIDI.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t state;
static const char *current = "none";
static unsigned long call_number;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16) % below;
}

// ---- Memory -------------------------------------------------------------------------------------------------------------

#define AREA (8 << 20)
static unsigned char *scratch, *zeros;

static bool is_null(void) { return next(8) == 0; }

static void *a_place(void) { return is_null() ? NULL : scratch + 4096 * next(4); }
static const void *a_constant(void) { return is_null() ? NULL : zeros; }

static void *a_scalar(void) {
    static uint64_t places[8];
    uint64_t *place = &places[next(8)];
    *place = next(3) == 0 ? 0 : next(65537);
    return is_null() ? NULL : place;
}

static const uint32_t formats[] = {
    kAudioFormatLinearPCM, kAudioFormatMPEG4AAC, kAudioFormatAppleLossless, kAudioFormatAppleIMA4, kAudioFormatULaw, 0, 7};

static void *a_format(void) {
    static AudioStreamBasicDescription places[4];
    AudioStreamBasicDescription *format = &places[next(4)];
    static const double rates[] = {0, -1, 8000, 44100, 48000, 1e300};
    memset(format, 0, sizeof *format);
    format->mSampleRate = next(9) == 0 ? NAN : rates[next(6)];
    format->mFormatID = formats[next(7)];
    format->mChannelsPerFrame = next(4) == 0 ? next(100000) : next(3);
    if (next(4) != 0) {
        format->mBitsPerChannel = next(3) == 0 ? next(100) : 16u << next(2);
        format->mFormatFlags = next(3) == 0 ? next(4096) : kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
        format->mFramesPerPacket = next(3);
        format->mBytesPerFrame = next(5) == 0 ? next(65536) : format->mChannelsPerFrame * format->mBitsPerChannel / 8;
        format->mBytesPerPacket = format->mBytesPerFrame * format->mFramesPerPacket;
    }
    return is_null() ? NULL : format;
}

static void *a_component(void) {
    static AudioComponentDescription places[4];
    static const uint32_t types[] = {
        kAudioUnitType_Effect, kAudioUnitType_Mixer, kAudioUnitType_Output, kAudioUnitType_MusicDevice, 0};
    AudioComponentDescription *description = &places[next(4)];
    memset(description, 0, sizeof *description);
    description->componentType = types[next(5)];
    description->componentManufacturer = next(2) == 0 ? 0 : kAudioUnitManufacturer_Apple;
    if (next(3) == 0) description->componentSubType = next(0xFFFFFFFF);
    return is_null() ? NULL : description;
}

static void *a_time(void) {
    static AudioTimeStamp places[4];
    AudioTimeStamp *time = &places[next(4)];
    memset(time, 0, sizeof *time);
    time->mFlags = next(64);
    time->mSampleTime = next(4) == 0 ? NAN : next(100000);
    time->mHostTime = next(3) == 0 ? UINT64_MAX : next(1000000);
    time->mRateScalar = next(3) == 0 ? -INFINITY : 1;
    return is_null() ? NULL : time;
}

static void *an_address(void) {
    static AudioObjectPropertyAddress places[4];
    AudioObjectPropertyAddress *address = &places[next(4)];
    static const uint32_t selectors[] = {
        kAudioHardwarePropertyDevices, kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyName,
        kAudioDevicePropertyStreams, kAudioDevicePropertyNominalSampleRate, kAudioDevicePropertyBufferFrameSize,
        kAudioHardwarePropertyTranslateUIDToDevice, kAudioObjectPropertyClass, 0, 5};
    address->mSelector = selectors[next(10)];
    address->mScope = next(2) == 0 ? kAudioObjectPropertyScopeGlobal : kAudioObjectPropertyScopeOutput;
    address->mElement = next(3);
    return is_null() ? NULL : address;
}

static void *a_list(void) {
    static struct {
        AudioBufferList list;
        AudioBuffer more;
    } places[4];
    static unsigned char samples[4][4096];
    unsigned place = next(4);
    AudioBuffer *buffers = places[place].list.mBuffers;
    places[place].list.mNumberBuffers = next(3);
    for (int i = 0; i < 2; i++) {
        buffers[i].mNumberChannels = next(4);
        buffers[i].mDataByteSize = next(4) == 0 ? 0 : next(2048);
        buffers[i].mData = next(4) == 0 ? NULL : samples[place] + 2048 * i;
        if (buffers[i].mData == NULL) buffers[i].mDataByteSize = 0;
    }
    return is_null() ? NULL : (void *)&places[place].list;
}

// ---- Numbers ------------------------------------------------------------------------------------------------------------

static double a_number(void) {
    static const double numbers[] = {0, 1, -1, 0.5, 48000, 1e300, -1e300, INFINITY, -INFINITY, NAN};
    return numbers[next(10)];
}

static uint32_t a_size(void) {
    static const uint32_t sizes[] = {0, 1, 3, 4, 8, 12, 16, 32, 40, 64};
    return next(4) == 0 ? next(65537) : sizes[next(10)];
}

static uint32_t a_code(void) {
    static const uint32_t codes[] = {
        kAudioFilePropertyDataFormat, kAudioFilePropertyPacketTableInfo, kAudioFilePropertyInfoDictionary,
        kAudioFilePropertyMarkerList, kAudioFilePropertyMagicCookieData, kAudioFilePropertyFormatList,
        kAudioFilePropertyPacketToFrame, kAudioFilePropertyChannelLayout, kAudioFilePropertyMaximumPacketSize,
        kExtAudioFileProperty_ClientDataFormat, kExtAudioFileProperty_FileLengthFrames,
        kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_StreamDescription, kAudioQueueProperty_CurrentDevice,
        kAudioQueueProperty_EnableTimePitch, kAudioConverterPrimeInfo, kAudioConverterPropertyCalculateOutputBufferSize,
        kAudioFormatProperty_FormatInfo, kAudioFormatProperty_BalanceFade, kAudioFormatProperty_PanningMatrix,
        kAudioFormatProperty_ChannelLayoutName, kAudioFormatProperty_MatrixMixMap, kAudioFormatProperty_Encoders,
        kAudioFileGlobalInfo_ReadableTypes, kAudioFileGlobalInfo_FileTypeName, kAudioFileGlobalInfo_TypesForExtension,
        kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, kAudioFileWAVEType, kAudioFileCAFType,
        kAudioFileM4AType, kAudioSessionProperty_AudioRoute, kAudioSessionProperty_AudioCategory,
        kAudioServicesPropertyIsUISound, kAudioUnitProperty_StreamFormat, kAudioUnitProperty_MakeConnection,
        kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_ElementCount, kAudioUnitProperty_ParameterInfo,
        kAudioUnitProperty_ClassInfo, kAudioUnitProperty_PresentPreset, 0xFFFFFFFFu, 0x80000000u, 0x7FFFFFFFu};
    switch (next(4)) {
    case 0: return next(0xFFFFFFFF);
    case 1: return codes[next(sizeof codes / sizeof codes[0])];
    case 2: return next(4);
    default: return next(130);
    }
}

// ---- Functions, objects, handles ----------------------------------------------------------------------------------------

static long callback(void) { return 0; }
static uintptr_t a_function(void) { return is_null() ? 0 : (uintptr_t)callback; }

static CFURLRef url;
static const char *folder;

static CFTypeRef an_object(void) {
    static CFTypeRef objects[8];
    if (objects[0] == NULL) {
        CFStringRef name = CFStringCreateWithFormat(NULL, NULL, CFSTR("%s/wrong.caf"), folder);
        int number = 3;
        objects[0] = url = CFURLCreateWithFileSystemPath(NULL, name, kCFURLPOSIXPathStyle, false);
        objects[1] = CFSTR("a string");
        objects[2] = CFNumberCreate(NULL, kCFNumberIntType, &number);
        objects[3] = CFDataCreate(NULL, (const UInt8 *)"MThd", 4);
        objects[4] = CFDictionaryCreate(
            NULL, (const void **)&objects[1], (const void **)&objects[2], 1, &kCFTypeDictionaryKeyCallBacks,
            &kCFTypeDictionaryValueCallBacks);
        objects[5] = CFArrayCreate(NULL, (const void **)&objects[1], 2, &kCFTypeArrayCallBacks);
        objects[6] = CFRunLoopGetMain();
        objects[7] = kMIDIPropertyName;
    }
    return is_null() ? NULL : objects[next(8)];
}

#define HANDLES 24
static void *live[HANDLES], *ended[HANDLES];
static AudioQueueBufferRef buffer;

static void *a_handle(void) {
    switch (next(8)) {
    case 0: return NULL;
    case 1: return (void *)(uintptr_t)(next(2) == 0 ? 1 : 16 * next(100000));
    case 2: return ended[next(HANDLES)];
    case 3: return scratch;
    default: return live[next(HANDLES)];
    }
}

static AudioQueueBufferRef a_buffer(void) { return is_null() ? NULL : buffer; }

/// Makes objects of every kind; those of the last time are ended ones from now on.
static void renew(void) {
    memcpy(ended, live, sizeof live);
    memset(live, 0, sizeof live);
    AudioStreamBasicDescription pcm = {
        44100, kAudioFormatLinearPCM, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 4, 1, 4, 2, 16, 0};
    AudioStreamBasicDescription floats = {
        44100, kAudioFormatLinearPCM, kAudioFormatFlagsNativeFloatPacked, 8, 1, 8, 2, 32, 0};
    AudioComponentDescription mixer = {
        kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription effect = {
        kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription output = {
        kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, kAudioUnitManufacturer_Apple, 0, 0};
    an_object();
    AudioFileCreateWithURL(url, kAudioFileCAFType, &pcm, kAudioFileFlags_EraseFile, (AudioFileID *)&live[0]);
    ExtAudioFileWrapAudioFileID((AudioFileID)live[0], true, (ExtAudioFileRef *)&live[1]);
    AudioFileStreamOpen(
        NULL, (AudioFileStream_PropertyListenerProc)(uintptr_t)callback, (AudioFileStream_PacketsProc)(uintptr_t)callback, 0,
        (AudioFileStreamID *)&live[2]);
    AudioConverterNew(&pcm, &floats, (AudioConverterRef *)&live[3]);
    AudioQueueNewOutput(
        &pcm, (AudioQueueOutputCallback)(uintptr_t)callback, NULL, NULL, NULL, 0, (AudioQueueRef *)&live[4]);
    buffer = NULL;
    AudioQueueAllocateBuffer((AudioQueueRef)live[4], 4096, &buffer);
    NewAUGraph((AUGraph *)&live[5]);
    AUNode node;
    AUGraphAddNode((AUGraph)live[5], &mixer, &node);
    AUGraphOpen((AUGraph)live[5]);
    live[6] = AudioComponentFindNext(NULL, &mixer);
    live[7] = AudioComponentFindNext(NULL, &output);
    AudioComponentInstanceNew((AudioComponent)live[6], (AudioComponentInstance *)&live[8]);
    AudioComponentInstanceNew((AudioComponent)live[7], (AudioComponentInstance *)&live[9]);
    AudioComponentInstanceNew(AudioComponentFindNext(NULL, &effect), (AudioComponentInstance *)&live[10]);
    AudioUnitInitialize((AudioUnit)live[10]);
    NewMusicSequence((MusicSequence *)&live[11]);
    MusicSequenceNewTrack((MusicSequence)live[11], (MusicTrack *)&live[12]);
    NewMusicPlayer((MusicPlayer *)&live[13]);
    NewMusicEventIterator((MusicTrack)live[12], (MusicEventIterator *)&live[14]);
    AUEventListenerCreate(
        (AUEventListenerProc)(uintptr_t)callback, NULL, NULL, NULL, 0, 0, (AUEventListenerRef *)&live[15]);
    for (int i = 16; i < HANDLES; i++) live[i] = live[i - 8];
    // Half of the ended ones are ended properly.
    AudioFileClose((AudioFileID)ended[0]);
    AudioConverterDispose((AudioConverterRef)ended[3]);
    AudioQueueDispose((AudioQueueRef)ended[4], true);
    DisposeAUGraph((AUGraph)ended[5]);
    for (int i = 8; i < 11; i++) AudioComponentInstanceDispose((AudioComponentInstance)ended[i]);
    DisposeMusicSequence((MusicSequence)ended[11]);
}

// ---- Calls --------------------------------------------------------------------------------------------------------------

enum { FIRST = __COUNTER__ + 1 };
#define WRONG(name, arguments) \
    case __COUNTER__ - FIRST: current = #name; (void)name arguments; return;

static void call(unsigned number) {
    switch (number) {
#include "wrong-calls.h"
    default: return;
    }
}
enum { FUNCTION_COUNT = __COUNTER__ - FIRST };

static void report(int signal_number) {
    char text[200];
    int count = snprintf(
        text, sizeof text, "signal %d in call %lu, %s\n", signal_number, call_number, current);
    if (write(2, text, (size_t)count) < 0) _exit(4);
    _exit(3);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    folder = argv[1];
    unsigned long count = strtoul(argv[2], NULL, 10), first = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
    scratch = (unsigned char *)calloc(1, AREA);
    zeros = (unsigned char *)calloc(1, AREA);
    for (int i = 1; i < 32; i++) {
        if (i == SIGSEGV || i == SIGILL || i == SIGTRAP || i == SIGBUS || i == SIGABRT || i == SIGFPE) signal(i, report);
    }
    for (call_number = first; call_number < count; call_number++) {
        state = (call_number + 1) * 0x9E3779B97F4A7C15ull ^ strtoull(argv[3], NULL, 10);
        next(2);
        if (call_number % 400 == 0 || call_number == first) renew();
        memset(scratch, 0, 65536);
        call(next(FUNCTION_COUNT));
    }
    printf("%lu calls of %d functions\n", call_number, (int)FUNCTION_COUNT);
    return 0;
}
