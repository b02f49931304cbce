import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia

/// Delivers sample buffers one after the other.
///
/// - Thread: one at a time; waits for the disk.
protocol SampleFeed: AnyObject {
    /// Returns the next buffer; nil at the end.
    func next() throws -> CMSampleBuffer?
}

/// Frames of a track in a format of linear PCM.
final class FrameFeed: SampleFeed {
    /// Frames of a buffer.
    static let framesAtOnce = 8192

    private let reader: PieceReader
    private let description: CMFormatDescription

    init(_ reader: PieceReader, layout: AVAudioChannelLayout?) {
        self.reader = reader
        description = CMFormatDescription(sound: reader.stream, layout: layout, cookie: nil, extensions: nil)
    }

    func next() throws -> CMSampleBuffer? {
        let start = reader.position
        return try Self.sample(description, reader.bytesPerFrame, reader.bufferCount, at: start) { memory in
            try reader.read(Self.framesAtOnce, into: memory)
        }
    }

    /// Makes a buffer of the frames that a function writes into memory for `framesAtOnce` frames.
    ///
    /// - Returns: Nil if there were no frames.
    static func sample(
        _ description: CMFormatDescription, _ bytesPerFrame: Int, _ planeCount: Int, at start: Int64,
        _ read: (UnsafePointer<UnsafeMutableRawPointer>) throws -> Int
    ) throws -> CMSampleBuffer? {
        let planeBytes = framesAtOnce * bytesPerFrame
        let block = try CMBlockBuffer(length: planeBytes * planeCount, flags: .assureMemoryNow)
        let count = try block.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return try withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer.self, capacity: planeCount) { planes in
                for plane in 0..<planeCount { planes[plane] = base + plane * planeBytes }
                return try planes.baseAddress.map { try read($0) } ?? 0
            }
        }
        guard count > 0 else { return nil }
        var whole = block
        if count < framesAtOnce {
            whole = try CMBlockBuffer()
            for plane in 0..<planeCount {
                CMBlockBufferAppendBufferReference(
                    whole, targetBBuf: block, offsetToData: plane * planeBytes, dataLength: count * bytesPerFrame,
                    flags: 0)
            }
        }
        let rate = description.audioStreamBasicDescription?.mSampleRate ?? 0
        return try CMSampleBuffer(
            dataBuffer: whole, dataReady: true, formatDescription: description, numSamples: count,
            presentationTimeStamp: CMTime(frames: start, rate: rate), packetDescriptions: [])
    }
}

/// Packets of a track as they lie in its file.
final class PacketFeed: SampleFeed {
    /// Packets and bytes of a buffer at most.
    private static let packetsAtOnce = 64
    private static let bytesAtOnce = 1 << 16

    private let file: PacketFile
    private let description: CMFormatDescription
    private let stream: AudioStreamBasicDescription
    private var nextPacket: Int64
    /// The first packet that is not read.
    private let end: Int64
    private let priming: Int64
    private var isFirst: Bool

    /// Opens a track of a file.
    ///
    /// - Throws: `MediaError`.
    init(path: String, _ track: AssetContent.Track, range: CMTimeRange) throws {
        file = try PacketFile(FileByteSource(path: path), track: track.number)
        description = track.description
        stream = track.format.basicDescription
        let rate = track.format.sampleRate
        priming = track.format.encoding == nil ? file.properties.primingFrameCount : 0
        let first = range.isValid ? max(0, range.start.frames(rate: rate)) : 0
        var (start, stop) = (Int64(0), Int64.max)
        if first > 0 { start = try file.packet(ofFrame: first + priming) ?? .max }
        if range.isValid, range.duration.isNumeric {
            let last = range.end.frames(rate: rate)
            if last < track.frameCount, let packet = try file.packet(ofFrame: last + priming) { stop = packet }
        }
        (nextPacket, end) = (start, stop)
        isFirst = start == 0 && priming > 0
    }

    func next() throws -> CMSampleBuffer? {
        stream.mBytesPerPacket > 0 && stream.mFramesPerPacket == 1 ? try frames() : try packets()
    }

    /// Packets that are single frames: their bytes follow each other.
    private func frames() throws -> CMSampleBuffer? {
        let size = Int64(stream.mBytesPerPacket)
        let there = min(end, file.scan.dataByteCount / size)
        let count = Int(min(Int64(FrameFeed.framesAtOnce), max(0, there - nextPacket)))
        guard count > 0 else { return nil }
        let block = try CMBlockBuffer(length: count * Int(size), flags: .assureMemoryNow)
        let read = try block.withUnsafeMutableBytes { try file.read(into: $0, at: nextPacket * size) }
        let got = read / Int(size)
        guard got > 0 else { return nil }
        let part = try CMBlockBuffer()
        CMBlockBufferAppendBufferReference(
            part, targetBBuf: block, offsetToData: 0, dataLength: got * Int(size), flags: 0)
        let time = CMTime(frames: nextPacket, rate: stream.mSampleRate)
        nextPacket += Int64(got)
        return try CMSampleBuffer(
            dataBuffer: part, dataReady: true, formatDescription: description, numSamples: got,
            presentationTimeStamp: time, packetDescriptions: [])
    }

    private func packets() throws -> CMSampleBuffer? {
        var bytes: [UInt8] = []
        var descriptions: [AudioStreamPacketDescription] = []
        var firstFrame: Int64?
        while descriptions.count < Self.packetsAtOnce, bytes.count < Self.bytesAtOnce, nextPacket < end {
            guard let packet = try file.packet(nextPacket) else { break }
            if firstFrame == nil { firstFrame = packet.firstFrame }
            let isUsual = packet.frameCount == Int(stream.mFramesPerPacket)
            descriptions.append(
                AudioStreamPacketDescription(
                    mStartOffset: Int64(bytes.count), mVariableFramesInPacket: isUsual ? 0 : UInt32(packet.frameCount),
                    mDataByteSize: UInt32(packet.bytes.count)))
            bytes += packet.bytes
            nextPacket += 1
        }
        guard let firstFrame else { return nil }
        let block = try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        let buffer = try CMSampleBuffer(
            dataBuffer: block, dataReady: true, formatDescription: description, numSamples: descriptions.count,
            presentationTimeStamp: CMTime(frames: firstFrame - priming, rate: stream.mSampleRate),
            packetDescriptions: stream.mBytesPerPacket > 0 ? [] : descriptions)
        if isFirst {
            let trim = CMTimeCopyAsDictionary(CMTime(frames: priming, rate: stream.mSampleRate), allocator: nil)
            CMSetAttachment(
                buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: trim,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
            isFirst = false
        }
        return buffer
    }
}
