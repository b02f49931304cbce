// Kills the process at a write of SQLite to its files, or lets its writes fail, for tests of what is lost.
#pragma once

/// Kills the process in the middle of the write, change of size or deletion of this number, from 1; before the first database
/// is opened. Negative numbers only count. Returns 0, or -1 without the library.
int sordino_kill_at_write(long number);

/// The number of writes until now.
long sordino_write_count(void);

/// From now on each write of SQLite fails as on a full disk, or none does; after `sordino_kill_at_write`.
void sordino_fill_disk(int full);

/// The number of writes that failed like that.
long sordino_refused_count(void);
