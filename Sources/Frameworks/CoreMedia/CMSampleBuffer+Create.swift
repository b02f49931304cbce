import CoreAudioTypes
import Foundation

/// Copies an array of C, which has no entries, one, or one for each sample; nil for any other count.
private func entries<Entry>(
    _ array: UnsafePointer<Entry>?, _ count: CMItemCount, _ samples: CMItemCount
) -> [Entry]? {
    guard count > 0 else { return count == 0 ? [] : nil }
    guard let array, count == 1 || count == samples else { return nil }
    return Array(UnsafeBufferPointer(start: array, count: count))
}

/// Makes a sample buffer.
///
/// - Parameters:
///   - dataBuffer: The data; nil if it comes later.
///   - dataReady: Whether it is ready.
///   - makeDataReadyCallback: Called by `CMSampleBufferMakeDataReady`.
///   - makeDataReadyRefcon: Handed to it.
///   - formatDescription: The format.
///   - numSamples: Frames of uncompressed sound, packets of compressed sound.
///   - numSampleTimingEntries: 0, 1 for samples that follow each other, or one for each.
///   - numSampleSizeEntries: 0, 1 for samples of one size, or one for each.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount`, or 0.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard numSamples >= 0, let timings = entries(sampleTimingArray, numSampleTimingEntries, numSamples),
        let sizes = entries(sampleSizeArray, numSampleSizeEntries, numSamples)
    else { return kCMSampleBufferError_InvalidEntryCount }
    guard sizes.allSatisfy({ $0 >= 0 && $0 <= 1 << 40 }), numSamples <= 1 << 40, hasTotal(sizes, numSamples) else {
        return kCMSampleBufferError_InvalidSampleData
    }
    let refcon = makeDataReadyRefcon
    sampleBufferOut.pointee = CMSampleBuffer(
        data: dataBuffer, isReady: dataReady,
        makeReady: makeDataReadyCallback.map { callback in { callback($0, refcon) } },
        format: formatDescription, count: numSamples, timings: timings, sizes: sizes)
    return noErr
}

/// Returns whether sizes add up to a number that fits.
private func hasTotal(_ sizes: [Int], _ samples: Int) -> Bool {
    if sizes.count == 1, let size = sizes.first { return !size.multipliedReportingOverflow(by: samples).overflow }
    var total = 0
    for size in sizes {
        let (sum, isTooLarge) = total.addingReportingOverflow(size)
        if isTooLarge { return false }
        total = sum
    }
    return true
}

/// Makes a sample buffer with data that is ready; its parameters are those of `CMSampleBufferCreate`.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreate(
        allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: formatDescription, sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries, sampleTimingArray: sampleTimingArray,
        sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
}

/// Makes a sample buffer of sound.
///
/// - Parameters:
///   - formatDescription: Of sound.
///   - numSamples: Frames of uncompressed sound, packets of compressed sound.
///   - presentationTimeStamp: The time at which the first sample is presented.
///   - packetDescriptions: The places of packets of different sizes, one for each; nil where the format fixes the
///     sizes.
///   - sampleBufferOut: Receives the buffer.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for other media,
///   `kCMSampleBufferError_InvalidSampleData` for packets that do not lie one after the other.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription, sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let (places, status) = SoundPlaces.of(
        formatDescription, numSamples, presentationTimeStamp, packetDescriptions, dataBuffer)
    guard let places else { return status }
    let refcon = makeDataReadyRefcon
    sampleBufferOut.pointee = CMSampleBuffer(
        data: dataBuffer, isReady: dataReady,
        makeReady: makeDataReadyCallback.map { callback in { callback($0, refcon) } }, format: formatDescription,
        count: numSamples, places)
    return noErr
}

/// The times of samples of sound, and their places in the data.
private struct SoundPlaces {
    var timings: [CMSampleTimingInfo]
    var sizes: [Int] = []
    var packets: [AudioStreamPacketDescription] = []

