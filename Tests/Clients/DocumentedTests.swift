import AVFAudio
import SordinoSimulator
import Testing

/// The examples of the README and of the pages in `Documentation`, as they are printed there.
///
/// `DocumentationTests` compares the pages with this file; here the examples are built and run.
@Suite struct DocumentedTests {
    /// A file with ten seconds of a tone.
    private func song() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("song-\(UUID().uuidString).wav")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 480_000))
        buffer.frameLength = buffer.frameCapacity
        for frame in 0..<480_000 {
            buffer.floatChannelData?[0][frame] = Float(0.25 * sin(2 * .pi * 700 * Double(frame) / 48_000))
        }
        try file.write(from: buffer)
        return url
    }

    @Test func aScriptedProgramIsInterruptedAndComesBack() throws {
        let device = SimulatedDevice(.phone)
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        device.advance(1)  // virtual time: returns at once

        device.ring()  // a telephone call comes in
        #expect(music.reasonsForSilence.count == 1)

        device.declineCall()
        #expect(music.notifications.contains(.interruptionEnded(shouldResume: true)))
    }

    @Test func ourPlayerPausesForACallAndContinuesAfterIt() throws {
        let song = try song()
        defer { try? FileManager.default.removeItem(at: song) }

        let device = SimulatedDevice(.phone)
        let player = try device.run { try InterruptiblePlayer(url: song) }
        try device.run { try player.play() }
        device.advance(1)

        device.ring()
        device.advance(1)
        #expect(!player.isPlaying)

        device.declineCall()
        device.advance(1)
        #expect(player.isPlaying)

        // The loudspeaker's samples can be measured.
        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(abs(speaker.level(ofToneAt: 700, amplitude: 0.25, at: 0.5)) < 0.1)  // decibels
        #expect(speaker.level(ofToneAt: 700, amplitude: 0.25, at: 1.5) < -60)
    }

    @Test func aPromptLowersTheMusic() throws {
        let device = SimulatedDevice(.phone)
        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        device.advance(1)

        let maps = device.app("Maps", backgroundModes: .audio)
        try maps.activate(.playback, options: .duckOthers)
        try maps.playTone()
        device.advance(1)

        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(speaker.level(of: music, at: 1.9) < -6)  // decibels below the tone's own level
        #expect(abs(speaker.level(of: maps, at: 1.9)) < 0.1)
    }

    @Test func headphonesOutMeansPause() throws {
        let song = try song()
        defer { try? FileManager.default.removeItem(at: song) }

        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let player = try device.run { try InterruptiblePlayer(url: song) }
        try device.run { try player.play() }
        device.advance(1)

        device.unplug(.headphones)
        device.advance(1)
        #expect(!player.isPlaying)
    }

    @Test func anInterruptionThatNeverEnds() throws {
        var behaviour = SimulatedBehaviour()
        behaviour.version = .iOS12  // a suspended program is notified late of an interruption
        behaviour.losesEndsOfInterruptions = true  // Apple does not guarantee the notification of the end
        let device = SimulatedDevice(.phone, behaving: behaviour)

        let music = device.app("Music", backgroundModes: .audio)
        try music.activate(.playback)
        try music.playTone()
        device.ring()
        device.declineCall()
        #expect(!music.notifications.contains(.interruptionEnded(shouldResume: true)))
    }

    @Test func theRearSeatsOfACarHaveTheirOwnFilm() throws {
        var behaviour = SimulatedBehaviour()
        behaviour.policy = try SimulatedPolicy(
            """
            [zone rear]
            ports = Rear
            [program Film]
            zone = rear
            """)
        let car = SimulatedDevice(.car, behaving: behaviour)
        car.plug(.usb(name: "Rear"))

        let film = car.app("Film", backgroundModes: .audio)
        try film.activate(.playback)
        try film.playTone()
        car.advance(1)
        let rear = try #require(car.output(uid: "Rear Output"))
        #expect(abs(rear.level(of: film, at: 0.9)) < 0.1)
    }

    @Test func notificationsComeAsASequence() async throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Music", backgroundModes: .audio)
        let session = app.session
        try app.activate(.playback)
        try app.playTone()

        let interruptions = notifications(AVAudioSession.interruptionNotification, of: session)
        device.ring()
        var iterator = interruptions.makeAsyncIterator()
        let type = await iterator.next()
        #expect(type == AVAudioSession.InterruptionType.began.rawValue)
    }
}
