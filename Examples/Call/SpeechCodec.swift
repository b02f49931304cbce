import AVFAudio

/// Speech at 48 kHz as packets, and back.
final class SpeechCodec {
    let kind: SpeechKind
    private let encoder: AVAudioConverter
    private let decoder: AVAudioConverter
    private let voice: AVAudioFormat
    private let packets: AVAudioFormat
    /// The first byte of the packet decoded last, which for Opus names its mode and length; nil before the first.
    private var contents: UInt8?

    init?(_ kind: SpeechKind) {
        guard let voice = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
            let packets = kind.format,
            let encoder = AVAudioConverter(from: voice, to: packets),
            let decoder = AVAudioConverter(from: packets, to: voice)
        else { return nil }
        if kind.bitRate > 0 { encoder.bitRate = kind.bitRate }
        (self.kind, self.voice, self.packets, self.encoder, self.decoder) = (kind, voice, packets, encoder, decoder)
        // Both ends make the same encoder, so the description of its packets need not be sent.
        decoder.magicCookie = encoder.magicCookie
        decoder.primeMethod = .none
    }

    /// Encodes; the first speech comes out a packet later.
    ///
    /// - Parameter samples: As many as a packet has.
    func encode(_ samples: ArraySlice<Float>) -> [[UInt8]] {
        guard let input = AVAudioPCMBuffer(pcmFormat: voice, frameCapacity: AVAudioFrameCount(samples.count)) else {
            return []
        }
        input.frameLength = input.frameCapacity
        for (frame, sample) in samples.enumerated() { input.floatChannelData?[0][frame] = sample }
        let output = AVAudioCompressedBuffer(format: packets, packetCapacity: 4, maximumPacketSize: 1_400)
        _ = encoder.convert(to: output, error: nil, withInputFrom: Self.once(input))
        let count = Int(output.packetCount)
        return (0..<count).map { index in
            // Packets of one size have no descriptions.
            let size = Int(output.byteLength) / count
            let place = output.packetDescriptions.map { (Int($0[index].mStartOffset), Int($0[index].mDataByteSize)) }
            let (start, byteCount) = place ?? (index * size, size)
            return Array(UnsafeRawBufferPointer(start: output.data + start, count: byteCount))
        }
    }

    /// Decodes a packet.
    func decode(_ payload: [UInt8]) -> [Float] {
        // Without the two bits that count the frames of a packet: one.
        contents = payload.first.map { $0 & 0xFC } ?? contents
        let input = AVAudioCompressedBuffer(
            format: packets, packetCapacity: 1, maximumPacketSize: max(payload.count, 1))
        payload.withUnsafeBytes {
            input.data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(input.data), byteCount: $0.count)
        }
        input.byteLength = UInt32(payload.count)
        input.packetCount = 1
        input.packetDescriptions?[0] = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(payload.count))
        guard let output = AVAudioPCMBuffer(pcmFormat: voice, frameCapacity: AVAudioFrameCount(2 * kind.frames)) else {
            return []
        }
        _ = decoder.convert(to: output, error: nil, withInputFrom: Self.once(input))
        return Array(UnsafeBufferPointer(start: output.floatChannelData?[0], count: Int(output.frameLength)))
    }

    /// Makes up for a packet that did not come: the decoder continues with what it heard, and fades.
    func conceal() -> [Float] {
        guard let contents else { return [Float](repeating: 0, count: kind.frames) }
        switch kind {
        case .opus:
            // A packet without frames stands for a lost one (RFC 6716, section 3.2.1).
            return decode([contents])
        case .eld:
            // A packet that breaks off is a damaged one.
            return decode([0])
        case .ilbc:
            // The last bit marks a frame that is empty (RFC 3951, section 3.8).
            return decode([UInt8](repeating: 0, count: 37) + [1])
        }
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
