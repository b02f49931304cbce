#include "Library.h"

#include <stdio.h>
#include <stdlib.h>

#if CAV_BUILT_IN
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// Each row is what the compiler says of that version's headers (`Scripts/codec-layouts` prints it). Within a version fields are
// only added behind these. An unknown version is not tried.
static const cav_layout layouts[] = {
    {.major = 58,
     .context =
         {.bit_rate = 56, .flags = 76, .flags2 = 80, .extradata = 88, .extradata_size = 96, .time_base = 100,
          .sample_rate = 400, .channels = 404, .sample_fmt = 408, .frame_size = 412, .block_align = 420,
          .channel_layout = 432, .request_sample_fmt = 452, .initial_padding = 868, .bits_per_coded_sample = 760,
          .bits_per_raw_sample = 764, .thread_count = 784},
     .frame = {.pts = 136, .sample_rate = 272, .channels = 444, .channel_layout = 280},
     .sample_fmts = 56},
    {.major = 59,
     .context =
         {.bit_rate = 56, .flags = 76, .flags2 = 80, .extradata = 88, .extradata_size = 96, .time_base = 100,
          .sample_rate = 352, .sample_fmt = 360, .frame_size = 364, .block_align = 372, .request_sample_fmt = 404,
          .initial_padding = 708, .bits_per_coded_sample = 624, .bits_per_raw_sample = 628, .thread_count = 636,
          .ch_layout = 920},
     .frame = {.pts = 136, .sample_rate = 208, .ch_layout = 448},
     .sample_fmts = 56},
    {.major = 60,
     .context =
         {.bit_rate = 56, .flags = 76, .flags2 = 80, .extradata = 88, .extradata_size = 96, .time_base = 100,
          .sample_rate = 352, .sample_fmt = 360, .frame_size = 364, .block_align = 372, .request_sample_fmt = 404,
          .initial_padding = 700, .bits_per_coded_sample = 624, .bits_per_raw_sample = 628, .thread_count = 636,
          .ch_layout = 912},
     .frame = {.pts = 136, .sample_rate = 208, .ch_layout = 448},
     .sample_fmts = 56},
#define NEW_CONTEXT \
    {.bit_rate = 56, .flags = 64, .flags2 = 68, .extradata = 72, .extradata_size = 80, .time_base = 84, \
     .sample_rate = 344, .sample_fmt = 348, .ch_layout = 352, .frame_size = 376, .block_align = 380, \
     .request_sample_fmt = 392, .initial_padding = 396, .bits_per_coded_sample = 648, .bits_per_raw_sample = 652, \
     .thread_count = 656}
    {.major = 61,
     .context = NEW_CONTEXT,
     .frame = {.pts = 136, .sample_rate = 192, .ch_layout = 408},
     .sample_fmts = 56},
    {.major = 62,
     .context = NEW_CONTEXT,
     .frame = {.pts = 136, .sample_rate = 180, .ch_layout = 384}},
    {.major = 63,
     .context = NEW_CONTEXT,
     .frame = {.pts = 136, .sample_rate = 180, .ch_layout = 384}},
#undef NEW_CONTEXT
};

const cav_layout *cav_layouts(size_t *count) {
    *count = sizeof layouts / sizeof *layouts;
    return layouts;
}

cav_library cav_opened;

static char file_name[32];
static char trouble[160] = "libavcodec is not installed (libavcodec.so.58 to .63)";
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Returns whether the options of a context stand where the table says: one that was built otherwise is refused.
static bool is_laid_out(const cav_library *library) {
    AVCodecContext *context = library->avcodec_alloc_context3(NULL);
    if (context == NULL) return false;
    const struct {
        const char *option;
        uint16_t offset;
    } rows[] = {
        {"ar", library->layout->context.sample_rate},
        {"threads", library->layout->context.thread_count},
        {"block_align", library->layout->context.block_align},
        {"frame_size", library->layout->context.frame_size},
        {"bits_per_coded_sample", library->layout->context.bits_per_coded_sample},
        {"bits_per_raw_sample", library->layout->context.bits_per_raw_sample},
    };
    bool is_right = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int value = 17 + (int)i;
        is_right = is_right && library->av_opt_set_int(context, rows[i].option, value, 0) >= 0
            && CAV_FIELD(int, context, rows[i].offset) == value;
    }
    library->avcodec_free_context(&context);
    return is_right;
}

