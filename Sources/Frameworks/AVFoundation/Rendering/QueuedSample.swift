import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// One sample buffer that waits to be decoded, with its place on a line of frames.
struct QueuedSample: Sendable {
    /// The program's buffer, which it does not change once it has handed it over.
    let buffer: Lent<CMSampleBuffer>
    let format: CMFormatDescription
    let stream: AudioStreamBasicDescription
    /// Frames of the line that one of the buffer becomes.
    let ratio: Double
    /// The frame of the line on which the first decoded frame lies, trimmed ones included.
    private(set) var start: Int64
    /// Frames of the line by which a time stamp may be off because its scale is coarser than the line.
    let slack: Int64
    /// Frames of linear PCM that are left out at the beginning, as a later buffer has replaced them.
    private(set) var skippedFrames: Int64 = 0
    /// Frames at the buffer's own rate, by its description.
    private(set) var frameCount: Int64
    /// The first frame of the line that is heard, and the one behind the last.
    private(set) var heardFrom: Int64
    private(set) var heardTo: Int64
    /// Indicates whether frames behind `heardTo` are left out.
    let isTrimmed: Bool
    /// Indicates whether a later buffer, or nothing, takes the place of the frames behind `heardTo`.
    private(set) var isCut = false
    /// Counts the buffers of a line.
    var number = 0

    private static let trimKeys = Lent([
        kCMSampleBufferAttachmentKey_TrimDurationAtStart, kCMSampleBufferAttachmentKey_TrimDurationAtEnd,
    ])

    /// Checks a buffer of sound.
    ///
    /// - Returns: Nil if the buffer holds no samples, such as a marker.
    /// - Throws: `AVError` with the reason if it cannot be played.
    init?(_ buffer: CMSampleBuffer, place: (CMTime) -> Int64?, lineRate: Double) throws {
        guard CMSampleBufferIsValid(buffer) else { throw Self.error("the sample buffer was invalidated") }
        guard buffer.numSamples > 0 else { return nil }
        let (format, stream) = try Self.sound(buffer)
        guard CMSampleBufferMakeDataReady(buffer) == noErr, let data = buffer.dataBuffer else {
            throw Self.error("the data of the sample buffer is not ready")
        }
        frameCount = try Self.frameCount(buffer, stream, byteCount: data.dataLength)
        let trims = Self.trimKeys.value.map { key -> CMTime in
            guard let value = CMGetAttachment(buffer, key: key, attachmentModeOut: nil) else { return .zero }
            let time = CMTimeMakeFromDictionary(value as? NSDictionary)
            return time.isNumeric && time > .zero ? time : .zero
        }
        let heard = buffer.outputPresentationTimeStamp
        guard heard.isNumeric else { throw Self.error("the sample buffer has no time") }
        guard let heardFrom = place(heard), let start = place(heard - trims[0]) else {
            throw Self.error("the time of the sample buffer is too far away")
        }
        ratio = lineRate / stream.mSampleRate
        (self.buffer, self.format, self.stream) = (Lent(buffer), format, stream)
        (self.start, self.heardFrom) = (start, heardFrom)
        let end = start + (Double(frameCount) * ratio).bounded
        heardTo = max(heardFrom, end - min(max(0, trims[1].frames(rate: lineRate)), end - start))
        isTrimmed = trims[1] > .zero
        let tick = lineRate / Double(max(heard.timescale, 1))
        slack = tick > 1 ? tick.bounded + 1 : 1
    }

    /// The frame of the line behind the last that is decoded, by the buffer's description.
    var end: Int64 { start + (Double(frameCount) * ratio).bounded }

    /// Frames of the line that will be heard.
    var heardCount: Int64 { min(max(0, heardTo - heardFrom), QueuedSample.frameLimit) }

    /// Leaves out what lies behind a frame of the line.
    mutating func cut(at frame: Int64) {
        guard frame < heardTo else { return }
        (heardTo, isCut) = (max(frame, heardFrom), true)
    }

    /// Returns the part that is heard from a frame of the line on; nil if there is none.
    func rest(from frame: Int64) -> QueuedSample? {
        guard frame < heardTo else { return nil }
        var rest = self
        rest.heardFrom = max(heardFrom, frame)
        if stream.isLinearPCM, frame > start {
            let passed = min((Double(frame - start) / ratio).rounded(.down).bounded, frameCount)
            rest.skippedFrames += passed
            rest.frameCount -= passed
            rest.start += (Double(passed) * ratio).bounded
        }
        return rest.frameCount > 0 ? rest : nil
    }

    /// Returns whether a buffer that begins no earlier covers frames that this one has.
    func overlaps(_ next: QueuedSample) -> Bool {
        min(heardTo, next.heardTo) - max(heardFrom, next.heardFrom) >= max(slack, next.slack)
    }

    /// The format of a buffer of sound.
    static func sound(_ buffer: CMSampleBuffer) throws -> (CMFormatDescription, AudioStreamBasicDescription) {
        guard let format = buffer.formatDescription, let stream = format.audioStreamBasicDescription else {
            throw error("the sample buffer does not hold sound")
        }
        guard SoundLimits.accepts(sampleRate: stream.mSampleRate, channelCount: Int(stream.mChannelsPerFrame)) else {
            throw error("sound of \(stream.mChannelsPerFrame) channels at \(stream.mSampleRate) Hz is not played")
        }
        return (format, stream)
    }

