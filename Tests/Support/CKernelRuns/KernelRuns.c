// A table: runs of every kernel, one row after the other.
#include "CKernelRuns.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "CKernels.h"

// ---- Numbers to run on, and the checksum of what comes out ---------------------------------------------------------------

enum { room = 6144 };
/// Counts below, at and above the widths of vectors, and one that is longer than any block of a kernel.
static const size_t counts[] = {1, 7, 16, 31, 64, 250, 1027};
#define EACH_COUNT(n) \
    for (size_t which_ = 0, n = counts[0]; which_ < sizeof counts / sizeof *counts; \
         n = ++which_ < sizeof counts / sizeof *counts ? counts[which_] : 0)

static uint32_t seed;
static uint64_t sum;

static uint32_t chance(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    return seed ^= seed << 5;
}

/// Between -1 and 1, all 24 bits in use.
static float number(void) { return (float)(int32_t)chance() * 0x1p-31f; }
/// Between 0 and 1.
static float part(void) { return (float)(chance() >> 8) * 0x1p-24f; }

static float *floats(float *at, size_t count) {
    for (size_t i = 0; i < count; i++) at[i] = number();
    return at;
}
static float *parts(float *at, size_t count) {
    for (size_t i = 0; i < count; i++) at[i] = part();
    return at;
}
static double *doubles(double *at, size_t count) {
    for (size_t i = 0; i < count; i++) at[i] = (double)(int32_t)chance() * 0x1p-31 + (double)(int32_t)chance() * 0x1p-60;
    return at;
}
/// Numbers of all sizes, whole halves, and what is no number.
static float *strange(float *at, size_t count) {
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e30f, -1e30f, 1e-42f, 0.5f, INFINITY, -INFINITY, NAN, 3.0f};
    for (size_t i = 0; i < count; i++) {
        const uint32_t kind = chance() % 8;
        at[i] = kind == 0   ? special[chance() % (sizeof special / sizeof *special)]
                : kind == 1 ? ((float)(int32_t)(chance() % 2001) - 1000.0f + 0.5f) * 0x1p-15f
                : kind == 2 ? number() * 2
                            : number();
    }
    return at;
}

static void add_byte(uint8_t byte) { sum = (sum ^ byte) * 1099511628211u; }
static void add_bytes(const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) add_byte(((const uint8_t *)bytes)[i]);
}
/// Machines give different bits to what is no number; these are one.
static void add_float(float value) {
    if (value != value) value = 12345.0f;
    add_bytes(&value, sizeof value);
}
static void add_double(double value) {
    if (value != value) value = 12345.0;
    add_bytes(&value, sizeof value);
}
static void add_floats(const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) add_float(values[i]);
}
static void add_doubles(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) add_double(values[i]);
}

static float A[room * 8], B[room * 8], C[room * 8], D[room * 8], E[room * 8], F[room * 8];
static double P[room * 4], Q[room * 4], R[room * 4], S[room * 4], T[room * 4], U[room * 4];
static _Alignas(64) double now[5 * 8 * 6], steps[5 * 8 * 6], after[5 * 8 * 6], memory[2 * 8 * 6];
static uint8_t bytes[room * 16];
static int16_t shorts[room * 4];
static int32_t starts[room], rows[room];

