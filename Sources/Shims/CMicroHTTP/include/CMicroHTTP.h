// libmicrohttpd for Swift: a server of HTTP. Opened with dlopen when the first server starts; the numbers are those of
// microhttpd.h, which libmicrohttpd.so.12 keeps.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

/// Kinds of values that a request has.
enum {
    CMICROHTTP_HEADER = 1,
    CMICROHTTP_ARGUMENT = 8,
};

/// The answers of `cmicrohttp_access`, `cmicrohttp_accept` and `cmicrohttp_value`.
enum {
    CMICROHTTP_NO = 0,
    CMICROHTTP_YES = 1,
};

/// The answer of `cmicrohttp_reader` at the end of a body.
enum { CMICROHTTP_END = -1 };

/// Takes a request: first its head, then its body in pieces, then the end. `*request` is the request's own.
typedef int (*cmicrohttp_access)(
    void *context, void *connection, const char *path, const char *method, const char *version, const char *bytes,
    size_t *byte_count, void **request);
/// Called when a request has ended, however it did.
typedef void (*cmicrohttp_completed)(void *context, void *connection, void **request, int reason);
/// Decides about a connection before anything is read from it.
typedef int (*cmicrohttp_accept)(void *context, const struct sockaddr *address, socklen_t length);
/// Called when a connection begins (0) and when it ends (1). `*own` is the connection's.
typedef void (*cmicrohttp_connected)(void *context, void *connection, void **own, int ends);
/// Takes one header or argument.
typedef int (*cmicrohttp_value)(void *context, int kind, const char *name, const char *value);
/// Writes the next bytes of a body; 0 after `cmicrohttp_suspend`.
typedef ssize_t (*cmicrohttp_reader)(void *context, uint64_t position, char *bytes, size_t room);
/// Frees what a reader used.
typedef void (*cmicrohttp_free)(void *context);

/// How a server works.
struct cmicrohttp_options {
    /// A socket that listens; the server owns it.
    int socket;
    /// The connections at once, and the bytes of memory of each.
    unsigned connection_limit;
    size_t connection_bytes;
    /// The seconds after which an idle connection is closed.
    unsigned idle_seconds;
    /// Certificate and key as PEM; null without encryption.
    const char *certificate;
    const char *key;
    void *context;
    cmicrohttp_access access;
    cmicrohttp_completed completed;
    cmicrohttp_accept accept;
    cmicrohttp_connected connected;
};

/// Opens the library, once a process; false where there is none.
bool cmicrohttp_open(void);
/// Says whether the library can encrypt.
bool cmicrohttp_encrypts(void);

/// Starts a server with one thread; null if it cannot.
void *cmicrohttp_start(const struct cmicrohttp_options *options);
/// Ends a server. No connection may be suspended.
void cmicrohttp_stop(void *server);

/// Passes all headers or arguments of a request.
void cmicrohttp_values(void *connection, int kind, cmicrohttp_value take, void *context);
/// The socket of a connection; -1 if it has none.
int cmicrohttp_socket(void *connection);
/// The value that `cmicrohttp_connected` gave a connection.
void *cmicrohttp_own(void *connection);

/// An answer of bytes, which are copied.
void *cmicrohttp_response(const void *bytes, size_t byte_count);
/// An answer whose bytes a function writes until it ends.
void *cmicrohttp_stream(size_t block_bytes, cmicrohttp_reader reader, void *context, cmicrohttp_free release);
bool cmicrohttp_header(void *response, const char *name, const char *value);
/// Gives an answer to a request, and lets go of it.
int cmicrohttp_answer(void *connection, unsigned status, void *response);

/// Sets a connection aside; called on the server's thread.
void cmicrohttp_suspend(void *connection);
/// Takes a connection back; called on any thread.
void cmicrohttp_resume(void *connection);
