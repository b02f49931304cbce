// Cascades of biquads: y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2], five coefficients b0 b1 b2 a1 a2
// a section.
#pragma once

#include <stdbool.h>

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - One channel

/// Makes a cascade of M sections of 5 coefficients each. Returns null when M is 0 or memory is short.
vDSP_biquad_Setup _Nullable vDSP_biquad_CreateSetup(const double *Coefficients, vDSP_Length M);
/// The same for double precision.
vDSP_biquad_SetupD _Nullable vDSP_biquad_CreateSetupD(const double *Coefficients, vDSP_Length M);
/// Frees a cascade; NULL is allowed.
void vDSP_biquad_DestroySetup(vDSP_biquad_Setup _Nullable Setup);
/// The same for double precision.
void vDSP_biquad_DestroySetupD(vDSP_biquad_SetupD _Nullable Setup);

/// Filters N samples X into Y, which may be X. Delay holds 2 M + 2 numbers: the last two samples before each section,
/// the older first, and after the last one; zeros to begin with.
VDSP_RT void vDSP_biquad(
    const struct vDSP_biquad_SetupStruct *Setup, float *Delay, const float *X, vDSP_Stride IX, float *Y, vDSP_Stride IY,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_biquadD(
    const struct vDSP_biquad_SetupStructD *Setup, double *Delay, const double *X, vDSP_Stride IX, double *Y,
    vDSP_Stride IY, vDSP_Length N);

/// Replaces the coefficients of `count` sections from `first` on.
VDSP_RT void vDSP_biquad_SetCoefficientsDouble(
    vDSP_biquad_Setup Setup, const double *Coefficients, vDSP_Length first, vDSP_Length count);
/// Replaces the coefficients of `count` sections from `first` on.
VDSP_RT void vDSP_biquad_SetCoefficientsSingle(
    vDSP_biquad_Setup Setup, const float *Coefficients, vDSP_Length first, vDSP_Length count);

#pragma mark - Several channels

/// Makes cascades of M sections for N channels; coefficients go section by section, and in each channel by channel.
/// Returns null when M or N is 0 or memory is short.
vDSP_biquadm_Setup _Nullable vDSP_biquadm_CreateSetup(const double *Coefficients, vDSP_Length M, vDSP_Length N);
/// The same for double precision.
vDSP_biquadm_SetupD _Nullable vDSP_biquadm_CreateSetupD(const double *Coefficients, vDSP_Length M, vDSP_Length N);
/// Frees the cascades of all channels.
void vDSP_biquadm_DestroySetup(vDSP_biquadm_Setup Setup);
/// The same for double precision.
void vDSP_biquadm_DestroySetupD(vDSP_biquadm_SetupD Setup);

/// Filters N samples of each channel X[c] into Y[c], continuing where the last call ended.
VDSP_RT void vDSP_biquadm(
    vDSP_biquadm_Setup Setup, const float *_Nonnull *_Nonnull X, vDSP_Stride IX, float *_Nonnull *_Nonnull Y,
    vDSP_Stride IY, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_biquadmD(
    vDSP_biquadm_SetupD Setup, const double *_Nonnull *_Nonnull X, vDSP_Stride IX, double *_Nonnull *_Nonnull Y,
    vDSP_Stride IY, vDSP_Length N);

/// Forgets all past samples.
VDSP_RT void vDSP_biquadm_ResetState(vDSP_biquadm_Setup Setup);
/// The same for double precision.
VDSP_RT void vDSP_biquadm_ResetStateD(vDSP_biquadm_SetupD Setup);
/// Copies the past samples of another setup of the same shape.
VDSP_RT void vDSP_biquadm_CopyState(vDSP_biquadm_Setup Destination, const struct vDSP_biquadm_SetupStruct *Source);
/// The same for double precision.
VDSP_RT void vDSP_biquadm_CopyStateD(vDSP_biquadm_SetupD Destination, const struct vDSP_biquadm_SetupStructD *Source);

/// Replaces the coefficients of a block of sections and channels.
VDSP_RT void vDSP_biquadm_SetCoefficientsDouble(
    vDSP_biquadm_Setup Setup, const double *Coefficients, vDSP_Length first_section, vDSP_Length first_channel,
    vDSP_Length section_count, vDSP_Length channel_count);
/// Replaces the coefficients of a block of sections and channels.
VDSP_RT void vDSP_biquadm_SetCoefficientsSingle(
    vDSP_biquadm_Setup Setup, const float *Coefficients, vDSP_Length first_section, vDSP_Length first_channel,
    vDSP_Length section_count, vDSP_Length channel_count);
/// Chooses the sections that filter, one flag a section; the others hand samples through.
VDSP_RT void vDSP_biquadm_SetActiveFilters(vDSP_biquadm_Setup Setup, const bool *FilterStates);

#pragma clang assume_nonnull end
