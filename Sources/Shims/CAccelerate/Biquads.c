#include <stdlib.h>
#include <string.h>

#include "Loops.h"

// Up to four sections run together, their state in registers: each waits for its own past only, not for the other
// sections'.

#define FEW 4
#define CASCADE(T)                                                                                                \
    INLINE void few_##T(const T *c, T *delay, const T *X, S IX, T *Y, S IY, L N, const int sections) {            \
        T w2[FEW + 1], w1[FEW + 1];                                                                               \
        for (int m = 0; m <= sections; m++) w2[m] = delay[2 * m], w1[m] = delay[2 * m + 1];                       \
        STEP {                                                                                                    \
            T w = X[n * IX];                                                                                      \
            _Pragma("clang loop unroll(full)") for (int m = 0; m < sections; m++) {                               \
                const T *k = c + 5 * m;                                                                           \
                const T y = (((k[0] * w + k[1] * w1[m]) + k[2] * w2[m]) - k[4] * w2[m + 1]) - k[3] * w1[m + 1];   \
                w2[m] = w1[m];                                                                                    \
                w1[m] = w;                                                                                        \
                w = y;                                                                                            \
            }                                                                                                     \
            w2[sections] = w1[sections];                                                                          \
            w1[sections] = w;                                                                                     \
            Y[n * IY] = w;                                                                                        \
        }                                                                                                         \
        for (int m = 0; m <= sections; m++) delay[2 * m] = w2[m], delay[2 * m + 1] = w1[m];                       \
    }                                                                                                             \
    /* The signal between two groups is the end of one and the beginning of the next: its past is kept for both. */ \
    CLONES static void cascade_##T(const T *c, T *delay, const T *X, S IX, T *Y, S IY, L N, L sections) {         \
        while (sections > 0) {                                                                                    \
            const int count = sections < FEW ? (int)sections : FEW;                                               \
            T *end = delay + 2 * count;                                                                           \
            const T before[2] = {end[0], end[1]};                                                                 \
            switch (count) {                                                                                      \
            case 1: few_##T(c, delay, X, IX, Y, IY, N, 1); break;                                                 \
            case 2: few_##T(c, delay, X, IX, Y, IY, N, 2); break;                                                 \
            case 3: few_##T(c, delay, X, IX, Y, IY, N, 3); break;                                                 \
            default: few_##T(c, delay, X, IX, Y, IY, N, 4); break;                                                \
            }                                                                                                     \
            sections -= (L)count;                                                                                 \
            if (sections > 0) end[0] = before[0], end[1] = before[1];                                             \
            c += 5 * count;                                                                                       \
            delay = end;                                                                                          \
            X = Y;                                                                                                \
            IX = IY;                                                                                              \
        }                                                                                                         \
    }
CASCADE(float)
CASCADE(double)

struct vDSP_biquad_SetupStruct {
    L sections;
    float coefficients[];
};
struct vDSP_biquad_SetupStructD {
    L sections;
    double coefficients[];
};

#define MOST_SECTIONS ((L)1 << 20)

#define ONE_CHANNEL(suffix, T)                                                                                     \
    vDSP_biquad_Setup##suffix vDSP_biquad_CreateSetup##suffix(const double *Coefficients, L M) {                   \
        if (M == 0 || M > MOST_SECTIONS) return NULL;                                                              \
        vDSP_biquad_Setup##suffix setup = malloc(sizeof *setup + 5 * M * sizeof(T));                               \
        if (!setup) return NULL;                                                                                   \
        setup->sections = M;                                                                                       \
        for (L i = 0; i < 5 * M; i++) setup->coefficients[i] = (T)Coefficients[i];                                 \
        return setup;                                                                                              \
    }                                                                                                              \
    void vDSP_biquad_DestroySetup##suffix(vDSP_biquad_Setup##suffix Setup) { free(Setup); }                        \
    void vDSP_biquad##suffix(                                                                                      \
        const struct vDSP_biquad_SetupStruct##suffix *Setup, T *Delay, const T *X, S IX, T *Y, S IY, L N) {        \
        cascade_##T(Setup->coefficients, Delay, X, IX, Y, IY, N, Setup->sections);                                 \
    }
ONE_CHANNEL(, float)
ONE_CHANNEL(D, double)

#define SET_COEFFICIENTS(ending, FROM)                                                                             \
    void vDSP_biquad_SetCoefficients##ending(vDSP_biquad_Setup Setup, const FROM *Coefficients, L first, L count) { \
        for (L m = first; m < Setup->sections && m - first < count; m++)                                           \
            for (L i = 0; i < 5; i++)                                                                              \
                Setup->coefficients[5 * m + i] = (float)Coefficients[5 * (m - first) + i];                         \
    }
SET_COEFFICIENTS(Double, double)
SET_COEFFICIENTS(Single, float)

// ---- Several channels -----------------------------------------------------------------------------------------------
// Each channel has its cascade of coefficients, with those of resting sections replaced by 1 0 0 0 0, and its state.

static const double handed_through[5] = {1, 0, 0, 0, 0};

