// Errors and keys of sample buffers.
import CoreAudioTypes

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
