import AVFoundation
import SordinoSimulator
import Testing

/// The kinds of program that Apple's sessions name, and the listings of "Using Audio", as processes on a simulated device.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("music-app") != nil,
        "the examples were not built, or dbus-daemon is not installed"), .serialized, .timeLimit(.minutes(20)))
struct SeedKindTests {
    private let rig: SeedRig
    private var device: SimulatedDevice { rig.device }

    init() throws { rig = try SeedRig() }

    /// The loudspeaker's samples now.
    private func level() throws -> Float { try rig.speaker.peak(from: device.now - 0.02, to: device.now) }

    private func end(_ program: SimulatedProcess) {
        program.kill()
        device.advance(until: program, endsWithin: 5)
    }

    // MARK: Kinds of programs

    @Test func aGamePlaysItsMusicAndTheRingerSwitchSilencesIt() throws {
        let game = try rig.launch(
            "game", [try rig.file("m.wav", [[(0.5, 9)]]).path, rig.file("e.wav", [[(0.25, 1)]]).path])
        #expect(rig.wait(for: "music\n", from: game), "\(game.output)")
        device.advance(0.2)
        #expect(try level() == 0.25)
        _ = Glibc.kill(game.processIdentifier, SIGUSR1)
        #expect(rig.wait(for: "shot 1\n", from: game), "\(game.output)")
        device.advance(0.2)
        #expect(try level() == 0.5)
        device.isRingerSilent = true
        device.advance(0.2)
        #expect(try level() == 0)
        end(game)
    }