#define SEVERAL(suffix, T)                                                                                             \
    struct vDSP_biquadm_SetupStruct##suffix {                                                                          \
        L sections, channels;                                                                                          \
        T *coefficients;                                                                                               \
        T *used;                                                                                                       \
        T *delays;                                                                                                     \
        bool *is_resting;                                                                                              \
    };                                                                                                                 \
    static void choose##suffix(vDSP_biquadm_Setup##suffix setup) {                                                     \
        for (L c = 0; c < setup->channels; c++)                                                                        \
            for (L m = 0; m < setup->sections; m++)                                                                    \
                for (L i = 0; i < 5; i++) {                                                                            \
                    const L place = 5 * (c * setup->sections + m) + i;                                                 \
                    setup->used[place] = setup->is_resting[m] ? (T)handed_through[i] : setup->coefficients[place];     \
                }                                                                                                      \
    }                                                                                                                  \
    vDSP_biquadm_Setup##suffix vDSP_biquadm_CreateSetup##suffix(const double *Coefficients, L M, L N) {                \
        if (M == 0 || N == 0 || M > MOST_SECTIONS || N > MOST_SECTIONS || M * N > MOST_SECTIONS) return NULL;          \
        vDSP_biquadm_Setup##suffix setup = calloc(1, sizeof *setup);                                                   \
        if (!setup) return NULL;                                                                                       \
        setup->sections = M;                                                                                           \
        setup->channels = N;                                                                                           \
        setup->coefficients = calloc(5 * M * N, sizeof(T));                                                            \
        setup->used = calloc(5 * M * N, sizeof(T));                                                                    \
        setup->delays = calloc((2 * M + 2) * N, sizeof(T));                                                            \
        setup->is_resting = calloc(M, sizeof(bool));                                                                   \
        if (!setup->coefficients || !setup->used || !setup->delays || !setup->is_resting) {                            \
            vDSP_biquadm_DestroySetup##suffix(setup);                                                                  \
            return NULL;                                                                                               \
        }                                                                                                              \
        for (L m = 0; m < M; m++)                                                                                      \
            for (L c = 0; c < N; c++)                                                                                  \
                for (L i = 0; i < 5; i++)                                                                              \
                    setup->coefficients[5 * (c * M + m) + i] = (T)Coefficients[5 * (m * N + c) + i];                   \
        choose##suffix(setup);                                                                                         \
        return setup;                                                                                                  \
    }                                                                                                                  \
    void vDSP_biquadm_DestroySetup##suffix(vDSP_biquadm_Setup##suffix Setup) {                                         \
        free(Setup->coefficients);                                                                                     \
        free(Setup->used);                                                                                             \
        free(Setup->delays);                                                                                           \
        free(Setup->is_resting);                                                                                       \
        free(Setup);                                                                                                   \
    }                                                                                                                  \
    void vDSP_biquadm##suffix(vDSP_biquadm_Setup##suffix Setup, const T **X, S IX, T **Y, S IY, L N) {                 \
        for (L c = 0; c < Setup->channels; c++)                                                                        \
            cascade_##T(                                                                                               \
                Setup->used + 5 * c * Setup->sections, Setup->delays + c * (2 * Setup->sections + 2), X[c], IX, Y[c],  \
                IY, N, Setup->sections);                                                                               \
    }                                                                                                                  \
    void vDSP_biquadm_ResetState##suffix(vDSP_biquadm_Setup##suffix Setup) {                                           \
        memset(Setup->delays, 0, (2 * Setup->sections + 2) * Setup->channels * sizeof(T));                             \
    }                                                                                                                  \
    void vDSP_biquadm_CopyState##suffix(                                                                               \
        vDSP_biquadm_Setup##suffix Destination, const struct vDSP_biquadm_SetupStruct##suffix *Source) {               \
        if (Destination->sections != Source->sections || Destination->channels != Source->channels) return;            \
        memcpy(Destination->delays, Source->delays, (2 * Source->sections + 2) * Source->channels * sizeof(T));        \
    }
SEVERAL(, float)
SEVERAL(D, double)

#define SET_BLOCK(ending, FROM)                                                                                        \
    void vDSP_biquadm_SetCoefficients##ending(                                                                         \
        vDSP_biquadm_Setup Setup, const FROM *Coefficients, L first_section, L first_channel, L section_count,         \
        L channel_count) {                                                                                             \
        for (L m = first_section; m < Setup->sections && m - first_section < section_count; m++)                       \
            for (L c = first_channel; c < Setup->channels && c - first_channel < channel_count; c++)                   \
                for (L i = 0; i < 5; i++)                                                                              \
                    Setup->coefficients[5 * (c * Setup->sections + m) + i] = (float)                                   \
                        Coefficients[5 * ((m - first_section) * channel_count + c - first_channel) + i];               \
        choose(Setup);                                                                                                 \
    }
SET_BLOCK(Double, double)
SET_BLOCK(Single, float)

void vDSP_biquadm_SetActiveFilters(vDSP_biquadm_Setup Setup, const bool *FilterStates) {
    for (L m = 0; m < Setup->sections; m++) Setup->is_resting[m] = !FilterStates[m];
    choose(Setup);
}
