// The peer of the conversion benchmarks: libswresample of ffmpeg, in stereo, call by call.
#pragma once

#include <stdint.h>

/// Converts a block of interleaved 16-bit stereo over and over into planes of floats, or planes of floats into such.
///
/// Gives `output_frames` of room to every call and feeds `block_frames`. Returns frames made, -1 if it cannot be opened.
int64_t cswresample_peer_convert(
    const void *_Nonnull block, int32_t is_int16, int32_t block_frames, int32_t input_rate, int32_t output_rate,
    int64_t calls);
