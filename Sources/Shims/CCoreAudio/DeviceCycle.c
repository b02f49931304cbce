#include "DeviceCycle.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A function of a program. The slot is taken and given back by the control side; the audio thread calls it while `runs`
// is set.
struct SordinoDeviceProc {
    AudioDeviceIOProc _Nullable proc;
    void *_Nullable client;
    _Atomic(bool) runs;
};

// The state of a device on the audio thread: made and freed by the control side while nothing runs.
struct SordinoDeviceCycle {
    AudioObjectID device;
    struct SordinoDeviceProc procs[SORDINO_DEVICE_PROCS];
    // Channels of each stream: its buffer is interleaved.
    uint32_t input_streams;
    uint32_t input_channels[SORDINO_DEVICE_STREAMS];
    uint32_t output_streams;
    uint32_t output_channels[SORDINO_DEVICE_STREAMS];
    // Room for `frame_limit` frames: the input, all channels interleaved; the streams' buffers of one function.
    uint32_t frame_limit;
    float *_Nullable arrived;
    float *_Nullable input_memory;
    float *_Nullable output_memory;
    AudioBufferList *_Nullable input;
    AudioBufferList *_Nullable output;
    double sample_rate;
    // Whether `arrived` holds the frames of the block at hand.
    bool has_input;
    // The latest block's beginning, for questions about the time.
    _Atomic(int64_t) last_sample;
    _Atomic(uint64_t) last_host;
    _Atomic(uint32_t) inside;
};

// The device whose functions this thread is calling.
static _Thread_local const struct SordinoDeviceCycle *calling = NULL;

struct SordinoDeviceCycle *sordino_device_cycle_make(AudioObjectID device) {
    struct SordinoDeviceCycle *cycle = calloc(1, sizeof *cycle);
    if (cycle) cycle->device = device;
    return cycle;
}

static void drop_memory(struct SordinoDeviceCycle *cycle) {
    free(cycle->arrived);
    free(cycle->input_memory);
    free(cycle->output_memory);
    free(cycle->input);
    free(cycle->output);
    cycle->arrived = cycle->input_memory = cycle->output_memory = NULL;
    cycle->input = cycle->output = NULL;
}

static AudioBufferList *make_list(const uint32_t *channels, uint32_t count, float *memory, uint32_t frame_limit) {
    AudioBufferList *list = calloc(1, sizeof(AudioBufferList) + SORDINO_DEVICE_STREAMS * sizeof(AudioBuffer));
    if (!list) return NULL;
    list->mNumberBuffers = count;
    for (uint32_t stream = 0; stream < count; stream++) {
        list->mBuffers[stream].mNumberChannels = channels[stream];
        list->mBuffers[stream].mData = memory;
        memory += (size_t)channels[stream] * frame_limit;
    }
    return list;
}

bool sordino_device_cycle_prepare(
    struct SordinoDeviceCycle *cycle, const uint32_t *inputs, uint32_t input_count, const uint32_t *outputs,
    uint32_t output_count, uint32_t frame_limit, double sample_rate) {
    if (input_count > SORDINO_DEVICE_STREAMS || output_count > SORDINO_DEVICE_STREAMS) return false;
    drop_memory(cycle);
    size_t input_total = 0, output_total = 0;
    cycle->input_streams = input_count;
    cycle->output_streams = output_count;
    for (uint32_t stream = 0; stream < input_count; stream++) {
        cycle->input_channels[stream] = inputs[stream];
        input_total += inputs[stream];
    }
    for (uint32_t stream = 0; stream < output_count; stream++) {
        cycle->output_channels[stream] = outputs[stream];
        output_total += outputs[stream];
    }
    cycle->frame_limit = frame_limit;
    cycle->sample_rate = sample_rate;
    cycle->arrived = calloc(input_total * frame_limit + 1, sizeof(float));
    cycle->input_memory = calloc(input_total * frame_limit + 1, sizeof(float));
    cycle->output_memory = calloc(output_total * frame_limit + 1, sizeof(float));
    if (!cycle->arrived || !cycle->input_memory || !cycle->output_memory) return false;
    cycle->input = make_list(inputs, input_count, cycle->input_memory, frame_limit);
    cycle->output = make_list(outputs, output_count, cycle->output_memory, frame_limit);
    return cycle->input && cycle->output;
}

void sordino_device_cycle_free(struct SordinoDeviceCycle *cycle) {
    drop_memory(cycle);
    free(cycle);
}

void sordino_device_cycle_put(struct SordinoDeviceCycle *cycle, uint32_t slot, AudioDeviceIOProc proc, void *client) {
    cycle->procs[slot].proc = proc;
    cycle->procs[slot].client = client;
}

float *sordino_device_cycle_arrivals(struct SordinoDeviceCycle *cycle) { return cycle->arrived; }

void sordino_device_cycle_arrived(struct SordinoDeviceCycle *cycle, bool has_input) { cycle->has_input = has_input; }

void sordino_device_cycle_set(struct SordinoDeviceCycle *cycle, uint32_t slot, bool runs) {
    atomic_store(&cycle->procs[slot].runs, runs);
}

bool sordino_device_cycle_runs(struct SordinoDeviceCycle *cycle, uint32_t slot) {
    return atomic_load(&cycle->procs[slot].runs);
}

bool sordino_device_cycle_last(struct SordinoDeviceCycle *cycle, int64_t *sample, uint64_t *host) {
    *sample = atomic_load(&cycle->last_sample);
    *host = atomic_load(&cycle->last_host);
    return *host != 0;
}

