#include "CSndfilePeer.h"

#include <sndfile.h>
#include <stdlib.h>

int64_t csndfile_peer_read(const char *path, int64_t block_frames) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) return -1;
    float *block = malloc(sizeof(float) * (size_t)(block_frames * info.channels));
    int64_t frames = 0, count;
    while ((count = sf_readf_float(file, block, block_frames)) > 0) frames += count;
    free(block);
    sf_close(file);
    return frames;
}

int64_t csndfile_peer_write(
    const char *path, const float *block, int64_t block_frames, int64_t frames, int32_t channels, int32_t rate,
    int32_t is_float) {
    SF_INFO info = {0};
    info.channels = channels;
    info.samplerate = rate;
    info.format = SF_FORMAT_WAV | (is_float ? SF_FORMAT_FLOAT : SF_FORMAT_PCM_16);
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    if (!file) return -1;
    // As ours does: beyond full scale it clamps instead of wrapping round.
    sf_command(file, SFC_SET_CLIPPING, NULL, SF_TRUE);
    // As ours does: no peak chunk.
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
    int64_t done = 0;
    while (done < frames) {
        int64_t count = frames - done < block_frames ? frames - done : block_frames;
        if (sf_writef_float(file, block, count) != count) break;
        done += count;
    }
    sf_close(file);
    return done;
}

int64_t csndfile_peer_open(const char *path) {
    SF_INFO info = {0};
    SNDFILE *file = sf_open(path, SFM_READ, &info);
    if (!file) return -1;
    sf_close(file);
    return info.frames;
}

const char *csndfile_peer_version(void) { return sf_version_string(); }