    @Test func aGameLeavesThePersonsMusicAndAddsItsEffects() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        music.moveToBackground()
        device.advance(0.5)
        let game = try rig.launch(
            "game", [try rig.file("m.wav", [[(0.5, 9)]]).path, rig.file("e.wav", [[(0.25, 1)]]).path])
        #expect(rig.wait(for: "effects alone\n", from: game), "\(game.output)")
        device.advance(0.2)
        // No program was interrupted and none is lower.
        #expect(try abs(rig.speaker.level(of: music, at: device.now - 0.02)) < 0.1)
        #expect(music.notifications.isEmpty)
        let before = try level()
        _ = Glibc.kill(game.processIdentifier, SIGUSR1)
        #expect(rig.wait(for: "shot 1\n", from: game), "\(game.output)")
        device.advance(0.2)
        #expect(try abs(level() - before - 0.25) < 0.01)
        // The music stops: the game's own comes.
        try music.deactivate(notifyingOthers: true)
        #expect(rig.wait(for: "music on\n", from: game), "\(game.output)")
        end(game)
    }

    @Test func aMusicProgramGoesOnBehindTheScreenPausesWithoutHeadphonesAndComesBackAfterACall() throws {
        device.plug(.headphones)
        let songs = [try rig.file("1.wav", [[(0.25, 60)]]), try rig.file("2.wav", [[(0.5, 2)]])]
        let app = try rig.launch("music-app", songs.map(\.path))
        #expect(rig.wait(for: "song 1 of 2\n", from: app), "\(app.output)")
        device.advance(0.5)
        #expect(app.outputs == [.headphones])
        device.lock()
        device.advance(1)
        #expect(try #require(device.output(.headphones)).peak(from: device.now - 0.02, to: device.now) == 0.25)
        device.unlock()
        device.ring()
        #expect(rig.wait(for: "interrupted\n", from: app), "\(app.output)")
        device.acceptCall()
        device.advance(1)
        device.hangUp()
        #expect(rig.wait(for: "resumed\n", from: app), "\(app.output)")
        device.advance(0.5)
        device.unplug(.headphones)
        #expect(rig.wait(for: "paused: the headphones are gone\n", from: app), "\(app.output)")
        device.advance(0.5)
        #expect(try level() == 0)
        end(app)
    }

    @Test func aMusicProgramPlaysOneSongAfterTheOtherAndOutlivesTheServices() throws {
        let songs = [try rig.file("1.wav", [[(0.25, 3)]]), try rig.file("2.wav", [[(0.5, 2)]])]
        let app = try rig.launch("music-app", songs.map(\.path))
        #expect(rig.wait(for: "song 1 of 2\n", from: app), "\(app.output)")
        device.advance(0.5)
        device.resetMediaServices()
        #expect(rig.wait(for: "song 1 of 2\nsong 1 of 2\n", from: app), "\(app.output)")
        #expect(device.advance(until: app, endsWithin: 30), "\(app.output)")
        #expect(app.output.hasSuffix("song 2 of 2\nthe end\n") && app.terminationStatus == 0, "\(app.output)")
    }

    @Test func aPodcastWaitsWhileARunnersPromptIsSpokenAndMusicOnlyBecomesQuieter() throws {
        let episode = try rig.file("episode.wav", [[(0.25, 60)]])
        let prompt = try rig.file("prompt.wav", [[(0.5, 1)]])
        let podcast = try rig.launch("podcast", [episode.path])
        #expect(rig.wait(for: "playing\n", from: podcast), "\(podcast.output)")
        device.advance(3)
        let coach = try rig.launch("fitness-prompts", [prompt.path, "0.01", "1"])
        #expect(rig.wait(for: "waiting at ", from: podcast), "\(podcast.output)")
        device.advance(0.2)
        // The prompt alone: the podcast has faded and waits.
        #expect(try level() == 0.5)
        #expect(rig.wait(for: "going on from ", from: podcast), "\(podcast.output)")
        let places = podcast.output.split(separator: "\n").compactMap {
            $0.split(separator: " ").last.flatMap { Double($0) }
        }
        #expect(places.count == 2 && abs(places[0] - places[1] - 1) < 0.001, "\(podcast.output)")
        device.advance(until: coach, endsWithin: 10)
        #expect(coach.output == "prompt\nrest\n" && coach.terminationStatus == 0, "\(coach.output)")
        device.advance(0.5)
        #expect(try level() == 0.25)
        end(podcast)
    }

    @Test func promptsDuckMusicForTheirTimeAloneAndAreLeftOutWhileTheAssistantListens() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        music.moveToBackground()
        device.advance(0.5)
        let coach = try rig.launch("fitness-prompts", [try rig.file("p.wav", [[(0.125, 2)]]).path, "0.2", "2"])
        #expect(rig.wait(for: "prompt\n", from: coach), "\(coach.output)")
        device.advance(1)
        #expect(try abs(rig.speaker.level(of: music, at: device.now - 0.02) + 14) < 0.1)
        #expect(rig.wait(for: "rest\n", from: coach), "\(coach.output)")
        device.invokeAssistant()
        #expect(device.advance(until: coach, endsWithin: 30), "\(coach.output)")
        #expect(coach.output == "prompt\nrest\nleft out\nrest\n", "\(coach.output)")
    }

    // MARK: Listings

    @Test func aButtonIsHeardByASystemSoundAndTheWrongFormatIsRefused() throws {
        let sound = try rig.file("tap.wav", [[(0.5, 1)]]).path
        /// Runs the program on a desktop whose user has switched sounds of the interface on, or off.
        func run(wantsSounds: Bool) throws {
            let settings = rig.folder.file("gtk-4.0")
            try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
            try Data("[Settings]\ngtk-enable-event-sounds=\(wantsSounds)\n".utf8)
                .write(to: settings.appendingPathComponent("settings.ini"))
            let environment = ["XDG_CONFIG_HOME": settings.deletingLastPathComponent().path]
            let tap = try rig.launch("button-sounds", [sound], environment)
            #expect(device.advance(until: tap, endsWithin: 30), "\(tap.output)")
            #expect(tap.output == "tapped\nalerted\n" && tap.terminationStatus == 0, "\(tap.output)")
        }
        try run(wantsSounds: true)
        let heard = try rig.speaker.samples().filter { $0 != 0 }
        #expect(heard.count == 96_000 && heard.allSatisfy { $0 == 0.5 })
        // The alert shakes the device, and so does the vibration after it.
        #expect(device.vibrations.count == 2)
        // The alert alone is heard then.
        try run(wantsSounds: false)
        #expect(try rig.speaker.samples().count { $0 != 0 } == 96_000 + 48_000)
        #expect(device.vibrations.count == 4)
    }

    @Test func aQueueReadsItsFileOnTheRunLoopAtItsVolumeAndShowsItsLevel() throws {
        let file = try rig.file("song.wav", [[(0.5, 4)], [(0.25, 4)]])
        let player = try rig.launch("queue-player", [file.path, "0.5"])
        #expect(device.advance(until: player, endsWithin: 60), "\(player.output)")
        // The queue's level, before its volume.
        #expect(player.output.contains("\nlevel 0.5 0.25\n"), "\(player.output)")
        #expect(
            player.output.hasPrefix("playing 2 channels\n") && player.output.hasSuffix("done\n"), "\(player.output)")
        let heard = try (0..<2).map { try rig.speaker.samples(channel: $0).filter { $0 != 0 } }
        #expect(heard.map(\.count) == [192_000, 192_000])
        #expect(Set(heard[0]) == [0.25] && Set(heard[1]) == [0.125])
    }

    @Test func aQueuePlaysCompressedPacketsWithTheirCookie() throws {
        guard let file = try rig.folder.encoded("song.m4a", ["-c:a", "aac", "-b:a", "128k"], seconds: 3) else { return }
        let player = try rig.launch("queue-player", [file.path])
        #expect(device.advance(until: player, endsWithin: 60), "\(player.output)")
        #expect(player.output.hasSuffix("done\n"), "\(player.output)")
        #expect(abs(device.soundingSeconds() - 3) < 0.1)
    }

    @Test(arguments: [("song.aac", ["-c:a", "aac", "-f", "adts"]), ("song.mp3", ["-c:a", "libmp3lame"])])
    func packetsOfAStreamAreParsedAndPlayedByAQueue(name: String, options: [String]) throws {
        guard let file = try rig.folder.encoded(name, options, seconds: 5) else { return }
        let radio = try rig.launch("radio-queue", [file.path])
        #expect(device.advance(until: radio, endsWithin: 60), "\(radio.output)")
        #expect(radio.output == "48000 Hz, 2 channels\nplaying\ndone\n", "\(radio.output)")
        #expect(abs(device.soundingSeconds() - 5) < 0.15)
    }
}
