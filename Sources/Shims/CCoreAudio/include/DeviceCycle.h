// One block of a device: every running function of the program is called, and their outputs are added up.
#pragma once

#include <stdbool.h>

#include "AudioHardwareTypes.h"

#define SORDINO_DEVICE_PROCS 32
#define SORDINO_DEVICE_STREAMS 8

// The state of a device on the audio thread: made and freed by the control side while nothing runs.
struct SordinoDeviceCycle;

// Makes the state of a device; NULL without memory.
struct SordinoDeviceCycle *_Nullable sordino_device_cycle_make(AudioObjectID device);

// Gives the device its streams; nothing may run.
bool sordino_device_cycle_prepare(
    struct SordinoDeviceCycle *_Nonnull cycle, const uint32_t *_Nonnull inputs, uint32_t input_count,
    const uint32_t *_Nonnull outputs, uint32_t output_count, uint32_t frame_limit, double sample_rate);

void sordino_device_cycle_free(struct SordinoDeviceCycle *_Nonnull cycle);

// Puts a function into a slot that does not run; NULL takes it away.
void sordino_device_cycle_put(
    struct SordinoDeviceCycle *_Nonnull cycle, uint32_t slot, AudioDeviceIOProc _Nullable proc,
    void *_Nullable client);

// Room for the frames that come, all channels interleaved, and the word that they are there. Audio thread.
__attribute__((swift_attr("@_noAllocation"), swift_attr("@_noLocks")))
float *_Nullable sordino_device_cycle_arrivals(struct SordinoDeviceCycle *_Nonnull cycle);
__attribute__((swift_attr("@_noAllocation"), swift_attr("@_noLocks")))
void sordino_device_cycle_arrived(struct SordinoDeviceCycle *_Nonnull cycle, bool has_input);

// Lets a function run, or no more. The flag alone: a block that has begun may still call it.
void sordino_device_cycle_set(struct SordinoDeviceCycle *_Nonnull cycle, uint32_t slot, bool runs);
bool sordino_device_cycle_runs(struct SordinoDeviceCycle *_Nonnull cycle, uint32_t slot);
// The latest block's beginning; false before the first.
bool sordino_device_cycle_last(
    struct SordinoDeviceCycle *_Nonnull cycle, int64_t *_Nonnull sample, uint64_t *_Nonnull host);
// Whether a block is under way.
bool sordino_device_cycle_is_inside(struct SordinoDeviceCycle *_Nonnull cycle);
// Whether this thread is inside a call of a function of this device.
bool sordino_device_cycle_is_calling(struct SordinoDeviceCycle *_Nonnull cycle);

// One block. `arrived` holds the input, interleaved, if `has_input` is set; `output`, one interleaved buffer with the
// channels of all streams, receives the sum, and is NULL for a device that plays nothing.
__attribute__((swift_attr("@_noAllocation"), swift_attr("@_noLocks")))
void sordino_device_cycle_run(
    struct SordinoDeviceCycle *_Nonnull cycle, const AudioTimeStamp *_Nonnull time, uint32_t frame_count,
    float *_Nullable output);
