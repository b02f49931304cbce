import SordinoGraph
import Testing

/// Mixer, converter, splitters and merger among players.
@Suite struct RoutingUnitTests {
    private func player(_ rig: Rig, _ sound: [[Float]]) -> NodeID {
        let player = Player()
        let node = rig.add(player)
        player.schedule(.samples(sound))
        player.play()
        return node
    }

    private func format(_ channels: Int, _ rate: Double = 48_000) -> BusFormat {
        BusFormat(sampleRate: rate, channelCount: channels)
    }

    @Test func theMixerAddsWhatIsOnWithItsVolumeAndPan() throws {
        let rig = Rig()
        let mixer = MultiChannelMixer()
        let node = rig.add(mixer)
        let sounds: [[[Float]]] = [
            [[Float](repeating: 0.5, count: 2000), [Float](repeating: 0.25, count: 2000)],
            [[Float](repeating: 0.125, count: 2000)], [[Float](repeating: 7, count: 2000)],
        ]
        for (index, sound) in sounds.enumerated() {
            _ = try rig.connect(player(rig, sound), to: node, index * 2, format(sound.count))
        }
        _ = try rig.connect(node, to: rig.outputNode)
        let volume = mixer.parameters[0]
        let enable = mixer.parameters[1]
        let pan = mixer.parameters[2]
        mixer.set(volume.address(element: 0), to: 0.5)
        mixer.set(pan.address(element: 2), to: 1)
        mixer.set(enable.address(element: 4), to: 0)
        try rig.publish()
        let output = rig.render(512)
        #expect(output[0].allSatisfy { $0 == 0.25 } && output[1].allSatisfy { $0 == 0.25 })
        mixer.set(mixer.parameters[3].address(), to: 0)
        let glide = rig.render(512)[0]
        #expect(glide[0] < 0.25 && glide[0] > 0.24 && glide[511] == 0)
    }

    @Test func theMixersOutputIsTheSameInAnyBlocks() throws {
        func run(_ blocks: [Int]) throws -> [[Float]] {
            let rig = Rig()
            let mixer = MultiChannelMixer()
            let node = rig.add(mixer)
            var noise = Noise(seed: 3)
            for bus in 0..<3 { _ = try rig.connect(player(rig, [noise.samples(3000)]), to: node, bus, format(1)) }
            _ = try rig.connect(node, to: rig.outputNode)
            mixer.port.schedule(0.2, at: mixer.parameters[0].address(element: 1), time: 700, rampFrames: 500)
            mixer.port.schedule(-1, at: mixer.parameters[2].address(element: 2), time: 900, rampFrames: 50)
            try rig.publish()
            return rig.render(blocks: blocks)
        }
        #expect(try run([1024, 1024]) == run([1, 511, 300, 724, 512]))
    }

    @Test func aStereoInputIsTheMeanInAMonoMix() throws {
        let rig = Rig(channelCount: 1)
        let converter = rig.add(ConverterUnit())
        var noise = Noise(seed: 4)
        let sound = [noise.samples(600), noise.samples(600)]
        _ = try rig.connect(player(rig, sound), to: converter, 0, format(2))
        _ = try rig.connect(converter, to: rig.outputNode)
        try rig.publish()
        #expect(rig.render(600)[0] == zip(sound[0], sound[1]).map { $0 * 0.5 + $1 * 0.5 })
    }

    @Test func theConverterChangesTheRate() throws {
        let rig = Rig()
        let converter = rig.add(ConverterUnit())
        let sound = [[Float]](repeating: [Float](repeating: 0.5, count: 4000), count: 2)
        _ = try rig.connect(player(rig, sound), to: converter, 0, format(2, 24_000))
        _ = try rig.connect(converter, to: rig.outputNode)
        try rig.publish()
        let output = rig.render(blocks: [Int](repeating: 512, count: 10))[0]
        #expect(output[2000..<4000].allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    @Test func aSplitterGivesItsInputAtEveryOutput() throws {
        let rig = Rig(channelCount: 4)
        let (splitter, merger) = (rig.add(Splitter()), rig.add(Merger()))
        var noise = Noise(seed: 5)
        let sound = [noise.samples(512), noise.samples(512)]
        _ = try rig.connect(player(rig, sound), to: splitter, 0, format(2))
        for bus in 0..<2 { _ = try rig.connect(splitter, bus, to: merger, bus, format(2)) }
        _ = try rig.connect(merger, to: rig.outputNode)
        try rig.publish()
        #expect(rig.render(512) == sound + sound)
    }
}
