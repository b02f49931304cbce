import Foundation

@testable import SordinoCodecs

/// Numbers in a fixed order (xorshift).
struct ILBCRandom: RandomNumberGenerator {
    /// The state; not 0.
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// A number from -1 to 1.
    mutating func signed() -> Double { Double(Int64(bitPattern: next()) >> 11) / Double(1 << 52) }
}

/// Artificial speech and what a listener would compare.
enum ILBCSpeech {
    /// Vowels of a gliding voice with hissing between them, at 8 kHz; nominal range ±1.
    static func make(seconds: Double, seed: UInt64 = 1) -> [Float] {
        var random = ILBCRandom(state: seed)
        let formants: [[Double]] = [[700, 1220, 2600], [300, 2200, 2950], [400, 800, 2400], [530, 1840, 2480]]
        var states = [[Double]](repeating: [0, 0], count: 3)
        var phase = 0.0
        return (0..<Int(seconds * 8000)).map { index in
            let time = Double(index) / 8000
            let syllable = Int(time / 0.25)
            let place = time / 0.25 - Double(syllable)
            phase += (120 + 40 * sin(2 * .pi * 0.7 * time)) / 8000
            let isPulse = phase >= 1
            if isPulse { phase -= 1 }
            let hiss = random.signed()
            let source = place < 0.8 ? (isPulse ? 1.0 : 0) + 0.005 * hiss : 0.15 * hiss
            var sample = 0.0
            for (number, frequency) in formants[syllable % 4].enumerated() {
                let radius = exp(-Double.pi * 90 / 8000)
                let next =
                    source + 2 * radius * cos(2 * .pi * frequency / 8000) * states[number][0]
                    - radius * radius * states[number][1]
                states[number] = [next, states[number][0]]
                sample += next / Double(number + 1)
            }
            return Float(0.12 * sample * sin(.pi * place) + 0.0005 * hiss)
        }
    }

    /// The encoder's and the decoder's high-pass filters, so that only coding errors are left to compare.
    static func highPassed(_ samples: [Float]) -> [Float] {
        var signal = samples.map(Double.init)
        for taps in [ILBCTables.inputHighPass, ILBCTables.outputHighPass] {
            let (b0, b1, b2) = (Double(taps[0]), Double(taps[1]), Double(taps[2]))
            let (a1, a2) = (Double(taps[3]), Double(taps[4]))
            var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
            signal = signal.map { x in
                let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
                (x2, x1, y2, y1) = (x1, x, y1, y)
                return y
            }
        }
        return signal.map { Float($0) }
    }

    /// Decibels by which `reference` lies above its difference to `other`.
    static func signalToNoise(_ reference: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Double {
        var (signal, noise) = (1e-12, 1e-12)
        for (wanted, found) in zip(reference, other) {
            signal += Double(wanted) * Double(wanted)
            noise += (Double(wanted) - Double(found)) * (Double(wanted) - Double(found))
        }
        return 10 * log10(signal / noise)
    }

    /// Encodes all of `samples`, the tail included.
    static func encode(_ samples: [Float], mode: ILBCMode) -> [[UInt8]] {
        let encoder = ILBCEncoder(mode: mode)
        var packets: [[UInt8]] = []
        samples.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for first in stride(from: 0, to: samples.count, by: mode.framesPerPacket) {
                let count = min(mode.framesPerPacket, samples.count - first)
                packets.append(Array(encoder.encode(base + first, frameCount: count)))
            }
        }
        if let last = encoder.finish() { packets.append(Array(last)) }
        return packets
    }

    /// Decodes packets; those listed as lost are concealed.
    static func decode(
        _ packets: [[UInt8]], mode: ILBCMode, isEnhanced: Bool, lost: Set<Int> = []
    ) throws -> [Float] {
        let decoder = ILBCDecoder(mode: mode, isEnhanced: isEnhanced)
        var samples: [Float] = []
        for (index, packet) in packets.enumerated() {
            let count =
                lost.contains(index) ? decoder.conceal() : try packet.withUnsafeBytes { try decoder.decode($0) }
            samples += UnsafeBufferPointer(start: decoder.plane(0), count: count)
        }
        return samples
    }
}
