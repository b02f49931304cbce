// The part of PipeWire that C must say for Swift. Built in when the trait PipeWire is on and the headers are installed.

#ifndef SORDINO_CPIPEWIRE_H
#define SORDINO_CPIPEWIRE_H

/// The version of the PipeWire headers that this was compiled against ("0.3.65"), or NULL when PipeWire is not built in.
/// Lives as long as the program. Any thread.
const char *_Nullable sordino_pipewire_headers_version(void);

#endif
