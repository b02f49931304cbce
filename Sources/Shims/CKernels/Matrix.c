#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// A piece of one output; `count` is a constant for all pieces but the last.
INLINE void matrix_piece(
    float *restrict out, float *const *inputs, const CKernelsTerm *terms, int32_t term_count, size_t at,
    const size_t count) {
    float sum[CKERNELS_MATRIX_FRAMES];
    for (size_t i = 0; i < count; i++) sum[i] = 0;
    for (int32_t t = 0; t < term_count; t++) {
        const float *restrict x = inputs[terms[t].input] + at;
        const float gain = terms[t].gain;
        for (size_t i = 0; i < count; i++) sum[i] += x[i] * gain;
    }
    memcpy(out, sum, count * sizeof *out);
}

// All outputs of a piece are computed before any is written: so they may lie where inputs lie.
CLONES void ckernels_matrix(
    float *const *outputs, float *const *inputs, const CKernelsTerm *terms, const int32_t *term_counts,
    size_t output_count, float *scratch, size_t first, size_t frame_count) {
    for (size_t done = 0; done < frame_count; done += CKERNELS_MATRIX_FRAMES) {
        const size_t left = frame_count - done;
        const size_t count = left < CKERNELS_MATRIX_FRAMES ? left : CKERNELS_MATRIX_FRAMES;
        const size_t at = first + done;
        const CKernelsTerm *row = terms;
        for (size_t o = 0; o < output_count; o++) {
            if (count == CKERNELS_MATRIX_FRAMES)
                matrix_piece(scratch + o * CKERNELS_MATRIX_FRAMES, inputs, row, term_counts[o], at, CKERNELS_MATRIX_FRAMES);
            else
                matrix_piece(scratch + o * CKERNELS_MATRIX_FRAMES, inputs, row, term_counts[o], at, count);
            row += term_counts[o];
        }
        for (size_t o = 0; o < output_count; o++)
            memcpy(outputs[o] + at, scratch + o * CKERNELS_MATRIX_FRAMES, count * sizeof(float));
    }
}
