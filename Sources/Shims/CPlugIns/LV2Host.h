// The host's side of an LV2 plug-in.
#pragma once

#include "Instance.h"
#include "Interfaces/LV2.h"

/// Numbers for URIs, the same in the whole process, and never 0 unless there is no memory.
uint32_t lv2_number(const char *uri);
/// The URI of a number; NULL for none.
const char *lv2_text(uint32_t number);

// MARK: The worker

#define WORK_BYTES (1 << 17)

/// A ring of messages, with one thread at each end.
struct work_ring {
    uint8_t *bytes;
    _Atomic uint32_t written, read;
};

/// Work that a plug-in gives away while it renders.
struct lv2_worker {
    const lv2_worker_interface *interface;
    lv2_handle handle;
    _Atomic bool *is_offline;
    struct work_ring requests, responses;
    uint8_t *request, *response;
    sem_t bell;
    pthread_t thread;
    bool has_thread;
    _Atomic bool ends;
};

bool lv2_worker_begin(struct lv2_worker *, const lv2_worker_interface *, lv2_handle, _Atomic bool *is_offline);
void lv2_worker_end(struct lv2_worker *);
/// The function of the feature.
int32_t lv2_worker_request(void *worker, uint32_t size, const void *data);
/// Hands the plug-in what the work has brought, behind a block.
void lv2_worker_respond_all(struct lv2_worker *);

// MARK: State

uint8_t *lv2_state_bytes(const lv2_state_interface *, lv2_handle, const lv2_feature *const *, size_t *byte_count);
bool lv2_state_take(
    const lv2_state_interface *, lv2_handle, const lv2_feature *const *, const uint8_t *bytes, size_t byte_count);
