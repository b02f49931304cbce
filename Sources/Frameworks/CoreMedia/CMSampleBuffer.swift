import CoreAudioTypes
import Foundation

// The owner of the C struct is this package itself.
// swift-format-ignore: AvoidRetroactiveConformances
extension CMSampleTimingInfo: @retroactive Hashable {
    /// Returns whether all times are equal.
    public static func == (lhs: CMSampleTimingInfo, rhs: CMSampleTimingInfo) -> Bool {
        lhs.duration == rhs.duration && lhs.presentationTimeStamp == rhs.presentationTimeStamp
            && lhs.decodeTimeStamp == rhs.decodeTimeStamp
    }

    /// Hashes all times.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(duration)
        hasher.combine(presentationTimeStamp)
        hasher.combine(decodeTimeStamp)
    }
}

extension CMSampleTimingInfo {
    /// No meaning.
    public static let invalid = CMSampleTimingInfo()
}

/// The timing whose three times are invalid.
public var kCMTimingInfoInvalid: CMSampleTimingInfo { .invalid }

/// Makes the data of a sample buffer ready; success is 0.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// A function that is called when a sample buffer is invalidated.
public typealias CMSampleBufferInvalidateCallback = (CMSampleBuffer, UInt64) -> Void

/// Samples of media with their format, times, sizes and attachments; their data may come later.
///
/// A sample is a frame of uncompressed sound, a packet of compressed sound.
/// - Thread: any, one at a time while it is changed.
public final class CMSampleBuffer: Hashable {
    /// Options for making lists of audio buffers of it.
    public struct Flags: OptionSet, Sendable {
        /// The flags as a bit mask.
        public var rawValue: UInt32
        /// Makes flags of a bit mask.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// Makes each buffer begin at a multiple of 16 bytes, by copying if need be.
        public static let audioBufferListAssure16ByteAlignment = Flags(rawValue: 1)
    }

    /// The format; nil of buffers that only mark something.
    public let formatDescription: CMFormatDescription?
    /// The number of samples.
    public let numSamples: Int
    /// None, one for all that follow each other, or one for each sample.
    let timings: [CMSampleTimingInfo]
    /// None, one for all, or one for each sample.
    let sizes: [Int]
    /// The places of packets of compressed sound; empty where their sizes determine them.
    let packets: [AudioStreamPacketDescription]
    var data: CMBlockBuffer?
    /// Indicates whether the data was marked as ready; not used by a buffer that tracks another.
    var isMarkedReady: Bool
    /// The buffer whose readiness counts instead.
    var trackedBuffer: CMSampleBuffer?
    let makeReady: ((CMSampleBuffer) -> OSStatus)?
    var attachmentTable: [String: (value: AnyObject, mode: CMAttachmentMode)] = [:]
    var sampleAttachmentTable: NSArray?
    var outputTime: CMTime?
    /// The reason why the data will never be ready; 0 if it may be.
    var failure: OSStatus = 0
    /// Indicates whether it was not invalidated.
    public internal(set) var isValid = true
    var invalidated: ((CMSampleBuffer) -> Void)?

    init(
        data: CMBlockBuffer?, isReady: Bool, makeReady: ((CMSampleBuffer) -> OSStatus)?,
        format: CMFormatDescription?, count: Int, timings: [CMSampleTimingInfo], sizes: [Int],
        packets: [AudioStreamPacketDescription] = []
    ) {
        self.data = data
        isMarkedReady = isReady
        self.makeReady = makeReady
        formatDescription = format
        numSamples = count
        self.timings = timings
        self.sizes = sizes
        self.packets = packets
    }

    /// The shape of the sound; nil of other media.
    var stream: AudioStreamBasicDescription? { formatDescription?.audioStreamBasicDescription }

    /// Returns whether both are one object.
    public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Times

    /// The times of one sample; nil where there are none.
    func timing(at index: Int) -> CMSampleTimingInfo? {
        guard index >= 0, index < numSamples, let first = timings.first else { return nil }
        if timings.count > 1 || index == 0 { return timings[index] }
        let passed = first.duration.times(Int32(clamping: index))
        return CMSampleTimingInfo(
            duration: first.duration, presentationTimeStamp: first.presentationTimeStamp + passed,
            decodeTimeStamp: first.decodeTimeStamp.isValid ? first.decodeTimeStamp + passed : .invalid)
    }

    /// The time at which the first sample is presented.
    public var presentationTimeStamp: CMTime {
        guard let first = timings.first else { return .invalid }
        return timings.dropFirst().reduce(first.presentationTimeStamp) {
            CMTimeMinimum($0, $1.presentationTimeStamp)
        }
    }

