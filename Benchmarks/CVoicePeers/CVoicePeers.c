#define _POSIX_C_SOURCE 200809L
#include "CVoicePeers.h"

#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>
#include <string.h>
#include <time.h>

uint64_t voicepeers_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void voicepeers_speex(
    const int16_t *microphone, const int16_t *reference, int16_t *output, int64_t count,
    int32_t parts) {
    const int block = 160;
    int rate = 16000;
    SpeexEchoState *echo = speex_echo_state_init(block, 4000);
    speex_echo_ctl(echo, SPEEX_ECHO_SET_SAMPLING_RATE, &rate);
    SpeexPreprocessState *state = speex_preprocess_state_init(block, rate);
    int denoises = (parts & 6) != 0, levels = (parts & 8) != 0;
    speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_DENOISE, &denoises);
    speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_AGC, &levels);
    if (parts & 2) speex_preprocess_ctl(state, SPEEX_PREPROCESS_SET_ECHO_STATE, echo);
    for (int64_t at = 0; at + block <= count; at += block) {
        if (parts & 1) {
            speex_echo_cancellation(echo, microphone + at, reference + at, output + at);
        } else {
            memcpy(output + at, microphone + at, block * sizeof *output);
        }
        if (parts & ~1) speex_preprocess_run(state, output + at);
    }
    speex_preprocess_state_destroy(state);
    speex_echo_state_destroy(echo);
}