/// Opens one version; false if it is not there or not as the table says.
static bool open_version(const cav_layout *layout) {
    char codec_name[32], util_name[32];
    snprintf(codec_name, sizeof codec_name, "libavcodec.so.%d", layout->major);
    snprintf(util_name, sizeof util_name, "libavutil.so.%d", layout->major - 2);
    // Never closed: threads of the library may outlive any codec.
    void *codec = dlopen(codec_name, RTLD_NOW | RTLD_LOCAL);
    if (codec == NULL) {
        // One that is there and cannot be used is worth a word; one that is not there is none.
        const char *words = dlerror();
        if (words != NULL && strncmp(words, codec_name, strlen(codec_name)) != 0)
            snprintf(trouble, sizeof trouble, "%s cannot be opened: %s", codec_name, words);
        return false;
    }
    void *util = dlopen(util_name, RTLD_NOW | RTLD_LOCAL);
    if (util == NULL) {
        snprintf(trouble, sizeof trouble, "%s is there without its %s", codec_name, util_name);
        return false;
    }
    cav_library library = {.layout = layout};
    bool is_complete = true;
#define X(result, name, arguments) \
    library.name = (__typeof__(library.name))dlsym(place, #name); \
    is_complete = is_complete && (library.name != NULL || is_optional);
    void *place = codec;
    bool is_optional = false;
    CAV_CODEC_FUNCTIONS
    place = util;
    CAV_UTIL_FUNCTIONS
    is_optional = layout->context.ch_layout == 0;
    CAV_LAYOUT_FUNCTIONS
    is_optional = !is_optional;
    CAV_OLD_LAYOUT_FUNCTIONS
#undef X
    // From 61.13 on.
    library.avcodec_get_supported_config =
        (__typeof__(library.avcodec_get_supported_config))dlsym(codec, "avcodec_get_supported_config");
    if (is_complete) library.av_log_set_level(AV_LOG_QUIET);
    if (!is_complete || (library.avcodec_get_supported_config == NULL && layout->sample_fmts == 0)
        || (int)(library.avcodec_version() >> 16) != layout->major || !is_laid_out(&library)) {
        snprintf(trouble, sizeof trouble, "%s is another than this version usually is", codec_name);
        return false;
    }
    cav_opened = library;
    memcpy(file_name, codec_name, sizeof file_name);
    return true;
}

static void load(void) {
    const char *wanted = getenv("SORDINO_AVCODEC");
    // The newest first: an old one is what an upgrade left behind.
    for (size_t i = sizeof layouts / sizeof *layouts; i-- > 0;) {
        if (wanted != NULL && *wanted != 0 && atoi(wanted) != layouts[i].major) continue;
        if (open_version(&layouts[i])) return;
    }
}

bool cav_is_available(void) {
    pthread_once(&once, load);
    return cav_opened.layout != NULL;
}

const char *sordino_avcodec_file_name(void) { return cav_is_available() ? file_name : NULL; }

/// The system's package that has the library, by /etc/os-release.
static const char *package(void) {
    char line[256];
    FILE *file = fopen("/etc/os-release", "re");
    if (file == NULL) file = fopen("/usr/lib/os-release", "re");
    if (file == NULL) return "libavcodec or ffmpeg";
    char id[64] = "", like[128] = "", version[32] = "";
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *value = strchr(line, '=');
        if (value == NULL) continue;
        *value++ = 0;
        if (*value == '"') {
            value++;
            value[strcspn(value, "\"")] = 0;
        }
        if (strcmp(line, "ID") == 0) snprintf(id, sizeof id, "%s", value);
        if (strcmp(line, "ID_LIKE") == 0) snprintf(like, sizeof like, "%s", value);
        if (strcmp(line, "VERSION_ID") == 0) snprintf(version, sizeof version, "%s", value);
    }
    fclose(file);
    if (strcmp(id, "debian") == 0 && atoi(version) == 12) return "libavcodec59";
    if (strcmp(id, "debian") == 0 && atoi(version) == 13) return "libavcodec61";
    if (strcmp(id, "debian") == 0 || strstr(like, "debian") != NULL) return "ffmpeg";
    if (strcmp(id, "fedora") == 0 || strstr(like, "fedora") != NULL) return "libavcodec-free";
    if (strcmp(id, "alpine") == 0) return "ffmpeg-libavcodec";
    return "ffmpeg";
}

void cav_say_absence(char *text, size_t size) {
    if (cav_is_available()) {
        snprintf(text, size, "%s has no such codec", file_name);
    } else {
        snprintf(text, size, "%s; its package is %s", trouble, package());
    }
}

#else

const char *sordino_avcodec_file_name(void) { return NULL; }
bool cav_is_available(void) { return false; }
void cav_say_absence(char *text, size_t size) { snprintf(text, size, "it is built without libavcodec (the trait FFmpeg)"); }

#endif

const char *cav_choice(void) {
    const char *choice = getenv("SORDINO_CODECS");
    return choice == NULL ? "" : choice;
}
