import AVFoundation
import SordinoSimulator
import Testing

/// Sessions 413 and 505 and "Optimizing for Device Hardware": each listing does what its text says.
@Suite struct SessionListingsTests {
    private let device = SimulatedDevice(.phone)

    /// Ten seconds of one level in each channel.
    private func song(_ levels: [Float] = [0.25]) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("listing-\(UUID().uuidString).wav")
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: levels.count,
            ])
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 480_000))
        buffer.frameLength = 480_000
        for (channel, level) in levels.enumerated() {
            for frame in 0..<480_000 { buffer.floatChannelData?[channel][frame] = level }
        }
        try file.write(from: buffer)
        file.close()
        return url
    }

    /// The one value that each channel of a port has played during the last 10 ms; nil for a mixture.
    private func heard(_ port: AVAudioSession.Port, channels: Int = 2) -> [Float?] {
        (0..<channels).map { channel in
            let samples = device.output(port)?.samples(channel: channel, from: device.now - 0.01, to: device.now) ?? []
            return Set(samples).count == 1 ? samples.first : nil
        }
    }

    @available(*, deprecated)
    @Test func theSessionAndEachPlayerAreToldOfAnInterruptionAndItsEnd() throws {
        let file = try song()
        defer { try? FileManager.default.removeItem(at: file) }
        let app = device.app("Jukebox", backgroundModes: .audio)
        let jukebox = try app.perform { try OldJukebox(songs: [file, file, file]) }
        device.advance(1)
        #expect(heard(.builtInSpeaker) == [0.75, 0.75])
        device.ring()
        device.advance(1)
        #expect(jukebox.players.allSatisfy { !$0.isPlaying })
        #expect(jukebox.diary == ["session stopped"] + Array(repeating: "player stopped", count: 3))
        device.declineCall()
        device.advance(1)
        #expect(jukebox.diary.dropFirst(4).first == "session may go on: true")
        #expect(jukebox.diary.count { $0 == "player goes on" } == 3)
        #expect(heard(.builtInSpeaker) == [0.75, 0.75])
    }

    @available(*, deprecated)
    @Test func bothGenerationsMixAndRouteChangesComeWithTheirReasons() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        let app = device.app("Watcher", backgroundModes: .audio)
        let watcher = try app.perform { try RouteChangeListener() }
        device.advance(0.5)
        // It mixes: the music continues.
        #expect(music.reasonsForSilence.isEmpty)
        #expect(app.session.categoryOptions.contains(.mixWithOthers))
        device.plug(.headphones)
        device.advance(0.5)
        device.unplug(.headphones)
        device.advance(0.5)
        // Changes of categories, its own and those of others, are notified as well.
        #expect(
            watcher.reasons.filter { $0 != kAudioSessionRouteChangeReason_CategoryChange } == [
                kAudioSessionRouteChangeReason_NewDeviceAvailable, kAudioSessionRouteChangeReason_OldDeviceUnavailable,
            ])
        app.perform { watcher.leave() }
    }

    @available(*, deprecated)
    @Test func theHardwareDoesWhatIsPreferredAsFarAsItCan() {
        let app = device.app("Synth", backgroundModes: .audio)
        let wish = app.perform { HardwareWish(rate: 44_100, duration: 0.005) }
        #expect(wish.sampleRate == 44_100)
        #expect(abs(wish.duration - 0.005) < 0.002, "\(wish.duration)")
        #expect(wish.hasInput && (0...1).contains(wish.volume))
    }

    @Test func aPlayerGoesOnAfterACallAndPausesWhereHeadphonesAreUnplugged() throws {
        let file = try song([0.25, 0.5])
        defer { try? FileManager.default.removeItem(at: file) }
        device.plug(.headphones)
        let app = device.app("Player", backgroundModes: .audio)
        let program = try app.perform { try NewPlayer(song: file) }
        device.advance(0.5)
        #expect(heard(.headphones) == [0.25, 0.5])
        device.ring()
        device.advance(0.5)
        #expect(program.diary == ["stopped"] && !program.player.isPlaying)
        device.declineCall()
        device.advance(0.5)
        #expect(program.diary == ["stopped", "goes on"] && program.player.isPlaying)
        device.unplug(.headphones)
        device.advance(0.5)
        // The lost route is an interruption as well, unless the program asks for none.
        #expect(program.diary == ["stopped", "goes on", "lost Headphones", "stopped"])
        #expect(!program.player.isPlaying)
        #expect(heard(.builtInSpeaker) == [0, 0])
    }

    @Test func inMultiRouteEverybodyWinsAndChannelsAreChosen() throws {
        let files = [try song([0.25]), try song([0.125, 0.5])]
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        device.plug(.hdmi())
        device.plug(.headphones)
        let app = device.app("Booth", backgroundModes: .audio)
        let program = try app.perform { try NewPlayer(song: files[1], category: .multiRoute) }
        device.advance(0.3)
        #expect(app.session.currentRoute.outputs.map(\.portType) == [.headphones, .HDMI])
        // Stereo plays to the first two channels of the route.
        #expect(heard(.headphones) == [0.125, 0.5] && heard(.HDMI) == [0, 0])
        app.perform { program.selectFirstChannel() }
        device.advance(0.3)
        #expect(heard(.headphones) == [0.125, 0] && heard(.HDMI) == [0, 0])
        app.perform { program.player.stop() }
        let unit = try app.perform { try FourChannelUnit(level: 0.375) }
        device.advance(0.3)
        #expect(heard(.headphones) == [0, 0] && heard(.HDMI) == [0.375, 0.375])
        withExtendedLifetime(unit) {}
    }

    @Test func aConversationHasTheRateThatItAskedForAndTheSpeaker() throws {
        let app = device.app("Phone", backgroundModes: .audio)
        let chat = try app.perform { try VoiceChat() }
        device.advance(0.3)
        #expect(chat.session.mode == .voiceChat && chat.session.sampleRate == 24_000)
        #expect(abs(chat.session.ioBufferDuration - 0.02) < 0.011, "\(chat.session.ioBufferDuration)")
        #expect(chat.session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
        #expect(chat.session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    }
}
