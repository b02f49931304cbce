// The extension AL_EXT_STATIC_BUFFER.
#ifndef SORDINO_OPENAL_STATIC_BUFFER_H
#define SORDINO_OPENAL_STATIC_BUFFER_H

#include "al.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef ALvoid (*alBufferDataStaticProcPtr)(
    const ALint buffer, ALenum format, ALvoid *data, ALsizei size, ALsizei frequency);

/// Fills a buffer from memory that the program promises to keep. The samples are copied all the same: freeing the
/// memory early does no harm.
ALvoid alBufferDataStatic(const ALint buffer, ALenum format, ALvoid *data, ALsizei size, ALsizei frequency);

#ifdef __cplusplus
}
#endif

#endif
