import AVFAudio
import SordinoSimulator
import Testing

/// A configuration as it is heard: what the ports played, sample by sample.
@Suite struct PolicyScenarioTests {
    private static func device(_ policy: String, _ kind: SimulatedDevice.Kind = .phone) throws -> SimulatedDevice {
        var behaviour = SimulatedBehaviour()
        behaviour.policy = try SimulatedPolicy(policy)
        return SimulatedDevice(kind, behaving: behaviour)
    }

    private static func play(
        _ name: String, on device: SimulatedDevice, _ mode: AVAudioSession.Mode = .default,
        _ options: AVAudioSession.CategoryOptions = []
    ) throws -> SimulatedApp {
        let app = device.app(name, backgroundModes: .audio)
        try app.activate(.playback, mode: mode, options: options)
        try app.playTone()
        return app
    }

    private static let car = """
        [zone rear]
        ports = Rear
        [program Film]
        zone = rear
        [program Game]
        zone = rear
        """

    private static func carWithRear(_ more: String = "") throws -> SimulatedDevice {
        let device = try device(car + "\n" + more, .car)
        device.plug(.usb(name: "Rear"))
        return device
    }

    // MARK: Ducking

    @Test func eachPairOfClassesIsDuckedAsDeepAndAsFastAsTheConfigurationSays() throws {
        let device = try Self.device(
            """
            [ducking]
            depth = -10 dB
            prompt over music = -20 dB 0.2 s 0.8 s
            """)
        let music = try Self.play("Music", on: device, .default, .mixWithOthers)
        let film = try Self.play("Film", on: device, .moviePlayback, .mixWithOthers)
        device.advance(1)
        let directions = device.app("Directions", backgroundModes: .audio)
        let start = device.now
        try directions.activate(.playback, options: .duckOthers)
        device.advance(2)
        let end = device.now
        try directions.deactivate()
        device.advance(2)
        let speaker = try #require(device.output(.builtInSpeaker))
        func level(_ app: SimulatedApp, _ time: Double) -> Double { speaker.level(of: app, at: time) }
        #expect(abs(level(music, start - 0.1)) < 0.01)
        #expect(abs(level(music, start + 1) + 20) < 0.01)
        #expect(abs(level(film, start + 1) + 10) < 0.01)
        // The music is down after its 0.2 s, the film still on its way of 0.5 s.
        // Beside a tone that glides, the 10 ms of a measurement hold a little of that one, too.
        #expect(abs(level(music, start + 0.3) + 20) < 0.05)
        #expect(level(film, start + 0.25) > -9)
        #expect(level(music, start + 0.1) > -19 && level(music, start + 0.1) < -1)
        // And back: the film first, the music after 0.8 s.
        #expect(abs(level(film, end + 0.6)) < 0.01)
        #expect(level(music, end + 0.6) < -0.5)
        #expect(abs(level(music, end + 0.9)) < 0.01)
    }

    @Test func aNewConfigurationIsReachedByARampWhileProgramsPlayOn() throws {
        let device = SimulatedDevice()
        let music = try Self.play("Music", on: device)
        let directions = device.app("Directions", backgroundModes: .audio)
        try directions.activate(.playback, options: .duckOthers)
        device.advance(1)
        let start = device.now
        device.reconfigure(try SimulatedPolicy("[ducking]\ndepth = -26 dB\nattack = 0.3 s\n"))
        device.advance(1)
        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(abs(speaker.level(of: music, at: start - 0.1) + 14) < 0.01)
        #expect(abs(speaker.level(of: music, at: start + 0.4) + 26) < 0.01)
        // A glide: no two neighbouring samples are further apart than those of the tone at the level before.
        let steady = speaker.samples(from: start - 0.3, to: start - 0.1)
        let glide = speaker.samples(from: start - 0.05, to: start + 0.5)
        func steepest(_ samples: [Float]) -> Float {
            zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
        }
        #expect(steepest(glide) <= steepest(steady) * 1.001)
        #expect(music.notifications == [])
        #expect(music.session.category == .playback)
    }

    @Test func aProgramHeldToACategoryIsSilencedWithIt() throws {
        let device = try Self.device("[program Ads]\ncategory = ambient\n")
        let ads = try Self.play("Ads", on: device)
        device.advance(0.5)
        device.isRingerSilent = true
        device.advance(0.5)
        let speaker = try #require(device.output(.builtInSpeaker))
        #expect(abs(speaker.level(of: ads, at: 0.4)) < 0.01)
        #expect(speaker.level(of: ads, at: 0.9) == -.infinity)
        #expect(ads.session.category == .ambient)
    }

