// The part of libavcodec that C must say for Swift. Built in when the trait FFmpeg is on and the headers are installed.

#ifndef SORDINO_CAVCODEC_H
#define SORDINO_CAVCODEC_H

/// The file name of the libavcodec that this was compiled against ("libavcodec.so.59"), the only one that may be opened
/// at run time; NULL when FFmpeg is not built in. Lives as long as the program. Any thread.
const char *_Nullable sordino_avcodec_file_name(void);

#endif
