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
        return levels.enumerated().map { index, level in
            for frame in 0..<frameCount { (samples + frame).initialize(to: frame < end ? level ?? 0 : 0) }
            if index == begins { tail.begin() }
            if level != nil || !tail.fill(channels, frameCount: frameCount, sampleRate: sampleRate) {
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
