import SordinoSignal

/// A converter's last step where packets are asked for: planes to packets.
final class PacketEncoding {
    let encoder: any PacketEncoder
    private(set) var queue = PacketQueue()
    private var packing: SamplePacking
    private let samples: UnsafeMutableRawBufferPointer
    private let framesAtOnce: Int
    /// Frames taken, and frames of the packets made.
    private(set) var takenFrameCount: Int64 = 0
    private(set) var madeFrameCount: Int64 = 0
    private(set) var isFinished = false

    init(_ format: ConversionFormat, _ settings: ConversionSettings) throws(ConversionError) {
        do throws(MediaError) {
            guard let encoder = try Codecs.encoder(for: format.media, settings.encoding) else {
                throw .unsupported(.dataFormat("\(format.media.name) has no packets"))
            }
            self.encoder = encoder
        } catch {
            throw .codec(error)
        }
        var shape = PCMShape(encoder.inputEncoding, isInterleaved: true)
        let bits = encoder.format.bitsPerChannel
        if !shape.encoding.isFloat, bits > 0, bits < shape.bitCount { shape.bitCount = bits }
        packing = SamplePacking(shape, channelCount: format.media.channelCount, dither: settings.dither)
        framesAtOnce = max(64, min(encoder.format.framesPerPacket, 8192))
        samples = .allocate(
            byteCount: framesAtOnce * format.media.channelCount * encoder.inputEncoding.byteCount, alignment: 64)
    }

    deinit { samples.deallocate() }

    /// How the encoder's samples are stored.
    var shape: PCMShape { packing.shape }

    /// Frames that would complete the next packet, at most.
    var framesPerPacket: Int { framesAtOnce }

    /// Takes frames; packets that are complete wait in the queue.
    func encode(_ source: PlanarFrames) throws(ConversionError) {
        while !source.isEmpty {
            let count = min(source.count, framesAtOnce)
            guard let base = samples.baseAddress else { return }
            packing.pack(source, frameCount: count) { _ in base }
            source.took(count)
            takenFrameCount += Int64(count)
            do throws(MediaError) {
                try encoder.encode(base, frameCount: count) { packet throws(MediaError) in keep(packet) }
            } catch { throw .codec(error) }
        }
    }

    /// After the last frame: what is left becomes packets.
    func finish() throws(ConversionError) {
        guard !isFinished else { return }
        isFinished = true
        do throws(MediaError) {
            try encoder.finish { packet throws(MediaError) in keep(packet) }
        } catch { throw .codec(error) }
    }

    private func keep(_ packet: EncodedPacket) {
        queue.append(packet)
        madeFrameCount += Int64(packet.frameCount)
    }

    /// Copies the next packet and forgets it.
    func take(into memory: UnsafeMutableRawPointer) { queue.take(into: memory) }

    /// What decoding gives before and after the frames that were taken; the latter is known at the end.
    var primeInfo: PrimeInfo {
        let priming = encoder.primingFrameCount
        let trailing = isFinished ? max(0, madeFrameCount - Int64(priming) - takenFrameCount) : 0
        return PrimeInfo(leadingFrameCount: priming, trailingFrameCount: Int(trailing))
    }
}
