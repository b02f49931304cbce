import AVFoundation
import MediaPlayer
import MusicFiles
import RunningProgram
import SordinoSimulator
import Testing

/// Programs as strangers write them, as processes on a simulated phone.
@Suite(
    .enabled(
        if: RunningProgram.isBuilt("podcast-app")
            && FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon"),
        "the examples were not built, or dbus-daemon is not installed"), .serialized, .timeLimit(.minutes(20)))
struct MusicProgramTests {
    private let phone: MusicPhone
    private var device: SimulatedDevice { phone.device }

    init() throws { phone = try MusicPhone() }

    private func launch(_ name: String, _ arguments: [String] = []) throws -> SimulatedProcess {
        try device.launch(
            URL(fileURLWithPath: RunningProgram.path(name)), arguments: arguments,
            environment: [
                "SORDINO_MUSIC": phone.folder.appendingPathComponent("Music").path,
                "XDG_DATA_HOME": phone.folder.path, "XDG_CACHE_HOME": phone.folder.path,
            ])
    }

    /// Lets time pass until a program has said something.
    private func wait(for words: String, from program: SimulatedProcess) -> Bool {
        for _ in 0..<600 {
            if program.output.contains(words) { return true }
            device.advance(0.05)
        }
        return program.output.contains(words)
    }

    private func end(_ program: SimulatedProcess) {
        program.kill()
        device.advance(until: program, endsWithin: 5)
    }

    /// The number behind some words in a program's output.
    private func number(behind words: String, in output: String) -> Double? {
        output.split(separator: "\n").last { $0.hasPrefix(words) }.flatMap { Double($0.dropFirst(words.count)) }
    }

