// The block of a plug-in of either kind. No memory is asked for here, and no lock is taken.
#include <math.h>
#include <string.h>

#include "Instance.h"

#include "../CKernels/Clones.h"

bool plugin_send(cplugin *plugin, uint32_t frame, const uint8_t *bytes, uint32_t count) {
    if (count == 0 || plugin->sent_count == SENT_LIMIT || count > SENT_BYTES - plugin->sent_used) return false;
    uint8_t *place = plugin->sent_bytes + plugin->sent_used;
    memcpy(place, bytes, count);
    plugin->sent_used += count;
    plugin->sent[plugin->sent_count++] = (cplugin_message){.frame = frame, .byte_count = count, .bytes = place};
    return true;
}

bool cplugin_sent(cplugin *plugin, int32_t index, cplugin_message *message) {
    if (index < 0 || (uint32_t)index >= plugin->sent_count) return false;
    *message = plugin->sent[index];
    return true;
}

// MARK: Events

/// The bytes of a universal packet's channel message; 0 for other packets.
static uint32_t bytes_of(uint32_t first, uint32_t second, uint8_t *bytes) {
    const uint8_t status = (uint8_t)(first >> 16);
    uint32_t count = status >> 4 == 0xC || status >> 4 == 0xD ? 2 : 3;
    bytes[0] = status;
    switch (first >> 28) {
    case 2:
        bytes[1] = first >> 8 & 0x7F;
        bytes[2] = first & 0x7F;
        return status >= 0x80 && status < 0xF0 ? count : 0;
    case 4:
        bytes[1] = first >> 8 & 0x7F;
        bytes[2] = (uint8_t)(second >> 25);
        if (status >> 4 == 9 || status >> 4 == 8) {
            const uint8_t velocity = (uint8_t)(second >> 25);
            // In the newer protocol a velocity of 0 is a note that sounds.
            bytes[2] = velocity == 0 && status >> 4 == 9 ? 1 : velocity;
        }
        if (status >> 4 == 0xC) bytes[1] = second >> 24 & 0x7F;
        if (status >> 4 == 0xD) bytes[1] = (uint8_t)(second >> 25);
        if (status >> 4 == 0xE) bytes[1] = second >> 18 & 0x7F;
        return status >> 4 >= 8 && status >> 4 <= 0xE ? count : 0;
    default: return 0;
    }
}

static struct event *add(cplugin *plugin, uint32_t *count, uint32_t frame) {
    if (*count == EVENT_LIMIT) return NULL;
    struct event *event = &plugin->events[(*count)++];
    *event = (struct event){.frame = frame};
    return event;
}

