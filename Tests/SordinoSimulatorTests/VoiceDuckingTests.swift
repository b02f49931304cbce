import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

/// Music beside a voice chat, by the samples of the loudspeaker: own rule 26.
@Suite struct VoiceDuckingTests {
    /// A program that talks through an engine; `prepare` sets its input before it runs.
    private static func chat(
        _ device: SimulatedDevice, _ prepare: @escaping (AVAudioEngine) throws -> Void = { _ in }
    ) throws -> (app: SimulatedApp, engine: AVAudioEngine) {
        let app = device.app("Chat", backgroundModes: .audio)
        let engine = try app.perform {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(
                .playAndRecord, mode: .voiceChat, options: [.mixWithOthers, .defaultToSpeaker])
            try session.setActive(true)
            let engine = AVAudioEngine()
            try engine.inputNode.setVoiceProcessingEnabled(true)
            try prepare(engine)
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in }
            try engine.start()
            return engine
        }
        return (app, engine)
    }

    /// Harmonics of 140 Hz, four syllables a second, between two moments; silence else.
    private static func talk(from start: Double, to end: Double) -> [Float] {
        (0..<Int(end * 48_000)).map { frame in
            let time = Double(frame) / 48_000
            guard time > start else { return 0 }
            return (1...20).reduce(Float(0)) { sum, harmonic in
                let hertz = 140 * Double(harmonic)
                let level = 1 / (1 + pow((hertz - 500) / 200, 2))
                return sum + Float(0.08 * abs(sin(4 * .pi * time)) * level * sin(2 * .pi * hertz * time))
            }
        }
    }

    @Test(
        arguments: [(.default, "-14"), (.min, "-6"), (.mid, "-20"), (.max, "-30")]
            as [(AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level, String)])
    func musicIsTurnedDownAsFarAsTheEngineSays(
        level: AVAudioVoiceProcessingOtherAudioDuckingConfiguration.Level, decibels: String
    ) throws {
        let scenario = Scenario()
        _ = try scenario.mix("Mus")
        #expect(scenario.audible() == "Speaker: Mus 0")
        let chat = try Self.chat(scenario.device) { engine in
            engine.inputNode.voiceProcessingOtherAudioDuckingConfiguration = .init(
                enableAdvancedDucking: false, duckingLevel: level)
        }
        #expect(scenario.audible() == "Speaker: Mus \(decibels)")
        chat.app.perform { chat.engine.stop() }
        #expect(scenario.audible() == "Speaker: Mus 0")
    }

    @Test func aLevelThatChangesHoldsAtOnce() throws {
        let scenario = Scenario()
        _ = try scenario.mix("Mus")
        let chat = try Self.chat(scenario.device)
        #expect(scenario.audible() == "Speaker: Mus -14")
        chat.app.perform {
            chat.engine.inputNode.voiceProcessingOtherAudioDuckingConfiguration.duckingLevel = .max
        }
        #expect(scenario.audible() == "Speaker: Mus -30")
        chat.app.perform { chat.engine.stop() }
    }

    @Test func advancedDuckingWaitsForSomebodyWhoSpeaks() throws {
        let scenario = Scenario()
        scenario.device.microphone(
            hears: .recording([Self.talk(from: 3, to: 5)], sampleRate: 48_000, repeats: false))
        _ = try scenario.mix("Mus")
        let chat = try Self.chat(scenario.device) { engine in
            engine.inputNode.voiceProcessingOtherAudioDuckingConfiguration = .init(
                enableAdvancedDucking: true, duckingLevel: .mid)
        }
        #expect(scenario.audible(after: 2) == "Speaker: Mus 0")
        #expect(scenario.audible(after: 2.5) == "Speaker: Mus -20")
        #expect(scenario.audible(after: 3) == "Speaker: Mus 0")
        chat.app.perform { chat.engine.stop() }
    }

    @Test func advancedDuckingHearsTheFarEndToo() throws {
        let scenario = Scenario()
        _ = try scenario.mix("Mus")
        let player = AVAudioPlayerNode()
        let chat = try Self.chat(scenario.device) { engine in
            engine.inputNode.voiceProcessingOtherAudioDuckingConfiguration = .init(
                enableAdvancedDucking: true, duckingLevel: .max)
            engine.attach(player)
            engine.connect(
                player, to: engine.mainMixerNode,
                format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        }
        #expect(scenario.audible() == "Speaker: Mus 0")
        try chat.app.perform {
            let samples = Self.talk(from: 0, to: 2)
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)))
            buffer.frameLength = buffer.frameCapacity
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[0][frame] = sample }
            player.scheduleBuffer(buffer)
            player.play()
        }
        scenario.device.advance(1.5)
        let speaker = try scenario.speaker
        let tone = try #require(scenario.device.apps.first { $0.name == "Mus" })
        #expect(speaker.level(of: tone, at: scenario.device.now - 0.02) < -12)
        #expect(scenario.audible(after: 3) == "Speaker: Mus 0")
        chat.app.perform { chat.engine.stop() }
    }

    @Test func theUnitTurnsOthersDownUnlessItIsTold() throws {
        let scenario = Scenario()
        _ = try scenario.mix("Mus")
        let app = scenario.device.app("Chat", backgroundModes: .audio)
        let unit = try app.perform {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.mixWithOthers, .defaultToSpeaker])
            try session.setActive(true)
            var description = AudioComponentDescription(
                componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_VoiceProcessingIO,
                componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
            let component = try #require(AudioComponentFindNext(nil, &description))
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &made) == noErr)
            let unit = try #require(made)
            var one: UInt32 = 1
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one, 4) == noErr)
            #expect(AudioUnitInitialize(unit) == noErr)
            #expect(AudioOutputUnitStart(unit) == noErr)
            return unit
        }
        #expect(scenario.audible() == "Speaker: Mus -14")
        app.perform {
            let id = kAUVoiceIOProperty_OtherAudioDuckingConfiguration
            var size = UInt32(MemoryLayout<AUVoiceIOOtherAudioDuckingConfiguration>.size)
            // As in C: a byte, three of padding, and a number of four.
            #expect(size == 8)
            var wish = AUVoiceIOOtherAudioDuckingConfiguration(mEnableAdvancedDucking: true, mDuckingLevel: .mid)
            #expect(AudioUnitGetProperty(unit, id, kAudioUnitScope_Global, 0, &wish, &size) == noErr)
            #expect(!wish.mEnableAdvancedDucking.boolValue && wish.mDuckingLevel == .default)
            wish.mDuckingLevel = .min
            #expect(AudioUnitSetProperty(unit, id, kAudioUnitScope_Global, 0, &wish, size) == noErr)
            var odd = (UInt32(0), UInt32(7))
            #expect(
                AudioUnitSetProperty(unit, id, kAudioUnitScope_Global, 0, &odd, 8)
                    == kAudioUnitErr_InvalidPropertyValue)
        }
        #expect(scenario.audible() == "Speaker: Mus -6")
        app.perform {
            var off: UInt32 = 0
            #expect(
                AudioUnitSetProperty(
                    unit, kAUVoiceIOProperty_DuckNonVoiceAudio, kAudioUnitScope_Global, 0, &off, 4) == noErr)
        }
        #expect(scenario.audible() == "Speaker: Mus 0")
        app.perform { _ = AudioComponentInstanceDispose(unit) }
    }

    @Test func recordersAndEnginesWithoutAVoiceTurnNobodyDown() throws {
        let scenario = Scenario()
        _ = try scenario.mix("Mus")
        let chat = try Self.chat(scenario.device) { try $0.inputNode.setVoiceProcessingEnabled(false) }
        #expect(scenario.audible() == "Speaker: Mus 0")
        chat.app.perform { chat.engine.stop() }
    }
}
