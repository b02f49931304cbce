import AVFAudio

/// A call of `renderOffline` beside the same block in realtime mode, which renders and does nothing else.
func callRows() throws {
    for count in [0, 256] {
        let calls = count == 0 ? 20_000 : 500
        let offline = try EngineUnderTest(.offline, playerCount: count).microsecondsOfABlock(calls: calls)
        let block = try EngineUnderTest(.realtime, playerCount: count).microsecondsOfABlock(calls: calls)
        row(
            "renderOffline, \(count) players, 512 frames",
            "\(short(offline)) µs, the block \(short(block)), over it \(short(offline - block))", "the block + 1.50 µs")
    }
}

/// A player is attached, connected, scheduled, played and detached again beside others, while the engine renders.
func changeRows() throws {
    for count in [16, 256, 1024, 4096] {
        let test = try EngineUnderTest(.offline, playerCount: count)
        try test.engine.renderOffline(frames, to: test.buffer)
        let spent = best(300) {
            let player = AVAudioPlayerNode()
            test.engine.attach(player)
            test.engine.connect(player, to: test.engine.mainMixerNode, format: test.format)
            player.scheduleBuffer(test.noise)
            player.play()
            test.engine.detach(player)
        }
        let plain = try test.microsecondsOfABlock(calls: 20)
        let changed = try best(20) {
            let player = AVAudioPlayerNode()
            test.engine.attach(player)
            test.engine.connect(player, to: test.engine.mainMixerNode, format: test.format)
            player.scheduleBuffer(test.noise)
            player.play()
            try test.engine.renderOffline(frames, to: test.buffer)
            test.engine.detach(player)
            try test.engine.renderOffline(frames, to: test.buffer)
        }
        row("a player comes and goes beside \(count)", "\(short(spent)) µs", "30.00 µs")
        row("the same, heard: two new plans", "\(short(changed - 2 * plain)) µs", "")
    }
}

/// The same on an engine that keeps time: each change is heard with the next block, for every way of rendering.
func liveChangeRows() throws {
    for count in [16, 256, 1024, 4096] {
        let test = try EngineUnderTest(.realtime, playerCount: count)
        let block = test.engine.manualRenderingBlock
        let spent = best(count > 256 ? 20 : 300) {
            let player = AVAudioPlayerNode()
            test.engine.attach(player)
            test.engine.connect(player, to: test.engine.mainMixerNode, format: test.format)
            player.scheduleBuffer(test.noise)
            player.play()
            test.engine.detach(player)
        }
        _ = block(frames, test.buffer.mutableAudioBufferList, nil)
        row("live, a player comes and goes beside \(count)", "\(short(spent)) µs", "30.00 µs")
    }
}

/// Reverb by the effect's node.
func effectRows() throws {
    let test = try EngineUnderTest(.offline, playerCount: 1)
    test.engine.stop()
    let reverb = AVAudioUnitReverb()
    reverb.wetDryMix = 50
    test.engine.attach(reverb)
    test.engine.connect(test.players[0], to: reverb, format: test.format)
    test.engine.connect(reverb, to: test.engine.mainMixerNode, format: test.format)
    try test.engine.start()
    let spent = try test.microsecondsOfABlock()
    row("reverb by its node", "\(short(Double(frames) / 48_000 * 1e6 / spent)) x real time", "1530 x")
}
