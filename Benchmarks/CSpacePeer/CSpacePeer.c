#include "CSpacePeer.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <stdlib.h>
#include <string.h>

struct SpacePeer {
    ALCdevice *device;
    ALCcontext *context;
    LPALCRENDERSAMPLESSOFT render;
    ALuint *sources;
    int32_t source_count;
    ALuint buffer;
};

static char version[128] = "not to be had";

SpacePeer *spacepeer_make(int32_t voices, const float *samples, int32_t frames, int32_t with_hrtf) {
    LPALCLOOPBACKOPENDEVICESOFT open_device =
        (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    SpacePeer *peer = open_device ? calloc(1, sizeof *peer) : NULL;
    if (!peer) return NULL;
    peer->device = open_device(NULL);
    if (!peer->device) goto fail;
    peer->render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(peer->device, "alcRenderSamplesSOFT");
    const ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, 48000,
        ALC_MAX_AUXILIARY_SENDS, 0, ALC_HRTF_SOFT, with_hrtf ? ALC_TRUE : ALC_FALSE, ALC_MONO_SOURCES, voices,
        ALC_STEREO_SOURCES, 0, 0};
    peer->context = alcCreateContext(peer->device, attributes);
    if (!peer->context || !alcMakeContextCurrent(peer->context) || !peer->render) goto fail;
    ALCint has_hrtf = 0;
    alcGetIntegerv(peer->device, ALC_HRTF_SOFT, 1, &has_hrtf);
    if (with_hrtf && !has_hrtf) goto fail;
    const ALchar *text = alGetString(AL_VERSION);
    if (text) strncpy(version, text, sizeof version - 1);
    alGetError();
    alGenBuffers(1, &peer->buffer);
    alBufferData(peer->buffer, AL_FORMAT_MONO_FLOAT32, samples, frames * 4, 48000);
    peer->sources = calloc((size_t)voices, sizeof *peer->sources);
    if (!peer->sources) goto fail;
    alGenSources(voices, peer->sources);
    peer->source_count = voices;
    if (alGetError() != AL_NO_ERROR) goto fail;
    for (int32_t voice = 0; voice < voices; voice++) {
        const ALuint source = peer->sources[voice];
        alSourcei(source, AL_BUFFER, (ALint)peer->buffer);
        alSourcei(source, AL_LOOPING, AL_TRUE);
        alSourcef(source, AL_GAIN, 0.01f);
        alSourcei(source, AL_SAMPLE_OFFSET, voice * 7919 % frames);
    }
    alSourcePlayv(voices, peer->sources);
    if (alGetError() != AL_NO_ERROR) goto fail;
    return peer;
fail:
    spacepeer_free(peer);
    return NULL;
}

void spacepeer_place(SpacePeer *peer, int32_t voice, float x, float y, float z) {
    alSource3f(peer->sources[voice], AL_POSITION, x, y, z);
}

void spacepeer_render(SpacePeer *peer, float *out, int32_t frames) { peer->render(peer->device, out, frames); }

void spacepeer_free(SpacePeer *peer) {
    if (peer->source_count) alDeleteSources(peer->source_count, peer->sources);
    if (peer->buffer) alDeleteBuffers(1, &peer->buffer);
    alcMakeContextCurrent(NULL);
    if (peer->context) alcDestroyContext(peer->context);
    if (peer->device) alcCloseDevice(peer->device);
    free(peer->sources);
    free(peer);
}

const char *spacepeer_version(void) { return version; }
