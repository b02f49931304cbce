// Debian's webrtc-audio-processing 0.3 (AEC2, NS, AGC) on the scenes of voice-bench: `apm SCENE KIND`, where SCENE.mic and .far
// are float32 at 16 kHz; writes SCENE.KIND and prints how many times faster than time it was.
//
//   apm      echo cancellation as it is by default, high-pass
//   apm-ns   noise suppression at its high level, high-pass
//   apm-agc  adaptive digital gain control
#include <webrtc/modules/audio_processing/include/audio_processing.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

static std::vector<float> read(const std::string &path) {
    std::vector<float> samples;
    FILE *file = fopen(path.c_str(), "rb");
    if (file == nullptr) return samples;
    float buffer[4096];
    while (size_t count = fread(buffer, 4, 4096, file)) samples.insert(samples.end(), buffer, buffer + count);
    fclose(file);
    return samples;
}

static double seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    const std::string scene = words[1], kind = words[2];
    std::vector<float> microphone = read(scene + ".mic"), far = read(scene + ".far");
    if (microphone.empty() || far.size() < microphone.size()) return 1;
    webrtc::AudioProcessing *apm = webrtc::AudioProcessing::Create();
    apm->high_pass_filter()->Enable(kind != "apm-agc");
    if (kind == "apm") {
        apm->echo_cancellation()->enable_drift_compensation(false);
        apm->echo_cancellation()->Enable(true);
    } else if (kind == "apm-ns") {
        apm->noise_suppression()->set_level(webrtc::NoiseSuppression::kHigh);
        apm->noise_suppression()->Enable(true);
    } else {
        apm->gain_control()->set_mode(webrtc::GainControl::kAdaptiveDigital);
        apm->gain_control()->Enable(true);
    }
    const webrtc::StreamConfig config(16000, 1);
    double spent = 0;
    for (size_t at = 0; at + 160 <= microphone.size(); at += 160) {
        float *mic = &microphone[at], *played = &far[at];
        const double began = seconds();
        if (kind == "apm") {
            apm->ProcessReverseStream(&played, config, config, &played);
            apm->set_stream_delay_ms(40);
        }
        apm->ProcessStream(&mic, config, config, &mic);
        spent += seconds() - began;
    }
    FILE *file = fopen((scene + "." + kind).c_str(), "wb");
    if (file == nullptr) return 1;
    fwrite(microphone.data(), 4, microphone.size(), file);
    fclose(file);
    printf("%.0f\n", microphone.size() / 16000.0 / spent);
    delete apm;
}
