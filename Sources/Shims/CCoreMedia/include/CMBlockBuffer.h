// Memory of programs.
#pragma once

#include <stddef.h>

#include <CCoreAudioTypes.h>

#pragma pack(push, 4)

/// A program's own source of memory blocks.
struct CMBlockBufferCustomBlockSource {
    /// `kCMBlockBufferCustomBlockSourceVersion`.
    uint32_t version;
    /// Allocates a block; may be missing where a block is handed over.
    void *_Nullable (*_Nullable AllocateBlock)(void *_Nullable refCon, size_t sizeInBytes);
    /// Releases a block; nil if that is not needed.
    void (*_Nullable FreeBlock)(void *_Nullable refCon, void *_Nonnull doomedMemoryBlock, size_t sizeInBytes);
    /// Handed to both.
    void *_Nullable refCon;
};
typedef struct CMBlockBufferCustomBlockSource CMBlockBufferCustomBlockSource;

#pragma pack(pop)

/// The way in which a block buffer treats what it is given.
typedef uint32_t CMBlockBufferFlags;

enum : CMBlockBufferFlags {
    /// Allocates memory at once, not when it is first needed.
    kCMBlockBufferAssureMemoryNowFlag = 1,
    /// Copies the bytes even if they lie in one piece.
    kCMBlockBufferAlwaysCopyDataFlag = 2,
    /// Refers to the other buffer itself; here references always go to the memory, and the flag changes nothing.
    kCMBlockBufferDontOptimizeDepthFlag = 4,
    /// Lets a reference go to an empty buffer.
    kCMBlockBufferPermitEmptyReferenceFlag = 8,
};

enum : OSStatus {
    /// The call succeeded.
    kCMBlockBufferNoErr = 0,
    /// There is no memory for the buffer itself.
    kCMBlockBufferStructureAllocationFailedErr = -12700,
    /// There is no memory for the bytes.
    kCMBlockBufferBlockAllocationFailedErr = -12701,
    /// The source of memory has another version or does not allocate.
    kCMBlockBufferBadCustomBlockSourceErr = -12702,
    /// The offset lies outside.
    kCMBlockBufferBadOffsetParameterErr = -12703,
    /// The length reaches outside.
    kCMBlockBufferBadLengthParameterErr = -12704,
    /// A pointer is missing.
    kCMBlockBufferBadPointerParameterErr = -12705,
    /// The buffer is empty.
    kCMBlockBufferEmptyBBufErr = -12706,
    /// Memory that was never allocated was to be read.
    kCMBlockBufferUnallocatedBlockErr = -12707,
    /// There is no room.
    kCMBlockBufferInsufficientSpaceErr = -12708,
};

enum : uint32_t {
    /// The version of `CMBlockBufferCustomBlockSource`.
    kCMBlockBufferCustomBlockSourceVersion = 0,
};
