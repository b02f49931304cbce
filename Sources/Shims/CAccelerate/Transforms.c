#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "CKernels.h"
#include "Loops.h"

typedef enum { complex_numbers, real_samples, cosine_II, cosine_III, cosine_IV } DFTKind;

// f * 2^n, f being 1, 3, 5 or 15, and small enough that sizes in bytes do not overflow.
static int is_length(L length, L least_twos) {
    if (length == 0 || length > (L)1 << 31) return 0;
    const L twos = (L)__builtin_ctzl(length), factor = length >> twos;
    return twos >= least_twos && (factor == 1 || factor == 3 || factor == 5 || factor == 15);
}

#define REAL float
#define NAMED(name) name
#define VDSP(name) name
#define SPLIT DSPSplitComplex
#define COMPLEX DSPComplex
#define SETUP FFTSetup
#define SETUP_STRUCT OpaqueFFTSetup
#define DFT_SETUP vDSP_DFT_Setup
#define DFT_STRUCT vDSP_DFT_SetupStruct
#define INTERLEAVED_SETUP vDSP_DFT_Interleaved_Setup
#define INTERLEAVED_STRUCT vDSP_DFT_Interleaved_SetupStruct
#include "Transforms.h"
#undef REAL
#undef NAMED
#undef VDSP
#undef SPLIT
#undef COMPLEX
#undef SETUP
#undef SETUP_STRUCT
#undef DFT_SETUP
#undef DFT_STRUCT
#undef INTERLEAVED_SETUP
#undef INTERLEAVED_STRUCT

// ---- Cosine transforms ----------------------------------------------------------------------------------------------
// Types II and III by a real transform of as many samples (Makhoul, "A fast cosine transform in one and two dimensions", 1980),
// type IV by a complex one of half as many.

vDSP_DFT_Setup vDSP_DCT_CreateSetup(vDSP_DFT_Setup Previous, L Length, vDSP_DCT_Type Type) {
    (void)Previous;
    if (Type < vDSP_DCT_II || Type > vDSP_DCT_IV) return NULL;
    return make_dft(Length, 4, (DFTKind)(cosine_II + (Type - vDSP_DCT_II)), 0);
}

static void cosine_two(vDSP_DFT_Setup setup, const float *in, float *out, float *memory) {
    const S half = (S)setup->plan.count, count = 2 * half;
    const float *c = setup->cosine_turns, *s = c + half + 1;
    const Plane work = {memory + 4 * half, memory + 5 * half, 1};
    // The even samples, then the odd ones from the end; of these, every second is a real part.
    for (S n = 0; n < half; n++) {
        const S first = 2 * n, second = 2 * n + 1;
        work.re[n] = first < half ? in[2 * first] : in[2 * (count - 1 - first) + 1];
        work.im[n] = second < half ? in[2 * second] : in[2 * (count - 1 - second) + 1];
    }
    real_transform(&setup->plan, work, work, memory, 0);
    out[0] = 0.5f * work.re[0];
    out[half] = 0.5f * work.im[0] * c[half];
    for (S k = 1; k < half; k++) {
        const float re = 0.5f * work.re[k], im = 0.5f * work.im[k];
        out[k] = re * c[k] + im * s[k];
        out[count - k] = re * s[k] - im * c[k];
    }
}

static void cosine_three(vDSP_DFT_Setup setup, const float *in, float *out, float *memory) {
    const S half = (S)setup->plan.count, count = 2 * half;
    const float *c = setup->cosine_turns, *s = c + half + 1;
    const Plane work = {memory + 4 * half, memory + 5 * half, 1};
    work.re[0] = 0.5f * in[0];
    work.im[0] = in[half] * c[half];
    for (S k = 1; k < half; k++) {
        const float re = 0.5f * in[k], im = -0.5f * in[count - k];
        work.re[k] = re * c[k] - im * s[k];
        work.im[k] = re * s[k] + im * c[k];
    }
    real_transform(&setup->plan, work, work, memory, 1);
    for (S n = 0; n < half; n++) {
        const S first = 2 * n, second = 2 * n + 1;
        out[first < half ? 2 * first : 2 * (count - 1 - first) + 1] = work.re[n];
        out[second < half ? 2 * second : 2 * (count - 1 - second) + 1] = work.im[n];
    }
}

static void cosine_four(vDSP_DFT_Setup setup, const float *in, float *out, float *memory) {
    const S half = (S)setup->plan.count, count = 2 * half;
    const float *c = setup->cosine_turns, *s = c + half + 1;
    const Plane work = {memory + 4 * half, memory + 5 * half, 1};
    for (S n = 0; n < half; n++) {
        const float re = in[2 * n], im = in[count - 1 - 2 * n];
        work.re[n] = re * c[n] + im * s[n];
        work.im[n] = im * c[n] - re * s[n];
    }
    complex_transform(&setup->plan, work, work, memory, 0);
    for (S k = 0; k < half; k++) {
        const float re = work.re[k], im = work.im[k];
        out[2 * k] = re * c[k] + im * s[k];
        out[count - 1 - 2 * k] = re * s[k] - im * c[k];
    }
}

void vDSP_DCT_Execute(const struct vDSP_DFT_SetupStruct *Setup, const float *Input, float *Output) {
    vDSP_DFT_Setup setup = (vDSP_DFT_Setup)Setup;
    const int slot = borrow(&setup->pool);
    float *memory = setup->pool.memory + (size_t)slot * setup->pool.slot_count;
    switch (setup->kind) {
    case cosine_II: cosine_two(setup, Input, Output, memory); break;
    case cosine_III: cosine_three(setup, Input, Output, memory); break;
    case cosine_IV: cosine_four(setup, Input, Output, memory); break;
    default: break;
    }
    give_back(&setup->pool, slot);
}

// ---- Double precision -----------------------------------------------------------------------------------------------

#define REAL double
#define NAMED(name) name##_double
#define VDSP(name) name##D
#define SPLIT DSPDoubleSplitComplex
#define COMPLEX DSPDoubleComplex
#define SETUP FFTSetupD
#define SETUP_STRUCT OpaqueFFTSetupD
#define DFT_SETUP vDSP_DFT_SetupD
#define DFT_STRUCT vDSP_DFT_SetupStructD
#define INTERLEAVED_SETUP vDSP_DFT_Interleaved_SetupD
#define INTERLEAVED_STRUCT vDSP_DFT_Interleaved_SetupStructD
#include "Transforms.h"
