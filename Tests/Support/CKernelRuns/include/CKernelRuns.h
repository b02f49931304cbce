// Every kernel, run on generated numbers, with a checksum of all that it wrote: equal on every machine, or a promise of
// CKernels.h is broken.
#pragma once

#include <stdint.h>

/// Runs every kernel and passes its name and the checksum of its results to `tell`. Any thread.
void kernel_runs(
    void (*_Nonnull tell)(void *_Nullable context, const char *_Nonnull name, uint64_t checksum),
    void *_Nullable context);
