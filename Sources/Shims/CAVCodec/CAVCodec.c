#include "CAVCodec.h"

#include <stddef.h>

#if defined(SORDINO_FFMPEG) && __has_include(<libavcodec/avcodec.h>)
#include <libavcodec/avcodec.h>

const char *sordino_avcodec_file_name(void) { return "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR); }
#else
const char *sordino_avcodec_file_name(void) { return NULL; }
#endif
