import SordinoGraph
import SordinoSignal
import Testing

@Suite struct MixerTests {
    /// Players with these sounds on buses of one mixer.
    private func rig(_ sounds: [[[Float]]]) throws -> (Rig, Mixer, [Connection]) {
        let rig = Rig()
        let mixer = Mixer()
        let mixerNode = rig.add(mixer)
        _ = try rig.connect(mixerNode, to: rig.outputNode)
        var connections: [Connection] = []
        for (bus, sound) in sounds.enumerated() {
            let player = Player()
            let node = rig.add(player)
            connections.append(
                try rig.connect(
                    node, to: mixerNode, bus, BusFormat(sampleRate: 48_000, channelCount: sound.count)))
            player.schedule(.samples(sound))
            player.play()
        }
        try rig.publish()
        return (rig, mixer, connections)
    }

    @Test func volumeOneAndPanZeroAreTheIdentity() throws {
        var noise = Noise(seed: 1)
        let sound = [noise.samples(1000), noise.samples(1000)]
        let (rig, _, _) = try rig([sound])
        #expect(rig.render(blocks: [300, 512, 188]) == sound)
    }

    @Test func inputsAreAddedInFloatInTheOrderOfTheirBuses() throws {
        var noise = Noise(seed: 2)
        let sounds = (0..<5).map { _ in [noise.samples(512), noise.samples(512)] }
        let (rig, _, _) = try rig(sounds)
        var expected = [[Float]](repeating: [Float](repeating: 0, count: 512), count: 2)
        for sound in sounds {
            for channel in 0..<2 { for frame in 0..<512 { expected[channel][frame] += sound[channel][frame] } }
        }
        #expect(rig.render(512) == expected)
    }

    @Test func aVolumeSetBeforeRenderingIsOneMultiplicationWithoutARamp() throws {
        var noise = Noise(seed: 3)
        let sound = [noise.samples(512), noise.samples(512)]
        let (rig, _, connections) = try rig([sound])
        connections[0].mix.volume = 0.3
        #expect(rig.render(512) == sound.map { $0.map { $0 * 0.3 } })
    }

    @Test func aVolumeChangedWhileRenderingGlidesAndLandsExactly() throws {
        let ones = [[Float]](repeating: [Float](repeating: 1, count: 2048), count: 2)
        let (rig, _, connections) = try rig([ones])
        #expect(rig.render(512)[0].allSatisfy { $0 == 1 })
        connections[0].mix.volume = 0
        let glide = rig.render(1024)[0]
        #expect(glide[0] < 1 && glide[0] > 0.99)
        #expect(zip(glide, glide.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(glide[479] == 0)
        #expect(glide[478] > 0)
    }

    @Test func panTakesTheFarSideDownInAStraightLine() throws {
        let ones = [[Float]](repeating: [Float](repeating: 1, count: 8), count: 2)
        for (pan, left, right) in [(-1, 1, 0), (-0.5, 1, 0.5), (0, 1, 1), (0.25, 0.75, 1), (1, 0, 1)]
            as [(Float, Float, Float)]
        {
            let (rig, _, connections) = try rig([ones])
            connections[0].mix.pan = pan
            let made = rig.render(8)
            #expect(made[0].allSatisfy { $0 == left } && made[1].allSatisfy { $0 == right }, "pan \(pan)")
        }
    }

    @Test func monoGoesToBothSidesAtFullLevel() throws {
        let sound: [[Float]] = [[0.5, -0.25, 1]]
        let (rig, _, _) = try rig([sound])
        #expect(rig.render(3) == [sound[0], sound[0]])
    }

    @Test func stereoIntoMonoIsTheMean() throws {
        let rig = Rig(channelCount: 1)
        let mixerNode = rig.add(Mixer())
        let player = Player()
        let node = rig.add(player)
        _ = try rig.connect(node, to: mixerNode, 0, BusFormat(sampleRate: 48_000, channelCount: 2))
        _ = try rig.connect(mixerNode, to: rig.outputNode)
        player.schedule(.samples([[1, 0.5], [0, 0.5]]))
        player.play()
        try rig.publish()
        #expect(rig.render(2) == [[0.5, 0.5]])
    }

    @Test func theOutputVolumeIsAppliedToTheSum() throws {
        var noise = Noise(seed: 4)
        let sounds = (0..<2).map { _ in [noise.samples(64), noise.samples(64)] }
        let (rig, mixer, _) = try rig(sounds)
        mixer.outputVolume = 0.5
        let made = rig.render(64)
        for channel in 0..<2 {
            for frame in 0..<64 {
                #expect(made[channel][frame] == (sounds[0][channel][frame] + sounds[1][channel][frame]) * 0.5)
            }
        }
    }

    @Test(arguments: [UInt64(11), 12, 13]) func anySplitIntoBlocksGivesTheSameSamples(seed: UInt64) throws {
        var noise = Noise(seed: seed)
        let sounds = (0..<3).map { _ in [noise.samples(4096), noise.samples(4096)] }
        func made(_ blocks: [Int]) throws -> [[Float]] {
            let (rig, mixer, connections) = try rig(sounds)
            var joined = rig.render(blocks: [1024])
            connections[1].mix.volume = 0.2
            connections[2].mix.pan = -0.7
            mixer.outputVolume = 0.9
            let rest = rig.render(blocks: blocks)
            for channel in 0..<2 { joined[channel] += rest[channel] }
            return joined
        }
        var blocks: [Int] = []
        while blocks.reduce(0, +) < 3000 { blocks.append(1 + noise.below(200)) }
        blocks.append(3072 - blocks.reduce(0, +) > 0 ? 3072 - blocks.reduce(0, +) : 1)
        let total = blocks.reduce(0, +)
        #expect(try made(blocks) == made([total]), "seed \(seed)")
    }
}
