@testable import SordinoCodecs

/// A seeded generator: the same numbers on every machine.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}

/// Changes the syntax of whole streams, to reach what no encoder at hand writes; the reference decodes the same bytes.
enum AACRewriter {
    /// Copies bits; stops at the end.
    private static func copy(_ input: inout BitInput, _ output: inout BitOutput, _ count: Int) {
        var left = min(count, input.left)
        while left > 0 {
            let width = min(left, 24)
            output.put(input.bits(width), width)
            left -= width
        }
    }

    private static func rewrite(_ packet: [UInt8], _ body: (inout BitInput, inout BitOutput) -> Void) -> [UInt8] {
        packet.withUnsafeBytes { bytes in
            var input = BitInput(bytes)
            var output = BitOutput(byteCapacity: bytes.count + 64)
            body(&input, &output)
            copy(&input, &output, input.left)
            output.align()
            return output.bytes
        }
    }

    /// Makes long-term prediction (object type 4) of a stream of mono frames, or of pairs with common windows.
    static func withPrediction(_ stream: AACStream, seed: UInt64) -> AACStream {
        var numbers = SeededNumbers(state: seed)
        var result = stream
        result.configuration.objectType = .longTermPrediction
        result.packets = stream.packets.map { packet in
            rewrite(packet) { input, output in
                var peek = input
                let kind = peek.bits(3)
                peek.skip(4)
                let isPair = kind == 1
                guard kind == 0 || (isPair && peek.flag()) else { return }
                if !isPair { peek.skip(8) }
                peek.skip(1)
                let sequence = peek.bits(2)
                peek.skip(1)
                if sequence == 2 { return }
                let bandCount = peek.bits(6)
                copy(&input, &output, peek.position)
                _ = input.flag()
                output.put(1, 1)
                for _ in 0..<(isPair ? 2 : 1) {
                    output.put(1, 1)
                    output.put(Int.random(in: 64..<2048, using: &numbers), 11)
                    output.put(Int.random(in: 0..<3, using: &numbers), 3)
                    for _ in 0..<min(40, bandCount) {
                        output.put(Int.random(in: 0..<4, using: &numbers) == 0 ? 1 : 0, 1)
                    }
                }
            }
        }
        return result
    }

    /// Makes the error-resilient syntax (object type 17) of frames of one element without noise shaping.
    static func resilient(_ stream: AACStream) -> AACStream {
        var result = stream
        result.configuration.objectType = .resilientLowComplexity
        result.packets = stream.packets.map { packet in rewrite(packet) { input, _ in input.skip(3) } }
        return result
    }

    /// The bits of a frame without its `END`, which are the last ones but for the alignment.
    private static func contentLength(_ packet: [UInt8]) -> Int {
        var end = packet.count * 8
        while end > 0, packet[(end - 1) / 8] >> UInt8(7 - (end - 1) % 8) & 1 == 0 { end -= 1 }
        return end - 3
    }

    /// Appends the single channel of `source` to the pairs of `stream` as a coupling channel.
    ///
    /// - Parameters:
    ///   - isIndependent: Whether it is added to samples instead of lines.
    ///   - isAfterShaping: Whether it is added behind noise shaping.
    static func coupled(_ stream: AACStream, _ source: AACStream, isIndependent: Bool, isAfterShaping: Bool)
        -> AACStream
    {
        var result = stream
        result.packets = zip(stream.packets, source.packets).map { packet, coupling in
            var output = BitOutput(byteCapacity: packet.count + coupling.count + 16)
            packet.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                copy(&input, &output, contentLength(packet))
            }
            coupling.withUnsafeBytes { bytes in
                var input = BitInput(bytes)
                input.skip(7)
                output.put(2, 3)
                output.put(0, 4)
                output.put(isIndependent ? 1 : 0, 1)
                output.put(0, 3)
                // One target: the pair with tag 0, both channels with the gain 1.
                output.put(1, 1)
                output.put(0, 4)
                output.put(0, 2)
                output.put(isAfterShaping ? 1 : 0, 1)
                output.put(0, 3)
                copy(&input, &output, contentLength(coupling) - 7)
            }
            output.put(7, 3)
            output.align()
            return output.bytes
        }
        return result
    }
}
