import Glibc
import HardwareContract
import SordinoPipeWire
import Testing

/// The tail of a sound that breaks off, and the beginning of the next one, without a server.
@Suite struct TailTests {
    private static let (frameCount, sampleRate) = (256, 48_000.0)

    /// Sends blocks of one level through a cell; nil is a cycle in which nothing comes.
    ///
    /// - Parameters:
    ///   - begins: The block with which a sound begins anew.
    ///   - end: The frame of each block from which on it is silent.
    private static func heard(_ levels: [Float?], begins: Int? = nil, until end: Int = frameCount) -> [[Float]] {
        heard(
            levels.map { level in level.map { level in (0..<frameCount).map { $0 < end ? level : 0 } } },
            begins: begins)
    }

    private static func heard(_ blocks: [[Float]?], begins: Int? = nil) -> [[Float]] {
        let frameCount = blocks.first { $0 != nil }??.count ?? 0
        let tail = UnsafeMutablePointer<TailCell>.allocate(capacity: 1)
        tail.initialize(to: TailCell(channelCount: 1))
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
        let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
        channels.initialize(to: samples)
        defer {
            tail.deinitialize(count: 1)
            tail.deallocate()
            samples.deallocate()
            channels.deallocate()
        }
        tail.forget()
        return blocks.enumerated().map { index, block in
            for frame in 0..<frameCount { (samples + frame).initialize(to: block?[frame] ?? 0) }
            if index == begins { tail.begin() }
            if block != nil || !tail.fill(channels, frameCount: frameCount, sampleRate: sampleRate) {
                tail.pass(channels, frameCount: frameCount, sampleRate: sampleRate)
            }
            return (0..<frameCount).map { samples[$0] }
        }
    }

    /// A link that is new may lead a cycle of silence and then nothing, before the program begins.
    @Test(arguments: [[0], [0, nil], [nil, 0, nil], [0, 0, nil, nil]] as [[Float?]])
    func aSoundIsWholeFromItsFirstSampleWhateverCameBefore(before: [Float?]) {
        let blocks = Self.heard(before + [0.5])
        #expect(blocks.dropLast().joined().allSatisfy { $0 == 0 })
        #expect(blocks.last?.allSatisfy { $0 == 0.5 } == true)
    }

    @Test func aSoundThatBreaksOffFadesAndRisesAgain() {
        let blocks = Self.heard([0.5, nil, 0.5, 0.5])
        #expect(blocks[0].allSatisfy { $0 == 0.5 })
        #expect(zip(blocks[1], blocks[1].dropFirst()).allSatisfy { $0 >= $1 } && blocks[1][0] > 0.49)
        #expect(zip(blocks[2], blocks[2].dropFirst()).allSatisfy { $0 <= $1 } && blocks[2][0] < 0.01)
        #expect(blocks[1].last == 0 && blocks[3].allSatisfy { $0 == 0.5 })
    }

    /// Where waves break off there is no bend, at any phase and in blocks of any size: none above the waves' own, and the fade's.
    @Test(arguments: [64, 256, 1_024], [[440], [97], [3_000.7], [220, 277.2, 329.6, 554.4]] as [[Double]])
    func wavesThatBreakOffContinueWhileTheyFade(frameCount: Int, waves: [Double]) {
        func sample(_ frame: Int) -> Double {
            waves.enumerated().reduce(0) { sum, wave in
                let phase = 2 * Double.pi * wave.element * Double(frame) / Self.sampleRate
                return sum + sin(phase + Double(wave.offset)) / Double(2 * waves.count)
            }
        }
        func steps(_ samples: [Double]) -> [Double] { zip(samples.dropFirst(), samples).map { $0 - $1 } }
        func highest(_ samples: [Double]) -> Double { samples.map { abs($0) }.max() ?? 0 }
        let (fadeFrames, blockCount) = (240, max(1_024 / frameCount, 1))
        for shift in stride(from: 0, to: 120, by: 17) {
            let played = (0..<blockCount).map { block in
                (0..<frameCount).map { Float(sample(shift + block * frameCount + $0)) }
            }
            let ends = (fadeFrames + frameCount - 1) / frameCount
            let heard = Self.heard(played.map { $0 } + [[Float]?](repeating: nil, count: ends))
            let slopes = steps(played.joined().map { Double($0) })
            // The second difference of a wave times a gain that falls by 1.5 / N at most, with 6 / N² of its own.
            let limit =
                1.5 * highest(steps(slopes)) + 3 / Double(fadeFrames) * highest(slopes)
                + 6 / Double(fadeFrames * fadeFrames)
            let end = heard.joined().dropFirst(blockCount * frameCount - 3).map { Double($0) }
            #expect(highest(steps(steps(end))) < limit && end.last == 0, "shift \(shift)")
        }
    }

    /// Noise cannot be foretold; its end is not louder than it was.
    @Test func noiseThatBreaksOffDiesAway() {
        let noise = (0..<4).map { block in (0..<256).map { TestProgram.code(Int64(block * 256 + $0), 0) / 2 } }
        let heard = Self.heard(noise.map { $0 } + [nil])
        #expect(heard[4].allSatisfy { abs($0) <= 1 } && heard[4].last == 0)
    }

    /// A short file ends within a block: what follows it is silence, and nothing of it comes again.
    @Test func aSoundThatIsOverBeforeItsBlockHasNoTail() {
        let blocks = Self.heard([0.5, nil, nil], until: 100)
        #expect(blocks[0].prefix(100).allSatisfy { $0 == 0.5 })
        #expect(blocks[0].dropFirst(100).allSatisfy { $0 == 0 } && blocks[1].allSatisfy { $0 == 0 })
    }

    /// A player that is resumed begins in the middle of a wave.
    @Test func aSoundThatGoesOnAfterAPauseRises() {
        let blocks = Self.heard([0.5, nil, 0.5, 0.5], begins: 2)
        #expect(blocks[1][0] > 0.49 && blocks[1].last == 0)
        #expect(zip(blocks[2], blocks[2].dropFirst()).allSatisfy { $0 <= $1 } && blocks[2][0] < 0.01)
        #expect(blocks[3].allSatisfy { $0 == 0.5 })
    }

    /// The stream's node may rest before a cycle comes in which it could have faded.
    @Test func aSoundThatGoesOnAfterAPauseWithoutACycleRises() {
        let blocks = Self.heard([0.5, 0.5, 0.5], begins: 1)
        #expect(zip(blocks[1], blocks[1].dropFirst()).allSatisfy { $0 <= $1 } && blocks[1][0] < 0.01)
        #expect(blocks[2].allSatisfy { $0 == 0.5 })
    }

    /// A player may give silence first.
    @Test func aSoundThatGoesOnAfterSomeSilenceRises() {
        let blocks = Self.heard([0.5, nil, 0, 0.5, 0.5], begins: 2)
        #expect(blocks[2].allSatisfy { $0 == 0 })
        #expect(zip(blocks[3], blocks[3].dropFirst()).allSatisfy { $0 <= $1 } && blocks[3][0] < 0.01)
        #expect(blocks[4].allSatisfy { $0 == 0.5 })
    }

    /// Where nothing broke off, and where a sound begins quietly, it is whole.
    @Test(arguments: [[0, nil, 0.5], [0.5, nil, 0.000_5]] as [[Float?]])
    func aSoundThatBeginsAnewIsWhole(levels: [Float?]) {
        let blocks = Self.heard(levels, begins: 2)
        #expect(blocks[2].allSatisfy { $0 == levels[2] })
    }
}
