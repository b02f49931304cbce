import AVFAudio
import SordinoSimulator
import Testing

/// The simulator as a product.
@Suite struct SimulatorTests {
    /// One busy minute of a device's life.
    private func live() throws -> (heard: [String], samples: [[Float]]) {
        let scene = Scenario()
        _ = try scene.mus(resumes: true)
        let nav = try scene.nav()
        scene.device.advance(0.5)
        try scene.speak(nav)
        scene.device.advance(0.7)
        scene.device.plug(.headphones)
        scene.device.advance(0.3)
        try scene.fallSilent(nav)
        scene.device.advance(0.25)
        scene.device.ring()
        scene.device.advance(0.5)
        scene.device.declineCall()
        scene.device.pressVolumeDown()
        scene.device.advance(0.4)
        return (
            scene.device.heard.map { "\($0.time) \($0)" },
            scene.device.outputs.flatMap { output in
                (0..<output.channelCount).map { output.samples(channel: $0) }
            }
        )
    }

    @Test func theSameLifeTwiceGivesTheSameSamplesBitForBit() throws {
        let (first, second) = (try live(), try live())
        #expect(first.heard == second.heard)
        #expect(first.heard.count >= 5)
        #expect(first.samples.count == second.samples.count)
        for (left, right) in zip(first.samples, second.samples) {
            #expect(left.map(\.bitPattern) == right.map(\.bitPattern))
        }
        #expect(first.samples.contains { $0.contains { $0 != 0 } })
    }

    @Test func unmodifiedCodeRunsAsAProgramOfTheDevice() async throws {
        let device = SimulatedDevice()
        /// A program as it is written for a telephone.
        func program() throws -> AVAudioSession {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback, mode: .spokenAudio)
            try session.setActive(true)
            return session
        }
        let session = try device.run { try program() }
        #expect(session === device.program.session)
        #expect(session.category == .playback)
        #expect(session.mode == .spokenAudio)
        let inTask = await device.run { await Task { AVAudioSession.sharedInstance() }.value }
        #expect(inTask === session)
        let other = SimulatedDevice()
        #expect(other.run { AVAudioSession.sharedInstance() } !== session)
    }

    @Test func anObserverOfOneSessionHearsThatProgramAlone() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        final class Count: @unchecked Sendable { var began = 0 }
        let (ofMus, ofRadio) = (Count(), Count())
        let tokens = [(mus, ofMus), (radio, ofRadio)].map { app, count in
            NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: app.session, queue: nil
            ) { _ in count.began += 1 }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try radio.activate(.playback)
        #expect(ofMus.began == 1)
        #expect(ofRadio.began == 0)
    }

    @Test func programsAreKnownByTheirNames() {
        let device = SimulatedDevice()
        let music = device.app("Music")
        #expect(device.app("Music") === music)
        #expect(device.app("Game") !== music)
        #expect(device.apps.map(\.name) == ["Music", "Game"])
        #expect(music.toneHertz != device.app("Game").toneHertz)
    }

    @Test func timeMovesInWholeBlocks() {
        let device = SimulatedDevice()
        #expect(device.now == 0)
        device.advance(1)
        #expect(device.now >= 1 && device.now < 1 + 1_024.0 / 48_000)
    }
}
