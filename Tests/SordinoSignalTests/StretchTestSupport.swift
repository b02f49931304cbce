import SordinoRealtime
import SordinoSignal

/// A unit that runs over a sound, with silence behind it, in blocks.
final class StretchRun {
    private let renderer: TimePitchRenderer
    private let unit: TimePitch
    private let input: Planes
    private var outputs: [[Float]]
    private(set) var consumed = 0

    init(_ unit: TimePitch, _ sound: [[Float]]) {
        self.unit = unit
        renderer = unit.renderer
        input = Planes(sound)
        outputs = sound.map { _ in [] }
    }

    func output(_ channel: Int) -> [Float] { outputs[channel] }

    /// Produces so many frames, from blocks of input whose size the closure gives for their number.
    func produce(_ frames: Int, blocks: (Int) -> Int = { _ in 512 }) {
        let planes = Planes(channelCount: unit.channelCount, frameCount: frames)
        var (produced, block) = (0, 0)
        while produced < frames {
            let count = min(blocks(block), input.frameCount - consumed)
            block += 1
            if count == 0 {
                renderer.drain(into: planes.pointers, outputOffset: produced, outputFrames: frames - produced)
                produced = frames
                break
            }
            let result = renderer.process(
                input.pointers, inputOffset: consumed, inputFrames: count, into: planes.pointers,
                outputOffset: produced, outputFrames: frames - produced)
            consumed += result.consumed
            produced += result.produced
        }
        keep(planes, frames)
    }

    /// Hands over so much input at once.
    func offer(_ frames: Int, room: Int) -> (consumed: Int, produced: Int) {
        let planes = Planes(channelCount: unit.channelCount, frameCount: room)
        let result = renderer.process(
            input.pointers, inputOffset: consumed, inputFrames: min(frames, input.frameCount - consumed),
            into: planes.pointers, outputFrames: room)
        consumed += result.consumed
        keep(planes, result.produced)
        return result
    }

    private func keep(_ planes: Planes, _ frames: Int) {
        for channel in outputs.indices { outputs[channel] += planes[channel][..<frames] }
    }
}

func noise(frames: Int, channels: Int, seed: UInt64) -> [[Float]] {
    var numbers = Seeded(seed)
    return (0..<channels).map { _ in numbers.samples(frames).map { $0 * 0.5 } }
}

func sine(hertz: Double, frames: Int, sampleRate: Double = 48_000) -> [Float] {
    (0..<frames).map { Float(0.5 * RealtimeMath.sin(2 * Double.pi * hertz * Double($0) / sampleRate)) }
}

/// Two tones.
func tones(frames: Int) -> [Float] {
    zip(sine(hertz: 330, frames: frames), sine(hertz: 1_234, frames: frames)).map { ($0 + $1) / 2 }
}

/// A tone with a stroke of noise every 0.2 s.
func pulses(frames: Int) -> [Float] {
    var numbers = Seeded(9)
    var sound = sine(hertz: 220, frames: frames).map { $0 * 0.3 }
    for start in stride(from: 3_000, to: frames, by: 9_600) {
        for frame in start..<min(frames, start + 2_000) {
            sound[frame] += numbers.sample() * 0.6 * Float(RealtimeMath.exp(-Double(frame - start) / 500))
        }
    }
    return sound
}

/// Measures of a stretched sound at 48 kHz.
enum StretchMeasures {
    /// Sines with partials falling as 1/n, 0.3 at most.
    static func chord(_ fundamentals: [Double], partials: Int, frames: Int) -> (samples: [Float], hertz: [Double]) {
        var numbers = Seeded(1)
        let hertz = fundamentals.flatMap { fundamental in (1...partials).map { fundamental * Double($0) } }
        var sum = [Double](repeating: 0, count: frames)
        for (index, frequency) in hertz.enumerated() {
            let level = 1 / Double(index % partials + 1)
            let phase = Double(numbers.sample()) * Double.pi
            let step = 2 * Double.pi * frequency / 48_000
            for frame in 0..<frames { sum[frame] += level * RealtimeMath.cos(step * Double(frame) + phase) }
        }
        let scale = 0.3 / (sum.map { abs($0) }.max() ?? 1)
        return (sum.map { Float($0 * scale) }, hertz)
    }

