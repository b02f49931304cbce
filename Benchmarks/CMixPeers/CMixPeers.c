#define _GNU_SOURCE
#include "CMixPeers.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <soxr.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int32_t mixpeers_pin(int32_t processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

uint64_t mixpeers_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

uint64_t mixpeers_heap_bytes(void) {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

struct MixPeersOpenAL {
    ALCdevice *device;
    ALCcontext *context;
    LPALCRENDERSAMPLESSOFT render;
    ALuint *sources;
    int32_t source_count;
    ALuint buffers[64];
    int32_t buffer_count;
};

static ALint resampler_named(const char *name) {
    LPALGETSTRINGISOFT name_of = (LPALGETSTRINGISOFT)alGetProcAddress("alGetStringiSOFT");
    if (!name_of) return -1;
    ALint count = alGetInteger(AL_NUM_RESAMPLERS_SOFT);
    for (ALint index = 0; index < count; index++) {
        const ALchar *candidate = name_of(AL_RESAMPLER_NAME_SOFT, index);
        if (candidate && strstr(candidate, name)) return index;
    }
    return -1;
}

MixPeersOpenAL *mixpeers_openal_make(
    int32_t voices, const void *const *pool, int32_t pool_count, int32_t is_float, int32_t frames, int32_t rate,
    const int32_t *offsets, float gain, const char *resampler) {
    LPALCLOOPBACKOPENDEVICESOFT open_device =
        (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    if (!open_device || pool_count > 64) return NULL;
    MixPeersOpenAL *peer = calloc(1, sizeof *peer);
    if (!peer) return NULL;
    peer->device = open_device(NULL);
    if (!peer->device) goto fail;
    peer->render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(peer->device, "alcRenderSamplesSOFT");
    const ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, 48000,
        ALC_MAX_AUXILIARY_SENDS, 0, ALC_HRTF_SOFT, ALC_FALSE, ALC_MONO_SOURCES, 0, ALC_STEREO_SOURCES, voices, 0};
    peer->context = alcCreateContext(peer->device, attributes);
    if (!peer->context || !alcMakeContextCurrent(peer->context) || !peer->render) goto fail;
    alGetError();
    alGenBuffers(pool_count, peer->buffers);
    peer->buffer_count = pool_count;
    for (int32_t index = 0; index < pool_count; index++)
        alBufferData(
            peer->buffers[index], is_float ? AL_FORMAT_STEREO_FLOAT32 : AL_FORMAT_STEREO16, pool[index],
            frames * 2 * (is_float ? 4 : 2), rate);
    peer->sources = calloc((size_t)voices, sizeof *peer->sources);
    if (!peer->sources) goto fail;
    alGenSources(voices, peer->sources);
    peer->source_count = voices;
    if (alGetError() != AL_NO_ERROR) goto fail;
    const ALint chosen = resampler ? resampler_named(resampler) : -1;
    if (resampler && chosen < 0) goto fail;
    for (int32_t voice = 0; voice < voices; voice++) {
        const ALuint source = peer->sources[voice];
        alSourcei(source, AL_BUFFER, (ALint)peer->buffers[voice % pool_count]);
        alSourcei(source, AL_LOOPING, AL_TRUE);
        alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
        alSourcef(source, AL_GAIN, gain);
        alSourcei(source, AL_SAMPLE_OFFSET, offsets[voice]);
        if (chosen >= 0) alSourcei(source, AL_SOURCE_RESAMPLER_SOFT, chosen);
    }
    alSourcePlayv(voices, peer->sources);
    if (alGetError() != AL_NO_ERROR) goto fail;
    return peer;
fail:
    mixpeers_openal_free(peer);
    return NULL;
}

void mixpeers_openal_render(MixPeersOpenAL *peer, float *out, int32_t frames) {
    peer->render(peer->device, out, frames);
}

void mixpeers_openal_free(MixPeersOpenAL *peer) {
    if (peer->source_count) alDeleteSources(peer->source_count, peer->sources);
    if (peer->buffer_count) alDeleteBuffers(peer->buffer_count, peer->buffers);
    alcMakeContextCurrent(NULL);
    if (peer->context) alcDestroyContext(peer->context);
    if (peer->device) alcCloseDevice(peer->device);
    free(peer->sources);
    free(peer);
}

const char *mixpeers_openal_version(void) {
    static char version[128] = "not to be had";
    LPALCLOOPBACKOPENDEVICESOFT open_device =
        (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    ALCdevice *device = open_device ? open_device(NULL) : NULL;
    if (!device) return version;
    const ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, 48000, 0};
    ALCcontext *context = alcCreateContext(device, attributes);
    if (context && alcMakeContextCurrent(context)) {
        const ALchar *text = alGetString(AL_VERSION);
        if (text) strncpy(version, text, sizeof version - 1);
        alcMakeContextCurrent(NULL);
    }
    if (context) alcDestroyContext(context);
    alcCloseDevice(device);
    return version;
}

#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
void mixpeers_bare_loop(
    float *restrict out, const float *restrict frames, float left_gain, float right_gain, size_t frame_count) {
    for (size_t i = 0; i < frame_count; i++) {
        out[2 * i] += frames[2 * i] * left_gain;
        out[2 * i + 1] += frames[2 * i + 1] * right_gain;
    }
}

struct MixPeersSoxr {
    soxr_t soxr;
};

MixPeersSoxr *mixpeers_soxr_make(double input_rate, double output_rate, int32_t recipe) {
    MixPeersSoxr *peer = calloc(1, sizeof *peer);
    if (!peer) return NULL;
    soxr_error_t error = NULL;
    soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
    soxr_quality_spec_t quality = soxr_quality_spec((unsigned long)recipe, 0);
    soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
    peer->soxr = soxr_create(input_rate, output_rate, 2, &error, &io, &quality, &runtime);
    if (error || !peer->soxr) {
        free(peer);
        return NULL;
    }
    return peer;
}

size_t mixpeers_soxr_process(MixPeersSoxr *peer, const float *in, size_t input_frames, float *out, size_t room) {
    size_t taken = 0, given = 0;
    soxr_process(peer->soxr, in, input_frames, &taken, out, room, &given);
    return given;
}

void mixpeers_soxr_free(MixPeersSoxr *peer) {
    soxr_delete(peer->soxr);
    free(peer);
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2,fma"))) static inline float folded(__m256 a) {
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

__attribute__((target("avx2,fma"))) static inline __attribute__((always_inline)) void polyphase(
    float *left, float *right, const float *l, const float *r, const float *bank, const int32_t taps, size_t count) {
    size_t frame = 0, row = 0;
    for (size_t j = 0; j < count; j++) {
        const float *c = bank + row * (size_t)taps;
        __m256 a = _mm256_setzero_ps(), b = a;
        for (int32_t t = 0; t < taps; t += 8) {
            const __m256 w = _mm256_loadu_ps(c + t);
            a = _mm256_fmadd_ps(w, _mm256_loadu_ps(l + frame + t), a);
            b = _mm256_fmadd_ps(w, _mm256_loadu_ps(r + frame + t), b);
        }
        left[j] = folded(a);
        right[j] = folded(b);
        row += 147;
        if (row >= 160) row -= 160, frame++;
    }
}

__attribute__((target("avx2,fma"))) void mixpeers_bare_polyphase(
    float *left, float *right, const float *l, const float *r, const float *bank, int32_t taps, size_t count) {
    if (taps == 16)
        polyphase(left, right, l, r, bank, 16, count);
    else
        polyphase(left, right, l, r, bank, 32, count);
}
#else
void mixpeers_bare_polyphase(
    float *left, float *right, const float *l, const float *r, const float *bank, int32_t taps, size_t count) {
    for (size_t j = 0; j < count; j++) {
        const size_t frame = j * 147 / 160, row = j * 147 % 160;
        left[j] = right[j] = 0;
        for (int32_t t = 0; t < taps; t++) {
            left[j] += bank[row * (size_t)taps + (size_t)t] * l[frame + (size_t)t];
            right[j] += bank[row * (size_t)taps + (size_t)t] * r[frame + (size_t)t];
        }
    }
}
#endif

void mixpeers_bare_lines(float *left, float *right, const float *l, const float *r, size_t count) {
    uint64_t place = 0;
    for (size_t j = 0; j < count; j++, place += (uint64_t)(0.91875 * 4294967296.0)) {
        const size_t frame = (size_t)(place >> 32);
        const float part = (float)(int32_t)((place >> 1) & 0x7FFFFFFF) * 0x1p-31f;
        left[j] = l[frame] + part * (l[frame + 1] - l[frame]);
        right[j] = r[frame] + part * (r[frame + 1] - r[frame]);
    }
}
