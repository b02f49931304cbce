import AllocationProbe
import SordinoSignal
import Testing

/// Folds between layouts, against the coefficients of ITU-R BS.775-3 and against the laws that any fold must keep.
@Suite struct ChannelFoldTests {
    private static let half: Float = 0.707_106_77
    private static let three = ChannelPlace.usual(channelCount: 5) ?? []
    private static let stereo: [ChannelPlace] = [.left, .right]
    private static let layouts: [[ChannelPlace]] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12].compactMap {
        ChannelPlace.usual(channelCount: $0)
    }

    /// Table 2 of the recommendation: from 3/2 downwards.
    @Test func foldsFromThreeTwoAreThoseOfTheRecommendation() throws {
        let h = Self.half
        let expected: [([ChannelPlace], [Float])] = [
            ([.mono], [h, h, 1, 0.5, 0.5]),
            ([.left, .right], [1, 0, h, h, 0, 0, 1, h, 0, h]),
            ([.left, .right, .center], [1, 0, 0, h, 0, 0, 1, 0, 0, h, 0, 0, 1, 0, 0]),
            ([.left, .right, .centerSurround], [1, 0, h, 0, 0, 0, 1, h, 0, 0, 0, 0, 0, h, h]),
            (
                [.left, .right, .center, .centerSurround],
                [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, h, h]
            ),
            (
                [.left, .right, .leftSurround, .rightSurround],
                [1, 0, h, 0, 0, 0, 1, h, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]
            ),
        ]
        for (targets, gains) in expected {
            let made = try #require(ChannelMatrix.gains(from: Self.three, to: targets))
            #expect(zip(made, gains).allSatisfy { abs($0 - $1) < 1e-6 }, "\(targets): \(made)")
        }
    }

    @Test func aSingleSurroundIsHeardHalfAsStrongInEachFront() throws {
        let made = try #require(
            ChannelMatrix.gains(from: [.left, .right, .center, .centerSurround], to: Self.stereo))
        #expect(zip(made, [1, 0, Self.half, 0.5, 0, 1, Self.half, 0.5]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func sevenOneFourFoldsToFiveOneWithTopsAndRearsAtMinusThreeDecibels() throws {
        let made = try #require(
            ChannelMatrix.gains(from: Self.layouts[9], to: Self.layouts[5]))
        let h = Self.half
        // L R C LFE Ls Rs Lrs Rrs Ltf Rtf Ltr Rtr
        #expect(Array(made[0..<12]) == [1, 0, 0, 0, 0, 0, 0, 0, h, 0, 0, 0])
        #expect(Array(made[24..<36]) == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(made[36..<48]) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(made[48..<60]) == [0, 0, 0, 0, 1, 0, h, 0, 0, 0, h, 0])
    }

    @Test func upwardsEachChannelKeepsItsPlaceAndNothingIsInvented() throws {
        for (smaller, sources) in Self.layouts.enumerated() {
            for targets in Self.layouts[smaller...] {
                let made = try #require(ChannelMatrix.gains(from: sources, to: targets))
                for (row, target) in targets.enumerated() {
                    for (column, source) in sources.enumerated() where source == target {
                        #expect(made[row * sources.count + column] == 1)
                    }
                }
            }
        }
        #expect(ChannelMatrix.gains(from: [.mono], to: Self.stereo) == [1, 1])
        #expect(ChannelMatrix.gains(from: Self.stereo, to: Self.layouts[5])?[4...].allSatisfy { $0 == 0 } == true)
    }

    @Test func leftAndRightAreTreatedAlikeAndNothingButTheLowestIsLost() throws {
        for sources in Self.layouts {
            for targets in Self.layouts {
                let made = try #require(ChannelMatrix.gains(from: sources, to: targets))
                for (column, source) in sources.enumerated() {
                    let power = targets.indices.reduce(Float(0)) {
                        $0 + made[$1 * sources.count + column] * made[$1 * sources.count + column]
                    }
                    if source != .lowFrequency { #expect(power > 0.12, "\(source) to \(targets)") }
                    #expect(power < 2.01)
                }
                let left = sources.firstIndex(of: .left)
                let right = sources.firstIndex(of: .right)
                if let left, let right, targets.starts(with: Self.stereo) {
                    #expect(made[left] == made[sources.count + right])
                    #expect(made[right] == made[sources.count + left])
                }
            }
        }
    }

    @Test func theUsualPlacesCountWhereSomeAreNoLoudspeakers() throws {
        let numbered = (0..<6).map { ChannelPlace(rawValue: 65536 + $0) }
        let made = try #require(
            ChannelMatrix.fold(from: numbered, channelCount: 6, to: nil, channelCount: 2))
        #expect(made == ChannelMatrix.gains(from: Self.layouts[5], to: Self.stereo))
        #expect(ChannelMatrix.fold(from: numbered, channelCount: 6, to: nil, channelCount: 6) == nil)
        #expect(ChannelMatrix.fold(from: nil, channelCount: 2, to: nil, channelCount: 1) == nil)
        #expect(ChannelMatrix.gainsByNumber(from: 2, to: 1) == [0.5, 0.5])
    }

    @Test func oneChannelMeetsLeftAndRightWhereverTheyAre() {
        let aac: [ChannelPlace] = [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency]
        #expect(
            ChannelMatrix.fold(from: nil, channelCount: 1, to: aac, channelCount: 6) == [0, 1, 1, 0, 0, 0])
        #expect(ChannelMatrix.fold(from: nil, channelCount: 1, to: nil, channelCount: 6) == nil)
        #expect(
            ChannelMatrix.fold(
                from: nil, channelCount: 1, to: [.center, .leftSurround, .rightSurround], channelCount: 3) == [1, 0, 0])
    }

    @Test func lowFrequenciesAreHeardOnlyIfAskedFor() throws {
        let made = try #require(
            ChannelMatrix.gains(from: Self.layouts[5], to: Self.stereo, lowFrequencyGain: 0.5))
        #expect(abs(made[3] - 0.5 * Self.half) < 1e-6 && made[9] == made[3])
    }

    @Test func unknownPlacesNeedAMap() {
        let numbered = (0..<4).map { ChannelPlace(rawValue: 65536 + $0) }
        #expect(ChannelMatrix.gains(from: numbered, to: Self.stereo) == nil)
        #expect(ChannelMatrix.gains(from: numbered, to: numbered)?.reduce(0, +) == 4)
        #expect(ChannelMatrix.gains(from: [], to: Self.stereo) == nil)
    }

    @Test func theKernelEqualsTheTwinAlsoInPlace() throws {
        var random = Seeded(70)
        for (inputs, outputs) in [(1, 2), (2, 1), (6, 2), (2, 6), (12, 6), (3, 3), (20, 20)] {
            for frames in [1, 63, 64, 65, 200] {
                let gains = (0..<inputs * outputs).map { _ in random.below(3) == 0 ? 0 : random.sample() }
                let samples = (0..<max(inputs, outputs)).map { _ in random.samples(frames) }
                let planes = Planes(samples)
                let apart = Planes(channelCount: outputs, frameCount: frames)
                let rows = ChannelMatrix(inputCount: inputs, outputCount: outputs, gains: gains)
                rows.rows.apply(planes.pointers, into: apart.pointers, frameCount: frames)
                rows.rows.apply(planes.pointers, into: planes.pointers, frameCount: frames)
                let expected = (0..<frames).map { frame in
                    PortableMatrix.mixed(samples[0..<inputs].map { $0[frame] }, gains: gains)
                }
                for output in 0..<outputs {
                    #expect(apart[output].bitPatterns == expected.map { $0[output].bitPattern })
                    #expect(planes[output].bitPatterns == apart[output].bitPatterns)
                }
            }
        }
    }

    @Test func anySplitIntoBlocksGivesTheSameSamplesAndTouchesNoHeap() throws {
        var random = Seeded(71)
        let samples = (0..<6).map { _ in random.samples(500) }
        let matrix = try #require(ChannelMatrix(from: Self.layouts[5], to: Self.stereo))
        let source = Planes(samples)
        let whole = Planes(channelCount: 2, frameCount: 500)
        let split = Planes(channelCount: 2, frameCount: 500)
        let rows = matrix.rows
        let calls = countingHeapCalls { rows.apply(source.pointers, into: whole.pointers, frameCount: 500) }
        #expect(calls == .none)
        var done = 0
        while done < 500 {
            let count = min(1 + random.below(90), 500 - done)
            rows.apply(source.pointers, into: split.pointers, offset: done, frameCount: count)
            done += count
        }
        #expect(split[0].bitPatterns == whole[0].bitPatterns)
        #expect(split[1].bitPatterns == whole[1].bitPatterns)
    }
}
