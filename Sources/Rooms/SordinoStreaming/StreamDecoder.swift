import CoreAudioTypes
import SordinoMedia
import SordinoSignal

/// Some frames of sound.
package struct SoundPiece: Equatable, Sendable {
    /// Frames a second.
    package var sampleRate: Double
    /// One array for each channel, all of one length.
    package var channels: [[Float]]

    /// Frames.
    package var frameCount: Int { channels.first?.count ?? 0 }
}

/// Bytes of a stream to frames, in any pieces.
struct StreamDecoder {
    private var parser = PushParser()
    private var decoder: (any PacketDecoder)?
    private var format: MediaFormat?
    private var framesToSkip: Int64 = 0
    private var framesLeft: Int64?

    /// Takes bytes and gives the frames that are complete.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> [SoundPiece] {
        try run { parser, packets throws(MediaError) in
            var failure: MediaError?
            bytes.withUnsafeBytes { bytes in
                do throws(MediaError) { try parser.push(bytes, packets: packets) } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    /// Hears that the stream has ended, and gives what is left; one that breaks off in a packet is over as well.
    mutating func finish() throws(StreamError) -> [SoundPiece] {
        let hadSound = format != nil
        do throws(StreamError) {
            return try run { parser, packets throws(MediaError) in try parser.finish(packets: packets) }
        } catch {
            if hadSound { return [] }
            throw error
        }
    }

    private mutating func run(
        _ body: (inout PushParser, (PacketRun) -> Void) throws(MediaError) -> Void
    ) throws(StreamError) -> [SoundPiece] {
        var runs: [(bytes: [UInt8], packetCount: Int, frameCount: Int)] = []
        var failure: MediaError?
        do throws(MediaError) {
            try body(&parser) { runs.append(([UInt8]($0.bytes), $0.packetCount, $0.frameCount)) }
        } catch { failure = error }
        var pieces: [SoundPiece] = []
        for run in runs {
            do throws(MediaError) { pieces += try decode(run.bytes, run.packetCount) } catch {
                // A damaged packet is left out, unless there has been no other.
                if format == nil { throw .sound("\(error)") }
            }
        }
        if let failure { throw .sound("\(failure)") }
        return pieces
    }

    private mutating func decode(_ bytes: [UInt8], _ packetCount: Int) throws(MediaError) -> [SoundPiece] {
        let format: MediaFormat
        if let known = self.format { format = known } else { format = try prepare(bytes) }
        guard let decoder else {
            guard let encoding = format.encoding else { return [] }
            return [cut(piece(bytes, encoding, frameCount: packetCount, format))]
        }
        var pieces: [SoundPiece] = []
        let size = bytes.count / max(1, packetCount)
        for packet in 0..<packetCount {
            var decoded: SoundPiece?
            var failure: MediaError?
            bytes[packet * size..<(packet + 1) * size].withUnsafeBytes { packet in
                do throws(MediaError) {
                    let frames = try decoder.decode(packet)
                    decoded = piece(format, frameCount: frames.frameCount) {
                        frames.block.copyPlanes(fromFrame: 0, frameCount: frames.frameCount, into: $0, atFrame: 0)
                    }
                } catch { failure = error }
            }
            if let failure { throw failure }
            guard let decoded, decoded.frameCount > 0 else { continue }
            let heard = cut(decoded)
            if heard.frameCount > 0 { pieces.append(heard) }
        }
        return pieces
    }

    /// Makes the decoder; the first packet tells what containers do not know.
    private mutating func prepare(_ packet: [UInt8]) throws(MediaError) -> MediaFormat {
        guard let properties = parser.properties, var format = properties.format else {
            throw .unsupported(.dataFormat("the stream does not state its format"))
        }
        decoder = try Codecs.decoder(for: format, cookie: properties.cookie)
        var scale: Int64 = 1
        if let asked = decoder, asked.firstPacketTells {
            var outcome: PacketOutcome?
            packet.withUnsafeBytes { bytes in outcome = try? asked.outcome(of: bytes) }
            if let outcome {
                scale = max(1, Int64((outcome.sampleRate / format.sampleRate).rounded()))
                format.sampleRate *= Double(scale)
                format.channelCount = outcome.channelCount
            }
            decoder = try Codecs.decoder(for: properties.format ?? format, cookie: properties.cookie)
        }
        if decoder != nil {
            framesToSkip = properties.primingFrameCount * scale
            framesLeft = properties.validFrameCount.map { $0 * scale }
        }
        self.format = format
        return format
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

    /// Without the frames that are not to be heard.
    private mutating func cut(_ piece: SoundPiece) -> SoundPiece {
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
