import SordinoSignal

/// Packets to planes: a codec's decoder, and the frames that it made and that have not been taken yet.
final class PacketDecoding {
    /// The assumed number of frames of a packet before it is decoded.
    private static let usualFramesPerPacket = 1024

    private(set) var sampleRate: Double
    private let format: ConversionFormat
    private let decoding: ConcealingDecoder
    private let priming: PrimeInfo
    /// Decoded frames, those at the end that may turn out to be padding included.
    private let held: PlanarFrames
    private var leadingFramesLeft: Int
    private var hasAsked = false

    init(_ format: ConversionFormat, _ decoder: any PacketDecoder, kind: SampleBlock.Kind, priming: PrimeInfo) {
        self.format = format
        self.priming = priming
        decoding = ConcealingDecoder(decoder)
        sampleRate = format.media.clock
        held = PlanarFrames(
            kind, channelCount: format.media.channelCount,
            capacity: 2 * decoder.framesPerPacketLimit + priming.trailingFrameCount)
        leadingFramesLeft = priming.leadingFrameCount
    }

    /// Makes the decoder of a format.
    static func decoder(_ format: ConversionFormat) throws(ConversionError) -> any PacketDecoder {
        do throws(MediaError) {
            if let decoder = try Codecs.decoder(for: format.media, cookie: format.cookie) { return decoder }
        } catch {
            // The cookie may be set later, before the first packet.
            if case .malformed = error, format.cookie == nil { return CookielessDecoder(format.media, error) }
            throw .codec(error)
        }
        throw .format("\(format.media.name) is not stored in packets")
    }

    /// Packets that could not be decoded; silence stands for them.
    var damagedPacketCount: Int64 { decoding.damagedPacketCount }

    /// Frames of a packet, about.
    var framesPerPacket: Int {
        format.media.framesPerPacket > 0 ? format.media.framesPerPacket : Self.usualFramesPerPacket
    }

    /// Frames to be decoded before so many can be taken.
    func missingFrameCount(_ wanted: Int) -> Int {
        max(1, wanted + leadingFramesLeft + priming.trailingFrameCount - held.count)
    }

    func reset() {
        decoding.codec.reset()
        held.empty()
        leadingFramesLeft = priming.leadingFrameCount
    }

    /// Moves frames that are certain to be heard.
    ///
    /// - Parameter isOver: No packet will follow, so that the last frames are known to be padding.
    func take(_ wanted: Int, into target: PlanarFrames, isOver: Bool) -> Int {
        let count = min(wanted, held.count - priming.trailingFrameCount)
        guard count > 0 else {
            if isOver { held.empty() }
            return 0
        }
        let width = held.kind.byteCount
        for channel in 0..<held.channelCount {
            (target.planes[channel] + target.end * width)
                .copyMemory(from: held.planes[channel] + held.start * width, byteCount: count * width)
        }
        held.took(count)
        target.put(count)
        return count
    }

    /// Decodes a packet; silence stands for a damaged one of known length.
    ///
    /// - Parameter packet: Its bytes, and its frames if they differ from packet to packet.
    /// - Throws: `codec` if no packet so far could be decoded.
    func decode(_ packet: (UnsafeRawBufferPointer, frameCount: Int)) throws(ConversionError) {
        try learn(packet.0)
        held.compact()
        let decoded: DecodedFrames?
        do throws(MediaError) { decoded = try decoding.decode(packet.0) } catch { throw .codec(error) }
        if let frames = decoded {
            let counted = packet.frameCount > 0 ? packet.frameCount : frames.frameCount
            let frameCount = min(frames.frameCount, counted, held.room)
            frames.block.copyPlanes(fromFrame: 0, frameCount: frameCount, into: held.block, atFrame: held.end)
            held.put(frameCount)
        } else {
            let silence = packet.frameCount > 0 ? packet.frameCount : format.media.framesPerPacket
            held.putSilence(min(silence, held.room))
        }
        let dropped = min(leadingFramesLeft, held.count)
        held.took(dropped)
        leadingFramesLeft -= dropped
    }

    /// Decodes the first packet for facts that the container may not state.
    private func learn(_ packet: UnsafeRawBufferPointer) throws(ConversionError) {
        guard !hasAsked, decoding.codec.firstPacketStatesFormat else { return }
        do throws(MediaError) {
            guard let outcome = try decoding.codec.outcome(of: packet) else { return }
            sampleRate = outcome.sampleRate
        } catch { return }  // A damaged packet says nothing; the next one is asked.
        hasAsked = true
        // Made again rather than reset: noise that decoders add begins afresh.
        decoding.codec = try Self.decoder(format)
    }
}

/// Stands in for a decoder whose cookie is missing: decoding throws the error of its creation.
private final class CookielessDecoder: PacketDecoder {
    let kind: SampleBlock.Kind
    let framesPerPacketLimit: Int
    let prerollPacketCount = 0
    private let error: MediaError

    init(_ format: MediaFormat, _ error: MediaError) {
        kind = (1...16).contains(format.bitsPerChannel) ? .int16 : .int32
        framesPerPacketLimit = max(1, min(format.framesPerPacket, PacketLimits.frameCount))
        self.error = error
    }

    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames { throw error }

    func reset() {}
}
