// Callbacks that end the object that calls them: callbacks FOLDER
#include <AudioToolbox/AudioToolbox.h>
#include <CoreMIDI/CoreMIDI.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int calls;

static void expect(int is_right, const char *what) {
    if (is_right) return;
    printf("wrong: %s\n", what);
    exit(1);
}

/// Runs the loop until there was a call.
static void wait_for_call(const char *what) {
    for (int i = 0; i < 400 && calls == 0; i++) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false);
    expect(calls > 0, what);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.2, false);
    calls = 0;
}

static const AudioStreamBasicDescription pcm = {
    44100, kAudioFormatLinearPCM, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 4, 1, 4, 2, 16, 0};

// ---- A converter --------------------------------------------------------------------------------------------------------

static OSStatus end_converter(
    AudioConverterRef converter, UInt32 *packets, AudioBufferList *data, AudioStreamPacketDescription **descriptions,
    void *user) {
    (void)data, (void)descriptions, (void)user;
    calls++;
    *packets = 0;
    return AudioConverterDispose(converter);
}

static void converter(void) {
    AudioStreamBasicDescription slow = pcm;
    slow.mSampleRate = 22050;
    AudioConverterRef converter;
    expect(AudioConverterNew(&pcm, &slow, &converter) == noErr, "a converter");
    SInt16 samples[200];
    AudioBufferList list = {1, {{2, sizeof samples, samples}}};
    UInt32 count = 50;
    AudioConverterFillComplexBuffer(converter, end_converter, NULL, &count, &list, NULL);
    expect(calls > 0 && AudioConverterReset(converter) != noErr, "the converter has ended");
    calls = 0;
}

// ---- Queues -------------------------------------------------------------------------------------------------------------

static void end_queue(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)user, (void)buffer;
    calls++;
    AudioQueueDispose(queue, true);
}

static void end_listener(void *user, AudioQueueRef queue, AudioQueuePropertyID property) {
    (void)property;
    calls++;
    AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, end_listener, user);
    AudioQueueDispose(queue, true);
}

static void queue(AudioQueueOutputCallback callback, AudioQueuePropertyListenerProc listener) {
    AudioQueueRef queue;
    AudioQueueBufferRef buffer;
    expect(
        AudioQueueNewOutput(&pcm, callback, NULL, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue) == noErr,
        "a queue");
    if (listener != NULL) AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, listener, NULL);
    for (int i = 0; i < 3; i++) {
        expect(AudioQueueAllocateBuffer(queue, 4096, &buffer) == noErr, "a buffer");
        memset(buffer->mAudioData, 0, 4096);
        buffer->mAudioDataByteSize = 4096;
        expect(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr, "enqueueing");
    }
    expect(AudioQueueStart(queue, NULL) == noErr, "starting");
    wait_for_call("the queue calls");
    expect(AudioQueueStart(queue, NULL) != noErr, "the queue has ended");
}

static void keep_queue(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)user;
    AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

// ---- Units --------------------------------------------------------------------------------------------------------------

static AudioUnit unit;

static OSStatus end_unit(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus, (void)frames;
    for (UInt32 i = 0; i < data->mNumberBuffers; i++) memset(data->mBuffers[i].mData, 0, data->mBuffers[i].mDataByteSize);
    if (calls++ == 0) AudioComponentInstanceDispose(unit);
    return noErr;
}

static void hardware_unit(void) {
    AudioComponentDescription description = {
        kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, kAudioUnitManufacturer_Apple, 0, 0};
    expect(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &description), &unit) == noErr, "a unit");
    AURenderCallbackStruct callback = {end_unit, NULL};
    expect(
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback) == noErr,
        "a callback");
    expect(AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr, "starting the unit");
    wait_for_call("the unit calls");
    for (int i = 0; i < 100 && AudioUnitInitialize(unit) == noErr; i++) {
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false);
    }
    expect(AudioUnitInitialize(unit) != noErr, "the unit has ended");
}

// ---- MIDI ---------------------------------------------------------------------------------------------------------------

static void end_client(const MIDIPacketList *packets, void *client, void *source) {
    (void)packets, (void)source;
    calls++;
    MIDIClientDispose((MIDIClientRef)(uintptr_t)client);
}

static void midi(void) {
    MIDIClientRef client;
    MIDIEndpointRef destination;
    MIDIPortRef port;
    expect(MIDIClientCreate(CFSTR("A client"), NULL, NULL, &client) == noErr, "a client");
    expect(
        MIDIDestinationCreate(client, CFSTR("A place"), end_client, (void *)(uintptr_t)client, &destination) == noErr,
        "a destination");
    expect(MIDIOutputPortCreate(client, CFSTR("A port"), &port) == noErr, "a port");
    MIDIPacketList list;
    Byte note[] = {0x90, 60, 100};
    MIDIPacketListAdd(&list, sizeof list, MIDIPacketListInit(&list), 0, sizeof note, note);
    expect(MIDISend(port, destination, &list) == noErr, "sending");
    wait_for_call("MIDI arrives");
    expect(MIDISend(port, destination, &list) != noErr, "the client has ended");
}

int main(void) {
    converter();
    queue(end_queue, NULL);
    queue(keep_queue, end_listener);
    hardware_unit();
    midi();
    printf("all callbacks returned\n");
    return 0;
}