static uint32_t collect(cplugin *plugin, const AURenderEvent *events, int64_t start, uint32_t frame_count) {
    uint32_t count = 0;
    for (const AURenderEvent *next = events; next != NULL; next = next->head.next) {
        const int64_t offset = next->head.eventSampleTime - start;
        const uint32_t frame = offset < 0 ? 0 : offset >= frame_count ? frame_count - 1 : (uint32_t)offset;
        switch ((int)next->head.eventType) {
        case AURenderEventParameter:
        case AURenderEventParameterRamp: {
            const AUParameterEvent *change = &next->parameter;
            const int64_t index = plugin->does->index(plugin, (uint32_t)change->parameterAddress);
            struct event *event = index < 0 || !isfinite(change->value) ? NULL : add(plugin, &count, frame);
            if (event == NULL) break;
            event->index = (uint32_t)index;
            event->value = change->value;
            event->ramp =
                next->head.eventType == AURenderEventParameterRamp ? change->rampDurationSampleFrames : 0;
            break;
        }
        case AURenderEventMIDI:
        case AURenderEventMIDISysEx: {
            struct event *event = next->MIDI.length == 0 ? NULL : add(plugin, &count, frame);
            if (event == NULL) break;
            event->bytes = next->MIDI.data;
            event->byte_count = next->MIDI.length;
            break;
        }
        case AURenderEventMIDIEventList: {
            // The list has one packet, whose words are bounded by the place that it lies in.
            const uint8_t *packet = (const uint8_t *)&next->MIDIEventsList.eventList.packet[0];
            uint32_t word_count, words[64];
            memcpy(&word_count, packet + 8, sizeof word_count);
            if (word_count > 64) break;
            memcpy(words, packet + 12, word_count * sizeof *words);
            static const uint8_t lengths[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
            for (uint32_t i = 0; i < word_count; i += lengths[words[i] >> 28]) {
                uint8_t bytes[4] = {0};
                const uint32_t byte_count = bytes_of(words[i], i + 1 < word_count ? words[i + 1] : 0, bytes);
                struct event *event = byte_count == 0 ? NULL : add(plugin, &count, frame);
                if (event == NULL) continue;
                memcpy(event->own, bytes, sizeof bytes);
                event->bytes = event->own;
                event->byte_count = byte_count;
            }
            break;
        }
        default: break;
        }
    }
    return count;
}

// MARK: Values

static void set_now(cplugin *plugin, uint32_t index, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    atomic_store_explicit(&plugin->values[index].bits, bits, memory_order_relaxed);
    atomic_store_explicit(&plugin->values[index].is_new, true, memory_order_relaxed);
    atomic_store_explicit(&plugin->has_news, true, memory_order_relaxed);
}

static void end_ramp(cplugin *plugin, uint32_t index) {
    for (int32_t i = 0; i < plugin->ramp_count; i++)
        if (plugin->ramps[i].index == index) plugin->ramps[i--] = plugin->ramps[--plugin->ramp_count];
}

static void take(cplugin *plugin, const struct event *event) {
    end_ramp(plugin, event->index);
    if (event->ramp == 0 || plugin->ramp_count == RAMP_LIMIT) return set_now(plugin, event->index, event->value);
    const float present = plugin_value(plugin, (int32_t)event->index);
    plugin->ramps[plugin->ramp_count++] = (struct ramp){
        .index = event->index,
        .frames_left = event->ramp,
        .value = present,
        .step = (event->value - present) / (float)event->ramp,
        .end = event->value,
    };
}

/// Sets the ramps' values for the part that begins, as they are at its end.
static void glide(cplugin *plugin, uint32_t count) {
    for (int32_t i = 0; i < plugin->ramp_count; i++) {
        struct ramp *ramp = &plugin->ramps[i];
        ramp->frames_left = ramp->frames_left > count ? ramp->frames_left - count : 0;
        ramp->value = ramp->frames_left == 0 ? ramp->end : ramp->value + ramp->step * (float)count;
        set_now(plugin, ramp->index, ramp->value);
        if (ramp->frames_left == 0) plugin->ramps[i--] = plugin->ramps[--plugin->ramp_count];
    }
}

// MARK: The block

static void run(cplugin *plugin, uint32_t frame_count, uint32_t event_count) {
    uint32_t at = 0;
    for (uint32_t start = 0; start < frame_count;) {
        uint32_t end = frame_count - start > CPLUGIN_BLOCK ? start + CPLUGIN_BLOCK : frame_count;
        const uint32_t first = at;
        for (; at < event_count && plugin->events[at].frame <= start; at++)
            if (plugin->events[at].bytes == NULL) take(plugin, &plugin->events[at]);
        if (plugin->ramp_count > 0 && end - start > RAMP_STEP) end = start + RAMP_STEP;
        for (; at < event_count && plugin->events[at].frame < end; at++) {
            // Parts end where a value begins.
            if (plugin->events[at].bytes == NULL) {
                end = plugin->events[at].frame;
                break;
            }
        }
        glide(plugin, end - start);
        plugin->does->run(plugin, start, end - start, plugin->events + first, at - first);
        start = end;
    }
}

CLONES static bool is_finite(const float *samples, uint32_t count) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        // 0 for every finite sample, NaN for NaN and infinity.
        const float rest = samples[i] - samples[i];
        uint32_t bits;
        memcpy(&bits, &rest, sizeof bits);
        found |= bits;
    }
    return found == 0;
}

static void fetch(
    cplugin *plugin, const AudioTimeStamp *time, uint32_t frame_count, cplugin_pull pull, void *pull_context) {
    int32_t channel = 0;
    for (int32_t bus = 0; bus < plugin->bus_counts[0]; bus++) {
        const int32_t count = plugin->busses[0][bus].channel_count;
        plugin->list->mNumberBuffers = (uint32_t)count;
        for (int32_t i = 0; i < count; i++)
            plugin->list->mBuffers[i] = (AudioBuffer){
                .mNumberChannels = 1, .mDataByteSize = frame_count * 4, .mData = plugin->planes[0][channel + i]};
        uint32_t flags = 0;
        const int32_t status = pull(pull_context, &flags, time, frame_count, bus, plugin->list);
        const bool is_silent = status != 0 || flags & kAudioUnitRenderAction_OutputIsSilence;
        for (int32_t i = 0; i < count; i++, channel++) {
            float *plane = plugin->planes[0][channel];
            const void *given = plugin->list->mBuffers[i].mData;
            if (is_silent || given == NULL) memset(plane, 0, frame_count * 4);
            else if (given != plane) memcpy(plane, given, frame_count * 4);
        }
    }
}

