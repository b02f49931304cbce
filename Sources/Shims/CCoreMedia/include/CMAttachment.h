// Attachments of buffers.
#pragma once

#include <CCoreAudioTypes.h>

/// Indicates whether an attachment goes over to objects made from its bearer.
typedef uint32_t CMAttachmentMode;

enum : CMAttachmentMode {
    /// The attachment is not copied to other buffers.
    kCMAttachmentMode_ShouldNotPropagate = 0,
    /// The attachment is copied to buffers made from its bearer.
    kCMAttachmentMode_ShouldPropagate = 1,
};
