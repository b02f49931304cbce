// The first functions of hardware, as programs of their time call them: plays a constant on the default device.
#include <CoreAudio/CoreAudio.h>
#include <CoreServices/CoreServices.h>
#include <libkern/OSAtomic.h>
#include <mach/clock.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int32_t calls = 0;
static volatile int32_t changes = 0;

static void expect(int is_right, const char *what) {
    if (is_right) return;
    printf("wrong: %s\n", what);
    exit(1);
}

static OSStatus play(
    AudioDeviceID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *input_time,
    AudioBufferList *output, const AudioTimeStamp *output_time, void *data) {
    (void)device, (void)now, (void)input, (void)input_time, (void)output_time;
    for (UInt32 index = 0; index < output->mNumberBuffers; index++) {
        float *samples = (float *)output->mBuffers[index].mData;
        for (UInt32 i = 0; i < output->mBuffers[index].mDataByteSize / 4; i++) samples[i] = *(float *)data;
    }
    OSAtomicIncrement32(&calls);
    return noErr;
}

static OSStatus changed(AudioDeviceID device, UInt32 channel, Boolean is_input, AudioDevicePropertyID id, void *data) {
    (void)device, (void)data;
    if (channel == 0 && !is_input && id == kAudioDevicePropertyDeviceIsRunning) OSAtomicIncrement32(&changes);
    return noErr;
}

int main(void) {
    float value = 0.25f;
    AudioDeviceID device = kAudioDeviceUnknown;
    UInt32 size = sizeof device;
    expect(AudioHardwareGetProperty(kAudioHardwarePropertyDefaultOutputDevice, &size, &device) == noErr, "a device");
    Boolean is_writable = true;
    expect(AudioHardwareGetPropertyInfo(kAudioHardwarePropertyDevices, &size, &is_writable) == noErr, "the devices");
    expect(size >= sizeof device && !is_writable, "how many");
    expect(AudioHardwareGetPropertyInfo(kAudioHardwarePropertyDevices, NULL, NULL) == noErr, "no results wanted");

    char name[256] = "";
    size = sizeof name;
    expect(AudioDeviceGetProperty(device, 0, false, kAudioDevicePropertyDeviceName, &size, name) == noErr, "a name");
    expect(size == strlen(name) + 1 && size > 1, "the name's length");
    size = 3;
    expect(AudioDeviceGetProperty(device, 0, false, kAudioDevicePropertyDeviceName, &size, name) == noErr && size == 3,
        "a name that is cut");
    struct AudioStreamBasicDescription format;
    size = sizeof format;
    expect(AudioDeviceGetProperty(device, 0, false, kAudioDevicePropertyStreamFormat, &size, &format) == noErr &&
               (format.mFormatFlags & kLinearPCMFormatFlagIsFloat), "a format");
    UInt32 bytes = 256 * format.mBytesPerFrame;
    expect(AudioDeviceSetProperty(device, NULL, 0, false, kAudioDevicePropertyBufferSize, sizeof bytes, &bytes) == noErr,
        "bytes of a block");
    UInt32 silent = 0;
    size = sizeof silent;
    expect(AudioDeviceGetProperty(device, 0, false, kAudioDevicePropertySubMute, &size, &silent) ==
               kAudioHardwareUnknownPropertyError, "what it does not have");

    expect(AudioDeviceStart(device, play) != noErr, "a function that was not added");
    expect(AudioDeviceAddPropertyListener(device, 0, false, kAudioDevicePropertyDeviceIsRunning, changed, NULL) == noErr,
        "a listener");
    expect(AudioDeviceAddIOProc(device, play, &value) == noErr && AudioDeviceAddIOProc(device, play, &value) == noErr,
        "a function, twice");
    expect(AudioDeviceStart(device, play) == noErr, "the start");
    while (calls < 100) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false);
    expect(AudioDeviceStop(device, play) == noErr && AudioDeviceRemoveIOProc(device, play) == noErr, "the end");
    while (changes < 2) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false);
    expect(AudioDeviceRemovePropertyListener(device, 0, false, kAudioDevicePropertyDeviceIsRunning, changed) == noErr,
        "no listener");

    struct mach_timebase_info base = {0, 0};
    UInt64 before = mach_absolute_time();
    expect(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == 1 && base.denom == 1, "ticks");
    expect(before > 0 && mach_absolute_time() >= before, "a time that goes forward");
    clock_serv_t clock;
    mach_timespec_t time;
    expect(host_get_clock_service(mach_host_self(), CALENDAR_CLOCK, &clock) == KERN_SUCCESS &&
               clock_get_time(clock, &time) == KERN_SUCCESS && time.tv_sec > 1700000000u, "a clock");
    CFMutableStringRef text = CFStringCreateMutable(NULL, 0);
    CFStringAppend(text, CFSTR("a"));
    CFStringAppendCString(text, "bc", CFStringGetSystemEncoding());
    CFStringRef part = CFStringCreateWithSubstring(NULL, text, CFRangeMake(1, 2));
    expect(CFEqual(part, CFSTR("bc")) && CFStringCreateWithSubstring(NULL, text, CFRangeMake(2, 2)) == NULL, "a part");
    CFUUIDRef uuid = CFUUIDCreate(NULL);
    CFStringRef number = CFUUIDCreateString(NULL, uuid);
    expect(CFStringGetLength(number) == 36, "a unique number");
    CFRelease(number);
    CFRelease(uuid);
    CFRelease(part);
    CFRelease(text);
    printf("all first functions are right\n");
    return 0;
}
