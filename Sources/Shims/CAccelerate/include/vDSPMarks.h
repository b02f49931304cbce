// The marks of functions that audio threads may call: no heap, no lock.
#pragma once

#if defined(__clang__)
#define VDSP_RT __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define VDSP_RT
#endif