    /// The energy of the partials over the rest, in dB.
    ///
    /// Each is fitted in windows of 0.1 s with a cosine, a sine, and both times time, which forgives small detuning and slow
    /// swells. The first and the last half second do not count.
    static func chordRatio(_ samples: [Float], hertz: [Double]) -> Double {
        let count = 4_800
        let basis = orthonormal(count: count, hertz: hertz, sampleRate: 48_000)
        var (fitted, rest) = (0.0, 0.0)
        for start in stride(from: 24_000, through: samples.count - 24_000 - count, by: count) {
            let window = samples[start..<start + count].map(Double.init)
            let left = remainder(window, basis)
            fitted += energy(window) - left
            rest += left
        }
        return 10 * RealtimeMath.log10(fitted / max(rest, 1e-30))
    }

    /// The same for one tone over all the samples.
    static func toneRatio(_ samples: [Float], hertz: Double, sampleRate: Double = 48_000) -> Double {
        let basis = orthonormal(count: samples.count, hertz: [hertz], sampleRate: sampleRate)
        let values = samples.map(Double.init)
        let left = remainder(values, basis)
        return 10 * RealtimeMath.log10((energy(values) - left) / max(left, 1e-30))
    }

    /// Bursts of noise that begin at once and die away in 30 ms.
    static func attacks(places: [Int], frames: Int) -> [Float] {
        var numbers = Seeded(2)
        var samples = [Float](repeating: 0, count: frames)
        for place in places {
            for frame in 0..<9_600 where place + frame < frames {
                samples[place + frame] += 0.5 * numbers.sample() * Float(RealtimeMath.exp(-Double(frame) / 1_440))
            }
        }
        return samples
    }

    /// Energy from 50 to 5 ms before the attacks over that of the 100 ms after in dB, the share of these within 20 ms, and
    /// the largest distance in frames from where an attack should be.
    static func attacks(
        _ samples: [Float], places: [Int], rate: Double
    ) -> (preEcho: Double, early: Double, worstDelay: Int) {
        func sum(_ from: Int, _ to: Int) -> Double {
            energy(samples[max(0, from)..<min(samples.count, to)].map(Double.init))
        }
        var (before, after, early, worst) = (0.0, 0.0, 0.0, 0)
        for place in places {
            let right = Int(Double(place) / rate)
            let from = right - 2_880
            let energies = stride(from: from, to: from + 8_640, by: 8).map { sum($0 - 96, $0) }
            let most = energies.max() ?? 0
            let found = from + 8 * (energies.firstIndex { $0 > 0.1 * most } ?? 0) - 48
            worst = max(worst, abs(found - right))
            before += sum(found - 2_400, found - 240)
            let whole = sum(found - 240, found + 4_800)
            after += whole
            early += sum(found - 240, found + 960) / whole
        }
        return (10 * RealtimeMath.log10((before + 1e-20) / after), early / Double(places.count), worst)
    }

    private static func energy(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

    private static func remainder(_ values: [Double], _ basis: [[Double]]) -> Double {
        var left = values
        for vector in basis { subtract(vector, from: &left) }
        return energy(left)
    }

    private static func subtract(_ vector: [Double], from values: inout [Double]) {
        var product = 0.0
        for index in values.indices { product += values[index] * vector[index] }
        for index in values.indices { values[index] -= product * vector[index] }
    }

    private static func orthonormal(count: Int, hertz: [Double], sampleRate: Double) -> [[Double]] {
        var basis: [[Double]] = []
        for frequency in hertz {
            let times = (0..<count).map { (Double($0) - Double(count) / 2) / sampleRate }
            let cosine = times.map { RealtimeMath.cos(2 * Double.pi * frequency * $0) }
            let sine = times.map { RealtimeMath.sin(2 * Double.pi * frequency * $0) }
            for vector in [cosine, sine, zip(cosine, times).map(*), zip(sine, times).map(*)] {
                var rest = vector
                for _ in 0..<2 { for other in basis { subtract(other, from: &rest) } }
                let norm = energy(rest)
                if norm > 1e-9 * energy(vector) { basis.append(rest.map { $0 / norm.squareRoot() }) }
            }
        }
        return basis
    }
}
