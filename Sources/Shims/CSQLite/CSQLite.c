#define _GNU_SOURCE
#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum {
    OPEN_READONLY = 1,
    OPEN_READWRITE = 2,
    OPEN_CREATE = 4,
    OPEN_URI = 0x40,
    OPEN_NOMUTEX = 0x8000,
    WAIT_MILLISECONDS = 10000,
    LIMIT_LENGTH = 0,
    BYTE_LIMIT = 1 << 28,
};
// Says that bytes are to be copied.
#define TRANSIENT ((void (*)(void *))(intptr_t)-1)

static struct {
    int (*open)(const char *, csqlite_database **, int flags, const char *vfs);
    int (*close)(csqlite_database *);
    int (*busy_timeout)(csqlite_database *, int milliseconds);
    int (*limit)(csqlite_database *, int kind, int value);
    int (*exec)(csqlite_database *, const char *, void *, void *, char **);
    const char *(*errmsg)(csqlite_database *);
    int (*prepare)(csqlite_database *, const char *, int, csqlite_statement **, const char **);
    int (*finalize)(csqlite_statement *);
    int (*step)(csqlite_statement *);
    int (*reset)(csqlite_statement *);
    int (*bind_integer)(csqlite_statement *, int, int64_t);
    int (*bind_real)(csqlite_statement *, int, double);
    int (*bind_text)(csqlite_statement *, int, const char *, int, void (*)(void *));
    int (*bind_bytes)(csqlite_statement *, int, const void *, uint64_t, void (*)(void *));
    int (*bind_null)(csqlite_statement *, int);
    int64_t (*integer)(csqlite_statement *, int);
    double (*real)(csqlite_statement *, int);
    const void *(*bytes)(csqlite_statement *, int);
    int (*byte_count)(csqlite_statement *, int);
    int (*blob_open)(csqlite_database *, const char *, const char *, const char *, int64_t, int, csqlite_blob **);
    int (*blob_close)(csqlite_blob *);
    int (*blob_byte_count)(csqlite_blob *);
    int (*blob_read)(csqlite_blob *, void *, int, int);
} sqlite;

static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *library;

