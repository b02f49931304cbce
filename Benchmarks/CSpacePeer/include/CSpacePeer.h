// The peer of the benchmark of space: OpenAL Soft's loopback device with mono sources that move.
#pragma once

#include <stdint.h>

typedef struct SpacePeer SpacePeer;

/// A loopback device at 48 kHz, float32 stereo, without sends, with `voices` looping mono sources of `frames` frames.
///
/// Null when the device or one of its parts is not to be had, or there is no HRTF although it is asked for.
SpacePeer *_Nullable spacepeer_make(int32_t voices, const float *_Nonnull samples, int32_t frames, int32_t with_hrtf);
/// Places a source, in metres.
void spacepeer_place(SpacePeer *_Nonnull peer, int32_t voice, float x, float y, float z);
/// Renders `frames` interleaved stereo frames.
void spacepeer_render(SpacePeer *_Nonnull peer, float *_Nonnull out, int32_t frames);
void spacepeer_free(SpacePeer *_Nonnull peer);
/// The version that is linked.
const char *_Nonnull spacepeer_version(void);
