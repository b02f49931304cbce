// SQLite for Swift: the index of the music library. Opened with dlopen at first use; the numbers are those of sqlite3.h,
// which SQLite never changes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The results that callers distinguish.
enum {
    CSQLITE_OK = 0,
    CSQLITE_ROW = 100,
    CSQLITE_DONE = 101,
    /// Neither SQLite's nor a result of a statement: the library is not installed.
    CSQLITE_NO_LIBRARY = -1,
};

/// A database and a statement of SQLite.
typedef struct sqlite3 csqlite_database;
typedef struct sqlite3_stmt csqlite_statement;
/// The bytes of a column, which are read piece by piece.
typedef struct sqlite3_blob csqlite_blob;

/// Opens the library, once a process; false where there is none.
bool csqlite_is_there(void);

/// Opens a database of which one thread at a time makes use; waits 10 s at most for another process. Use 0 reads and writes,
/// and makes the file; 1 reads; 2 reads what a URI names.
int csqlite_open(const char *path, int use, csqlite_database **database);
void csqlite_close(csqlite_database *database);
/// Performs statements without results.
int csqlite_execute(csqlite_database *database, const char *text);
/// The library's sentence for the last failure; never null.
const char *csqlite_message(csqlite_database *database);

csqlite_statement *csqlite_prepare(csqlite_database *database, const char *text);
void csqlite_finalize(csqlite_statement *statement);
int csqlite_step(csqlite_statement *statement);
void csqlite_reset(csqlite_statement *statement);

/// Parameters count from 1. Texts and bytes are copied.
void csqlite_bind_integer(csqlite_statement *statement, int index, int64_t value);
void csqlite_bind_real(csqlite_statement *statement, int index, double value);
void csqlite_bind_text(csqlite_statement *statement, int index, const char *text, int byte_count);
void csqlite_bind_bytes(csqlite_statement *statement, int index, const void *bytes, int64_t byte_count);
void csqlite_bind_null(csqlite_statement *statement, int index);

/// Columns count from 0. Bytes are there until the next step.
int64_t csqlite_integer(csqlite_statement *statement, int column);
double csqlite_real(csqlite_statement *statement, int column);
const void *csqlite_bytes(csqlite_statement *statement, int column, int *byte_count);

/// The bytes of a column of the row with this number, for reading; null if there are none.
csqlite_blob *csqlite_blob_open(csqlite_database *database, const char *table, const char *column, int64_t row);
void csqlite_blob_close(csqlite_blob *blob);
int csqlite_blob_byte_count(csqlite_blob *blob);
bool csqlite_blob_read(csqlite_blob *blob, void *target, int byte_count, int offset);

/// Where bytes are in others, for searches in texts; null if they are not there. The C library's `memmem`, which headers of
/// standard C do not show to Swift.
const void *csqlite_find(const void *all, size_t all_count, const void *wanted, size_t wanted_count);
