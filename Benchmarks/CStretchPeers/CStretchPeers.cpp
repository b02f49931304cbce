#include "CStretchPeers.h"

#include <algorithm>
#include <ctime>
#include <rubberband/RubberBandStretcher.h>
#include <soundtouch/SoundTouch.h>
#include <vector>

uint64_t stretchpeers_thread_time(void) {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

int64_t stretchpeers_rubberband(
    const float *const *input, float *const *output, int32_t channels, int64_t frames, int64_t capacity,
    double sample_rate, int32_t engine, int32_t is_realtime, double rate, double pitch) {
    using RubberBand::RubberBandStretcher;
    int options = RubberBandStretcher::OptionThreadingNever |
                  (engine == 3 ? RubberBandStretcher::OptionEngineFiner : RubberBandStretcher::OptionEngineFaster) |
                  (is_realtime ? RubberBandStretcher::OptionProcessRealTime
                               : RubberBandStretcher::OptionProcessOffline);
    RubberBandStretcher unit((size_t)sample_rate, (size_t)channels, options, 1 / rate, pitch);
    const int64_t block = 512;
    unit.setMaxProcessSize((size_t)block);
    std::vector<const float *> from((size_t)channels);
    std::vector<float *> to((size_t)channels);
    auto feed = [&](int64_t at) {
        for (int32_t c = 0; c < channels; c++) from[(size_t)c] = input[c] + at;
        return (size_t)std::min(block, frames - at);
    };
    if (!is_realtime) {
        unit.setExpectedInputDuration((size_t)frames);
        for (int64_t at = 0; at < frames; at += block) {
            size_t count = feed(at);
            unit.study(from.data(), count, at + block >= frames);
        }
    }
    int64_t skip = is_realtime ? (int64_t)unit.getLatency() : 0, written = 0;
    std::vector<std::vector<float>> spill((size_t)channels, std::vector<float>(8192));
    auto drain = [&]() {
        for (int available; (available = unit.available()) > 0;) {
            int64_t count = std::min<int64_t>(available, 8192);
            for (int32_t c = 0; c < channels; c++) to[(size_t)c] = spill[(size_t)c].data();
            count = (int64_t)unit.retrieve(to.data(), (size_t)count);
            int64_t dropped = std::min(skip, count);
            skip -= dropped;
            int64_t kept = std::min(count - dropped, capacity - written);
            for (int32_t c = 0; c < channels; c++)
                std::copy_n(spill[(size_t)c].data() + dropped, kept, output[c] + written);
            written += kept;
        }
    };
    for (int64_t at = 0; at < frames; at += block) {
        size_t count = feed(at);
        unit.process(from.data(), count, at + block >= frames);
        drain();
    }
    drain();
    return written;
}

int64_t stretchpeers_soundtouch(
    const float *const *input, float *const *output, int32_t channels, int64_t frames, int64_t capacity,
    double sample_rate, int32_t is_quick, double rate, double pitch) {
    soundtouch::SoundTouch unit;
    unit.setSampleRate((unsigned)sample_rate);
    unit.setChannels((unsigned)channels);
    unit.setTempo(rate);
    unit.setPitch(pitch);
    if (is_quick) {
        unit.setSetting(SETTING_USE_QUICKSEEK, 1);
        unit.setSetting(SETTING_USE_AA_FILTER, 0);
    }
    const int64_t block = 512;
    std::vector<float> woven((size_t)(8192 * channels));
    int64_t written = 0;
    auto drain = [&]() {
        for (unsigned count; (count = unit.receiveSamples(woven.data(), 8192)) > 0;) {
            int64_t kept = std::min<int64_t>(count, capacity - written);
            for (int64_t i = 0; i < kept; i++)
                for (int32_t c = 0; c < channels; c++) output[c][written + i] = woven[(size_t)(i * channels + c)];
            written += kept;
        }
    };
    for (int64_t at = 0; at < frames; at += block) {
        int64_t count = std::min(block, frames - at);
        for (int64_t i = 0; i < count; i++)
            for (int32_t c = 0; c < channels; c++) woven[(size_t)(i * channels + c)] = input[c][at + i];
        unit.putSamples(woven.data(), (unsigned)count);
        drain();
    }
    unit.flush();
    drain();
    return written;
}