    /// Returns the places of samples; nil with the reason if they make no sense.
    static func of(
        _ format: CMFormatDescription, _ count: CMItemCount, _ start: CMTime,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, _ data: CMBlockBuffer?
    ) -> (SoundPlaces?, OSStatus) {
        guard let stream = format.audioStreamBasicDescription else {
            return (nil, kCMSampleBufferError_InvalidMediaTypeForOperation)
        }
        guard count >= 0, count <= 1 << 32 else { return (nil, kCMSampleBufferError_InvalidEntryCount) }
        let scale = stream.mSampleRate >= 1 && stream.mSampleRate < 0x1p31 ? Int32(stream.mSampleRate.rounded()) : 0
        let frames = stream.isLinearPCM ? 1 : stream.mFramesPerPacket
        func timing(_ frames: UInt32, _ time: CMTime) -> CMSampleTimingInfo {
            CMSampleTimingInfo(
                duration: frames == 0 ? .invalid : CMTime(value: Int64(frames), timescale: scale),
                presentationTimeStamp: time, decodeTimeStamp: .invalid)
        }
        var places = SoundPlaces(timings: [timing(frames, start)])
        if let descriptions, stream.mBytesPerPacket == 0 {
            places.packets = Array(UnsafeBufferPointer(start: descriptions, count: count))
            guard places.lie(in: data) else { return (nil, kCMSampleBufferError_InvalidSampleData) }
            places.sizes = places.packets.map { Int($0.mDataByteSize) }
            if frames == 0 {
                var time = start
                places.timings = places.packets.map {
                    let entry = timing($0.mVariableFramesInPacket, time)
                    time = time + entry.duration
                    return entry
                }
            }
        } else if stream.mBytesPerPacket > 0 {
            let planes = stream.isLinearPCM && !stream.isInterleaved ? stream.mChannelsPerFrame : 1
            places.sizes = [Int(stream.mBytesPerPacket) * Int(planes)]
        }
        return (places, noErr)
    }

    /// Returns whether the packets lie one after the other, and in the data if that is known.
    private func lie(in data: CMBlockBuffer?) -> Bool {
        var end: Int64 = 0
        for packet in packets {
            guard packet.mStartOffset >= end, packet.mStartOffset < 1 << 40 else { return false }
            end = packet.mStartOffset + Int64(packet.mDataByteSize)
        }
        return data.map { end <= Int64($0.byteCount) } ?? true
    }
}

/// Makes a sample buffer of sound with data that is ready.
///
/// Its parameters are those of `CMAudioSampleBufferCreateWithPacketDescriptions`.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: formatDescription, sampleCount: numSamples, presentationTimeStamp: presentationTimeStamp,
        packetDescriptions: packetDescriptions, sampleBufferOut: sampleBufferOut)
}

/// Makes a copy that shares the data.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    sampleBufferOut.pointee = sbuf.copy()
    return noErr
}

/// Makes a copy that shares the data and has other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard originalSBuf.isValid else { return kCMSampleBufferError_Invalidated }
    guard let timings = entries(sampleTimingArray, numSampleTimingEntries, originalSBuf.numSamples) else {
        return kCMSampleBufferError_InvalidEntryCount
    }
    sampleBufferOut.pointee = originalSBuf.copy(timings: timings)
    return noErr
}

/// Makes a buffer of a run of samples, which shares the data.
///
/// - Returns: `kCMSampleBufferError_CannotSubdivide` where channels lie apart.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard sampleRange.location >= 0, sampleRange.length > 0, sampleRange.location <= sbuf.numSamples,
        sampleRange.length <= sbuf.numSamples - sampleRange.location
    else { return kCMSampleBufferError_SampleIndexOutOfRange }
    let (part, status) = sbuf.part(sampleRange.location..<sampleRange.location + sampleRange.length)
    if let part { sampleBufferOut.pointee = part }
    return status
}

// MARK: - As Swift has it

extension CMSampleBuffer {
    fileprivate convenience init(
        data: CMBlockBuffer?, isReady: Bool, makeReady: ((CMSampleBuffer) -> OSStatus)?, format: CMFormatDescription,
        count: Int, _ places: SoundPlaces
    ) {
        self.init(
            data: data, isReady: isReady, makeReady: makeReady, format: format, count: count, timings: places.timings,
            sizes: places.sizes, packets: places.packets)
    }

