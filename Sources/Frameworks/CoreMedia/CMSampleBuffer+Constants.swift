// Errors and keys of sample buffers.
import CoreAudioTypes

/// There is no memory.
public var kCMSampleBufferError_AllocationFailed: OSStatus { -12730 }
/// Something that is needed is nil.
public var kCMSampleBufferError_RequiredParameterMissing: OSStatus { -12731 }
/// The buffer has data already.
public var kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus { -12732 }
/// The data is not ready, and nothing was given to make it so.
public var kCMSampleBufferError_BufferNotReady: OSStatus { -12733 }
/// There is no such sample.
public var kCMSampleBufferError_SampleIndexOutOfRange: OSStatus { -12734 }
/// The samples have no sizes.
public var kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus { -12735 }
/// The samples have no times.
public var kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus { -12736 }
/// There is no room for the result.
public var kCMSampleBufferError_ArrayTooSmall: OSStatus { -12737 }
/// Times or sizes are neither none nor one nor as many as samples.
public var kCMSampleBufferError_InvalidEntryCount: OSStatus { -12738 }
/// The samples cannot be taken apart, as channels that lie apart.
public var kCMSampleBufferError_CannotSubdivide: OSStatus { -12739 }
/// A time is invalid.
public var kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus { -12740 }
/// The media is not sound.
public var kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus { -12741 }
/// The data does not fit the samples.
public var kCMSampleBufferError_InvalidSampleData: OSStatus { -12742 }
/// The format does not allow it.
public var kCMSampleBufferError_InvalidMediaFormat: OSStatus { -12743 }
/// The buffer was invalidated.
public var kCMSampleBufferError_Invalidated: OSStatus { -12744 }
/// The data could not be made ready.
public var kCMSampleBufferError_DataFailed: OSStatus { -16750 }
/// The data will not be made ready.
public var kCMSampleBufferError_DataCanceled: OSStatus { -16751 }

/// Makes each buffer of a list begin at a multiple of 16 bytes, by copying if need be.
public var kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 { 1 }

/// Decoded time to be dropped at the beginning, a time as dictionary.
public var kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString { "TrimDurationAtStart" }
/// Decoded time to be dropped at the end, a time as dictionary.
public var kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString { "TrimDurationAtEnd" }
/// The factor by which the sound plays faster than it was recorded.
public var kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString { "SpeedMultiplier" }
/// Indicates whether it plays backwards.
public var kCMSampleBufferAttachmentKey_Reverse: CFString { "Reverse" }
/// Indicates whether the decoder is reset before this sample.
public var kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString { "ResetDecoderBeforeDecoding" }
/// Indicates whether the decoder is emptied behind it.
public var kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString { "DrainAfterDecoding" }
/// Indicates whether gaps are filled with silence.
public var kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString { "FillDiscontinuitiesWithSilence" }
/// Indicates whether it marks a gap.
public var kCMSampleBufferAttachmentKey_EmptyMedia: CFString { "EmptyMedia" }
/// Indicates whether it marks a gap without end.
public var kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString { "PermanentEmptyMedia" }
/// Indicates whether the sample before ends with it.
public var kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString { "EndsPreviousSampleDuration" }
/// The notification that is posted when the buffer has been used.
public var kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString { "PostNotificationWhenConsumed" }
/// The file that holds the data.
public var kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString { "SampleReferenceURL" }
/// The byte of the file at which the data begins.
public var kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString { "SampleReferenceByteOffset" }
/// Samples until decoding is right.
public var kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString { "GradualDecoderRefresh" }
/// Indicates whether decoding cannot begin at this sample.
public var kCMSampleAttachmentKey_NotSync: CFString { "NotSync" }
/// Indicates whether decoding can begin at this sample, with losses.
public var kCMSampleAttachmentKey_PartialSync: CFString { "PartialSync" }
/// Indicates whether decoding needs other samples.
public var kCMSampleAttachmentKey_DependsOnOthers: CFString { "DependsOnOthers" }
/// Indicates whether the sample is decoded and not presented.
public var kCMSampleAttachmentKey_DoNotDisplay: CFString { "DoNotDisplay" }
/// Indicates whether the sample is coded more than once.
public var kCMSampleAttachmentKey_HasRedundantCoding: CFString { "HasRedundantCoding" }
/// Indicates whether other samples need it.
public var kCMSampleAttachmentKey_IsDependedOnByOthers: CFString { "IsDependedOnByOthers" }
/// Indicates whether later samples may be presented earlier.
public var kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString { "EarlierDisplayTimesAllowed" }
/// Samples to decode from here until the sound is right.
public var kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString {
    "AudioIndependentSampleDecoderRefreshCount"
}
