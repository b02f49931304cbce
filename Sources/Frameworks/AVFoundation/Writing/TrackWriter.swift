import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoSignal

/// Puts the sound of sample buffers into a file: trimmed to the session, with silence where buffers leave gaps.
///
/// - Thread: one at a time; waits for the disk.
final class TrackWriter {
    /// Frames converted at a time.
    private static let framesAtOnce = 4096
    /// A longer gap is taken for an error in the program's time stamps.
    private static let gapSecondLimit = 3600.0

    private let file: MediaFileMaker
    /// The format of the file; nil until the first buffer determines it.
    private var description: MediaDescription?
    private let encodes: Bool
    private var writer: MediaWriter?
    private var converter: Converter?
    private var source: CMFormatDescription?
    private var kind = SampleBlock.Kind.float32
    private var frames = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The time of the buffers that is the file's beginning, and the first that is not written.
    var start = CMTime.zero
    var end = CMTime.positiveInfinity
    /// The time at which the next buffer should begin; a later one leaves a gap.
    private var expected: CMTime?

    init(_ file: MediaFileMaker, settings: [String: Any]?, hint: CMFormatDescription?) throws {
        self.file = file
        encodes = settings != nil
        guard let settings else { return }
        var all = settings
        // The rate and the channels default to those of the source format.
        if let stream = hint?.audioStreamBasicDescription {
            if all[AVSampleRateKey] == nil { all[AVSampleRateKey] = stream.mSampleRate }
            if all[AVNumberOfChannelsKey] == nil { all[AVNumberOfChannelsKey] = Int(stream.mChannelsPerFrame) }
        }
        let description = try AVAudioFileSettings.formats(
            all, file.container, URL(fileURLWithPath: file.path)
        ).1
        self.description = description
        writer = try file.make(description, encodes: true)
    }

    deinit { frames.deallocate() }

    func append(_ buffer: CMSampleBuffer) throws {
        guard CMSampleBufferDataIsReady(buffer), let format = buffer.formatDescription,
            let stream = format.audioStreamBasicDescription
        else { throw AVError.error(.unknown, "the sample buffer holds no sound that is ready") }
        if encodes {
            guard stream.isLinearPCM else {
                throw AVError.error(.unknown, "settings encode linear PCM; packets are written with settings of nil")
            }
            try prepare(for: format, stream)
            try appendFrames(buffer, stream)
        } else {
            try appendStored(buffer, format, stream)
        }
    }

    // MARK: Frames

    /// Makes the converter from the format of the buffers to that of the file.
    private func prepare(for format: CMFormatDescription, _ stream: AudioStreamBasicDescription) throws {
        guard source != format || converter == nil else { return }
        guard let writer, let description else { throw AVError.error(.unknown) }
        if converter != nil { try drain(nil) }
        let layout = format.format?.channelLayout.flatMap { ChannelLayout($0) }
        guard let input = ConversionFormat(stream, layout: layout) else {
            throw AVError.error(.unknown, "samples of this shape are not read")
        }
        let encoding = writer.encoderShape?.encoding ?? description.format.encoding
        switch encoding {
        case .some(.int16): kind = .int16
        case .some(.int24), .some(.int32): kind = .int32
        case .some(.float64), .some(.int64): kind = .float64
        default: kind = .float32
        }
        let output = ConversionFormat(
            PCMShape(kind.encoding, isInterleaved: true), sampleRate: description.format.sampleRate,
            channelCount: description.format.channelCount, layout: description.layout)
        converter = try Converter(from: input, to: output)
        source = format
        if frames.count == 0 {
            frames = .allocate(
                byteCount: Self.framesAtOnce * kind.byteCount * description.format.channelCount, alignment: 64)
        }
    }

    private func appendFrames(_ buffer: CMSampleBuffer, _ stream: AudioStreamBasicDescription) throws {
        let rate = stream.mSampleRate
        let time = buffer.outputPresentationTimeStamp
        guard time.isNumeric else { throw AVError.error(.unknown, "the sample buffer has no time") }
        let offset = (time - start).frames(rate: rate)
        var (first, count) = (0, buffer.numSamples)
        if offset < 0 {
            first = Int(min(Int64(count), -offset))
            count -= first
        }
        if end.isNumeric {
            let left = (end - time).frames(rate: rate) - Int64(first)
            count = Int(max(0, min(Int64(count), left)))
        }
        guard count > 0 else { return }
        let begins = time + CMTime(frames: Int64(first), rate: rate)
        let gap = (begins - (expected ?? start)).frames(rate: rate)
        if gap > 0 {
            guard Double(gap) / rate <= Self.gapSecondLimit else {
                throw AVError.error(.unknown, "the sample buffers leave a gap of \(Double(gap) / rate) seconds")
            }
            try silence(gap, stream)
        }
        try buffer.withAudioBufferList { list, _ in
            for index in 0..<list.count {
                list[index].mData = list[index].mData.map { $0 + first * Int(stream.mBytesPerFrame) }
                list[index].mDataByteSize = UInt32(count * Int(stream.mBytesPerFrame))
            }
            try drain(ConversionChunk(list.unsafePointer, packetCount: count))
        }
        expected = begins + CMTime(frames: Int64(count), rate: rate)
    }

