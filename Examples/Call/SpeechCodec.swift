import AVFAudio

/// Speech of 20 ms at a time as Opus, and back.
final class SpeechCodec {
    /// Frames of a packet at 48 kHz.
    static let frames = 960

    private let encoder: AVAudioConverter
    private let decoder: AVAudioConverter
    private let voice: AVAudioFormat
    private let opus: AVAudioFormat
    /// The first byte of the packet decoded last, which names its mode and length; nil before the first.
    private var contents: UInt8?

    init?() {
        var description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatOpus, mFormatFlags: 0, mBytesPerPacket: 0,
            mFramesPerPacket: UInt32(Self.frames), mBytesPerFrame: 0, mChannelsPerFrame: 1, mBitsPerChannel: 0,
            mReserved: 0)
        guard let voice = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
            let opus = AVAudioFormat(streamDescription: &description),
            let encoder = AVAudioConverter(from: voice, to: opus), let decoder = AVAudioConverter(from: opus, to: voice)
        else { return nil }
        encoder.bitRate = 32_000
        (self.voice, self.opus, self.encoder, self.decoder) = (voice, opus, encoder, decoder)
        decoder.primeMethod = .none
    }

    /// Encodes; the first speech comes out a packet later.
    ///
    /// - Parameter samples: `frames` of them.
    func encode(_ samples: ArraySlice<Float>) -> [[UInt8]] {
        guard let input = AVAudioPCMBuffer(pcmFormat: voice, frameCapacity: AVAudioFrameCount(samples.count)) else {
            return []
        }
        input.frameLength = input.frameCapacity
        for (frame, sample) in samples.enumerated() { input.floatChannelData?[0][frame] = sample }
        let output = AVAudioCompressedBuffer(format: opus, packetCapacity: 4, maximumPacketSize: 1_400)
        _ = encoder.convert(to: output, error: nil, withInputFrom: Self.once(input))
        return (0..<Int(output.packetCount)).compactMap { index in
            guard let packet = output.packetDescriptions?[index] else { return nil }
            let bytes = UnsafeRawBufferPointer(
                start: output.data + Int(packet.mStartOffset), count: Int(packet.mDataByteSize))
            return Array(bytes)
        }
    }

    /// Decodes a packet.
    func decode(_ payload: [UInt8]) -> [Float] {
        // Without the two bits that count the frames of a packet: one.
        contents = payload.first.map { $0 & 0xFC } ?? contents
        let input = AVAudioCompressedBuffer(format: opus, packetCapacity: 1, maximumPacketSize: max(payload.count, 1))
        payload.withUnsafeBytes {
            input.data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(input.data), byteCount: $0.count)
        }
        input.byteLength = UInt32(payload.count)
        input.packetCount = 1
        input.packetDescriptions?[0] = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(payload.count))
        guard let output = AVAudioPCMBuffer(pcmFormat: voice, frameCapacity: AVAudioFrameCount(2 * Self.frames)) else {
            return []
        }
        _ = decoder.convert(to: output, error: nil, withInputFrom: Self.once(input))
        return Array(UnsafeBufferPointer(start: output.floatChannelData?[0], count: Int(output.frameLength)))
    }

    /// Makes up for a packet that did not come: a packet without frames tells Opus so (RFC 6716, section 3.2.1), which continues
    /// with what it heard, and fades.
    func conceal() -> [Float] {
        contents.map { decode([$0]) } ?? [Float](repeating: 0, count: Self.frames)
    }

    /// Gives a buffer once, and then says that there is no more now.
    private static func once(_ buffer: AVAudioBuffer) -> AVAudioConverterInputBlock {
        nonisolated(unsafe) var next: AVAudioBuffer? = buffer
        return { _, status in
            status.pointee = next == nil ? .noDataNow : .haveData
            defer { next = nil }
            return next
        }
    }
}
