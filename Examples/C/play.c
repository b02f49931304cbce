// Plays a file through an audio queue: cc play.c $(pkg-config --cflags --libs sordino-audio) -o play && ./play music.wav
#include <AudioToolbox/AudioToolbox.h>
static AudioFileID file;
static AudioStreamBasicDescription format;
static AudioStreamPacketDescription packets[16384];
static SInt64 position, isDone;
static void fill(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    UInt32 bytes = buffer->mAudioDataBytesCapacity, count = 16384;
    AudioFileReadPacketData(file, user != NULL, &bytes, packets, position, &count, buffer->mAudioData);
    buffer->mAudioDataByteSize = bytes, position += count;
    if (count == 0) isDone = AudioQueueStop(queue, false) == noErr;
    else AudioQueueEnqueueBuffer(queue, buffer, format.mBytesPerPacket == 0 ? count : 0, packets);
}
static void interrupt(void *queue, UInt32 state) {
    if (state == kAudioSessionEndInterruption && !AudioSessionSetActive(true)) AudioQueueStart((AudioQueueRef)queue, 0);
}
int main(int argc, char **argv) {
    CFStringRef path = CFStringCreateWithCString(NULL, argv[argc - 1], kCFStringEncodingUTF8);
    CFURLRef url = CFURLCreateWithFileSystemPath(NULL, path, kCFURLPOSIXPathStyle, false);
    UInt32 size = sizeof format, category = kAudioSessionCategory_MediaPlayback, isRunning = 1, four = 4;
    AudioQueueRef queue; AudioQueueBufferRef buffer;
    if (AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) != noErr) return 1;
    AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format);
    AudioQueueNewOutput(&format, fill, NULL, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue);
    AudioSessionInitialize(NULL, NULL, interrupt, queue);
    AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof category, &category);
    for (int i = 0; i < 3 && AudioQueueAllocateBuffer(queue, 65536, &buffer) == noErr; i++) fill(NULL, queue, buffer);
    for (AudioQueueStart(queue, NULL); !isDone || isRunning; CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, false))
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &four);
}
