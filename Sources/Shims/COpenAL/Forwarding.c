#include "Library.h"

#include <stdatomic.h>

// Without a library there is no context, and without a context a call does nothing.
#define X(type, name, parameters, arguments) \
    type name parameters { \
        const struct coal_functions *loaded = coal_loaded(); \
        if (loaded == NULL) return (type)0; \
        return loaded->name arguments; \
    }
COPENAL_PLAIN_FUNCTIONS(X)
#undef X

// ---- Errors -------------------------------------------------------------------------------------------------------------

/// An error of Sordino's own extensions that alGetError returns next.
static _Atomic ALenum own_error;

void coal_fail(ALenum error) {
    ALenum none = AL_NO_ERROR;
    atomic_compare_exchange_strong(&own_error, &none, error);
}

ALenum alGetError(void) {
    if (coal_loaded() == NULL) return AL_INVALID_OPERATION;
    ALenum own = atomic_exchange(&own_error, AL_NO_ERROR);
    return own != AL_NO_ERROR ? own : coal_open()->alGetError();
}

ALvoid alBufferDataStatic(const ALint buffer, ALenum format, ALvoid *data, ALsizei size, ALsizei frequency) {
    alBufferData((ALuint)buffer, format, data, size, frequency);
}