    // MARK: Recording

    @Test func aProgramThatMayNotRecordRecordsSilence() throws {
        let device = try Self.device("[program Spy]\nrecord = deny\n")
        let spy = device.app("Spy")
        #expect(spy.perform { AVAudioApplication.shared.recordPermission } == .denied)
        let other = device.app("Memo")
        #expect(other.perform { AVAudioApplication.shared.recordPermission } == .granted)
    }

    // MARK: Zones

    @Test func aCallInFrontLeavesTheRearBitForBit() throws {
        func rear(withCall: Bool) throws -> [Float] {
            let device = try Self.carWithRear()
            _ = try Self.play("Music", on: device)
            _ = try Self.play("Film", on: device, .moviePlayback)
            device.advance(1)
            if withCall { device.ring() } else { device.advance(0) }
            device.advance(1)
            if withCall { device.acceptCall() }
            device.advance(1)
            if withCall { device.hangUp() }
            device.advance(1)
            return try #require(device.output(uid: "Rear Output")).samples()
        }
        let (with, without) = (try rear(withCall: true), try rear(withCall: false))
        #expect(with.count > 3 * 48_000)
        #expect(with == without)
        #expect(with.contains { abs($0) > 0.01 })
    }

    @Test func eachZoneIsHeardOnItsOwnPortsOnly() throws {
        let device = try Self.carWithRear()
        let music = try Self.play("Music", on: device)
        let film = try Self.play("Film", on: device, .moviePlayback)
        device.advance(1)
        let front = try #require(device.output(uid: "CarAudio Output"))
        let rear = try #require(device.output(uid: "Rear Output"))
        #expect(abs(front.level(of: music, at: 0.8)) < 0.01 && front.level(of: film, at: 0.8) == -.infinity)
        #expect(abs(rear.level(of: film, at: 0.8)) < 0.01 && rear.level(of: music, at: 0.8) == -.infinity)
        // A session sees its zone's ports alone.
        #expect(film.session.currentRoute.outputs.map(\.uid) == ["Rear Output"])
        #expect(music.session.currentRoute.outputs.map(\.uid) == ["CarAudio Output"])
        #expect(film.session.availableInputs?.map(\.uid) ?? [] == [])
        try film.perform { try film.session.setCategory(.playAndRecord) }
        #expect(film.session.availableInputs?.map(\.uid) == ["Rear Input"])
        #expect(!film.session.isOtherAudioPlaying)
        #expect(!music.session.isOtherAudioPlaying)
    }

    @Test func aProgramThatMovesIsHeardThereWithoutAPauseAndFreesWhomItHeld() throws {
        let device = try Self.carWithRear()
        let music = try Self.play("Music", on: device)
        music.resumesAfterInterruptions = true
        device.advance(0.5)
        let radio = try Self.play("Radio", on: device)
        device.advance(0.5)
        #expect(music.notifications.contains(.interruptionBegan(.default)))
        let moved = device.now
        device.move(radio, toZone: "rear")
        device.advance(1)
        let front = try #require(device.output(uid: "CarAudio Output"))
        let rear = try #require(device.output(uid: "Rear Output"))
        #expect(abs(rear.level(of: radio, at: moved + 0.1)) < 0.01)
        #expect(front.level(of: radio, at: moved + 0.1) == -.infinity)
        #expect(abs(front.level(of: music, at: moved + 0.5)) < 0.01)
        #expect(radio.notifications.contains(.routeChanged(.newDeviceAvailable, from: [.carAudio], to: [.usbAudio])))
        device.move(radio, toZone: "nowhere")
        #expect(radio.session.currentRoute.outputs.map(\.uid) == ["Rear Output"])
    }

    @Test func theRearIsPulledOutAndTheFrontDoesNotNotice() throws {
        let device = try Self.carWithRear()
        let music = try Self.play("Music", on: device)
        let film = try Self.play("Film", on: device, .moviePlayback)
        device.advance(0.5)
        device.unplug(.usb(name: "Rear"))
        device.advance(0.5)
        let front = try #require(device.output(uid: "CarAudio Output"))
        #expect(front.level(of: film, at: 0.9) == -.infinity)
        #expect(abs(front.level(of: music, at: 0.9)) < 0.01)
        #expect(music.notifications == [])
    }

    @Test func faultsOfAConfigurationNameTheLine() {
        do {
            _ = try SimulatedPolicy("[zone rear]\nports = A\nring = yes\n")
            Issue.record("it was understood")
        } catch {
            #expect(error.line == 3)
            #expect(error.sentence.hasPrefix("there is no key \"ring\" in [zone rear]"))
        }
    }
}
