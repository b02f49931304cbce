// The memory layout that a C compiler gives to the structs of Apple's headers, as their documentation lists the fields.
#pragma once

#include <stddef.h>

/// A struct, or one of its fields.
struct CLayoutRow {
    /// The name of the struct.
    const char *_Nonnull type;
    /// The field; nil for the struct as a whole.
    const char *_Nullable field;
    /// The offset of the field; the alignment of a struct.
    size_t place;
    /// The bytes that it takes.
    size_t size;
};

/// Rows of structs, each followed by its fields.
struct CLayoutTable {
    const struct CLayoutRow *_Nonnull rows;
    size_t count;
};

struct CLayoutTable CStructLayoutsOfCoreAudioTypes(void);
struct CLayoutTable CStructLayoutsOfAudioFiles(void);
struct CLayoutTable CStructLayoutsOfUnits(void);
struct CLayoutTable CStructLayoutsOfMusic(void);
struct CLayoutTable CStructLayoutsOfCoreMIDI(void);
struct CLayoutTable CStructLayoutsOfCoreMedia(void);
struct CLayoutTable CStructLayoutsOfAccelerate(void);
struct CLayoutTable CStructLayoutsOfCoreAudio(void);