#define RUN(name) \
    for (bool once_ = (seed = 2463534242u, sum = 14695981039346656037u, true); once_; \
         once_ = (tell(context, "ckernels_" #name, sum), false))

typedef void (*teller)(void *, const char *, uint64_t);

// ---- The kernels ---------------------------------------------------------------------------------------------------------

static void run_mixing(teller tell, void *context) {
    enum { sources = 5 };
    RUN(mix) EACH_COUNT(n) {
        CKernelsSource s[sources];
        for (int i = 0; i < sources; i++) s[i] = (CKernelsSource){floats(A + i * room, n), number()};
        ckernels_mix(floats(B, n), s, sources, n);
        add_floats(B, n);
    }
    RUN(mix_stereo) EACH_COUNT(n) {
        CKernelsStereoSource s[sources];
        for (int i = 0; i < sources; i++) s[i] = (CKernelsStereoSource){floats(A + i * room, 2 * n), number(), number()};
        ckernels_mix_stereo(floats(B, n), floats(C, n), s, sources, n);
        add_floats(B, n), add_floats(C, n);
    }
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) shorts[i] = (int16_t)(i * 40503u);
    RUN(mix_int16) EACH_COUNT(n) {
        CKernelsInt16Source s[sources];
        for (int i = 0; i < sources; i++) s[i] = (CKernelsInt16Source){shorts + 77 * i, number()};
        ckernels_mix_int16(floats(B, n), s, sources, n);
        add_floats(B, n);
    }
    RUN(mix_stereo_int16) EACH_COUNT(n) {
        CKernelsInt16StereoSource s[sources];
        for (int i = 0; i < sources; i++) s[i] = (CKernelsInt16StereoSource){shorts + 77 * i, number(), number()};
        ckernels_mix_stereo_int16(floats(B, n), floats(C, n), s, sources, n);
        add_floats(B, n), add_floats(C, n);
    }
    RUN(mix_ramp) EACH_COUNT(n) {
        ckernels_mix_ramp(floats(B, n), floats(A, n), number(), number() * 1e-3f, 17, n);
        add_floats(B, n);
    }
    RUN(scale) EACH_COUNT(n) {
        ckernels_scale(B, floats(A, n), number(), n);
        ckernels_scale(A, A, number(), n);
        add_floats(B, n), add_floats(A, n);
    }
    RUN(scale_ramp) EACH_COUNT(n) {
        ckernels_scale_ramp(B, floats(A, n), number(), number() * 1e-3f, 17, n);
        ckernels_scale_ramp(A, A, number(), number() * 1e-3f, -3, n);
        add_floats(B, n), add_floats(A, n);
    }
    RUN(add) EACH_COUNT(n) {
        ckernels_add(floats(B, n), floats(A, n), n);
        add_floats(B, n);
    }
    RUN(multiply) EACH_COUNT(n) {
        ckernels_multiply(floats(B, n), floats(A, n), n);
        add_floats(B, n);
    }
    RUN(matrix) EACH_COUNT(n) {
        float *inputs[] = {floats(A, n + 3), floats(B, n + 3), floats(C, n + 3)};
        float *outputs[] = {D, E, A};
        const CKernelsTerm terms[] = {{0, number()}, {2, number()}, {1, number()}, {0, number()}, {1, number()}, {2, number()}};
        const int32_t term_counts[] = {3, 0, 3};
        memset(D, 0, sizeof(float) * (n + 3)), memset(E, 0, sizeof(float) * (n + 3));
        ckernels_matrix(outputs, inputs, terms, term_counts, 3, F, 3, n);
        add_floats(D, n + 3), add_floats(E, n + 3), add_floats(A, n + 3);
    }
    RUN(peak) EACH_COUNT(n) add_float(ckernels_peak(strange(A, n), n));
    RUN(sum_of_squares) EACH_COUNT(n) add_float(ckernels_sum_of_squares(floats(A, n), n));
    RUN(least_magnitude) EACH_COUNT(n) add_float(ckernels_least_magnitude(strange(A, n), n));
    RUN(cubic_errors) EACH_COUNT(n) {
        ckernels_cubic_errors(floats(A, n), B, n);
        add_floats(B, n);
    }
    RUN(running_sums) EACH_COUNT(n) {
        ckernels_running_sums(floats(A, n), P, n);
        add_doubles(P, n + 1);
    }
    RUN(next_above) EACH_COUNT(n) {
        strange(A, n);
        for (size_t at = 0; at < n; at++) add_bytes(&(uint64_t){at = ckernels_next_above(A, 0.9f, at, n)}, sizeof(uint64_t));
    }
    RUN(next_zero) EACH_COUNT(n) {
        strange(A, n);
        for (size_t at = 0; at < n; at++) add_bytes(&(uint64_t){at = ckernels_next_zero(A, at, n)}, sizeof(uint64_t));
    }
    RUN(next_sound) EACH_COUNT(n) {
        memset(strange(A, n), 0, n / 2 * sizeof(float));
        for (size_t at = 0; at < n; at++) add_bytes(&(uint64_t){at = ckernels_next_sound(A, at, n)}, sizeof(uint64_t));
    }
}

static void run_conversions(teller tell, void *context) {
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 13);
#define FROM(name, ...) \
    RUN(name) EACH_COUNT(n) for (size_t stride = 1; stride <= 3; stride++) { \
        ckernels_##name(A, bytes + 1, stride, ##__VA_ARGS__, n); \
        add_floats(A, n); \
    }
#define FROM_BOTH(name) \
    RUN(name) EACH_COUNT(n) for (size_t stride = 1; stride <= 3; stride++) for (int swapped = 0; swapped < 2; swapped++) { \
        ckernels_##name(A, bytes + 1, stride, swapped, n); \
        add_floats(A, n); \
    }
    FROM(from_uint8)
    FROM(from_int8)
    FROM_BOTH(from_int16)
    FROM_BOTH(from_int24)
    FROM_BOTH(from_int32)
    FROM_BOTH(from_float32)
    FROM_BOTH(from_float64)
    // Bytes between the samples of other channels stay as they are, so all bytes count.
#define TO(name, size, arguments) \
    RUN(name) EACH_COUNT(n) for (size_t stride = 1; stride <= 3; stride++) for (int swapped = 0; swapped < 2; swapped++) { \
        memset(bytes, 0x55, n * stride * size + 16); \
        ckernels_##name arguments; \
        add_bytes(bytes, n * stride * size + 16); \
    }
    TO(to_uint8, 1, (bytes + 1, stride, strange(A, n), n))
    TO(to_int8, 1, (bytes + 1, stride, strange(A, n), n))
    TO(to_int16, 2, (bytes + 1, stride, swapped, strange(A, n), n))
    RUN(to_int16_pairs) EACH_COUNT(n) {
        memset(bytes, 0x55, 4 * n + 16);
        ckernels_to_int16_pairs(bytes + 1, strange(A, n), strange(B, n), n);
        add_bytes(bytes, 4 * n + 16);
    }
    TO(to_int24, 3, (bytes + 1, stride, swapped, strange(A, n), n))
    TO(to_int32, 4, (bytes + 1, stride, swapped, strange(A, n), n))
    TO(to_float32, 4, (bytes + 1, stride, swapped, floats(A, n), n))
    TO(to_float64, 8, (bytes + 1, stride, swapped, floats(A, n), n))
}

static void fill_places(size_t count, size_t row_count) {
    for (size_t i = 0, start = 0; i < count; i++) {
        starts[i] = (int32_t)start, rows[i] = (int32_t)(chance() % row_count);
        start += chance() % 3;
    }
}

static void run_resampling(teller tell, void *context) {
    enum { taps = 48, row_count = 20 };
    RUN(fir) EACH_COUNT(n) {
        fill_places(n, row_count);
        ckernels_fir(C, floats(A, 3 * n + taps), floats(B, taps * (row_count + 1)), taps, starts, rows, n);
        add_floats(C, n);
    }
    RUN(fir2) EACH_COUNT(n) {
        fill_places(n, row_count);
        floats(A, 3 * n + taps), floats(B, 3 * n + taps), floats(C, taps * (row_count + 1));
        ckernels_fir2(D, E, A, B, C, taps, starts, rows, n);
        add_floats(D, n), add_floats(E, n);
    }
    RUN(fir_between) EACH_COUNT(n) {
        fill_places(n, row_count);
        floats(A, 3 * n + taps), floats(B, taps * (row_count + 1)), parts(D, n);
        ckernels_fir_between(C, A, B, taps, starts, rows, D, n);
        add_floats(C, n);
    }
    RUN(fir_between2) EACH_COUNT(n) {
        fill_places(n, row_count);
        floats(A, 3 * n + taps), floats(B, 3 * n + taps), floats(C, taps * (row_count + 1)), parts(F, n);
        ckernels_fir_between2(D, E, A, B, C, taps, starts, rows, F, n);
        add_floats(D, n), add_floats(E, n);
    }
    RUN(widen) EACH_COUNT(n) ckernels_widen(P, floats(A, n), n), add_doubles(P, n);
    RUN(narrow) EACH_COUNT(n) ckernels_narrow(A, doubles(P, n), n), add_floats(A, n);
    RUN(fir_double) EACH_COUNT(n) {
        fill_places(n, row_count);
        ckernels_fir_double(R, doubles(P, 3 * n + taps), doubles(Q, taps * row_count), taps, starts, rows, n);
        add_doubles(R, n);
    }
    RUN(fir_double2) EACH_COUNT(n) {
        fill_places(n, row_count);
        doubles(P, 3 * n + taps), doubles(Q, 3 * n + taps), doubles(R, taps * row_count);
        ckernels_fir_double2(S, T, P, Q, R, taps, starts, rows, n);
        add_doubles(S, n), add_doubles(T, n);
    }
    RUN(upsample) EACH_COUNT(n) for (size_t phases = 2; phases <= 6; phases++) if (ckernels_has_upsampling(phases)) {
        floats(A, n + 300), floats(B, 64 * phases);
        ckernels_upsample(C, A, B, 64, phases, phases - 1, n);
        add_floats(C, n);
    }
    RUN(downsample) EACH_COUNT(n) for (size_t factor = 2; factor <= 6; factor++) {
        const size_t all = 64 * factor;
        if (!ckernels_has_downsampling(factor, all)) continue;
        floats(A, n * factor + all), floats(B, all);
        ckernels_downsample(C, A, B, all, factor, n);
        add_floats(C, n);
    }
    RUN(downsample2) EACH_COUNT(n) for (size_t factor = 2; factor <= 6; factor++) {
        const size_t all = 128 * factor;
        if (!ckernels_has_downsampling(factor, all)) continue;
        floats(A, n * factor + all), floats(B, n * factor + all), floats(C, all);
        ckernels_downsample2(D, E, A, B, C, all, factor, n);
        add_floats(D, n), add_floats(E, n);
    }
    RUN(dot_double) add_double(ckernels_dot_double(doubles(P, taps), doubles(Q, taps), taps));
    RUN(row_between) {
        ckernels_row_between(Q, doubles(P, 4 * taps), taps, 0.3);
        add_doubles(Q, taps);
    }
    RUN(places) EACH_COUNT(n) {
        ckernels_places(starts, rows, A, (uint64_t)chance() << 20, (1ull << 48) * 44100 / 48000, 147, n);
        add_bytes(starts, 4 * n), add_bytes(rows, 4 * n), add_floats(A, n);
    }
    RUN(linear) EACH_COUNT(n) {
        ckernels_linear(B, floats(A, 2 * n + 2), (uint64_t)chance() << 15, (1ull << 48) * 441 / 480, n);
        add_floats(B, n);
    }
}

static void run_spectra(teller tell, void *context) {
    // Every radix, as first, middle and last pass.
    static const size_t lengths[] = {1, 2, 3, 4, 5, 8, 12, 15, 16, 24, 30, 40, 64, 120, 128, 240, 480, 512, 1024};
#define EACH_LENGTH(n) for (size_t at_ = 0, n = 1; at_ < sizeof lengths / sizeof *lengths && (n = lengths[at_], 1); at_++)
    RUN(fft_table_count) EACH_LENGTH(n) add_byte((uint8_t)(ckernels_fft_table_count(n) >> 1));
    RUN(fft) EACH_LENGTH(n) {
        floats(A, n), floats(B, n), floats(C, ckernels_fft_table_count(n));
        ckernels_fft(D, E, A, B, F, C, n);
        add_floats(D, n), add_floats(E, n);
    }
    RUN(fft_double) EACH_LENGTH(n) {
        doubles(P, n), doubles(Q, n), doubles(R, ckernels_fft_table_count(n));
        ckernels_fft_double(S, T, P, Q, U, R, n);
        add_doubles(S, n), add_doubles(T, n);
    }
    RUN(fft_make_table) EACH_LENGTH(n) ckernels_fft_make_table(A, n), add_floats(A, ckernels_fft_table_count(n));
    RUN(fft_make_turns) EACH_LENGTH(n) ckernels_fft_make_turns(A, n), add_floats(A, 2 * (n / 2 + 1));
    RUN(fft_make_table_double) EACH_LENGTH(n) ckernels_fft_make_table_double(P, n), add_doubles(P, ckernels_fft_table_count(n));
    RUN(fft_make_turns_double) EACH_LENGTH(n) ckernels_fft_make_turns_double(P, n), add_doubles(P, 2 * (n / 2 + 1));
    RUN(fft_pack) EACH_LENGTH(n)
        ckernels_fft_pack(floats(A, n), floats(B, n), floats(C, n + 2), n), add_floats(A, n), add_floats(B, n);
    RUN(fft_pack_double) EACH_LENGTH(n)
        ckernels_fft_pack_double(doubles(P, n), doubles(Q, n), doubles(R, n + 2), n), add_doubles(P, n), add_doubles(Q, n);
    RUN(fft_unpack) EACH_LENGTH(n)
        ckernels_fft_unpack(floats(A, n), floats(B, n), floats(C, n + 2), n), add_floats(A, n), add_floats(B, n);
    RUN(fft_unpack_double) EACH_LENGTH(n)
        ckernels_fft_unpack_double(doubles(P, n), doubles(Q, n), doubles(R, n + 2), n), add_doubles(P, n), add_doubles(Q, n);
    RUN(fft_split) for (size_t half = 16; half <= 1024; half *= 4) {
        ckernels_fft_split(D, E, floats(A, half), floats(B, half), floats(C, half + 2), half);
        add_floats(D, half + 1), add_floats(E, half + 1);
    }
    RUN(fft_join) for (size_t half = 16; half <= 1024; half *= 4) {
        ckernels_fft_join(D, E, floats(A, half + 1), floats(B, half + 1), floats(C, half + 2), 0.1f, half);
        add_floats(D, half), add_floats(E, half);
    }
    RUN(unzip) EACH_COUNT(n) ckernels_unzip(B, C, floats(A, 2 * n), n), add_floats(B, n), add_floats(C, n);
    RUN(zip) EACH_COUNT(n) ckernels_zip(C, floats(A, n), floats(B, n), n), add_floats(C, 2 * n);
    RUN(fourier_table_count) for (size_t n = 64; n <= 4096; n *= 4) add_byte((uint8_t)(ckernels_fourier_table_count(n) >> 3));
    RUN(fourier_forward) for (size_t n = 64; n <= 4096; n *= 4) {
        ckernels_fourier_forward(doubles(P, n), doubles(Q, n), doubles(R, ckernels_fourier_table_count(n)), n);
        add_doubles(P, n), add_doubles(Q, n);
    }
    RUN(fourier_backward) for (size_t n = 64; n <= 4096; n *= 4) {
        ckernels_fourier_backward(doubles(P, n), doubles(Q, n), doubles(R, ckernels_fourier_table_count(n)), n);
        add_doubles(P, n), add_doubles(Q, n);
    }
    RUN(spectrum_product) EACH_COUNT(n) {
        doubles(P, n), doubles(Q, n), doubles(R, n), doubles(S, n);
        ckernels_spectrum_product(T, U, P, Q, R, S, n);
        add_doubles(T, n), add_doubles(U, n);
    }
    RUN(spectrum_add_product) EACH_COUNT(n) {
        doubles(P, n), doubles(Q, n), doubles(R, n), doubles(S, n), doubles(T, n), doubles(U, n);
        ckernels_spectrum_add_product(T, U, P, Q, R, S, n);
        add_doubles(T, n), add_doubles(U, n);
    }
    RUN(gather_double) EACH_COUNT(n) ckernels_gather_double(Q, doubles(P, 3 * n), 3, n), add_doubles(Q, n);
    RUN(interleave_double) EACH_COUNT(n) {
        ckernels_interleave_double(Q, doubles(P, 4 * (n + 5)), n + 5, 4, n);
        add_doubles(Q, 4 * n);
    }
}

static void run_stretching(teller tell, void *context) {
    RUN(product) EACH_COUNT(n) ckernels_product(C, floats(A, n), floats(B, n), n), add_floats(C, n);
    RUN(add_product) EACH_COUNT(n) ckernels_add_product(floats(C, n), floats(A, n), floats(B, n), n), add_floats(C, n);
    RUN(add_quotient) EACH_COUNT(n) {
        ckernels_add_quotient(floats(C, n), floats(A, n), floats(B, n), 0.25f, n);
        add_floats(C, n);
    }
    RUN(turn_between) EACH_COUNT(n) {
        floats(A, n), floats(B, n), floats(C, n), floats(D, n), floats(E, n), floats(F, n);
        ckernels_turn_between(A, B, C, D, E, F, n);
        add_floats(A, n), add_floats(B, n);
    }
    RUN(unit_turn) EACH_COUNT(n) {
        ckernels_unit_turn(C, D, floats(A, n + 2), floats(B, n + 2), n);
        add_floats(C, n), add_floats(D, n);
    }
    RUN(turn) EACH_COUNT(n) {
        floats(A, n), floats(B, n), floats(C, n), floats(D, n);
        ckernels_turn(E, F, A, B, C, D, n);
        add_floats(E, n), add_floats(F, n);
    }
    RUN(dot) EACH_COUNT(n) add_float(ckernels_dot(floats(A, n), floats(B, n), n));
    RUN(add_square_of_steps) EACH_COUNT(n) {
        ckernels_add_square_of_steps(floats(B, n), floats(A, n + 1) + 1, n);
        add_floats(B, n);
    }
}

static void run_effects(teller tell, void *context) {
    RUN(biquads) EACH_COUNT(n) for (size_t groups = 1; groups <= 5; groups++) for (int moving = 0; moving < 2; moving++) {
        for (size_t i = 0; i < 40 * groups; i++) now[i] = number() * 0.4, steps[i] = number() * 1e-5;
        memset(memory, 0, sizeof memory), memset(after, 0, sizeof after);
        floats(A, n), floats(B, n);
        ckernels_biquads(now, moving ? steps : NULL, moving ? after : NULL, memory, groups, A, B, C, D, n);
        add_floats(C, n), add_floats(D, n), add_doubles(memory, 16 * groups), add_doubles(after, 40 * groups);
    }
    RUN(max_level) EACH_COUNT(n) ckernels_max_level(parts(B, n), floats(A, n), n), add_floats(B, n);
    RUN(log_levels) EACH_COUNT(n) ckernels_log_levels(parts(B, n), -15, n), add_floats(B, n);
    RUN(dynamics_gains) EACH_COUNT(n) {
        for (size_t i = 0; i < n; i++) A[i] = number() * 20;
        ckernels_dynamics_gains(A, (CKernelsDynamicsCurve){-3, 1, -10, 2, -20}, n);
        add_floats(A, n);
    }
    RUN(smooth) EACH_COUNT(n) add_double(ckernels_smooth(floats(A, n), 0.1, 0.02, 0.001, n)), add_floats(A, n);
    RUN(smooth4) EACH_COUNT(n) {
        double states[] = {0.1, -0.3, 0, 0.9};
        ckernels_smooth4(floats(A, 4 * (n + 3)), n + 3, states, 0.02, 0.001, n);
        add_floats(A, 4 * (n + 3)), add_doubles(states, 4);
    }
    RUN(greatest) EACH_COUNT(n) {
        add_float(ckernels_greatest(floats(A, n), NULL, n));
        add_float(ckernels_greatest(A, floats(B, n), n));
    }
    RUN(scale_each) EACH_COUNT(n) ckernels_scale_each(C, floats(A, n), floats(B, n), n), add_floats(C, n);
    RUN(add_scaled_each) EACH_COUNT(n) {
        ckernels_add_scaled_each(floats(C, n), floats(A, n), floats(B, n), n);
        add_floats(C, n);
    }
    RUN(limit_each) EACH_COUNT(n) {
        floats(A, n);
        for (size_t i = 0; i < n; i++) B[i] = number() * 4;
        ckernels_limit_each(C, A, B, n);
        add_floats(C, n);
    }
    RUN(reciprocals) EACH_COUNT(n) {
        for (size_t i = 0; i < n; i++) A[i] = part() * 4;
        ckernels_reciprocals(A, n);
        add_floats(A, n);
    }
}

static CKernelsPole pole(void) {
    const float p = 0.5f + 0.5f * part(), p2 = p * p, p4 = p2 * p2, p8 = p4 * p4;
    return (CKernelsPole){p, p2, p4, p8, p8 * p8, 1 - p};
}

static void run_space(teller tell, void *context) {
    RUN(low_pass) EACH_COUNT(n) {
        const CKernelsPole p = pole();
        floats(A, n + 16), floats(B, n + 16), floats(C, 16);
        add_byte((uint8_t)ckernels_low_pass(D, A + 16, C, &p, n));
        add_floats(D, n), add_floats(A, 16), add_floats(C, 16);
    }
    RUN(echo) EACH_COUNT(n) {
        const CKernelsPole p = pole();
        floats(A, n), floats(B, n), floats(C, n + 16), floats(F, 16);
        add_byte((uint8_t)ckernels_echo(D, A, B, E, C + 16, F, &p, 0.7f, 0.6f, 0.3f, n));
        add_floats(D, n), add_floats(E, n), add_floats(C, 16), add_floats(F, 16);
    }
    RUN(damp) EACH_COUNT(n) ckernels_damp(B, floats(A, n + 1) + 1, 0.7f, 0.3f, n), add_floats(B, n);
    RUN(hadamard16) EACH_COUNT(n) {
        ckernels_hadamard16(floats(A, 16 * (n + 1)), n + 1, n);
        add_floats(A, 16 * (n + 1));
    }
    RUN(rotate) EACH_COUNT(n) {
        ckernels_rotate(floats(A, n), floats(B, n), number(), 1e-4f * number(), number(), 1e-4f * number(), 9, n);
        add_floats(A, n), add_floats(B, n);
    }
    RUN(feed) EACH_COUNT(n) ckernels_feed(C, strange(A, n), floats(B, n), 0.3f, n), add_floats(C, n);
    RUN(ear_add) EACH_COUNT(n) {
        ckernels_ear_add(floats(A, n), floats(B, n + 23) + 23, floats(C, 24), 24, n);
        add_floats(A, n);
    }
    RUN(ear_row) EACH_COUNT(n) {
        ckernels_ear_row(A, floats(B, n + 8) + 8, floats(C, 9), n);
        add_floats(A, n);
    }
    RUN(ear_rows) EACH_COUNT(n) {
        ckernels_ear_rows(A, E, floats(B, n + 11) + 11, floats(C, 9), B + (n & 1 ? 11 : 8), floats(D, 9), 3, 1e-3f, n);
        add_floats(A, n), add_floats(E, n);
    }
    RUN(products_add) EACH_COUNT(n) {
        ckernels_products_add(floats(A, 6 * n), n, floats(B, 30), 6, 1, floats(C, 5 * n), n, 5, 6, n);
        add_floats(A, 6 * n);
    }
    RUN(taps_between) EACH_COUNT(n) {
        const float weights[4] = {part(), part(), part(), part()};
        ckernels_taps_between(E, floats(A, n), floats(B, n), floats(C, n), floats(D, n), weights, n);
        add_floats(E, n);
    }
    RUN(keep) EACH_COUNT(n) ckernels_keep(C, strange(A, n), n), add_floats(C, n);
    RUN(all_pass) EACH_COUNT(n) {
        ckernels_all_pass(floats(A, n), C, floats(B, n), 0.6f, n);
        add_floats(A, n), add_floats(C, n);
    }
    RUN(short_echo) EACH_COUNT(n) {
        ckernels_short_echo(B, floats(A, n), floats(C, 64), 63, 60, 5, 0.8f, n);
        add_floats(B, n), add_floats(C, 64);
    }
    RUN(sine) EACH_COUNT(n) ckernels_sine(A, chance(), chance() >> 4, n), add_floats(A, n);
    RUN(polynomial) EACH_COUNT(n) {
        const float terms[] = {number(), 1e-4f * number(), number(), 1e-4f * number(), number(), 1e-4f * number()};
        ckernels_polynomial(floats(A, n), terms, 11, n);
        add_floats(A, n);
    }
    RUN(soft_clip) EACH_COUNT(n) {
        strange(A, n);
        for (size_t i = 0; i < n; i++) A[i] *= 4;
        ckernels_soft_clip(A, n);
        add_floats(A, n);
    }
    RUN(round_to) EACH_COUNT(n) ckernels_round_to(floats(A, n), 0x1p-5f, 0x1p5f, n), add_floats(A, n);
    RUN(hold) EACH_COUNT(n) {
        float held = 0.25f;
        ckernels_hold(floats(A, n), &held, chance(), chance() >> 3, n);
        add_floats(A, n), add_float(held);
    }
    RUN(ring) EACH_COUNT(n) {
        const float shares[] = {number(), 1e-4f, number(), -1e-4f, number(), 2e-4f};
        ckernels_ring(floats(A, n), floats(B, n), floats(C, n), shares, 5, n);
        add_floats(A, n);
    }
}

static void run_voice(teller tell, void *context) {
    RUN(echo_predict) EACH_COUNT(n) {
        floats(A, n), floats(B, n), parts(C, n);
        floats(D, 2 * n), floats(E, 2 * n), parts(F, n);
        ckernels_echo_predict(A, B, C, D, D + n, E, E + n, F, n);
        add_floats(A, n), add_floats(B, n), add_floats(C, n);
    }
    RUN(echo_learn) EACH_COUNT(n) {
        floats(A, n), floats(B, n), parts(C, n);
        floats(D, 2 * n), floats(E, 2 * n), parts(F, n);
        ckernels_echo_learn(A, B, C, D, D + n, E, E + n, F, 0.9f, 0.01f, 1e-3f, n);
        add_floats(A, n), add_floats(B, n), add_floats(C, n);
    }
    RUN(powers) EACH_COUNT(n) {
        floats(B, n), floats(C, n);
        ckernels_powers(A, B, C, n);
        add_floats(A, n);
    }
}

static void run_notes(teller tell, void *context) {
    enum { most = room / 2 };
    const uint64_t first = UINT64_C(1) << 32 | 0x51234567u, step = 0x19ABCDEF0u;
    RUN(note_int16) EACH_COUNT(n) if (n <= most) {
        for (size_t i = 0; i < 2 * n + 8; i++) shorts[i] = (int16_t)chance();
        ckernels_note_int16(A, shorts, first, step, n);
        add_floats(A, n);
    }
    RUN(note_float) EACH_COUNT(n) if (n <= most) {
        floats(B, 2 * n + 8);
        ckernels_note_float(A, B, first, step, n);
        add_floats(A, n);
    }
    // The widest of these looks at seven samples before its place and eight behind it.
    static float rows[(CKERNELS_NOTE_PHASES + 1) * CKERNELS_NOTE_TAPS];
    const uint64_t inside = first + (UINT64_C(8) << 32);
    RUN(note_other_int16) EACH_COUNT(n) if (n + 16 <= most) {
        for (int kind = CKERNELS_NOTE_NONE; kind <= CKERNELS_NOTE_SINC; kind++) {
            for (size_t i = 0; i < 2 * n + 32; i++) shorts[i] = (int16_t)chance();
            floats(rows, sizeof rows / sizeof rows[0]);
            ckernels_note_other_int16(A, shorts, inside, step, n, kind, rows);
            add_floats(A, n);
        }
    }
    RUN(note_other_float) EACH_COUNT(n) if (n + 16 <= most) {
        for (int kind = CKERNELS_NOTE_NONE; kind <= CKERNELS_NOTE_SINC; kind++) {
            floats(B, 2 * n + 32), floats(rows, sizeof rows / sizeof rows[0]);
            ckernels_note_other_float(A, B, inside, step, n, kind, rows);
            add_floats(A, n);
        }
    }
    RUN(note_loop_int16) EACH_COUNT(n) if (n <= most) {
        for (int wide = 0; wide < 2; wide++) {
            CKernelsNoteLoop loop = {first, 5, 40, 0};
            for (size_t i = 0; i < 40; i++) shorts[i] = (int16_t)chance();
            ckernels_note_loop_int16(A, shorts, &loop, wide ? 3 * step : step, n);
            add_floats(A, n);
        }
    }
    RUN(note_loop_float) EACH_COUNT(n) if (n <= most) {
        CKernelsNoteLoop loop = {first, 5, 40, 0};
        floats(B, 40);
        ckernels_note_loop_float(A, B, &loop, step, n);
        add_floats(A, n);
    }
    RUN(note_rows) EACH_COUNT(n) if (n + 3 <= most) {
        floats(B, CKERNELS_NOTES * (n + 3));
        ckernels_note_rows(A, B, n + 3, n);
        add_floats(A, CKERNELS_NOTES * n);
    }
    RUN(note_filters) EACH_COUNT(n) if (n <= most) {
        CKernelsNoteFilters filters;
        floats(A, CKERNELS_NOTES * n);
        parts((float *)&filters, sizeof filters / sizeof(float));
        for (int i = 0; i < CKERNELS_NOTES; i++) {
            filters.a1_step[i] *= 1e-4f, filters.a2_step[i] *= 1e-4f, filters.a3_step[i] *= 1e-4f;
            filters.dry_step[i] *= 1e-4f, filters.a1[i] *= 0.5f, filters.a2[i] *= 0.5f, filters.a3[i] *= 0.5f;
        }
        ckernels_note_filters(A, &filters, n);
        add_floats(A, CKERNELS_NOTES * n), add_floats((const float *)&filters, sizeof filters / sizeof(float));
    }
    RUN(note_gains) EACH_COUNT(n) if (n <= most) {
        CKernelsNoteGains gains;
        const size_t count = CKERNELS_NOTES * n;
        floats(A, count), floats(B, count), floats(C, count), floats(D, count), floats(E, count);
        parts((float *)&gains, sizeof gains / sizeof(float));
        ckernels_note_gains(A, B, C, D, E, &gains, n);
        add_floats(A, count), add_floats(B, count), add_floats(C, count), add_floats(D, count);
        add_floats((const float *)&gains, sizeof gains / sizeof(float));
    }
    RUN(note_sums) EACH_COUNT(n) if (n <= most) {
        floats(A, n), floats(B, CKERNELS_NOTES * n);
        ckernels_note_sums(A, B, n);
        add_floats(A, n), add_floats(B, CKERNELS_NOTES * n);
    }
}

void kernel_runs(teller tell, void *context) {
    run_mixing(tell, context);
    run_conversions(tell, context);
    run_resampling(tell, context);
    run_spectra(tell, context);
    run_stretching(tell, context);
    run_effects(tell, context);
    run_space(tell, context);
    run_voice(tell, context);
    run_notes(tell, context);
}

#if KERNEL_RUNS_PROGRAM
#include <inttypes.h>
#include <stdio.h>

static void print(void *context, const char *name, uint64_t checksum) {
    (void)context;
    printf("%s %016" PRIx64 "\n", name, checksum);
}

int main(void) {
    kernel_runs(print, NULL);
    return 0;
}
#endif
