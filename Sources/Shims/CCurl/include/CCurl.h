// libcurl for Swift: questions to servers of HTTP. Opened with dlopen at first use; the numbers are those of
// curl/curl.h, which libcurl never changes.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Options of a transfer that take a number.
enum {
    CCURL_SSLVERSION = 32,
    CCURL_FORBID_REUSE = 75,
    CCURL_NOSIGNAL = 99,
    CCURL_CONNECTTIMEOUT_MS = 156,
    CCURL_PROTOCOLS = 181,
    CCURL_TCP_KEEPALIVE = 213,
    CCURL_PATH_AS_IS = 234,
};

/// Options of a transfer that take a text, a list of texts, a context or room for an error's text (256 bytes).
enum {
    CCURL_WRITEDATA = 10001,
    CCURL_URL = 10002,
    CCURL_RANGE = 10007,
    CCURL_ERRORBUFFER = 10010,
    CCURL_USERAGENT = 10018,
    CCURL_HTTPHEADER = 10023,
    CCURL_HEADERDATA = 10029,
    CCURL_CAINFO = 10065,
    CCURL_HTTP200ALIASES = 10104,
};

/// Options of a transfer that take a function.
enum {
    CCURL_WRITEFUNCTION = 20011,
    CCURL_HEADERFUNCTION = 20079,
};

/// Values of `CCURL_PROTOCOLS` and `CCURL_SSLVERSION`.
enum {
    CCURL_PROTOCOLS_HTTP_AND_HTTPS = 3,
    CCURL_TLS_1_2_OR_LATER = 6,
};

/// The outcomes of a transfer that callers distinguish.
enum {
    CCURL_OK = 0,
    CCURL_UNSUPPORTED_PROTOCOL = 1,
    CCURL_WEIRD_SERVER_REPLY = 8,
    CCURL_PARTIAL_FILE = 18,
    CCURL_WRITE_ERROR = 23,
    CCURL_GOT_NOTHING = 52,
    CCURL_PEER_FAILED_VERIFICATION = 60,
};

/// Room for the text of an error.
#define CCURL_ERROR_BYTE_COUNT 256

/// Takes `size * count` bytes; another answer than their number ends the transfer.
typedef size_t (*ccurl_take)(char *bytes, size_t size, size_t count, void *context);

/// Opens the library, once a process; false where there is none.
bool ccurl_open(void);

void *ccurl_easy_init(void);
void ccurl_easy_cleanup(void *easy);
void ccurl_set_number(void *easy, long option, long value);
void ccurl_set_pointer(void *easy, long option, const void *value);
void ccurl_set_function(void *easy, long option, ccurl_take value);
const char *ccurl_error_text(long code);

void *ccurl_list_append(void *list, const char *text);
void ccurl_list_free(void *list);

void *ccurl_multi_init(void);
void ccurl_multi_cleanup(void *multi);
bool ccurl_multi_add(void *multi, void *easy);
void ccurl_multi_remove(void *multi, void *easy);
/// Performs the transfers as far as possible without waiting; false if they have failed.
bool ccurl_multi_perform(void *multi);
/// Waits for a transfer, a call of `ccurl_multi_wakeup`, or so many milliseconds.
void ccurl_multi_poll(void *multi, int milliseconds);
/// Ends a wait; may be called from any thread.
void ccurl_multi_wakeup(void *multi);
/// The next transfer that has ended, and its outcome; null if there is none.
void *ccurl_multi_ended(void *multi, long *code);
