// The peer of the media benchmarks: libsndfile, reading and writing whole files in blocks.
#pragma once

#include <stdint.h>

/// Reads a file to its end as interleaved floats, `block_frames` at a time. Returns frames read, -1 if it cannot be opened.
int64_t csndfile_peer_read(const char *_Nonnull path, int64_t block_frames);

/// Writes `frames` frames of the same block over and over as WAVE; `is_float` or 16 bits. Returns frames written, or -1.
int64_t csndfile_peer_write(
    const char *_Nonnull path, const float *_Nonnull block, int64_t block_frames, int64_t frames, int32_t channels,
    int32_t rate, int32_t is_float);

/// Opens a file and closes it. Returns its frames, -1 if it cannot be opened.
int64_t csndfile_peer_open(const char *_Nonnull path);

/// The version of the library.
const char *_Nonnull csndfile_peer_version(void);
