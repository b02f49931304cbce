import CoreAudioTypes
import Foundation

/// Returns the number of samples: frames of uncompressed sound, packets of compressed sound.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Returns the data; nil if there is none.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Gives a buffer without data its data.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    guard sbuf.data == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
    sbuf.data = dataBuffer
    return noErr
}

/// Returns the format of the samples; nil if none was given.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// Returns how long all samples last.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// Returns when the first sample is presented.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns when the first sample is decoded.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// Returns when the first sample that is left is presented.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// Sets when the first sample that is left is presented; invalid to have it computed again.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    sbuf.outputTime = outputPresentationTimeStamp.isValid ? outputPresentationTimeStamp : nil
    return noErr
}

/// Returns when the first sample is decoded, moved as its presentation is.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Returns the duration behind trimming, at the speed of the buffer.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// Returns the bytes of a sample; 0 if there is no such sample or it has no size.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
    guard sampleIndex >= 0, sampleIndex < sbuf.numSamples, let first = sbuf.sizes.first else { return 0 }
    return sbuf.sizes.count == 1 ? first : sbuf.sizes[sampleIndex]
}

/// Returns the bytes of all samples, by their sizes.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// Copies the sizes of the samples: one if all are the same.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
    arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    sizeArrayEntriesNeededOut?.pointee = sbuf.sizes.count
    guard !sbuf.sizes.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleSizes }
    guard let sizeArrayOut else { return noErr }
    guard sizeArrayEntries >= sbuf.sizes.count else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, size) in sbuf.sizes.enumerated() { sizeArrayOut[index] = size }
    return noErr
}

/// Copies the times of a sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard !sbuf.timings.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    guard let timing = sbuf.timing(at: sampleIndex) else { return kCMSampleBufferError_SampleIndexOutOfRange }
    timingInfoOut.pointee = timing
    return noErr
}

/// Copies the times of the samples: one if they follow each other.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    timingArrayEntriesNeededOut?.pointee = sbuf.timings.count
    guard !sbuf.timings.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    guard let timingArrayOut else { return noErr }
    guard numSampleTimingEntries >= sbuf.timings.count else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, timing) in sbuf.timings.enumerated() { timingArrayOut[index] = timing }
    return noErr
}

/// Makes a buffer unusable and calls its invalidation callback.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    guard sbuf.isValid else { return noErr }
    sbuf.isValid = false
    let callback = sbuf.invalidated
    sbuf.invalidated = nil
    callback?(sbuf)
    return noErr
}

/// Returns whether a buffer was not invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Sets the function that is called when a buffer is invalidated; a second one is refused.
@discardableResult
public func CMSampleBufferSetInvalidateCallback(
    _ sbuf: CMSampleBuffer, callback invalidateCallback: @escaping CMSampleBufferInvalidateCallback, refcon: UInt64
) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    guard sbuf.invalidated == nil else { return kCMSampleBufferError_RequiredParameterMissing }
    sbuf.invalidated = { invalidateCallback($0, refcon) }
    return noErr
}

/// Returns the attachments of the samples: one dictionary for each sample.
///
/// - Parameter createIfNecessary: Makes them if there are none.
public func CMSampleBufferGetSampleAttachmentsArray(
    _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
    if sbuf.sampleAttachmentTable == nil, createIfNecessary, sbuf.numSamples > 0, sbuf.numSamples <= 1 << 24 {
        sbuf.sampleAttachmentTable = NSArray(array: (0..<sbuf.numSamples).map { _ in NSMutableDictionary() })
    }
    return sbuf.sampleAttachmentTable
}

/// Calls a function with each sample in a buffer of its own, until it returns anything but 0.
///
/// - Returns: What the function returned last.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer, handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.numSamples {
        let (part, status) = sbuf.part(index..<index + 1)
        guard let part else { return status }
        let answer = handler(part, index)
        guard answer == noErr else { return answer }
    }
    return noErr
}

// MARK: - As Swift has it

extension CMSampleBuffer {
    /// Gives a buffer without data its data.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        try check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
    }

    /// Makes the buffer unusable.
    public func invalidate() throws { try check(CMSampleBufferInvalidate(self)) }

    /// Sets when the first sample that is left is presented.
    public func setOutputPresentationTimeStamp(_ newValue: CMTime) throws {
        try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: newValue))
    }

    /// Copies the times of a sample.
    public func sampleTimingInfo(at sampleIndex: Int) throws -> CMSampleTimingInfo {
        var timing = CMSampleTimingInfo.invalid
        try check(CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &timing))
        return timing
    }

    /// Copies the times of the samples: one if they follow each other.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard !timings.isEmpty else { throw statusError(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
        return timings
    }

    /// Returns the bytes of a sample.
    public func sampleSize(at sampleIndex: Int) -> Int { CMSampleBufferGetSampleSize(self, at: sampleIndex) }

    /// Copies the sizes of the samples: one if all are the same.
    public func sampleSizes() throws -> [Int] {
        guard !sizes.isEmpty else { throw statusError(kCMSampleBufferError_BufferHasNoSampleSizes) }
        return sizes
    }

    /// Makes a buffer for each sample.
    public func singleSampleBuffers() throws -> [CMSampleBuffer] {
        try (0..<numSamples).map { try CMSampleBuffer(copying: self, forRange: $0..<$0 + 1) }
    }
}
