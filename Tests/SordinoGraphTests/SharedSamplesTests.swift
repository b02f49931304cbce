import SordinoGraph
import Testing

/// Players have no memory of their own: those that come to an end in a block share it, and plans use each other's again.
@Suite struct SharedSamplesTests {
    /// A sample of a voice's loop; sums of forty are exact.
    private func sample(_ voice: Int, _ frame: Int) -> Float { Float((voice * 31 + frame % length(voice)) % 17) / 64 }

    private func length(_ voice: Int) -> Int { 5 + voice }

    @Test(arguments: [false, true]) func manyShortLoopsAddUpExactlyWhateverChanges(isEdited: Bool) throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        for voice in 0..<40 {
            let player = Player()
            _ = try rig.connect(rig.add(player), to: mixer, voice)
            player.schedule(.samples([(0..<length(voice)).map { sample(voice, $0) }], options: .loops))
            player.play()
        }
        try rig.publish()
        var frame = 0
        for block in [512, 1, 37, 300, 512, 64] {
            if isEdited {
                // Another bus now and then, and a new plan for each block.
                if block > 100 { _ = try rig.connect(rig.add(Player()), to: mixer, 40 + block) }
                try rig.publish()
                rig.renderer.collect()
            }
            let made = rig.render(block)[0]
            let expected = (frame..<frame + block).map { at in (0..<40).reduce(Float(0)) { $0 + sample($1, at) } }
            #expect(made == expected)
            frame += block
        }
    }

    @Test func thousandPlayersNeedNoMemoryForSamplesUntilTheyWrite() throws {
        let rig = Rig(channelCount: 2)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        for voice in 0..<1000 { _ = try rig.connect(rig.add(Player()), to: mixer, voice) }
        try rig.publish()
        let outline = try #require(rig.compiler.outline)
        // All at once, should they all write in one block; and the mixer.
        #expect(outline.sampleByteCount == (1000 * 2 + 2) * 512 * 4)
        #expect(outline.stepCount == 1002)
    }
}
