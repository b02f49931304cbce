// The C library's getopt_long: Swift's Glibc module leaves <getopt.h> out and keeps optarg and optind from Swift 6.
#pragma once

#include <getopt.h>

/// Begins a new command line. The C library's own messages are off, because they print words of the command line
/// unescaped.
static inline void cgetopt_begin(void) {
    optind = 0;
    opterr = 0;
}
/// The next option's letter, '?' for one that is not known, ':' for one whose value is missing, -1 at the end.
static inline int cgetopt_next(
    int count, char *_Nullable *_Nonnull words, const char *_Nonnull letters, const struct option *_Nonnull options) {
    return getopt_long(count, words, letters, options, 0);
}
/// Returns the argument of the option that was found last.
static inline const char *_Nullable cgetopt_argument(void) { return optarg; }
/// The letter of the option that was refused last; 0 for a long one that is not known.
static inline int cgetopt_refused(void) { return optopt; }
/// Returns the index of the first word that is not an option, once all options were found; before that, the index of
/// the word after the one read last.
static inline int cgetopt_rest(void) { return optind; }
