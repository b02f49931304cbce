// The values in the headers of one libavcodec: the row that the table in CAVCodec/Library.c has to have for it. Compiled by
// Scripts/codecs with those headers, and compared.

#include <libavcodec/avcodec.h>
#include <libavutil/frame.h>
#include <stddef.h>
#include <stdio.h>

#define HAS_LAYOUTS (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100))
#define OF(field) (int)offsetof(AVCodecContext, field)
#define FRAME(field) (int)offsetof(AVFrame, field)

int main(void) {
#if HAS_LAYOUTS
    int layouts[] = {OF(ch_layout), 0, 0}, frames[] = {FRAME(ch_layout), 0, 0};
#else
    int layouts[] = {0, OF(channels), OF(channel_layout)}, frames[] = {0, FRAME(channels), FRAME(channel_layout)};
#endif
#if LIBAVCODEC_VERSION_MAJOR < 62
    int formats = (int)offsetof(AVCodec, sample_fmts);
#else
    int formats = 0;
#endif
    printf(
        "%d context %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d frame %d %d %d %d %d codec %d\n",
        LIBAVCODEC_VERSION_MAJOR, OF(bit_rate), OF(flags), OF(flags2), OF(extradata), OF(extradata_size), OF(time_base),
        OF(sample_rate), OF(sample_fmt), OF(frame_size), OF(block_align), OF(request_sample_fmt), OF(initial_padding),
        OF(bits_per_coded_sample), OF(bits_per_raw_sample), OF(thread_count), layouts[0], layouts[1], layouts[2],
        FRAME(pts), FRAME(sample_rate), frames[0], frames[1], frames[2], formats);
    return 0;
}