    private convenience init(_ other: CMSampleBuffer) {
        self.init(
            data: other.data, isReady: other.isReady, makeReady: other.makeReady, format: other.formatDescription,
            count: other.numSamples, timings: other.timings, sizes: other.sizes, packets: other.packets)
        attachmentTable = other.attachmentTable
        sampleAttachmentTable = other.sampleAttachmentTable
        outputTime = other.outputTime
    }

    private convenience init(
        _ make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus
    ) throws {
        var made: CMSampleBuffer?
        try check(make(&made))
        guard let made else { throw statusError(kCMSampleBufferError_AllocationFailed) }
        self.init(made)
    }

    /// Makes a sample buffer.
    ///
    /// - Parameters:
    ///   - sampleTimings: None, one for samples that follow each other, or one for each.
    ///   - sampleSizes: None, one for samples of one size, or one for each.
    /// - Throws: `kCMSampleBufferError_InvalidEntryCount`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
        numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
    ) throws {
        try self.init {
            CMSampleBufferCreate(
                allocator: nil, dataBuffer: dataBuffer, dataReady: dataReady, makeDataReadyCallback: nil, refcon: nil,
                formatDescription: formatDescription, sampleCount: numSamples,
                sampleTimingEntryCount: sampleTimings.count, sampleTimingArray: sampleTimings,
                sampleSizeEntryCount: sampleSizes.count, sampleSizeArray: sampleSizes, sampleBufferOut: $0)
        }
    }

    /// Makes a sample buffer whose data comes when it is asked for.
    ///
    /// - Parameter makeDataReadyHandler: Gives the buffer its data and returns 0, or why it cannot.
    /// - Throws: `kCMSampleBufferError_InvalidEntryCount`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
        makeDataReadyHandler: @escaping (CMSampleBuffer) -> OSStatus
    ) throws {
        try self.init {
            CMSampleBufferCreate(
                allocator: nil, dataBuffer: dataBuffer, dataReady: false,
                makeDataReadyCallback: { buffer, _ in makeDataReadyHandler(buffer) }, refcon: nil,
                formatDescription: formatDescription, sampleCount: numSamples,
                sampleTimingEntryCount: sampleTimings.count, sampleTimingArray: sampleTimings,
                sampleSizeEntryCount: sampleSizes.count, sampleSizeArray: sampleSizes, sampleBufferOut: $0)
        }
    }

    /// Makes a sample buffer of sound.
    ///
    /// - Throws: The errors of `CMAudioSampleBufferCreateWithPacketDescriptions`.
    public convenience init(
        dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
        numSamples: CMItemCount, presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        guard packetDescriptions.isEmpty || packetDescriptions.count == numSamples else {
            throw statusError(kCMSampleBufferError_InvalidEntryCount)
        }
        let (places, status) = packetDescriptions.withUnsafeBufferPointer {
            SoundPlaces.of(
                formatDescription, numSamples, presentationTimeStamp, $0.isEmpty ? nil : $0.baseAddress, dataBuffer)
        }
        guard let places else { throw statusError(status) }
        self.init(
            data: dataBuffer, isReady: dataReady, makeReady: nil, format: formatDescription, count: numSamples, places)
    }

    /// Makes a copy that shares the data.
    public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
        guard sampleBuffer.isValid else { throw statusError(kCMSampleBufferError_Invalidated) }
        self.init(sampleBuffer)
    }

    /// Makes a copy that shares the data and has other times.
    public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming newTiming: [CMSampleTimingInfo]) throws
    {
        try self.init {
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: newTiming.count,
                sampleTimingArray: newTiming, sampleBufferOut: $0)
        }
    }

    /// Makes a buffer of a run of samples, which shares the data.
    public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
        let (part, status) = sampleBuffer.part(range)
        try check(status)
        guard let part else { throw statusError(kCMSampleBufferError_AllocationFailed) }
        self.init(part)
    }
}
