#include "CSwresamplePeer.h"

#include <libavutil/channel_layout.h>
#include <libswresample/swresample.h>
#include <stdlib.h>

int64_t cswresample_peer_convert(
    const void *block, int32_t is_int16, int32_t block_frames, int32_t input_rate, int32_t output_rate, int64_t calls) {
    AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
    SwrContext *context = NULL;
    if (swr_alloc_set_opts2(
            &context, &stereo, AV_SAMPLE_FMT_FLTP, output_rate, &stereo,
            is_int16 ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_FLTP, input_rate, 0, NULL) < 0 || swr_init(context) < 0) {
        swr_free(&context);
        return -1;
    }
    int room = (int)((int64_t)block_frames * output_rate / input_rate) + 256;
    float *planes = malloc(2 * sizeof(float) * (size_t)room);
    uint8_t *output[2] = {(uint8_t *)planes, (uint8_t *)(planes + room)};
    const uint8_t *input[2] = {block, (const uint8_t *)block + sizeof(float) * (size_t)block_frames};
    int64_t made = 0;
    for (int64_t call = 0; call < calls; call++) {
        int count = swr_convert(context, output, room, input, block_frames);
        if (count > 0) made += count;
    }
    free(planes);
    swr_free(&context);
    return made;
}
