import ByteMutation
import SordinoMedia
import SordinoSignal

/// Gives the same damaged packets to Sordino's decoder of a codec and to libavcodec's, and compares what they make of them.
package struct DecoderComparison {
    /// The results of both for the damaged packets.
    package struct Counts {
        /// Both decoded: the samples agree.
        package var alike = 0
        /// Both decoded: the samples differ.
        package var different = 0
        package var refusedByBoth = 0
        package var refusedBySordino = 0
        package var refusedByLibrary = 0
        /// Undamaged streams behind a damaged packet that agree again, and those that do not.
        package var agreesAgain = 0
        package var differsStill = 0
    }

    /// Samples agree if the root of the mean square of their difference is below one step of 16 bits.
    package static let tolerance = 1.0

    package let stream: SeedPackets
    package private(set) var counts = Counts()
    /// The largest difference among those that agree, in steps of 16 bits.
    package private(set) var worst = 0.0
    /// The first damaged packets that both decoded otherwise, with the difference in steps of 16 bits.
    package private(set) var examples: [(packet: [UInt8], steps: Double, number: Int)] = []
    private let sordino: any PacketDecoder
    private let library: any PacketDecoder

    /// Makes both decoders; nil if one of them is not there.
    package init?(_ stream: SeedPackets) {
        guard let codec = Codecs.named(stream.format.codec),
            let sordino = try? codec.decoder(by: .sordino, for: stream.format, cookie: stream.cookie),
            let library = try? codec.decoder(by: .library, for: stream.format, cookie: stream.cookie)
        else { return nil }
        (self.stream, self.sordino, self.library) = (stream, sordino, library)
    }

    /// Decodes the undamaged stream by both.
    ///
    /// - Returns: The root of the mean square of the difference, in steps of 16 bits; nil if a packet was refused.
    package func difference() -> Double? {
        sordino.reset()
        library.reset()
        var (sum, count) = (0.0, 0)
        for packet in stream.packets {
            guard let one = Self.samples(packet, sordino), let other = Self.samples(packet, library),
                one.count == other.count
            else { return nil }
            for (a, b) in zip(one, other) { sum += Double(a - b) * Double(a - b) }
            count += one.count
        }
        return count == 0 ? nil : (sum / Double(count)).squareRoot() * 32768
    }

    /// Damages one packet of the stream and decodes it behind undamaged ones, and more undamaged ones behind it.
    package mutating func compareOnce(_ mutation: inout ByteMutation) {
        sordino.reset()
        library.reset()
        let number = mutation.choice(below: stream.packets.count)
        for packet in stream.packets[..<number] { _ = both(packet) }
        let whole = stream.packets[number]
        let packet = mutation.damaged(whole, headByteCount: mutation.choice(below: 2) == 0 ? 32 : whole.count)
        switch both(packet) {
        case (nil, nil): counts.refusedByBoth += 1
        case (nil, _): counts.refusedBySordino += 1
        case (_, nil): counts.refusedByLibrary += 1
        case (let one?, let other?):
            let steps = Self.steps(one, other)
            if steps < Self.tolerance {
                counts.alike += 1
                worst = max(worst, steps)
            } else {
                counts.different += 1
                if examples.count < 8 { examples.append((packet, steps, number)) }
            }
        }
        let rest = stream.packets[(number + 1)...]
        guard rest.count >= 3 else { return }
        var last = Double.infinity
        for packet in rest {
            if case (let one?, let other?) = both(packet) { last = Self.steps(one, other) } else { last = .infinity }
        }
        if last < Self.tolerance { counts.agreesAgain += 1 } else { counts.differsStill += 1 }
    }

    private func both(_ packet: [UInt8]) -> (sordino: [Float]?, library: [Float]?) {
        let one = Self.samples(packet, sordino)
        if one == nil { _ = sordino.conceal() }
        return (one, Self.samples(packet, library))
    }

    /// Decodes a packet to interleaved floats; nil if it is refused.
    package static func samples(_ packet: [UInt8], _ decoder: any PacketDecoder) -> [Float]? {
        packet.withUnsafeBytes { bytes in
            guard let frames = try? decoder.decode(bytes) else { return nil }
            let channelCount = frames.block.channelCount
            var samples = [Float](repeating: 0, count: max(1, frames.frameCount * channelCount))
            samples.withUnsafeMutableBytes { room in
                guard let base = room.baseAddress else { return }
                withUnsafePointer(to: base) { buffers in
                    let block = SampleBlock(
                        .float32, channelCount: channelCount, isInterleaved: true, buffers: buffers)
                    frames.block.copyPlanes(fromFrame: 0, frameCount: frames.frameCount, into: block, atFrame: 0)
                }
            }
            return Array(samples.prefix(frames.frameCount * channelCount))
        }
    }

    /// The difference in steps of 16 bits; infinite if the numbers of samples differ.
    private static func steps(_ one: [Float], _ other: [Float]) -> Double {
        guard one.count == other.count else { return .infinity }
        guard !one.isEmpty else { return 0 }
        let sum = zip(one, other).reduce(0.0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) }
        return (sum / Double(one.count)).squareRoot() * 32768
    }
}
