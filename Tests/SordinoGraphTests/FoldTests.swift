import SordinoGraph
import SordinoRealtime
import SordinoSignal
import Testing

/// Layouts that meet in a mixer, an output or a unit: the coefficients are those of ITU-R BS.775-3, tables 2 and 3.
@Suite struct FoldTests {
    static let half: Float = 0.707_106_77
    /// L R C LFE Ls Rs, one frame each.
    static let six: [Float] = [1, 10, 100, 1_000, 10_000, 100_000]
    /// The order of AAC.
    static let aacPlaces: [ChannelPlace] = [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency]

    /// One frame of a source in a mixer of some format, on an output of as many channels.
    private func mixed(
        _ frame: [Float], _ places: [ChannelPlace]? = nil, into format: BusFormat, volume: Float = 1, pan: Float = 0,
        glides: Bool = false, beside other: [Float]? = nil
    ) throws -> [Float] {
        let rig = Rig(channelCount: format.channelCount)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode, 0, format)
        var connections: [Connection] = []
        for (bus, frame) in ([frame] + (other.map { [$0] } ?? [])).enumerated() {
            let player = Player()
            let source = BusFormat(
                sampleRate: 48_000, channelCount: frame.count, places: bus == 0 ? places : nil)
            connections.append(try rig.connect(rig.add(player), to: mixer, bus, source))
            player.schedule(.samples(frame.map { [Float](repeating: $0, count: 2_000) }))
            player.play()
        }
        connections[0].mix.volume = volume
        connections[0].mix.pan = pan
        try rig.publish()
        if glides {
            _ = rig.render(512)
            connections[0].mix.volume = 0
            // Frame 240 of a glide over 480: half of the way.
            let half = rig.render(512)
            return half.map { $0[239] }
        }
        return rig.render(512).map { $0[511] }
    }

    private func format(_ count: Int) -> BusFormat { BusFormat(sampleRate: 48_000, channelCount: count) }

    @Test func fiveOneInAStereoMixerLosesNothingButTheBass() throws {
        let sides = try mixed(Self.six, into: format(2))
        #expect(sides[0] == 1 + 100 * Self.half + 10_000 * Self.half)
        #expect(sides[1] == 10 + 100 * Self.half + 100_000 * Self.half)
    }

    /// One frame of a player on an output of so many channels that it leads to itself.
    private func output(_ frame: [Float], _ places: [ChannelPlace]?, channels: Int) throws -> [Float] {
        let rig = Rig(channelCount: channels)
        let player = Player()
        let source = BusFormat(sampleRate: 48_000, channelCount: frame.count, places: places)
        _ = try rig.connect(rig.add(player), to: rig.outputNode, 0, source)
        player.schedule(.samples(frame.map { [Float](repeating: $0, count: 2_000) }))
        player.play()
        try rig.publish()
        return rig.render(512).map { $0[511] }
    }

    @Test func anOrderOfItsOwnFindsItsPlacesInHardwareOfMoreChannels() throws {
        // AudioUnit_5_0 is L R Ls Rs C; hardware of six has L R C LFE Ls Rs.
        let places: [ChannelPlace] = [.left, .right, .leftSurround, .rightSurround, .center]
        #expect(try output([1, 2, 3, 4, 5], places, channels: 6) == [1, 2, 5, 0, 3, 4])
        // With as many channels, and in the usual order, they meet by number.
        #expect(try output([1, 2, 3, 4, 5], places, channels: 5) == [1, 2, 3, 4, 5])
        #expect(try output([1, 2, 3, 4, 5], nil, channels: 6) == [1, 2, 3, 4, 5, 0])
    }

    @Test func aSoundFieldIsDecodedToTheLoudspeakersOfAMixer() throws {
        // A wave from the left in W, Y, Z, X: most of its power comes from the left loudspeakers, and as much as there was.
        let field = (0..<4).map { ChannelPlace(rawValue: 131_072 + $0) }
        let heard = try mixed([1, 1, 0, 0], field, into: format(5))
        let power = heard.map { $0 * $0 }.reduce(0, +)
        #expect(abs(10 * RealtimeMath.log10(Double(power))) < 2)
        // The others help with little: so both vectors of the sum point to the left.
        #expect(heard[0] * heard[0] + heard[3] * heard[3] > 0.8 * power)
    }

    @Test func aFoldedInputHasItsVolume() throws {
        let sides = try mixed(Self.six, into: format(2), volume: 0.5)
        #expect(abs(sides[0] / (0.5 * (1 + 10_100 * Self.half)) - 1) < 1e-6)
    }

    @Test func aFoldGlidesLikeAnyInput() throws {
        let sides = try mixed(Self.six, into: format(2), glides: true)
        #expect(abs(sides[0] / (0.5 * (1 + 10_100 * Self.half)) - 1) < 1e-5)
    }

    @Test func oneFoldedInputLeavesTheOthersAsTheyAre() throws {
        let sides = try mixed(Self.six, into: format(2), beside: [0.25, 0.5])
        #expect(sides[0] == 1 + 100 * Self.half + 10_000 * Self.half + 0.25)
    }

    @Test func surroundsOfAQuadEnterTheirSides() throws {
        #expect(try mixed([1, 10, 100, 1_000], into: format(2)) == [1 + 100 * Self.half, 10 + 1_000 * Self.half])
    }

    @Test func aQuadInFiveOneKeepsItsPlaces() throws {
        #expect(try mixed([1, 10, 100, 1_000], into: format(6)) == [1, 10, 0, 0, 100, 1_000])
    }

    @Test func theOrderOfTheFileIsFollowed() throws {
        #expect(try mixed([100, 1, 10, 10_000, 100_000, 1_000], Self.aacPlaces, into: format(6)) == Self.six)
    }

    @Test func monoEntersTheFrontsWhereverTheyAre() throws {
        let aac = BusFormat(sampleRate: 48_000, channelCount: 6, places: Self.aacPlaces)
        #expect(try mixed([0.5], into: aac) == [0, 0.5, 0.5, 0, 0, 0])
        #expect(try mixed([0.5], into: aac, volume: 0.5, pan: -1) == [0, 0.25, 0, 0, 0, 0])
        #expect(try mixed([0.5], into: aac, pan: 1) == [0, 0, 0.5, 0, 0, 0])
    }

    @Test func aPanMovesLeftAndRightWhereverTheyAre() throws {
        let aac = BusFormat(sampleRate: 48_000, channelCount: 6, places: Self.aacPlaces)
        #expect(try mixed(Self.six, into: aac, pan: -1) == [100, 1, 0, 10_000, 100_000, 1_000])
        #expect(try mixed(Self.six, into: format(6), pan: 1) == [0, 10, 100, 1_000, 10_000, 100_000])
    }

    @Test func fiveOneInMonoHearsTheCentreInFull() throws {
        let mono = try mixed(Self.six, into: format(1))
        #expect(abs(mono[0] / (100 + 11 * Self.half + 110_000 * 0.5) - 1) < 1e-6)
    }

    @Test func stereoInMonoIsTheMeanAndMonoIsHeardInBothFronts() throws {
        #expect(try mixed([1, 0.5], into: format(1)) == [0.75])
        #expect(try mixed([0.5], into: format(6)) == [0.5, 0.5, 0, 0, 0, 0])
    }

    @Test func anOutputOfFewerChannelsFoldsWhatTheGraphHas() throws {
        let rig = Rig(channelCount: 2)
        let player = Player()
        _ = try rig.connect(rig.add(player), to: rig.outputNode, 0, format(6))
        player.schedule(.samples(Self.six.map { [Float](repeating: $0, count: 600) }))
        player.play()
        try rig.publish()
        let sides = rig.render(512).map { $0[511] }
        #expect(sides[0] == 1 + 100 * Self.half + 10_000 * Self.half)
    }
}
