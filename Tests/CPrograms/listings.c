// The functions of listings 1-1, 1-7 and 1-8 of "Using Audio", as a program calls them.
#include <AudioToolbox/AudioToolbox.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_OF_BUFFERS 3

// Listing 1-7: what the callback needs.
typedef struct {
    AudioFileID file;
    AudioStreamBasicDescription format;
    AudioQueueRef queue;
    AudioQueueBufferRef buffers[NUMBER_OF_BUFFERS];
    SInt64 current_packet;
    UInt32 packets_to_read;
    AudioStreamPacketDescription *packet_descriptions;
    bool is_done;
} Player;

static void expect(int is_right, const char *what) {
    if (is_right) return;
    printf("wrong: %s\n", what);
    exit(1);
}

static void buffer_callback(void *user_data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Player *player = (Player *)user_data;
    if (player->is_done) return;
    UInt32 byte_count = buffer->mAudioDataBytesCapacity;
    UInt32 packet_count = player->packets_to_read;
    AudioFileReadPackets(
        player->file, false, &byte_count, player->packet_descriptions, player->current_packet, &packet_count,
        buffer->mAudioData);
    if (packet_count > 0) {
        buffer->mAudioDataByteSize = byte_count;
        AudioQueueEnqueueBuffer(
            queue, buffer, player->packet_descriptions != NULL ? packet_count : 0, player->packet_descriptions);
        player->current_packet += packet_count;
    } else {
        AudioQueueStop(player->queue, false);
        player->is_done = true;
    }
}

// Listing 1-1: a system sound of the main bundle, or of a file.
static void play_system_sound(CFURLRef url) {
    CFBundleRef bundle = CFBundleGetMainBundle();
    CFURLRef missing = CFBundleCopyResourceURL(bundle, CFSTR("tap"), CFSTR("aif"), NULL);
    expect(missing == NULL, "a bundle without the file");
    SystemSoundID sound = 0;
    expect(AudioServicesCreateSystemSoundID(missing, &sound) != noErr, "no file, no sound");
    expect(AudioServicesCreateSystemSoundID(url, &sound) == noErr && sound != 0, "AudioServicesCreateSystemSoundID");
    AudioServicesPlaySystemSound(sound);
    AudioServicesPlaySystemSound(kSystemSoundID_Vibrate);
    expect(AudioServicesDisposeSystemSoundID(sound) == noErr, "AudioServicesDisposeSystemSoundID");
}

int main(int argc, char **argv) {
    expect(argc == 2, "usage: listings FILE");
    CFURLRef url =
        CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    Player player;
    memset(&player, 0, sizeof player);
    expect(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &player.file) == noErr, "AudioFileOpenURL");
    UInt32 size = sizeof player.format;
    expect(
        AudioFileGetProperty(player.file, kAudioFilePropertyDataFormat, &size, &player.format) == noErr, "the format");
    player.packets_to_read = 4096;
    expect(
        AudioQueueNewOutput(
            &player.format, buffer_callback, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0,
            &player.queue) == noErr,
        "AudioQueueNewOutput");
    for (int i = 0; i < NUMBER_OF_BUFFERS; i++) {
        expect(AudioQueueAllocateBuffer(player.queue, 65536, &player.buffers[i]) == noErr, "a buffer");
        buffer_callback(&player, player.queue, player.buffers[i]);
    }
    // Listing 1-8: the volume.
    Float32 volume = 1;
    expect(AudioQueueSetParameter(player.queue, kAudioQueueParam_Volume, volume) == noErr, "the volume");
    expect(AudioQueueStart(player.queue, NULL) == noErr, "AudioQueueStart");
    UInt32 is_running = 1;
    while (is_running) {
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.05, false);
        size = sizeof is_running;
        expect(
            AudioQueueGetProperty(player.queue, kAudioQueueProperty_IsRunning, &is_running, &size) == noErr, "running");
    }
    expect(player.is_done, "the whole file was read");
    expect(AudioQueueDispose(player.queue, true) == noErr, "AudioQueueDispose");
    expect(AudioFileClose(player.file) == noErr, "AudioFileClose");
    play_system_sound(url);
    CFRelease(url);
    printf("played %lld packets\n", (long long)player.current_packet);
    return 0;
}