    /// Frames of one buffer: days of sound.
    static let frameLimit: Int64 = 1 << 40

    /// Counts the frames, and refuses a buffer whose data cannot hold its samples.
    private static func frameCount(
        _ buffer: CMSampleBuffer, _ stream: AudioStreamBasicDescription, byteCount: Int
    ) throws -> Int64 {
        let count = buffer.numSamples
        let planes = stream.isLinearPCM && !stream.isInterleaved ? Int(stream.mChannelsPerFrame) : 1
        let bytesPerSample = max(stream.isLinearPCM ? Int(stream.mBytesPerFrame) : Int(stream.mBytesPerPacket), 1)
        let (needed, isTooLarge) = count.multipliedReportingOverflow(by: bytesPerSample * planes)
        guard !isTooLarge, needed <= byteCount else {
            throw error("the sample buffer holds fewer bytes than its format and its number of samples need")
        }
        if stream.isLinearPCM { return Int64(count) }
        let packets = try buffer.audioStreamPacketDescriptions()
        guard packets.isEmpty || packets.count >= count else {
            throw error("the sample buffer describes fewer packets than it has")
        }
        let usual = Int64(stream.mFramesPerPacket)
        if packets.isEmpty {
            if usual > 0 {
                let (frames, isTooLarge) = Int64(count).multipliedReportingOverflow(by: usual)
                guard !isTooLarge, frames < frameLimit else { throw error("the sample buffer is too long") }
                return frames
            }
            let seconds = buffer.duration.isNumeric ? min(max(0, buffer.duration.seconds), 86_400) : 0
            // Packets of unknown length count as 20 ms, as those of Opus mostly are.
            return max((seconds * stream.mSampleRate).bounded, Int64(count) * max(1, (stream.mSampleRate / 50).bounded))
        }
        let frames = packets.prefix(count).reduce(0) { sum, packet in
            sum &+ (packet.mVariableFramesInPacket > 0 ? Int64(packet.mVariableFramesInPacket) : usual)
        }
        guard (0..<frameLimit).contains(frames) else { throw error("the sample buffer is too long") }
        return frames
    }

    static func error(_ reason: String, underlying: (any Error)? = nil) -> AVError {
        AVError.error(.decodeFailed, reason, underlying: underlying)
    }
}

/// The samples of one buffer as a chunk for a converter; the memory stays in place as long as this object lives.
final class SampleChunk {
    private let list: UnsafeMutableAudioBufferListPointer
    private let packets: UnsafeMutableBufferPointer<AudioStreamPacketDescription>
    private var memory: CMBlockBuffer?
    let chunk: ConversionChunk

    init(_ sample: QueuedSample) throws {
        let stream = sample.stream
        let bufferCount = stream.isLinearPCM && !stream.isInterleaved ? Int(stream.mChannelsPerFrame) : 1
        list = AudioBufferList.allocate(maximumBuffers: bufferCount)
        let described = stream.isLinearPCM ? [] : try Self.packets(sample)
        packets = .allocate(capacity: described.count)
        _ = packets.initialize(from: described)
        var kept: CMBlockBuffer?
        let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            sample.buffer.value, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer,
            bufferListSize: AudioBufferList.sizeInBytes(maximumBuffers: bufferCount), blockBufferAllocator: nil,
            blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &kept)
        memory = kept
        let skipped = Int(sample.skippedFrames)
        chunk = ConversionChunk(
            list.unsafePointer, packetCount: sample.buffer.value.numSamples - skipped,
            descriptions: described.isEmpty ? nil : UnsafePointer(packets.baseAddress))
        guard status == noErr, kept != nil else {
            throw QueuedSample.error("the samples of the buffer cannot be read (\(status))")
        }
        let skippedBytes = UInt32(clamping: skipped * Int(stream.mBytesPerFrame))
        for index in list.indices where skippedBytes > 0 {
            guard let data = list[index].mData, list[index].mDataByteSize >= skippedBytes else { continue }
            list[index].mData = data + Int(skippedBytes)
            list[index].mDataByteSize -= skippedBytes
        }
    }

    deinit {
        free(list.unsafeMutablePointer)
        packets.deallocate()
    }

    /// The places of packets of different sizes.
    private static func packets(_ sample: QueuedSample) throws -> [AudioStreamPacketDescription] {
        let described = try sample.buffer.value.audioStreamPacketDescriptions()
        guard described.isEmpty, sample.stream.mBytesPerPacket == 0 else { return described }
        var start: Int64 = 0
        return (0..<sample.buffer.value.numSamples).map { index in
            let size = max(0, CMSampleBufferGetSampleSize(sample.buffer.value, at: index))
            defer { start = start &+ Int64(size) }
            return AudioStreamPacketDescription(
                mStartOffset: start, mVariableFramesInPacket: 0, mDataByteSize: UInt32(clamping: size))
        }
    }
}
