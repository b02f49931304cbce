import SordinoSignal

/// A converter's last step where packets are asked for: planes to packets.
final class PacketEncoding {
    private(set) var queue = PacketQueue()
    private let frames: FrameEncoding
    private var packing: SamplePacking
    /// Frames that would complete the next packet, at most.
    let framesPerPacket: Int
    /// Frames of the packets made.
    private var madeFrameCount: Int64 = 0
    private(set) var isFinished = false

    init(_ format: ConversionFormat, _ settings: ConversionSettings) throws(ConversionError) {
        do throws(MediaError) {
            let options = settings.encoding.placing(format.layout, channelCount: format.media.channelCount)
            guard let encoder = try Codecs.encoder(for: format.media, options) else {
                throw .unsupported(.dataFormat("\(format.media.name) is not stored in packets"))
            }
            frames = FrameEncoding(encoder)
        } catch {
            throw .codec(error)
        }
        packing = SamplePacking(frames.shape, channelCount: format.media.channelCount, dither: settings.dither)
        framesPerPacket = max(64, min(frames.encoder.format.framesPerPacket, 8192))
    }

    var encoder: any PacketEncoder { frames.encoder }

    /// The shape of the samples that the encoder takes.
    var shape: PCMShape { frames.shape }

    /// Takes frames; packets that are complete wait in the queue.
    func encode(_ source: PlanarFrames) throws(ConversionError) {
        do throws(MediaError) {
            if shape.encoding.isFloat, !shape.isInterleaved, shape.encoding.isStored(as: source.kind) {
                // Planes of floats are neither rounded nor dithered.
                let (block, first, count) = (source.block, source.start, source.count)
                source.took(count)
                return try frames.encode(block, atFrame: first, frameCount: count) { packet throws(MediaError) in
                    keep(packet)
                }
            }
            try frames.encode(
                frameCount: source.count,
                from: { place, _, count in
                    packing.pack(source, frameCount: count) { place.buffers[$0] }
                    source.took(count)
                }, packets: { packet throws(MediaError) in keep(packet) })
        } catch { throw .codec(error) }
    }

    /// After the last frame: encodes the remaining frames.
    func finish() throws(ConversionError) {
        guard !isFinished else { return }
        isFinished = true
        do throws(MediaError) {
            try frames.finish { packet throws(MediaError) in keep(packet) }
        } catch { throw .codec(error) }
    }

    private func keep(_ packet: EncodedPacket) {
        queue.append(packet)
        madeFrameCount += Int64(packet.frameCount)
    }

    /// Copies the next packet and forgets it.
    func take(into memory: UnsafeMutableRawPointer) { queue.take(into: memory) }

    /// The extra frames that decoding yields before and after the taken ones; the latter number is known at the end.
    var primeInfo: PrimeInfo {
        let priming = encoder.primingFrameCount
        let trailing = isFinished ? max(0, madeFrameCount - Int64(priming) - frames.takenFrameCount) : 0
        return PrimeInfo(leadingFrameCount: priming, trailingFrameCount: Int(trailing))
    }
}