void plugin_render_planes(cplugin *plugin, uint32_t frame_count, uint32_t event_count) {
    plugin_role = ROLE_AUDIO;
    run(plugin, frame_count, event_count);
    plugin_role = ROLE_NONE;
    bool is_sound = true;
    for (int32_t i = 0; i < plugin->channel_counts[1]; i++)
        is_sound = is_finite(plugin->planes[1][i], frame_count) && is_sound;
    if (is_sound) return;
    atomic_fetch_add_explicit(&plugin->muted_count, 1, memory_order_relaxed);
    for (int32_t i = 0; i < plugin->channel_counts[1]; i++) memset(plugin->planes[1][i], 0, frame_count * 4);
}

static void render(
    cplugin *plugin, const AudioTimeStamp *time, uint32_t frame_count, const AURenderEvent *events, cplugin_pull pull,
    void *pull_context) {
    plugin->sent_count = plugin->sent_used = 0;
    fetch(plugin, time, frame_count, pull, pull_context);
    const bool has_time = time->mFlags & kAudioTimeStampSampleTimeValid;
    const uint32_t count = collect(plugin, events, has_time ? (int64_t)time->mSampleTime : 0, frame_count);
    if (plugin->does->render != NULL) plugin->does->render(plugin, frame_count, count);
    else plugin_render_planes(plugin, frame_count, count);
    if (plugin->bypass_index >= 0 || !atomic_load_explicit(&plugin->is_bypassed, memory_order_relaxed)) return;
    if (plugin->bus_counts[0] == 0 || plugin->bus_counts[1] == 0) return;
    const int32_t inputs = plugin->busses[0][0].channel_count;
    for (int32_t i = 0; i < plugin->busses[1][0].channel_count; i++)
        memcpy(plugin->planes[1][i], plugin->planes[0][i < inputs ? i : inputs - 1], frame_count * 4);
}

/// Lets the plug-in write to where the block is wanted; false if a part of it is not wanted, or does not fit.
static bool aim(cplugin *plugin, const AudioBufferList *output, uint32_t frame_count) {
    const int32_t count = plugin->channel_counts[1];
    // The blocks of several busses, and those of another process, are kept in the plug-in's own memory.
    if (plugin->does->render != NULL || plugin->bus_counts[1] != 1 || count > 8) return false;
    if (output->mNumberBuffers != (uint32_t)count) return false;
    for (int32_t i = 0; i < count; i++) {
        const AudioBuffer *buffer = &output->mBuffers[i];
        if (buffer->mData == NULL || buffer->mDataByteSize < frame_count * 4 || (uintptr_t)buffer->mData % 4 != 0)
            return false;
        for (int32_t other = 0; other < i; other++) {
            const char *mine = buffer->mData, *its = output->mBuffers[other].mData;
            if (mine < its + frame_count * 4 && its < mine + frame_count * 4) return false;
        }
    }
    for (int32_t i = 0; i < count; i++) plugin->planes[1][i] = output->mBuffers[i].mData;
    return true;
}

int32_t cplugin_render(
    cplugin *plugin, const AudioTimeStamp *time, uint32_t frame_count, int64_t bus, AudioBufferList *output,
    const AURenderEvent *events, cplugin_pull pull, void *pull_context) {
    int free = 0;
    const bool is_inside = atomic_compare_exchange_strong(&plugin->gate, &free, 1);
    const bool is_ready = is_inside && plugin->is_prepared && frame_count > 0 && frame_count <= plugin->maximum_frames;
    const bool is_aimed = is_ready && bus == 0 && aim(plugin, output, frame_count);
    if (is_ready && (bus == 0 || time->mSampleTime != plugin->last_time || frame_count != plugin->last_frames)) {
        render(plugin, time, frame_count, events, pull, pull_context);
        plugin->last_time = time->mSampleTime;
        plugin->last_frames = frame_count;
    }
    int32_t channel = 0;
    for (int32_t i = 0; i < bus && i < plugin->bus_counts[1]; i++) channel += plugin->busses[1][i].channel_count;
    const bool is_bus = bus >= 0 && bus < plugin->bus_counts[1];
    if (is_aimed)
        for (int32_t i = 0; i < plugin->channel_counts[1]; i++) plugin->planes[1][i] = plugin->own[1][i];
    for (uint32_t i = 0; !is_aimed && i < output->mNumberBuffers; i++) {
        AudioBuffer *buffer = &output->mBuffers[i];
        const bool is_channel = is_ready && is_bus && (int32_t)i < plugin->busses[1][bus].channel_count;
        float *plane = is_channel ? plugin->planes[1][channel + (int32_t)i] : NULL;
        if (buffer->mData == NULL) buffer->mData = plane;
        else if (plane == NULL) memset(buffer->mData, 0, buffer->mDataByteSize);
        else if (buffer->mDataByteSize >= frame_count * 4) memcpy(buffer->mData, plane, frame_count * 4);
    }
    if (is_inside) atomic_store_explicit(&plugin->gate, 0, memory_order_release);
    return 0;
}