static bool find(const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static void open_once(void) {
    // Never closed: other parts of the program may use it too.
    library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    is_there = library != NULL && find("sqlite3_open_v2", (void **)&sqlite.open)
        && find("sqlite3_close_v2", (void **)&sqlite.close)
        && find("sqlite3_busy_timeout", (void **)&sqlite.busy_timeout)
        && find("sqlite3_limit", (void **)&sqlite.limit) && find("sqlite3_exec", (void **)&sqlite.exec)
        && find("sqlite3_errmsg", (void **)&sqlite.errmsg) && find("sqlite3_prepare_v2", (void **)&sqlite.prepare)
        && find("sqlite3_finalize", (void **)&sqlite.finalize) && find("sqlite3_step", (void **)&sqlite.step)
        && find("sqlite3_reset", (void **)&sqlite.reset)
        && find("sqlite3_bind_int64", (void **)&sqlite.bind_integer)
        && find("sqlite3_bind_double", (void **)&sqlite.bind_real)
        && find("sqlite3_bind_text", (void **)&sqlite.bind_text)
        && find("sqlite3_bind_blob64", (void **)&sqlite.bind_bytes)
        && find("sqlite3_bind_null", (void **)&sqlite.bind_null)
        && find("sqlite3_column_int64", (void **)&sqlite.integer)
        && find("sqlite3_column_double", (void **)&sqlite.real)
        && find("sqlite3_column_blob", (void **)&sqlite.bytes)
        && find("sqlite3_column_bytes", (void **)&sqlite.byte_count)
        && find("sqlite3_blob_open", (void **)&sqlite.blob_open)
        && find("sqlite3_blob_close", (void **)&sqlite.blob_close)
        && find("sqlite3_blob_bytes", (void **)&sqlite.blob_byte_count)
        && find("sqlite3_blob_read", (void **)&sqlite.blob_read);
}

bool csqlite_is_there(void) {
    pthread_once(&once, open_once);
    return is_there;
}

int csqlite_open(const char *path, int use, csqlite_database **database) {
    *database = NULL;
    if (!csqlite_is_there()) return CSQLITE_NO_LIBRARY;
    const int flags = use == 0 ? OPEN_READWRITE | OPEN_CREATE : use == 1 ? OPEN_READONLY : OPEN_READONLY | OPEN_URI;
    const int result = sqlite.open(path, database, flags | OPEN_NOMUTEX, NULL);
    if (result != CSQLITE_OK) {
        sqlite.close(*database);
        *database = NULL;
        return result;
    }
    sqlite.busy_timeout(*database, WAIT_MILLISECONDS);
    sqlite.limit(*database, LIMIT_LENGTH, BYTE_LIMIT);
    return result;
}

void csqlite_close(csqlite_database *database) { sqlite.close(database); }
int csqlite_execute(csqlite_database *database, const char *text) {
    return sqlite.exec(database, text, NULL, NULL, NULL);
}
const char *csqlite_message(csqlite_database *database) { return sqlite.errmsg(database); }

csqlite_statement *csqlite_prepare(csqlite_database *database, const char *text) {
    csqlite_statement *statement = NULL;
    if (sqlite.prepare(database, text, -1, &statement, NULL) != CSQLITE_OK) return NULL;
    return statement;
}
void csqlite_finalize(csqlite_statement *statement) { sqlite.finalize(statement); }
int csqlite_step(csqlite_statement *statement) { return sqlite.step(statement); }
void csqlite_reset(csqlite_statement *statement) { sqlite.reset(statement); }

void csqlite_bind_integer(csqlite_statement *statement, int index, int64_t value) {
    sqlite.bind_integer(statement, index, value);
}
void csqlite_bind_real(csqlite_statement *statement, int index, double value) {
    sqlite.bind_real(statement, index, value);
}
void csqlite_bind_text(csqlite_statement *statement, int index, const char *text, int byte_count) {
    sqlite.bind_text(statement, index, text, byte_count, TRANSIENT);
}
void csqlite_bind_bytes(csqlite_statement *statement, int index, const void *bytes, int64_t byte_count) {
    sqlite.bind_bytes(statement, index, bytes, (uint64_t)byte_count, TRANSIENT);
}
void csqlite_bind_null(csqlite_statement *statement, int index) { sqlite.bind_null(statement, index); }

int64_t csqlite_integer(csqlite_statement *statement, int column) { return sqlite.integer(statement, column); }
double csqlite_real(csqlite_statement *statement, int column) { return sqlite.real(statement, column); }
const void *csqlite_bytes(csqlite_statement *statement, int column, int *byte_count) {
    const void *bytes = sqlite.bytes(statement, column);
    *byte_count = bytes == NULL ? 0 : sqlite.byte_count(statement, column);
    return bytes;
}

csqlite_blob *csqlite_blob_open(csqlite_database *database, const char *table, const char *column, int64_t row) {
    csqlite_blob *blob = NULL;
    if (sqlite.blob_open(database, "main", table, column, row, 0, &blob) == CSQLITE_OK) return blob;
    sqlite.blob_close(blob);
    return NULL;
}
void csqlite_blob_close(csqlite_blob *blob) { sqlite.blob_close(blob); }
int csqlite_blob_byte_count(csqlite_blob *blob) { return sqlite.blob_byte_count(blob); }
bool csqlite_blob_read(csqlite_blob *blob, void *target, int byte_count, int offset) {
    return sqlite.blob_read(blob, target, byte_count, offset) == CSQLITE_OK;
}

const void *csqlite_find(const void *all, size_t all_count, const void *wanted, size_t wanted_count) {
    return memmem(all, all_count, wanted, wanted_count);
}
