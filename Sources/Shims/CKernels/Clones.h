// How the kernels are compiled: one copy for each x86-64 level, chosen when the program starts; one copy elsewhere.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CKERNELS_SANITIZED 1  // The chooser would run before the sanitizer is ready.
#endif
#endif

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(CKERNELS_SANITIZED)
#if defined(CKERNELS_AT_MOST_V3)  // To measure the speed of machines without AVX-512: -Xcc -DCKERNELS_AT_MOST_V3.
#define CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CKERNELS_V4 1
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
#else
#define CLONES
#endif

// Inlined into each copy, so that it is compiled for that copy's processor.
#define INLINE static inline __attribute__((always_inline))