bool sordino_device_cycle_is_inside(struct SordinoDeviceCycle *cycle) { return atomic_load(&cycle->inside) != 0; }

bool sordino_device_cycle_is_calling(struct SordinoDeviceCycle *cycle) { return calling == cycle; }

static AudioTimeStamp shifted(const AudioTimeStamp *time, double frames, double sample_rate) {
    AudioTimeStamp moved = *time;
    moved.mSampleTime += frames;
    double ticks = sample_rate > 0 ? frames / sample_rate * 1e9 : 0;
    moved.mHostTime = ticks < 0 && (double)moved.mHostTime < -ticks ? 0 : moved.mHostTime + (int64_t)ticks;
    moved.mRateScalar = 1;
    moved.mFlags = kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid | kAudioTimeStampRateScalarValid;
    return moved;
}

// Takes interleaved frames of all streams apart, stream after stream.
static void take_apart(struct SordinoDeviceCycle *cycle, uint32_t frame_count) {
    uint32_t total = 0, first = 0;
    for (uint32_t stream = 0; stream < cycle->input_streams; stream++) total += cycle->input_channels[stream];
    for (uint32_t stream = 0; stream < cycle->input_streams; stream++) {
        uint32_t channels = cycle->input_channels[stream];
        float *target = cycle->input->mBuffers[stream].mData;
        const float *source = cycle->arrived + first;
        for (uint32_t frame = 0; frame < frame_count; frame++)
            for (uint32_t channel = 0; channel < channels; channel++)
                target[frame * channels + channel] = source[(size_t)frame * total + channel];
        first += channels;
    }
}

static void add_up(struct SordinoDeviceCycle *cycle, uint32_t frame_count, float *output) {
    uint32_t total = 0, first = 0;
    for (uint32_t stream = 0; stream < cycle->output_streams; stream++) total += cycle->output_channels[stream];
    for (uint32_t stream = 0; stream < cycle->output_streams; stream++) {
        uint32_t channels = cycle->output_channels[stream];
        const float *source = cycle->output->mBuffers[stream].mData;
        for (uint32_t frame = 0; source && frame < frame_count; frame++)
            for (uint32_t channel = 0; channel < channels; channel++)
                output[(size_t)frame * total + first + channel] += source[frame * channels + channel];
        first += channels;
    }
}

// The buffers as the program finds them: it may have put others into the lists.
static void reset(AudioBufferList *list, const uint32_t *channels, uint32_t count, float *memory, uint32_t frame_limit,
                  uint32_t frame_count) {
    list->mNumberBuffers = count;
    for (uint32_t stream = 0; stream < count; stream++) {
        list->mBuffers[stream].mNumberChannels = channels[stream];
        list->mBuffers[stream].mDataByteSize = channels[stream] * frame_count * (uint32_t)sizeof(float);
        list->mBuffers[stream].mData = memory;
        memory += (size_t)channels[stream] * frame_limit;
    }
}

void sordino_device_cycle_run(
    struct SordinoDeviceCycle *cycle, const AudioTimeStamp *time, uint32_t frame_count,
    float *output) {
    bool has_input = cycle->has_input;
    cycle->has_input = false;
    atomic_store(&cycle->last_host, time->mHostTime);
    atomic_store(&cycle->last_sample, (int64_t)time->mSampleTime);
    uint32_t output_total = 0, input_total = 0;
    for (uint32_t stream = 0; stream < cycle->output_streams; stream++) output_total += cycle->output_channels[stream];
    for (uint32_t stream = 0; stream < cycle->input_streams; stream++) input_total += cycle->input_channels[stream];
    if (output) memset(output, 0, (size_t)output_total * frame_count * sizeof(float));
    if (frame_count > cycle->frame_limit || !cycle->input || !cycle->output) return;
    atomic_store(&cycle->inside, 1);
    AudioTimeStamp played = shifted(time, 0, cycle->sample_rate);
    AudioTimeStamp now = shifted(time, -(double)frame_count, cycle->sample_rate);
    AudioTimeStamp came = shifted(time, -2.0 * frame_count, cycle->sample_rate);
    for (uint32_t slot = 0; slot < SORDINO_DEVICE_PROCS; slot++) {
        struct SordinoDeviceProc *entry = &cycle->procs[slot];
        if (!atomic_load(&entry->runs) || !entry->proc) continue;
        reset(cycle->input, cycle->input_channels, cycle->input_streams, cycle->input_memory, cycle->frame_limit,
              frame_count);
        // Each function finds the input whole, also if the one before has changed it.
        if (has_input)
            take_apart(cycle, frame_count);
        else
            memset(cycle->input_memory, 0, (size_t)input_total * cycle->frame_limit * sizeof(float));
        reset(cycle->output, cycle->output_channels, cycle->output_streams, cycle->output_memory, cycle->frame_limit,
              frame_count);
        memset(cycle->output_memory, 0, (size_t)output_total * cycle->frame_limit * sizeof(float));
        const struct SordinoDeviceCycle *before = calling;
        calling = cycle;
        entry->proc(cycle->device, &now, cycle->input, &came, cycle->output, &played, entry->client);
        calling = before;
        if (output) {
            // Frames that the program put into memory of its own count up to the size that it states.
            for (uint32_t stream = 0; stream < cycle->output_streams; stream++) {
                uint32_t size = cycle->output_channels[stream] * frame_count * (uint32_t)sizeof(float);
                if (cycle->output->mBuffers[stream].mDataByteSize < size) cycle->output->mBuffers[stream].mData = NULL;
            }
            add_up(cycle, frame_count, output);
        }
    }
    atomic_store(&cycle->inside, 0);
}