    @Test(arguments: ["podcast-app", "navigator", "alarm-clock"])
    func programsSayHowTheyAreCalled(name: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: RunningProgram.path(name))
        process.arguments = ["--help"]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.hasPrefix("usage: \(name)") && said.count { $0.isNewline } == 1)
    }

    @Test func aPodcastGoesOnWhereACallHadInterruptedIt() throws {
        // Each second of the episode has a level of its own, so that what sounds says which place it is.
        let levels = (0..<60).map { (value: Int16(3_276 + $0 * 327), frameCount: 48_000) }
        let folder = phone.folder.appendingPathComponent("Music/Podcasts/Show")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(TaggedSound.wave([(name: "TIT2", text: "Episode")], values: levels, rate: 48_000))
            .write(to: folder.appendingPathComponent("1.wav"))
        let podcast = try launch("podcast-app")
        #expect(wait(for: "playing Episode of Show\n", from: podcast), "\(podcast.output)")
        device.advance(5)
        device.ring()
        #expect(wait(for: "interrupted at ", from: podcast), "\(podcast.output)")
        device.acceptCall()
        device.advance(4)
        #expect(try speaker.peak(from: device.now - 1, to: device.now) == 0, "the episode waits while the call lasts")
        device.hangUp()
        #expect(wait(for: "resumed at ", from: podcast), "\(podcast.output)")
        let before = try #require(number(behind: "interrupted at ", in: podcast.output))
        let after = try #require(number(behind: "resumed at ", in: podcast.output))
        #expect(before > 4.5 && before < 7 && abs(after - before) < 0.2, "\(podcast.output)")
        let start = device.now
        device.advance(1.5)
        // The level is that of the second of the episode that the program says, and not the beginning.
        let heard = Double(try speaker.peak(from: start + 0.2, to: device.now))
        let second = (heard * 32_768 - 3_276) / 327
        #expect(second > 3.5 && second < 10, "level \(heard), second \(second), \(podcast.output)")
        end(podcast)
    }

    @Test func aPodcastWaitsForAnEpisodeThatIsThere() throws {
        let folder = phone.folder.appendingPathComponent("Music/Podcasts/Show")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bytes = TaggedSound.wave([(name: "TIT2", text: "Episode")], values: [(8_192, 480_000)], rate: 48_000)
        try Data(bytes).write(to: folder.appendingPathComponent("1.wav"))
        var podcast = try launch("podcast-app")
        #expect(wait(for: "playing Episode of Show\n", from: podcast), "\(podcast.output)")
        end(podcast)
        // Like a disk that was taken out: the library keeps what was on it.
        let music = phone.folder.appendingPathComponent("Music")
        try FileManager.default.moveItem(at: music, to: phone.folder.appendingPathComponent("Elsewhere"))
        podcast = try launch("podcast-app")
        #expect(wait(for: "no episode yet: waiting for one", from: podcast), "\(podcast.output)")
        device.advance(5)
        #expect(!podcast.output.contains("playing"), "\(podcast.output)")
        end(podcast)
        // With a folder without episodes, one that comes is played.
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        podcast = try launch("podcast-app")
        #expect(wait(for: "no episode yet: waiting for one", from: podcast), "\(podcast.output)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent("2.wav"))
        #expect(wait(for: "playing Episode of Show\n", from: podcast), "\(podcast.output)")
        end(podcast)
    }

    @Test(
        .enabled(
            if: AVSpeechSynthesisVoice(language: "en-GB") != nil, "libespeak-ng1 is not installed"))
    func directionsAreSpokenOverQuieterMusicWithTheirWords() throws {
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        music.moveToBackground()
        device.advance(0.5)
        let navigator = try launch("navigator", ["Turn left now."])
        #expect(wait(for: "word left\n", from: navigator), "\(navigator.output)")
        // The direction lasts for some more moments: the music is low meanwhile, and not silent.
        var quiet = 0.0
        for _ in 0..<20 where quiet >= -10 {
            device.advance(0.02)
            quiet = try speaker.level(of: music, at: device.now - 0.02)
        }
        #expect(quiet < -10 && quiet > -40, "\(quiet) dB")
        #expect(music.notifications.isEmpty, "music is not interrupted")
        #expect(device.advance(until: navigator, endsWithin: 30), "\(navigator.output)")
        let words = navigator.output.split(separator: "\n").filter { $0.hasPrefix("word ") }.map { $0.dropFirst(5) }
        #expect(
            words.count == 3 && words.first == "Turn" && words[1] == "left" && words[2].hasPrefix("now"),
            "\(navigator.output)")
        #expect(navigator.output.hasSuffix("spoken\n") && navigator.terminationStatus == 0, "\(navigator.output)")
        device.advance(2)
        #expect(try abs(speaker.level(of: music, at: device.now - 0.02)) < 0.5, "the music is as loud as before")
    }

    @Test func anAlarmRingsOnTimeInSilenceBehindTheLockScreenAndAgain() throws {
        let sound = try phone.song("Bell", seconds: 2, value: 16_384)
        device.isRingerSilent = true
        let clock = try launch("alarm-clock", [sound.path, "10", "5"])
        #expect(wait(for: "rings in 10.0\n", from: clock), "\(clock.output)")
        let set = device.now
        device.lock()
        device.advance(8)
        #expect(peak == 0)
        device.advance(2.5)
        #expect(peak > 0.2, "it rings, whatever the ringer switch says")
        let ringing = try #require(speaker.samples(from: set, to: device.now).firstIndex { abs($0) > 0.01 })
        #expect(abs(Double(ringing) / 48_000 - 10) < 0.2, "on time")
        device.advance(10)
        #expect(peak > 0.2, "it continues")
        _ = Glibc.kill(clock.processIdentifier, SIGUSR1)
        #expect(wait(for: "rings in 5.0\n", from: clock), "\(clock.output)")
        device.advance(3)
        #expect(peak == 0)
        device.advance(3)
        #expect(peak > 0.2)
        _ = Glibc.kill(clock.processIdentifier, SIGTERM)
        #expect(wait(for: "off\n", from: clock), "\(clock.output)")
        #expect(device.advance(until: clock, endsWithin: 10) && clock.terminationStatus == 0)
    }

    /// The loudspeaker's samples until now.
    private var speaker: SimulatedOutput { get throws { try #require(device.output(.builtInSpeaker)) } }

    private var peak: Float {
        device.output(.builtInSpeaker)?.peak(from: device.now - 0.02, to: device.now) ?? 0
    }
}