    private func silence(_ count: Int64, _ stream: AudioStreamBasicDescription) throws {
        let planeCount = stream.isInterleaved ? 1 : Int(stream.mChannelsPerFrame)
        let zeros = [UInt8](repeating: 0, count: Self.framesAtOnce * Int(stream.mBytesPerFrame))
        let list = AudioBufferList.allocate(maximumBuffers: planeCount)
        defer { free(list.unsafeMutablePointer) }
        var left = count
        while left > 0 {
            let part = Int(min(left, Int64(Self.framesAtOnce)))
            try zeros.withUnsafeBytes { bytes in
                for index in 0..<planeCount {
                    list[index] = AudioBuffer(
                        mNumberChannels: stream.isInterleaved ? stream.mChannelsPerFrame : 1,
                        mDataByteSize: UInt32(part * Int(stream.mBytesPerFrame)),
                        mData: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
                }
                try drain(ConversionChunk(list.unsafePointer, packetCount: part))
            }
            left -= Int64(part)
        }
    }

    /// Converts a chunk and writes the result; nil ends the conversion.
    private func drain(_ chunk: ConversionChunk?) throws {
        guard let converter, let writer, let description, let base = frames.baseAddress else { return }
        var isTaken = false
        let channelCount = description.format.channelCount
        while true {
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(
                mNumberChannels: UInt32(channelCount), mDataByteSize: UInt32(frames.count), mData: base)
            let result = try converter.fill(&list, packetCount: Self.framesAtOnce) { _, offered in
                guard let chunk else { return .end }
                if isTaken { return .nothingNow }
                isTaken = true
                offered = chunk
                return .data
            }
            if result.packetCount > 0 {
                try withUnsafePointer(to: base) { pointer in
                    try writer.write(
                        SampleBlock(kind, channelCount: channelCount, isInterleaved: true, buffers: pointer),
                        frameCount: result.packetCount)
                }
            }
            if result.ending != .full { return }
        }
    }

    // MARK: Packets as they come

    private func appendStored(
        _ buffer: CMSampleBuffer, _ format: CMFormatDescription, _ stream: AudioStreamBasicDescription
    ) throws {
        if writer == nil {
            guard let media = MediaFormat(stream) else {
                throw AVError.error(.unknown, "media of this format is not written")
            }
            var made = MediaDescription(media, layout: format.format?.channelLayout.flatMap { ChannelLayout($0) })
            made.cookie = format.magicCookie.map { [UInt8]($0) }
            let trim = CMGetAttachment(
                buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, attachmentModeOut: nil)
            made.primingFrameCount = Int(
                clamping: max(0, CMTimeMakeFromDictionary(trim as? NSDictionary).frames(rate: stream.mSampleRate)))
            description = made
            source = format
            writer = try file.make(made, encodes: false)
        }
        guard let writer, let description, source == format, let data = buffer.dataBuffer else {
            throw AVError.error(.unknown, "all sample buffers of a track have one format")
        }
        let bytes = [UInt8](try data.dataBytes())
        if description.format.encoding != nil {
            guard stream.isInterleaved || stream.mChannelsPerFrame == 1 else {
                throw AVError.error(.unknown, "files hold their channels interleaved")
            }
            try bytes.withUnsafeBytes { bytes in try writer.write(stored: bytes) }
            return
        }
        var start = 0
        let packets = try buffer.audioStreamPacketDescriptions()
        for index in 0..<buffer.numSamples {
            let size =
                packets.isEmpty ? CMSampleBufferGetSampleSize(buffer, at: index) : Int(packets[index].mDataByteSize)
            if !packets.isEmpty { start = Int(packets[index].mStartOffset) }
            guard size >= 0, start >= 0, start <= bytes.count, size <= bytes.count - start else {
                throw AVError.error(.unknown, "a packet lies outside of its sample buffer")
            }
            var count = Int(stream.mFramesPerPacket)
            if !packets.isEmpty, packets[index].mVariableFramesInPacket > 0 {
                count = Int(packets[index].mVariableFramesInPacket)
            }
            try bytes.withUnsafeBytes { bytes in
                try writer.write(
                    packet: UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]), frameCount: count)
            }
            start += size
        }
    }

    func finish() throws {
        if encodes { try drain(nil) }
        guard let writer else { throw AVError.error(.unknown, "no sample buffer told the format") }
        try writer.finish()
        self.writer = nil
    }
}
