import SordinoSignal
import Testing

@Suite struct BiquadCascadeTests {
    /// A cascade with memory of its own.
    final class Owned {
        let memory: UnsafeMutableRawPointer
        let cascade: BiquadCascade

        init(sections: Int, channels: Int) {
            let count = BiquadCascade.byteCount(sectionCount: sections, channelCount: channels)
            memory = .allocate(byteCount: count, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            cascade = BiquadCascade(sectionCount: sections, channelCount: channels, memory: memory)
        }

        deinit { memory.deallocate() }

        func render(_ input: [[Float]], pieces: [Int], before: (Int) -> Void = { _ in }) -> [[Float]] {
            var planes = input
            var (frame, index) = (0, 0)
            while frame < input[0].count {
                let count = min(pieces[index % pieces.count], input[0].count - frame)
                before(frame)
                let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: planes.count)
                for channel in planes.indices {
                    planes[channel].withUnsafeMutableBufferPointer { buffer in
                        if let base = buffer.baseAddress { pointers[channel] = base + frame }
                    }
                }
                cascade.render(pointers, into: pointers, frameCount: count)
                pointers.deallocate()
                frame += count
                index += 1
            }
            return planes
        }
    }

    private func section(_ index: Int) -> Biquad {
        .peak(
            BiquadCorner(hertz: 100 * Double(index + 1), octaves: 1, sampleRate: 48_000),
            decibels: index % 2 == 0 ? 6 : -5)
    }

    private func noise(_ count: Int, _ seed: UInt32) -> [Float] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(Int32(bitPattern: state)) / Float(1 << 31)
        }
    }

    /// The difference equation as it is written, one sample and one section after the other.
    private func plain(_ input: [Float], _ sections: [Biquad]) -> [Double] {
        var samples = input.map(Double.init)
        for section in sections {
            var (s1, s2) = (0.0, 0.0)
            for index in samples.indices {
                let x = samples[index]
                let y = section.b0 * x + s1
                s1 = section.b1 * x - section.a1 * y + s2
                s2 = section.b2 * x - section.a2 * y
                samples[index] = y
            }
        }
        return samples
    }

    @Test(arguments: [1, 3, 4, 5, 10, 16, 21]) func itIsTheDifferenceEquation(_ count: Int) {
        for channels in [1, 2, 3] {
            let owned = Owned(sections: count, channels: channels)
            let sections = (0..<count).map(section)
            for (index, section) in sections.enumerated() { owned.cascade.aim(index, at: section, frames: 0) }
            let input = (0..<channels).map { noise(700, UInt32($0 + 1)) }
            let output = owned.render(input, pieces: [256])
            for channel in 0..<channels {
                let wanted = plain(input[channel], sections)
                let worst = zip(output[channel], wanted).map { abs(Double($0) - $1) }.max() ?? 1
                // Floats between every sixteen sections.
                #expect(worst < 1e-6, "\(count) sections, channel \(channel) of \(channels)")
            }
        }
    }

    @Test func anyPiecesGiveTheSameBitsAlsoWhileSectionsComeGlideAndGo() {
        func run(_ pieces: [Int]) -> [[Float]] {
            let owned = Owned(sections: 6, channels: 3)
            let input = (0..<3).map { noise(1200, UInt32($0 + 1)) }
            return owned.render(input, pieces: pieces) { frame in
                if frame == 0 { owned.cascade.aim(4, at: section(4), frames: 0) }
                if frame == 200 { owned.cascade.aim(1, at: section(1), frames: 333) }
                if frame == 400 { owned.cascade.aim(4, at: Biquad(), frames: 100) }
                if frame == 600 { owned.cascade.calm() }
                if frame == 800 { owned.cascade.aim(5, at: section(5), frames: 16) }
            }
        }
        let wanted = run([200])
        #expect(run([100]) == wanted)
        #expect(run([8]) == wanted)
        #expect(run([1]) == wanted)
    }

    @Test func aStableSectionRingsDownInTheFramesItSays() {
        let section = Biquad.lowPass(BiquadCorner(hertz: 100, q: 10, sampleRate: 48_000))
        let frames = section.decayFrames(decibels: 120)
        let owned = Owned(sections: 1, channels: 1)
        owned.cascade.aim(0, at: section, frames: 0)
        var impulse = [Float](repeating: 0, count: Int(frames) + 4800)
        impulse[0] = 1
        let response = owned.render([impulse], pieces: [256])[0]
        let peak = response.map { abs($0) }.max() ?? 0
        let rest = response[Int(frames)...].map { abs($0) }.max() ?? 1
        #expect(rest < peak * 1e-5 && rest > peak * 1e-8)
    }
}
