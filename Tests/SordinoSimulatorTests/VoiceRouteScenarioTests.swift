import AVFAudio
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import SordinoSimulator
import Testing

/// Inputs, Bluetooth, local sounds, several ports at once, scenarios S68 to S78, S96 to S98 and S118: exact notifications, and
/// what ports played and programs recorded.
@Suite struct VoiceRouteScenarioTests {
    private typealias Code = AVAudioSession.ErrorCode

    private func isAbout(_ peak: Float, _ expected: Float) -> Bool { abs(peak - expected) < 0.005 }

    /// With a headset; the built-in microphone hears a tone of 0.25, the headset's one of 0.5.
    private func headsetScene() -> Scenario {
        let scene = Scenario()
        scene.device.plug(.headset)
        scene.device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        scene.device.microphone(.headsetMic, hears: .tone(hertz: 440, amplitude: 0.5))
        return scene
    }

    private func routes(_ scene: Scenario) -> [String] { scene.heard().filter { $0.hasPrefix("R(") } }

    @Test func s68ThePreferredInputChangesTheInputOnly() throws {
        let scene = headsetScene()
        let app = try scene.playing("App", .playAndRecord)
        let recording = try InputRecording(app)
        #expect(scene.audible() == "Headphones: App 0")
        #expect(isAbout(recording.peak, 0.5))
        _ = scene.heard()
        let builtIn = try #require(app.session.availableInputs?.first { $0.portType == .builtInMic })
        try app.perform { try app.session.setPreferredInput(builtIn) }
        #expect(
            scene.heard() == ["R(App,4: MicrophoneWired+Headphones→MicrophoneBuiltIn+Headphones)"])
        #expect(scene.audible() == "Headphones: App 0")
        #expect(isAbout(recording.peak, 0.25))
    }

    @Test func s69ThePreferredInputOfOneThatMixesWaits() throws {
        let scene = headsetScene()
        _ = try scene.mus()
        let mix = try scene.playing("Mix", .playAndRecord, options: .mixWithOthers)
        let recording = try InputRecording(mix)
        let before = scene.audible()
        #expect(isAbout(recording.peak, 0.5))
        _ = scene.heard()
        let builtIn = try #require(mix.session.availableInputs?.first { $0.portType == .builtInMic })
        try mix.perform { try mix.session.setPreferredInput(builtIn) }
        #expect(mix.session.preferredInput?.portType == .builtInMic)
        #expect(scene.heard() == [])
        #expect(scene.audible() == before)
        #expect(isAbout(recording.peak, 0.5))
    }

    @Test func s70PlaybackIsNotHeardHandsFree() throws {
        let scene = Scenario()
        _ = try scene.mus()
        scene.device.plug(.bluetoothCallHeadset())
        #expect(routes(scene) == [])
        #expect(scene.audible() == "Speaker: Mus 0")
        scene.device.plug(.bluetoothSpeaker())
        #expect(routes(scene) == ["R(Mus,1: Speaker→BluetoothA2DPOutput)"])
        #expect(scene.audible() == "BluetoothA2DPOutput: Mus 0")
    }

    @Test func s71AVoIPCallGoesHandsFree() throws {
        let scene = Scenario()
        let voip = try scene.voip()
        #expect(scene.audible() == "Receiver: VoIP 0")
        _ = scene.heard()
        scene.device.plug(.bluetoothCallHeadset())
        #expect(routes(scene) == ["R(VoIP,1: MicrophoneBuiltIn+Receiver→BluetoothHFP+BluetoothHFP)"])
        #expect(voip.session.sampleRate == 16_000)
        #expect(scene.audible() == "BluetoothHFP: VoIP 0")
    }

    @Test func s72HandsFreeBeatsMusicOnTheSameHeadset() throws {
        let scene = Scenario()
        _ = try scene.playing("App", .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
        _ = scene.heard()
        scene.device.plug(.bluetoothHeadset())
        #expect(routes(scene) == ["R(App,1: MicrophoneBuiltIn+Receiver→BluetoothHFP+BluetoothHFP)"])
        #expect(scene.audible() == "BluetoothHFP: App 0")
    }

    @Test func s73OfSeparateDevicesTheLastWins() throws {
        let scene = Scenario()
        let app = try scene.playing("App", .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
        _ = scene.heard()
        scene.device.plug(.bluetoothSpeaker(name: "X"))
        scene.device.plug(.bluetoothCallHeadset(name: "Y"))
        scene.device.plug(.bluetoothSpeaker(name: "Z"))
        #expect(
            routes(scene) == [
                "R(App,1: MicrophoneBuiltIn+Receiver→MicrophoneBuiltIn+BluetoothA2DPOutput)",
                "R(App,1: MicrophoneBuiltIn+BluetoothA2DPOutput→BluetoothHFP+BluetoothHFP)",
                "R(App,1: BluetoothHFP+BluetoothHFP→BluetoothHFP+BluetoothA2DPOutput)",
            ])
        #expect(app.session.currentRoute.outputs.map(\.portName) == ["Z"])
        #expect(app.session.currentRoute.inputs.map(\.portName) == ["Y"])
        #expect(scene.audible() == "BluetoothA2DPOutput: App 0")
    }

    @Test(arguments: [true, false]) func s74s76SystemSoundsStayOnTheDevice(_ isAirPlay: Bool) throws {
        let scene = Scenario()
        scene.device.plug(isAirPlay ? .airPlay() : .usb())
        let mus = try scene.mus()
        let notes = scene.device.app("Notes")
        _ = scene.heard()
        let click = try Click(notes)
        scene.device.advance(0.5)
        #expect(scene.heard() == [])
        #expect(notes.context.client.snapshot.state == .inactive)
        let time = scene.device.now - 0.02
        let far = try #require(scene.device.output(isAirPlay ? .airPlay : .usbAudio))
        #expect(abs(far.level(of: mus, at: time)) < 0.1)
        #expect(far.level(ofToneAt: Click.hertz, amplitude: Click.amplitude, at: time) == -.infinity)
        #expect(try abs(scene.speaker.level(ofToneAt: Click.hertz, amplitude: Click.amplitude, at: time)) < 0.1)
        #expect(try scene.speaker.level(of: mus, at: time) == -.infinity)
        click.stop()
    }

    @Test func s75TheScreenReaderStaysOnTheDevice() throws {
        let scene = Scenario()
        scene.device.plug(.hdmi())
        let mus = try scene.mus()
        _ = scene.heard()
        mus.context.system.service.send(.screenReader(speaking: true))
        scene.device.advance(0.5)
        #expect(scene.heard() == [])
        let time = scene.device.now - 0.02
        let screen = try #require(scene.device.output(.HDMI))
        let reader = ActorVoices.Sound.screenReaderVoice.hertz
        #expect(abs(screen.level(of: mus, at: time)) < 0.1)
        #expect(screen.level(ofToneAt: reader, amplitude: 0.25, at: time) == -.infinity)
        #expect(try abs(scene.speaker.level(ofToneAt: reader, amplitude: 0.25, at: time)) < 0.1)
    }

    @Test func s77MultiRouteIsOneDeviceOfAllPorts() throws {
        let scene = Scenario()
        scene.device.plug(.hdmi())
        scene.device.plug(.headphones)
        let dj = try scene.playing("DJ", .multiRoute)
        #expect(
            routes(scene) == ["R(DJ,3: MicrophoneBuiltIn+Headphones→MicrophoneBuiltIn+Headphones+HDMIOutput)"])
        #expect(dj.session.outputNumberOfChannels == 4)
        // Stereo meets the first two of the four channels.
        #expect(scene.audible() == "Headphones: DJ 0")
    }

    @Test func s78MultiRouteLeavesTheLoudspeakerForSomethingBetter() throws {
        let scene = Scenario()
        _ = try scene.playing("DJ", .multiRoute)
        #expect(scene.audible() == "Speaker: DJ 0")
        _ = scene.heard()
        scene.device.plug(.usb(inputs: 0))
        #expect(routes(scene) == ["R(DJ,1: MicrophoneBuiltIn+Speaker→MicrophoneBuiltIn+USBAudio)"])
        #expect(scene.audible() == "USBAudio: DJ 0")
    }

    @Test func s106ASystemSoundIsSilentDuringAnInterruptionAndIsHeardAfterIt() throws {
        let scene = Scenario()
        let app = scene.device.app("Keys", backgroundModes: .audio)
        /// Decibels below the click's own level.
        func level() throws -> Double {
            let click = try Click(app)
            scene.device.advance(0.3)
            defer { click.stop() }
            return try scene.speaker.level(
                ofToneAt: Click.hertz, amplitude: Click.amplitude,
                at: scene.device.now - SimulatedOutput.measureSeconds)
        }
        let before = try level()
        #expect(abs(before) < 0.1)
        scene.device.ring()
        scene.device.advance(0.3)
        let ringing = try level()
        #expect(ringing < -60)
        scene.device.declineCall()
        scene.device.advance(0.6)
        let after = try level()
        #expect(abs(after) < 0.1)
    }

    @Test func s96WithoutAMicrophoneNothingIsRecorded() throws {
        let scene = Scenario()
        scene.device.hardware.unplug(deviceUID: "Built-In")
        scene.device.plug(.headphones)
        let rec = scene.device.app("Rec", backgroundModes: .audio)
        _ = scene.heard()
        try rec.activate(.record)
        #expect(routes(scene) == ["R(Rec,7: →)"])
        let recorder = try rec.context.client.openIO(
            IOKind(.recorder, hasInput: true, hasOutput: false), handler: Silent())
        let refused = code {
            do { try recorder.start() } catch let error as SessionError { throw NSError(error) }
        }
        #expect(refused == Code.resourceNotAvailable.rawValue)
        #expect(scene.audible() == "silence")
    }

    @Test func s97AHeadsetBringsAMicrophone() throws {
        let scene = Scenario()
        scene.device.hardware.unplug(deviceUID: "Built-In")
        scene.device.plug(.lineOut)
        let app = try scene.playing("App", .playAndRecord)
        #expect(!app.session.isInputAvailable)
        #expect(scene.audible() == "LineOut: App 0")
        _ = scene.heard()
        scene.device.plug(.headset)
        scene.device.microphone(.headsetMic, hears: .tone(hertz: 440, amplitude: 0.5))
        #expect(scene.heard() == ["R(App,1: LineOut→MicrophoneWired+Headphones)", "I(App)"])
        #expect(app.session.isInputAvailable)
        let recording = try InputRecording(app)
        #expect(scene.audible() == "Headphones: App 0")
        #expect(isAbout(recording.peak, 0.5))
    }

    @Test func s98AnotherPlaceOfTheMicrophoneIsAConfigurationChange() throws {
        let scene = Scenario()
        let app = try scene.playing("App", .playAndRecord)
        _ = scene.heard()
        let port = try #require(app.session.currentRoute.inputs.first)
        let front = try #require(port.dataSources?.first { $0.dataSourceName == "Front" })
        try app.perform { try port.setPreferredDataSource(front) }
        #expect(
            scene.heard() == [
                "R(App,8: MicrophoneBuiltIn+Receiver→MicrophoneBuiltIn+Receiver)"
            ])
        #expect(app.session.currentRoute.inputs.first?.selectedDataSource?.dataSourceName == "Front")
        #expect(scene.audible() == "Receiver: App 0")
    }

    @Test func s118ARecordingGoesOnInTheNewRoute() throws {
        let scene = Scenario()
        scene.device.microphone(hears: .tone(hertz: 440, amplitude: 0.25))
        let voip = try scene.voip()
        let recording = try InputRecording(voip)
        scene.device.advance(0.5)
        #expect(isAbout(recording.peak, 0.25))
        _ = scene.heard()
        scene.device.plug(.headset)
        scene.device.microphone(.headsetMic, hears: .tone(hertz: 440, amplitude: 0.5))
        #expect(
            routes(scene) == ["R(VoIP,1: MicrophoneBuiltIn+Receiver→MicrophoneWired+Headphones)"])
        #expect(scene.audible() == "Headphones: VoIP 0")
        #expect(isAbout(recording.peak, 0.5))
    }
}

/// A system sound of a program, as a key's click that lasts.
private final class Click {
    static let hertz = 300.0
    static let amplitude = 0.2
    private let voice: LoopingVoice
    private let io: SessionIO

    init(_ app: SimulatedApp) throws {
        let silent = Silent()
        io = try app.context.client.openIO(IOKind(.systemSound), handler: silent)
        voice = LoopingVoice(
            hardware: app.context.system.hardware,
            description: StreamDescription(
                program: .app(app.context.id), audioClass: .local, name: "click", outputChannels: 2),
            recording: .tone(hertz: Self.hertz, amplitude: Self.amplitude))
        try io.start()
        try voice.play()
        app.context.system.settle()
    }

    func stop() {
        voice.stop()
        io.stop()
    }
}

private final class Silent: SessionIOHandler {
    func sessionStopsIO(because cause: Cause) {}
    func sessionInterruption(began: Bool, shouldResume: Bool) {}
}
