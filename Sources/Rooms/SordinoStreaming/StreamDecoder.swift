import CoreAudioTypes
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// Some frames of sound.
package struct SoundPiece: Equatable, Sendable {
    /// The rate, in frames a second.
    package var sampleRate: Double
    /// One array for each channel, all of one length.
    package var channels: [[Float]]

    /// The number of frames in each channel.
    package var frameCount: Int { channels.first?.count ?? 0 }
}

/// A received packet, or some frames of linear samples.
///
/// It is decoded only when its frames are requested, because a few bytes may contain minutes of sound.
struct ArrivedPacket {
    fileprivate let bytes: [UInt8]
    fileprivate let frameCount: Int
    fileprivate let decoding: PacketDecoding

    /// Decodes the packet.
    ///
    /// The packets of a stream must be decoded in order, each once.
    ///
    /// - Returns: Nil for a damaged packet, and if none of its frames belongs to the sound.
    func piece() -> SoundPiece? { decoding.piece(of: self) }
}

/// A queue of received packets that are not decoded yet.
struct ArrivedPackets {
    private var packets: [ArrivedPacket] = []
    /// The number of packets at the beginning of `packets` that were taken.
    private var taken = 0

    /// The number of all packets taken so far.
    private(set) var givenCount = 0
    /// The number of all packets added so far.
    var arrivedCount: Int { givenCount + packets.count - taken }

    /// Takes packets until one of them gives frames; nil if none does.
    mutating func nextPiece() -> SoundPiece? {
        while taken < packets.count {
            let piece = packets[taken].piece()
            taken += 1
            givenCount += 1
            // Taken packets are removed when they are half of all, so that each packet is moved once on average.
            if taken >= 64, 2 * taken >= packets.count {
                packets.removeFirst(taken)
                taken = 0
            }
            if let piece { return piece }
        }
        return nil
    }

    static func += (queue: inout ArrivedPackets, packets: [ArrivedPacket]) { queue.packets += packets }
}

/// Divides the bytes of a stream into packets, however the bytes arrive.
struct StreamDecoder {
    /// The number of frames of linear samples in one piece.
    private static let framesAtOnce = 4_096

    private var parser = PushParser()
    private let decoding = PacketDecoding()

