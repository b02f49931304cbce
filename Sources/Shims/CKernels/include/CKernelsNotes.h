// Notes of a sampler. Included by CKernels.h, which has the marks.
#pragma once

/// Notes that are rendered side by side.
#define CKERNELS_NOTES 16
/// Floats of a row of sums.
#define CKERNELS_NOTE_SUMS 8

/// Reads a recording at another speed, by the cubic through four samples.
///
/// The phase is a place in the recording, 32 bits before and 32 behind the point; so is the step. One sample before the
/// first place and two behind the last are read.
CKERNELS_RT void ckernels_note_int16(
    float *_Nonnull out, const int16_t *_Nonnull samples, uint64_t phase, uint64_t step, size_t count);
/// The same for a recording of floats.
CKERNELS_RT void ckernels_note_float(
    float *_Nonnull out, const float *_Nonnull samples, uint64_t phase, uint64_t step, size_t count);

/// Ways of reading a recording besides the cubic one: the sample before, a straight line, sixteen samples.
#define CKERNELS_NOTE_NONE 0
#define CKERNELS_NOTE_LINEAR 1
#define CKERNELS_NOTE_SINC 2
/// Samples that the last of these looks at, from seven before the place to eight behind it.
#define CKERNELS_NOTE_TAPS 16
/// Fractions between two samples that its table has rows for, and one row more.
#define CKERNELS_NOTE_PHASES 512

/// Reads a recording at another speed in one of these ways.
///
/// No sample before the first place and one behind the last are read for a straight line, seven and eight for sixteen
/// samples.
CKERNELS_RT void ckernels_note_other_int16(
    float *_Nonnull out, const int16_t *_Nonnull samples, uint64_t phase, uint64_t step, size_t count, int kind,
    const float *_Nonnull table);
/// The same for a recording of floats.
CKERNELS_RT void ckernels_note_other_float(
    float *_Nonnull out, const float *_Nonnull samples, uint64_t phase, uint64_t step, size_t count, int kind,
    const float *_Nonnull table);

/// A place in a loop: from the end of the loop it continues at the start.
typedef struct {
    /// The place, 32 bits before and 32 behind the point.
    uint64_t phase;
    /// The first frame of the loop, and the one behind its last; 0 <= start < end.
    int64_t start, end;
    /// Indicates whether the loop's start was reached from its end.
    int32_t has_wrapped;
} CKernelsNoteLoop;

/// Reads a recording that is repeated; only frames before the loop's end are read.
CKERNELS_RT void ckernels_note_loop_int16(
    float *_Nonnull out, const int16_t *_Nonnull samples, CKernelsNoteLoop *_Nonnull loop, uint64_t step, size_t count);
/// The same for a recording of floats.
CKERNELS_RT void ckernels_note_loop_float(
    float *_Nonnull out, const float *_Nonnull samples, CKernelsNoteLoop *_Nonnull loop, uint64_t step, size_t count);

/// Makes rows of sixteen floats, one for each frame, of sixteen notes that lie `stride` floats apart.
CKERNELS_RT void ckernels_note_rows(
    float *_Nonnull rows, const float *_Nonnull notes, size_t stride, size_t count);

/// Low-pass filters of sixteen notes (state variable filter, trapezoidal rule), and the steps of their coefficients.
typedef struct {
    float first[CKERNELS_NOTES], second[CKERNELS_NOTES];
    float a1[CKERNELS_NOTES], a2[CKERNELS_NOTES], a3[CKERNELS_NOTES];
    float a1_step[CKERNELS_NOTES], a2_step[CKERNELS_NOTES], a3_step[CKERNELS_NOTES];
    /// The share of the input that passes beside the filter: 1 while it is open.
    float dry[CKERNELS_NOTES], dry_step[CKERNELS_NOTES];
} CKernelsNoteFilters;

/// Filters rows of sixteen floats in place.
CKERNELS_RT void ckernels_note_filters(float *_Nonnull rows, CKernelsNoteFilters *_Nonnull filters, size_t count);

/// Gains of sixteen notes into four sums, and their steps from frame to frame.
typedef struct {
    float left[CKERNELS_NOTES], right[CKERNELS_NOTES], reverb[CKERNELS_NOTES], chorus[CKERNELS_NOTES];
    float left_step[CKERNELS_NOTES], right_step[CKERNELS_NOTES];
    float reverb_step[CKERNELS_NOTES], chorus_step[CKERNELS_NOTES];
} CKernelsNoteGains;

/// Adds rows of sixteen notes to four tables of rows of eight, one for each sum.
CKERNELS_RT void ckernels_note_gains(
    float *_Nonnull left, float *_Nonnull right, float *_Nonnull reverb, float *_Nonnull chorus,
    const float *_Nonnull rows, CKernelsNoteGains *_Nonnull gains, size_t count);

/// Adds the sum of each row of eight to `out`, and makes the rows zero.
CKERNELS_RT void ckernels_note_sums(float *_Nonnull out, float *_Nonnull rows, size_t count);
