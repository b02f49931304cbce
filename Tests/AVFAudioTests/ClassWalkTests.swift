import AVFAudio
import ByteMutation
import Testing

/// Random calls on the classes of an engine in random order, with unexpected numbers: nothing traps, and every sample that is
/// rendered is a number.
@Suite struct ClassWalkTests {
    private static func format(_ walk: inout CallWalk) -> AVAudioFormat {
        // Every unit of the walk takes these; to connect one at another rate is misuse, at which Apple's class raises an exception.
        let rates = [8_000, 11_025, 22_050, 44_100, 48_000, 96_000.0]
        let rate = walk.one(of: rates) ?? 48_000
        return AVAudioFormat(standardFormatWithSampleRate: rate, channels: walk.oneIn(2) ? 1 : 2) ?? AVAudioFormat()
    }

    private static func time(_ walk: inout CallWalk) -> AVAudioTime? {
        let rate = walk.number(1...768_000)
        let sample = Int64(walk.whole(-1_000...100_000))
        let host = UInt64(walk.word(0...1_000_000))
        switch walk.below(5) {
        case 0: return nil
        case 1: return AVAudioTime(hostTime: host)
        case 2: return AVAudioTime(sampleTime: sample, atRate: rate)
        case 3: return AVAudioTime(hostTime: host, sampleTime: sample, atRate: rate)
        default: return AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: walk.number(-1...100)))
        }
    }

    // MARK: Values

    @Test(arguments: CallWalk.seeds) func formatsAndTimesAreMadeOfAnyNumbers(seed: UInt64) {
        var walk = CallWalk(seed: seed)
        for _ in 0..<CallWalk.steps(400) {
            let rate = walk.number(1...768_000)
            let channels = walk.word(0...16)
            var formats = [
                AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels),
                AVAudioFormat(
                    commonFormat: AVAudioCommonFormat(rawValue: UInt(walk.below(6))) ?? .pcmFormatFloat32,
                    sampleRate: rate, channels: channels, interleaved: walk.oneIn(2)),
                AVAudioFormat(settings: [
                    AVFormatIDKey: walk.word(0...10), AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
                    AVLinearPCMBitDepthKey: walk.whole(0...64),
                ]),
            ]
            var description = AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: walk.oneIn(2) ? kAudioFormatLinearPCM : walk.word(0...10),
                mFormatFlags: walk.word(0...64), mBytesPerPacket: walk.word(0...16), mFramesPerPacket: walk.word(0...2),
                mBytesPerFrame: walk.word(0...16), mChannelsPerFrame: channels, mBitsPerChannel: walk.word(0...64),
                mReserved: walk.word(0...0))
            formats.append(AVAudioFormat(streamDescription: &description))
            for format in formats.compactMap({ $0 }) {
                _ = (format.description, format.settings, format.hash, format == formats.first)
                let other = Self.format(&walk)
                for (source, target) in [(format, other), (other, format)] {
                    guard let converter = AVAudioConverter(from: source, to: target) else { continue }
                    #expect(converter.inputFormat == source && converter.outputFormat == target, "seed \(seed)")
                }
            }
            guard let time = Self.time(&walk), let other = Self.time(&walk) else { continue }
            _ = (
                time.description, time.extrapolateTime(fromAnchor: other),
                AVAudioTime.seconds(forHostTime: time.hostTime)
            )
        }
    }

    // MARK: Engines

    /// An engine that renders when it is asked, with one of each node.
    private final class Rig {
        let engine = AVAudioEngine()
        let players = (0..<2).map { _ in AVAudioPlayerNode() }
        let effects: [AVAudioUnit] = [
            AVAudioUnitEQ(numberOfBands: 3), AVAudioUnitTimePitch(), AVAudioUnitVarispeed(), AVAudioUnitReverb(),
            AVAudioUnitDelay(), AVAudioUnitDistortion(),
        ]
        let environment = AVAudioEnvironmentNode()
        let sampler = AVAudioUnitSampler()
        let output: AVAudioPCMBuffer

        init() throws {
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1_024))
            for node in players + effects + [environment, sampler] { engine.attach(node) }
            engine.connect(environment, to: engine.mainMixerNode, format: nil)
            engine.connect(sampler, to: engine.mainMixerNode, format: format)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 1_024)
            try engine.start()
        }
    }

    private static func buffer(_ walk: inout CallWalk, _ format: AVAudioFormat) -> AVAudioPCMBuffer? {
        let count = AVAudioFrameCount(1 + walk.below(3_000))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count) else { return nil }
        buffer.frameLength = count
        for frame in 0..<Int(count) { buffer.floatChannelData?[0][frame] = Float(frame % 50) / 100 }
        return buffer
    }

    /// Leads a player through an effect, or straight, or through the room.
    private static func connect(_ walk: inout CallWalk, _ rig: Rig, _ player: AVAudioPlayerNode) {
        let format = format(&walk)
        switch walk.below(4) {
        case 0: rig.engine.connect(player, to: rig.engine.mainMixerNode, format: format)
        case 1:
            guard format.channelCount == 1 else { return }
            rig.engine.connect(player, to: rig.environment, format: format)
        case 2: rig.engine.disconnectNodeOutput(player)
        default:
            // A room needs 2 kHz to be one.
            guard let effect = walk.one(of: rig.effects), format.sampleRate >= 2_000 else { return }
            rig.engine.disconnectNodeInput(effect)
            rig.engine.disconnectNodeOutput(effect)
            rig.engine.connect(player, to: effect, format: format)
            rig.engine.connect(effect, to: rig.engine.mainMixerNode, format: format)
        }
    }

    private static func turn(_ walk: inout CallWalk, _ rig: Rig, _ player: AVAudioPlayerNode) {
        switch walk.below(12) {
        case 0: player.volume = Float(walk.number(0...1))
        case 1: player.pan = Float(walk.number(-1...1))
        case 2: player.rate = Float(walk.number(0.5...2))
        case 3: player.position = AVAudio3DPoint(x: Float(walk.number(-5...5)), y: 0, z: Float(walk.number(-5...5)))
        case 4: player.reverbBlend = Float(walk.number(0...1))
        case 5: player.obstruction = Float(walk.number(-100...0))
        case 6: rig.environment.outputVolume = Float(walk.number(0...1))
        case 7: (rig.effects[1] as? AVAudioUnitTimePitch)?.rate = Float(walk.number(0.1...8))
        case 8: (rig.effects[2] as? AVAudioUnitVarispeed)?.rate = Float(walk.number(0.25...4))
        case 9: (rig.effects[4] as? AVAudioUnitDelay)?.delayTime = walk.number(0...2)
        case 10:
            let band = (rig.effects[0] as? AVAudioUnitEQ)?.bands[walk.below(3)]
            band?.frequency = Float(walk.number(20...20_000))
            band?.gain = Float(walk.number(-96...24))
            band?.bandwidth = Float(walk.number(0.05...5))
        default:
            (rig.effects[3] as? AVAudioUnitReverb)?.wetDryMix = Float(walk.number(0...100))
            rig.engine.mainMixerNode.outputVolume = Float(walk.number(0...1))
        }
    }

    @Test(arguments: CallWalk.seeds) func enginesTakeCallsInAnyOrder(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let rig = try Rig()
        for step in 0..<CallWalk.steps(200) {
            let player = rig.players[walk.below(2)]
            let isConnected = !rig.engine.outputConnectionPoints(for: player, outputBus: 0).isEmpty
            switch walk.below(12) {
            case 0, 1: Self.connect(&walk, rig, player)
            case 2, 3: Self.turn(&walk, rig, player)
            case 4 where isConnected:
                if let buffer = Self.buffer(&walk, player.outputFormat(forBus: 0)) {
                    player.scheduleBuffer(buffer, at: Self.time(&walk), options: walk.oneIn(3) ? .loops : [])
                }
            case 5 where isConnected: try? player.playAudio(at: Self.time(&walk))
            case 6: player.stop()
            case 7: player.pause()
            case 8:
                rig.sampler.startNote(UInt8(walk.below(256)), withVelocity: UInt8(walk.below(256)), onChannel: 0)
                rig.sampler.sendController(UInt8(walk.below(256)), withValue: UInt8(walk.below(256)), onChannel: 3)
            case 9: _ = (player.lastRenderTime, Self.time(&walk).flatMap { player.playerTime(forNodeTime: $0) })
            case 10 where walk.oneIn(8):
                rig.engine.stop()
                try rig.engine.start()
            default:
                let count = AVAudioFrameCount(1 + walk.below(1_024))
                guard (try? rig.engine.renderOffline(count, to: rig.output)) == .success else { continue }
                for frame in 0..<Int(rig.output.frameLength) {
                    let sample = rig.output.floatChannelData?[0][frame] ?? .nan
                    #expect(sample.isFinite, "seed \(seed), step \(step)")
                    if !sample.isFinite { return }
                }
            }
        }
    }

    @Test(arguments: CallWalk.seeds) func sequencersTakeAnyNumbers(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let rig = try Rig()
        let sequencer = AVAudioSequencer(audioEngine: rig.engine)
        for _ in 0..<CallWalk.steps(200) {
            switch walk.below(9) {
            case 0 where sequencer.tracks.count < 8: _ = sequencer.createAndAppendTrack()
            case 1:
                guard let track = walk.one(of: sequencer.tracks) else { continue }
                let event = AVMIDINoteEvent(
                    channel: walk.word(0...15), key: walk.word(0...127), velocity: walk.word(0...127),
                    duration: walk.number(0...4))
                // Another beat is misuse, at which Apple's class raises an exception.
                let beat = walk.number(0...20)
                if beat >= 0, beat.isFinite { track.addEvent(event, at: beat) }
            case 2:
                guard let track = walk.one(of: sequencer.tracks) else { continue }
                track.lengthInBeats = walk.number(0...20)
                track.offsetTime = walk.number(-2...2)
                let (start, length) = (walk.number(0...4), walk.number(0...4))
                if start >= 0, length > 0 { track.loopRange = AVBeatRange(start: start, length: length) }
                track.isLoopingEnabled = walk.oneIn(2)
                track.numberOfLoops = walk.one(of: [-1, 1, 2, 1_000_000, .max]) ?? 1
            case 3: sequencer.currentPositionInBeats = walk.number(0...20)
            case 4: sequencer.currentPositionInSeconds = walk.number(0...20)
            case 5: sequencer.rate = Float(walk.number(0.1...4))
            case 6:
                _ = sequencer.seconds(forBeats: walk.number(0...20))
                _ = sequencer.beats(forSeconds: walk.number(0...20))
                _ = sequencer.hostTime(forBeats: walk.number(0...20), error: nil)
                _ = sequencer.beats(forHostTime: walk.oneIn(4) ? .max : UInt64(walk.word(0...1_000)), error: nil)
            case 7:
                for track in sequencer.tracks { track.destinationAudioUnit = rig.sampler }
                if walk.oneIn(2) { try? sequencer.start() } else { sequencer.stop() }
            default: _ = try? rig.engine.renderOffline(AVAudioFrameCount(1 + walk.below(1_024)), to: rig.output)
            }
        }
        sequencer.stop()
        #expect(!sequencer.isPlaying && sequencer.tracks.count <= 8, "seed \(seed)")
        #expect(sequencer.currentPositionInBeats.isFinite && sequencer.rate > 0, "seed \(seed)")
        #expect(sequencer.tracks.allSatisfy { $0.lengthInBeats.isFinite && $0.lengthInBeats >= 0 }, "seed \(seed)")
    }
}
