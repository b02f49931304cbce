import SordinoPolicy
import Testing

/// Own rules 19 to 22: programs mute themselves; what the route can do beyond stereo.
@Suite struct MuteStories {
    // MARK: Output

    @Test func aProgramThatMutesItsOutputIsSilentAndHearsOfIt() {
        var world = World()
        let music = world.playing("Mus", .playback)
        world.request(music, .prefer(.outputMuted(true)))
        #expect(world.heard == ["muted(Mus,1)", "ok"])
        #expect(world.gain(music) == 0)
        #expect(world.view(music).causes.map(\.rule) == ["own 19"])
        #expect(world.state(music) == .active)
        world.clear()
        world.request(music, .prefer(.outputMuted(false)))
        #expect(world.heard == ["muted(Mus,0)", "ok"])
        #expect(world.gain(music) == 1)
    }

    @Test func playAndRecordCanBeMutedInItsDefaultModeOnly() {
        var world = World()
        let voip = world.playing("VoIP", .playAndRecord, .voiceChat)
        #expect(world.request(voip, .prefer(.outputMuted(true)))?.code == .badParam)
        world.set(voip, .playAndRecord, .standard)
        #expect(world.request(voip, .prefer(.outputMuted(true))) == nil)
        world.clear()
        world.set(voip, .playAndRecord, .voiceChat)
        #expect(world.notified.contains("muted(VoIP,0)"))
        #expect(!world.view(voip).isOutputMuted)
        #expect(world.gain(voip) == 1)
    }

    @Test func turningUpTheVolumeHintsAtUnmuting() {
        var world = World()
        let music = world.playing("Mus", .playback)
        world.send(.volumeKey(.up))
        #expect(!world.notified.contains("unmute?(Mus)"))
        world.request(music, .prefer(.outputMuted(true)))
        world.clear()
        world.send(.volumeKey(.down))
        #expect(!world.notified.contains("unmute?(Mus)"))
        world.send(.volumeKey(.up))
        #expect(world.notified.contains("unmute?(Mus)"))
        #expect(world.gain(music) == 0)  // a hint, no more
    }

    // MARK: Input

    @Test func aMutedInputDeliversZerosAndIsToldWhenItRecords() {
        var world = World()
        let memo = world.launch("Memo", category: .playAndRecord)
        world.request(memo, .prefer(.inputMuted(true)))
        #expect(world.heard == ["ok"])
        #expect(world.view(memo).isInputMuted)
        world.clear()
        world.activate(memo)
        #expect(world.notified.last == "inputMuted(Memo,1)")
        #expect(!world.effects.contains(.silenceInput(memo, false)))
        world.clear()
        world.request(memo, .prefer(.inputMuted(false)))
        #expect(world.effects.contains(.silenceInput(memo, false)))
        #expect(world.heard == ["inputMuted(Memo,0)", "ok"])
    }

    @Test func aProgramThatOnlyPlaysIsNotToldOfItsInput() {
        var world = World()
        let music = world.playing("Mus", .playback)
        world.request(music, .prefer(.inputMuted(true)))
        #expect(world.heard == ["ok"])
    }

    // MARK: Rendering

    @Test func multichannelContentIsSurroundWhereThereAreTheChannels() {
        var world = World()
        let movie = world.playing("Movie", .playback)
        #expect(world.view(movie).renderingMode == .monoStereo)
        world.request(movie, .prefer(.multichannelContent(true)))
        #expect(world.view(movie).renderingMode == .monoStereo)
        world.clear()
        world.send(.portsArrived([World.output(.HDMI, 6)]))
        #expect(world.view(movie).renderingMode == .surround)
        #expect(world.notified.filter { !$0.hasPrefix("R(") } == ["layouts(Movie)", "rendering(Movie,surround)"])
        world.request(movie, .prefer(.multichannelContent(false)))
        #expect(world.view(movie).renderingMode == .monoStereo)
        world.deactivate(movie)
        #expect(world.view(movie).renderingMode == .notApplicable)
    }

    @Test func spatialAudioFollowsThePortAndThePersonsChoice() {
        var world = World()
        var buds = World.output(.bluetoothA2DP, 2)
        buds.spatialAudio = .on
        world.send(.portsArrived([buds]))
        let movie = world.playing("Movie", .playback)
        world.request(movie, .prefer(.multichannelContent(true)))
        #expect(world.view(movie).renderingMode == .spatialAudio)
        world.clear()
        world.send(.spatialAudio(enabled: false))
        #expect(world.view(movie).renderingMode == .monoStereo)
        #expect(world.notified == ["spatial(Movie,0)", "layouts(Movie)", "rendering(Movie,monoStereo)"])
        world.clear()
        world.send(.spatialAudio(enabled: false))
        #expect(world.effects.isEmpty)
    }

    // MARK: Echo

    @Test func echoCancelledInputNeedsThePortTheWishAndTheDefaultMode() {
        var world = World()
        var microphone = World.input(.usbAudio)
        microphone.hasEchoCancellation = true
        let memo = world.launch("Memo", category: .playAndRecord)
        world.activate(memo)
        world.request(memo, .prefer(.echoCancelledInput(true)))
        #expect(!world.view(memo).isEchoCancelledInputAvailable)
        #expect(world.view(memo).prefersEchoCancelledInput)
        world.send(.portsArrived([microphone]))
        #expect(world.view(memo).isEchoCancelledInputAvailable)
        #expect(world.view(memo).isEchoCancelledInputEnabled)
        world.set(memo, .playAndRecord, .measurement)
        #expect(!world.view(memo).isEchoCancelledInputEnabled)
        world.set(memo, .playAndRecord, .standard)
        #expect(world.view(memo).isEchoCancelledInputEnabled)
        world.deactivate(memo)
        #expect(!world.view(memo).isEchoCancelledInputEnabled)
    }
}