    /// Takes bytes and returns the packets that are complete.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> [ArrivedPacket] {
        try run { parser, packets throws(MediaError) in
            var failure: MediaError?
            bytes.withUnsafeBytes { bytes in
                do throws(MediaError) { try parser.push(bytes, packets: packets) } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    /// Ends the stream and returns the remaining packets; an incomplete last packet is dropped.
    mutating func finish() throws(StreamError) -> [ArrivedPacket] {
        let hadSound = decoding.format != nil
        do throws(StreamError) {
            return try run { parser, packets throws(MediaError) in try parser.finish(packets: packets) }
        } catch {
            if hadSound { return [] }
            throw error
        }
    }

    private mutating func run(
        _ body: (inout PushParser, (PacketRun) -> Void) throws(MediaError) -> Void
    ) throws(StreamError) -> [ArrivedPacket] {
        var runs: [(bytes: [UInt8], packetCount: Int)] = []
        var failure: MediaError?
        do throws(MediaError) {
            try body(&parser) { runs.append(([UInt8]($0.bytes), $0.packetCount)) }
        } catch { failure = error }
        var packets: [ArrivedPacket] = []
        for run in runs where run.packetCount > 0 {
            if decoding.format == nil {
                do throws(MediaError) { try decoding.prepare(parser.properties, run.bytes) } catch {
                    throw .sound("\(error)")
                }
            }
            // A packet of a codec is one piece; linear samples are combined to pieces of thousands of frames.
            let size = run.bytes.count / run.packetCount
            let atOnce = decoding.isOfSamples ? Self.framesAtOnce : 1
            for first in stride(from: 0, to: run.packetCount, by: atOnce) {
                let count = min(atOnce, run.packetCount - first)
                packets.append(
                    ArrivedPacket(
                        bytes: Array(run.bytes[first * size..<(first + count) * size]), frameCount: count,
                        decoding: decoding))
            }
        }
        if let failure { throw .sound("\(failure)") }
        return packets
    }
}

/// The decoder of a stream, which its packets share.
///
/// - Thread: one at a time.
private final class PacketDecoding {
    private var decoder: (any PacketDecoder)?
    private(set) var format: MediaFormat?
    private var framesToSkip: Int64 = 0
    private var framesLeft: Int64?

    /// Indicates whether the stream contains linear samples, which need no decoder.
    var isOfSamples: Bool { decoder == nil }

    func piece(of packet: ArrivedPacket) -> SoundPiece? {
        guard let format else { return nil }
        var made: SoundPiece?
        if let decoder {
            packet.bytes.withUnsafeBytes { bytes in
                // A damaged packet is left out.
                guard let frames = try? decoder.decode(bytes) else { return }
                made = piece(format, frameCount: frames.frameCount) {
                    frames.block.copyPlanes(fromFrame: 0, frameCount: frames.frameCount, into: $0, atFrame: 0)
                }
            }
        } else if let encoding = format.encoding {
            made = piece(packet.bytes, encoding, frameCount: packet.frameCount, format)
        }
        return made.map { cut($0) }.flatMap { $0.frameCount > 0 ? $0 : nil }
    }

    /// Makes the decoder; the first packet provides the facts that containers do not state.
    ///
    /// - Throws: `unsupported`, `limit`.
    func prepare(_ properties: MediaProperties?, _ packet: [UInt8]) throws(MediaError) {
        guard let properties, var format = properties.format else {
            throw .unsupported(.dataFormat("the stream does not state its format"))
        }
        decoder = try Codecs.decoder(for: format, cookie: properties.cookie)
        var scale: Int64 = 1
        if let asked = decoder, asked.firstPacketStatesFormat {
            var outcome: PacketOutcome?
            packet.withUnsafeBytes { bytes in outcome = try? asked.outcome(of: bytes) }
            if let outcome {
                scale = max(1, Int64(nearest: outcome.sampleRate / format.sampleRate))
                format.sampleRate *= Double(scale)
                format.channelCount = outcome.channelCount
            }
            var heard = properties.format ?? format
            heard.channelCount = format.channelCount
            decoder = try Codecs.decoder(for: heard, cookie: properties.cookie)
        }
        if decoder != nil {
            framesToSkip = properties.primingFrameCount * scale
            framesLeft = properties.validFrameCount.map { $0 * scale }
        }
        self.format = try format.checked(at: 0)
    }

    private func piece(
        _ bytes: [UInt8], _ encoding: SampleEncoding, frameCount: Int, _ format: MediaFormat
    ) -> SoundPiece {
        piece(format, frameCount: frameCount) { block in
            bytes.withUnsafeBytes { bytes in
                guard let from = bytes.baseAddress else { return }
                SampleCodec.decode(encoding, from, frameCount: frameCount, into: block, atFrame: 0)
            }
        }
    }

    /// A piece whose planes `fill` fills.
    private func piece(_ format: MediaFormat, frameCount: Int, _ fill: (SampleBlock) -> Void) -> SoundPiece {
        var all = [Float](repeating: 0, count: frameCount * format.channelCount)
        all.withUnsafeMutableBytes { planes in
            guard let base = planes.baseAddress else { return }
            let pointers = (0..<format.channelCount).map { base + 4 * frameCount * $0 }
            pointers.withUnsafeBufferPointer { pointers in
                guard let buffers = pointers.baseAddress else { return }
                fill(
                    SampleBlock(.float32, channelCount: format.channelCount, isInterleaved: false, buffers: buffers))
            }
        }
        let channels = (0..<format.channelCount).map { Array(all[$0 * frameCount..<($0 + 1) * frameCount]) }
        return SoundPiece(sampleRate: format.sampleRate, channels: channels)
    }

    /// Removes the frames that do not belong to the sound.
    private func cut(_ piece: SoundPiece) -> SoundPiece {
        var piece = piece
        let skipped = Int(min(framesToSkip, Int64(piece.frameCount)))
        framesToSkip -= Int64(skipped)
        var kept = piece.frameCount - skipped
        if let left = framesLeft {
            kept = Int(min(left, Int64(kept)))
            framesLeft = left - Int64(kept)
        }
        if skipped > 0 || kept < piece.frameCount {
            piece.channels = piece.channels.map { Array($0[skipped..<skipped + kept]) }
        }
        return piece
    }
}
