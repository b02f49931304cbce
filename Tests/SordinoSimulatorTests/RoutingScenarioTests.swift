import AVFAudio
import SordinoSimulator
import Testing

/// Ports come and go (rules.md §5).
@Suite struct RoutingScenarioTests {
    @Test func s57MusicMovesToHeadphonesWithoutAPause() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        scene.device.advance(1)
        let (time, position) = (scene.device.now, mus.tonePosition)
        scene.device.plug(.headphones)
        #expect(scene.heard() == ["R(Mus,1: Speaker→Headphones)"])
        #expect(scene.audible() == "Headphones: Mus 0")
        #expect(abs(mus.tonePosition - position - (scene.device.now - time)) < 1e-6, "not a frame was left out")
        let headphones = try #require(scene.device.output(.headphones))
        // The fade of a new link takes 5 ms.
        #expect(headphones.envelope(of: mus, from: time + 0.006, to: time + 0.9).allSatisfy { abs($0.decibels) < 0.01 })
        #expect(try scene.speaker.peak(from: time + 0.006, to: scene.device.now) == 0)
    }

    @Test func s58MusicPausesBeforeTheSpeakerIsHeardWhenHeadphonesArePulled() throws {
        let scene = Scenario()
        scene.device.plug(.headphones)
        let mus = try scene.mus()
        #expect(scene.audible() == "Headphones: Mus 0")
        _ = scene.heard()
        let time = scene.device.now
        scene.device.unplug(.headphones)
        #expect(scene.heard() == ["R(Mus,2: Headphones→Speaker)", "B(Mus,4)", "pl+(Mus)"])
        #expect(scene.audible() == "silence")
        #expect(!mus.isTonePlaying)
        #expect(try scene.speaker.peak(from: time, to: scene.device.now) == 0, "not a sample from the loudspeaker")
    }

    @Test func s59PullingFallsBackToTheDeviceThatCameBefore() throws {
        let scene = Scenario()
        scene.device.plug(.bluetoothSpeaker())
        scene.device.plug(.headphones)
        let mus = try scene.mus()
        #expect(scene.audible() == "Headphones: Mus 0")
        _ = scene.heard()
        scene.device.unplug(.headphones)
        #expect(scene.heard().first == "R(Mus,2: Headphones→BluetoothA2DPOutput)")
        #expect(scene.audible() == "silence")
        #expect(mus.session.currentRoute.outputs.map(\.portType) == [.bluetoothA2DP])
        try mus.playTone()
        #expect(scene.audible() == "BluetoothA2DPOutput: Mus 0")
    }

    @Test func s60PullingWhatIsNotInUseChangesNothing() throws {
        let scene = Scenario()
        scene.device.plug(.bluetoothSpeaker())
        scene.device.plug(.headphones)
        _ = try scene.mus()
        scene.device.advance(1)
        _ = scene.heard()
        scene.device.unplug(.bluetoothSpeaker())
        #expect(scene.heard().filter { $0.hasPrefix("R(") || $0.hasPrefix("B(") } == [])
        #expect(scene.audible() == "Headphones: Mus 0")
    }

    @Test func s61AGameIsInterruptedWhenHeadphonesArePulled() throws {
        let scene = Scenario()
        scene.device.plug(.headphones)
        let game = try scene.game()
        _ = scene.heard()
        scene.device.unplug(.headphones)
        #expect(scene.heard() == ["R(Game,2: Headphones→Speaker)", "B(Game,4)", "pl+(Game)"])
        #expect(scene.audible() == "silence")
        try game.playTone()
        #expect(scene.audible() == "Speaker: Game 0")
    }

    @Test func s61AGameThatPrefersToGoOnPlaysFromTheSpeaker() throws {
        let scene = Scenario()
        scene.device.plug(.headphones)
        let game = try scene.game()
        try game.session.setPrefersInterruptionOnRouteDisconnect(false)
        _ = scene.heard()
        scene.device.unplug(.headphones)
        let heard = scene.heard()
        #expect(heard.contains("R(Game,2: Headphones→Speaker)"))
        #expect(!heard.contains { $0.hasPrefix("B(") })
    }

    @Test func s62PlayAndRecordUsesTheReceiver() throws {
        let scene = Scenario()
        let talk = try scene.playing("Talk", .playAndRecord)
        #expect(scene.heard() == ["R(Talk,3: MicrophoneBuiltIn+Speaker→MicrophoneBuiltIn+Receiver)"])
        #expect(scene.audible() == "Receiver: Talk 0")
        #expect(talk.session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    }

    @Test func s63TheSpeakerOverridesTheReceiver() throws {
        let scene = Scenario()
        let talk = try scene.playing("Talk", .playAndRecord)
        _ = scene.heard()
        try talk.perform { try talk.session.overrideOutputAudioPort(.speaker) }
        #expect(
            scene.heard() == ["R(Talk,4: MicrophoneBuiltIn+Receiver→MicrophoneBuiltIn+Speaker)"])
        #expect(scene.audible() == "Speaker: Talk 0")
    }

    @Test func s64TheOverrideEndsWithARouteChange() throws {
        let scene = Scenario()
        let talk = try scene.playing("Talk", .playAndRecord)
        try talk.session.setPrefersInterruptionOnRouteDisconnect(false)
        try talk.perform { try talk.session.overrideOutputAudioPort(.speaker) }
        _ = scene.heard()
        scene.device.plug(.headset)
        #expect(
            scene.heard().filter { $0.hasPrefix("R(") }
                == ["R(Talk,1: MicrophoneBuiltIn+Speaker→MicrophoneWired+Headphones)"])
        #expect(scene.audible() == "Headphones: Talk 0")
        scene.device.unplug(.headset)
        #expect(
            scene.heard().filter { $0.hasPrefix("R(") }
                == ["R(Talk,2: MicrophoneWired+Headphones→MicrophoneBuiltIn+Receiver)"])
        try talk.playTone()
        #expect(scene.audible() == "Receiver: Talk 0")
    }

    @Test func s65DefaultToSpeakerSurvivesAHeadset() throws {
        let scene = Scenario()
        let talk = try scene.playing("Talk", .playAndRecord, options: .defaultToSpeaker)
        try talk.session.setPrefersInterruptionOnRouteDisconnect(false)
        #expect(scene.audible() == "Speaker: Talk 0")
        _ = scene.heard()
        scene.device.plug(.headset)
        #expect(
            scene.heard().filter { $0.hasPrefix("R(") }
                == ["R(Talk,1: MicrophoneBuiltIn+Speaker→MicrophoneWired+Headphones)"])
        scene.device.unplug(.headset)
        #expect(
            scene.heard().filter { $0.hasPrefix("R(") }
                == ["R(Talk,2: MicrophoneWired+Headphones→MicrophoneBuiltIn+Speaker)"])
        try talk.playTone()
        #expect(scene.audible() == "Speaker: Talk 0")
    }

    @Test func s66TheOverrideTakesTheBuiltInMicrophoneToo() throws {
        let scene = Scenario()
        scene.device.plug(.headset)
        let talk = try scene.playing("Talk", .playAndRecord)
        #expect(scene.audible() == "Headphones: Talk 0")
        _ = scene.heard()
        try talk.perform { try talk.session.overrideOutputAudioPort(.speaker) }
        #expect(
            scene.heard() == ["R(Talk,4: MicrophoneWired+Headphones→MicrophoneBuiltIn+Speaker)"])
        #expect(scene.audible() == "Speaker: Talk 0")
    }

    @Test func s67PlaybackCannotOverride() throws {
        let scene = Scenario()
        let mus = try scene.mus(inBackground: false)
        #expect(code { try mus.session.overrideOutputAudioPort(.speaker) } == -50)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }

    @Test func s91OptionsDoNotOutliveTheCategoryCall() throws {
        let scene = Scenario()
        let talk = try scene.playing(
            "Talk", .playAndRecord, options: [.mixWithOthers, .duckOthers, .defaultToSpeaker])
        #expect(scene.audible() == "Speaker: Talk 0")
        _ = scene.heard()
        try talk.perform { try talk.session.setCategory(.playAndRecord) }
        #expect(talk.session.categoryOptions == [])
        #expect(
            scene.heard() == ["R(Talk,3: MicrophoneBuiltIn+Speaker→MicrophoneBuiltIn+Receiver)"])
        #expect(scene.audible() == "Receiver: Talk 0")
    }

    @Test func s92AnOptionThatTheCategoryDoesNotKnowIsRefused() throws {
        let scene = Scenario()
        let talk = try scene.playing("Talk", .playAndRecord, mode: .voiceChat, options: .allowBluetoothA2DP)
        _ = scene.heard()
        let options = talk.session.categoryOptions
        #expect(code { try talk.session.setCategory(.playback, options: .defaultToSpeaker) } == -50)
        #expect(talk.session.category == .playAndRecord)
        #expect(talk.session.mode == .voiceChat)
        #expect(talk.session.categoryOptions == options)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Receiver: Talk 0")
    }
}
