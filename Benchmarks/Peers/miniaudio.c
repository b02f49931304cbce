// The measures of mix-bench, with the engine of miniaudio: looping stereo voices with volume and pan, 48 kHz, no device.
// Built and run by Scripts/bench where its header can be had.
#define _GNU_SOURCE
#define MINIAUDIO_IMPLEMENTATION
#define MA_NO_DEVICE_IO
#define MA_NO_ENCODING
#define MA_NO_DECODING
#include "miniaudio.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { loops = 8, frames = 48000 };

static double thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void measure(float *const *pool, int voices, int block) {
    ma_engine engine;
    ma_engine_config config = ma_engine_config_init();
    config.noDevice = MA_TRUE;
    config.channels = 2;
    config.sampleRate = 48000;
    if (ma_engine_init(&config, &engine) != MA_SUCCESS) return;
    ma_audio_buffer_ref *sources = calloc((size_t)voices, sizeof *sources);
    ma_sound *sounds = calloc((size_t)voices, sizeof *sounds);
    for (int v = 0; v < voices; v++) {
        ma_audio_buffer_ref_init(ma_format_f32, 2, pool[v % loops], frames, &sources[v]);
        sources[v].sampleRate = 48000;
        ma_sound_init_from_data_source(
            &engine, &sources[v], MA_SOUND_FLAG_NO_SPATIALIZATION | MA_SOUND_FLAG_NO_PITCH, NULL, &sounds[v]);
        ma_sound_set_volume(&sounds[v], 0.3f);
        ma_sound_set_pan(&sounds[v], -0.3f);
        ma_sound_set_looping(&sounds[v], MA_TRUE);
        ma_sound_seek_to_pcm_frame(&sounds[v], (ma_uint64)((v * 977) % frames));
        ma_sound_start(&sounds[v]);
    }
    float *out = calloc((size_t)block * 2, sizeof *out);
    const int calls = 4000000 / (voices * block) > 2 ? 4000000 / (voices * block) : 2;
    double best = 1e18;
    for (int pass = 0; pass < 16; pass++) {
        const double start = thread_time();
        for (int call = 0; call < calls; call++) {
            ma_uint64 read;
            ma_engine_read_pcm_frames(&engine, out, (ma_uint64)block, &read);
        }
        const double spent = (thread_time() - start) / calls;
        if (pass > 0 && spent < best) best = spent;
    }
    float peak = 0;
    for (int i = 0; i < 2 * block; i++) peak = out[i] > peak ? out[i] : peak;
    printf("%d voices, block %d: %.3f ns/vf%s\n", voices, block, best / voices / block, peak > 0 ? "" : " SILENT");
    for (int v = 0; v < voices; v++) ma_sound_uninit(&sounds[v]);
    ma_engine_uninit(&engine);
    free(out);
    free(sounds);
    free(sources);
}

int main(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
    float *pool[loops];
    unsigned state = 1;
    for (int loop = 0; loop < loops; loop++) {
        pool[loop] = malloc(sizeof(float) * 2 * frames);
        for (int i = 0; i < 2 * frames; i++) {
            state = state * 1664525u + 1013904223u;
            pool[loop][i] = (float)(int)state / 4294967296.0f;
        }
    }
    printf("miniaudio %s, its engine without a device:\n", ma_version_string());
    measure(pool, 256, 512);
    measure(pool, 256, 128);
    measure(pool, 4096, 512);
    return 0;
}
