#include "CAcceleratePeers.h"

#include <dlfcn.h>
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

void cpeer_add(const float *a, const float *b, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = a[i] + b[i];
}
void cpeer_multiply_add(const float *a, const float *b, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = a[i] * b[i] + c[i];
}
void cpeer_scale(const float *a, float s, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = a[i] * s;
}
void cpeer_clip(const float *a, float low, float high, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = a[i] < low ? low : a[i] > high ? high : a[i];
}
float cpeer_sum_of_squares(const float *a, size_t n) {
    float sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * a[i];
    return sum;
}
float cpeer_peak(const float *a, size_t n) {
    float peak = 0;
    for (size_t i = 0; i < n; i++) peak = fabsf(a[i]) > peak ? fabsf(a[i]) : peak;
    return peak;
}
void cpeer_from_int16(const int16_t *a, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = a[i];
}
void cpeer_to_int16(const float *a, int16_t *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = (int16_t)a[i];
}
void cpeer_magnitudes(const float *re, const float *im, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = re[i] * re[i] + im[i] * im[i];
}
void cpeer_convolve(const float *a, const float *f, float *c, size_t n, size_t taps) {
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t p = 0; p < taps; p++) sum += a[i + p] * f[p];
        c[i] = sum;
    }
}
void cpeer_decimate(const float *a, const float *f, float *c, size_t n, size_t factor, size_t taps) {
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t p = 0; p < taps; p++) sum += a[i * factor + p] * f[p];
        c[i] = sum;
    }
}
void cpeer_biquads(const float *coefficients, float *state, size_t sections, const float *x, float *y, size_t n) {
    for (size_t s = 0; s < sections; s++, x = y, coefficients += 5, state += 4) {
        float x1 = state[0], x2 = state[1], y1 = state[2], y2 = state[3];
        for (size_t i = 0; i < n; i++) {
            const float in = x[i];
            const float out = coefficients[0] * in + coefficients[1] * x1 + coefficients[2] * x2 - coefficients[3] * y1
                              - coefficients[4] * y2;
            x2 = x1, x1 = in, y2 = y1, y1 = out;
            y[i] = out;
        }
        state[0] = x1, state[1] = x2, state[2] = y1, state[3] = y2;
    }
}
void cpeer_exp(const float *a, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = expf(a[i]);
}
void cpeer_decibels(const float *a, float *c, size_t n) {
    for (size_t i = 0; i < n; i++) c[i] = 20 * log10f(a[i]);
}
static int order(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}
void cpeer_sort(float *a, size_t n) { qsort(a, n, sizeof *a, order); }

struct CPeerTransform {
    fftwf_plan plan;
    float *memory;
};

CPeerTransform *cpeer_fft_make(size_t n, int kind) {
    CPeerTransform *transform = malloc(sizeof *transform);
    float *m = fftwf_malloc(4 * (n + 2) * sizeof *m);
    const fftwf_iodim dimension = {(int)n, 1, 1};
    float *out = m + 2 * (n + 2);
    transform->memory = m;
    transform->plan =
        kind == cpeer_split
            ? fftwf_plan_guru_split_dft(1, &dimension, 0, NULL, m, m + n, out, out + n, FFTW_MEASURE)
        : kind == cpeer_interleaved
            ? fftwf_plan_dft_1d((int)n, (fftwf_complex *)m, (fftwf_complex *)out, FFTW_FORWARD, FFTW_MEASURE)
            : fftwf_plan_dft_r2c_1d((int)n, m, (fftwf_complex *)out, FFTW_MEASURE);
    for (size_t i = 0; i < 2 * (n + 2); i++) m[i] = (float)((i * 2654435761u) >> 16 & 1023) / 1024 - 0.5f;
    return transform;
}
void cpeer_fft_run(const CPeerTransform *transform, size_t times) {
    for (size_t i = 0; i < times; i++) fftwf_execute(transform->plan);
}

static float (*dot)(int, const float *, int, const float *, int);
static void (*axpy)(int, float, const float *, int, float *, int);
static void (*gemv)(int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
static void (*gemm)(
    int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);

int cpeer_blas_open(void) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    *(void **)&dot = dlsym(library, "cblas_sdot");
    *(void **)&axpy = dlsym(library, "cblas_saxpy");
    *(void **)&gemv = dlsym(library, "cblas_sgemv");
    *(void **)&gemm = dlsym(library, "cblas_sgemm");
    return dot && axpy && gemv && gemm;
}
float cpeer_blas_dot(const float *a, const float *b, int n) { return dot(n, a, 1, b, 1); }
void cpeer_blas_axpy(float s, const float *a, float *c, int n) { axpy(n, s, a, 1, c, 1); }
void cpeer_blas_gemv(const float *a, const float *x, float *y, int n) {
    gemv(101, 111, n, n, 1, a, n, x, 1, 0, y, 1);
}
void cpeer_blas_gemm(const float *a, const float *b, float *c, int n) {
    gemm(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
}