    /// The time at which the first sample is decoded.
    public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// The duration of all samples: from the earliest beginning to the latest end.
    public var duration: CMTime {
        guard let first = timings.first else { return .invalid }
        if timings.count == 1 { return first.duration.times(Int32(clamping: numSamples)) }
        let end = timings.reduce(first.presentationTimeStamp + first.duration) {
            CMTimeMaximum($0, $1.presentationTimeStamp + $1.duration)
        }
        return end - presentationTimeStamp
    }

    private func trim(_ key: CFString) -> CMTime {
        let time = CMTimeMakeFromDictionary(attachmentTable[key as String]?.value as? NSDictionary)
        return time.isNumeric ? time : .zero
    }

    private var speed: Double {
        let key = kCMSampleBufferAttachmentKey_SpeedMultiplier as String
        let factor = (attachmentTable[key]?.value as? NSNumber)?.doubleValue ?? 1
        return factor.isFinite && factor != 0 ? abs(factor) : 1
    }

    /// The time at which the first sample behind the trimming is presented, or the time that was set.
    public var outputPresentationTimeStamp: CMTime {
        if let outputTime { return outputTime }
        let isReversed = attachmentTable[kCMSampleBufferAttachmentKey_Reverse as String]?.value as? NSNumber
        if isReversed?.boolValue == true {
            return presentationTimeStamp + duration - trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        }
        return presentationTimeStamp + trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    }

    /// The time at which the first sample is decoded, moved as its presentation is.
    public var outputDecodeTimeStamp: CMTime {
        decodeTimeStamp + (outputPresentationTimeStamp - presentationTimeStamp)
    }

    /// The duration after trimming, at its speed.
    public var outputDuration: CMTime {
        let left =
            duration - trim(kCMSampleBufferAttachmentKey_TrimDurationAtStart)
            - trim(kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
        return speed == 1 ? left : left.times(1 / speed)
    }

    // MARK: Data

    /// The data; nil while there is none.
    public var dataBuffer: CMBlockBuffer? { isValid ? data : nil }

    /// Bytes of all samples, by their sizes.
    public var totalSampleSize: Int {
        sizes.count == 1 ? (sizes.first ?? 0) * numSamples : sizes.reduce(0, +)
    }

    /// Returns the bytes of a run of samples in the data; nil if the sizes are not known.
    func byteRange(_ range: Range<Int>) -> Range<Int>? {
        if sizes.count == 1, let size = sizes.first { return range.lowerBound * size..<range.upperBound * size }
        guard sizes.count == numSamples else { return nil }
        let start = sizes[..<range.lowerBound].reduce(0, +)
        return start..<start + sizes[range].reduce(0, +)
    }

    /// Copies a run of samples that shares the data.
    func part(_ range: Range<Int>) -> (buffer: CMSampleBuffer?, status: OSStatus) {
        guard isValid else { return (nil, kCMSampleBufferError_Invalidated) }
        guard range.lowerBound >= 0, !range.isEmpty, range.upperBound <= numSamples else {
            return (nil, kCMSampleBufferError_SampleIndexOutOfRange)
        }
        if let stream, stream.isLinearPCM, !stream.isInterleaved, stream.mChannelsPerFrame > 1 {
            return (nil, kCMSampleBufferError_CannotSubdivide)
        }
        guard let bytes = byteRange(range) else { return (nil, kCMSampleBufferError_BufferHasNoSampleSizes) }
        var piece: CMBlockBuffer?
        if let data {
            let (parts, status) = data.slice(bytes.lowerBound, bytes.count)
            guard status == noErr else { return (nil, kCMSampleBufferError_InvalidSampleData) }
            piece = CMBlockBuffer(parts)
        }
        let times = timings.count > 1 ? Array(timings[range]) : timing(at: range.lowerBound).map { [$0] } ?? []
        var packets = packets.isEmpty ? [] : Array(packets[range])
        for index in packets.indices { packets[index].mStartOffset -= Int64(bytes.lowerBound) }
        let buffer = CMSampleBuffer(
            data: piece, isReady: isReady, makeReady: makeReady, format: formatDescription, count: range.count,
            timings: times, sizes: sizes.count > 1 ? Array(sizes[range]) : sizes, packets: packets)
        buffer.attachmentTable = attachmentTable.filter { $0.value.mode == kCMAttachmentMode_ShouldPropagate }
        return (buffer, noErr)
    }

    /// Copies everything but the data, which both share.
    func copy(timings newTimings: [CMSampleTimingInfo]? = nil) -> CMSampleBuffer {
        let buffer = CMSampleBuffer(
            data: data, isReady: isReady, makeReady: makeReady, format: formatDescription, count: numSamples,
            timings: newTimings ?? timings, sizes: sizes, packets: packets)
        buffer.attachmentTable = attachmentTable
        buffer.sampleAttachmentTable = sampleAttachmentTable
        if newTimings == nil { buffer.outputTime = outputTime }
        return buffer
    }
}
