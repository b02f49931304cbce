import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@Suite struct BackendsTests {
    @Test func aProcessIsOnADesktopUnlessItIsToldOtherwise() {
        let choice = Backends.choose(profile: nil)
        #expect(choice.profile == .desktop)
        #expect(!choice.reason.isEmpty)
        #expect(Backends.choose(profile: "phone").profile == .phone)
        #expect(Backends.choose(profile: "car").profile == .car)
    }

    @Test func anUnknownDeviceIsNamedInTheReason() {
        let choice = Backends.choose(profile: "toaster")
        #expect(choice.profile == .desktop)
        #expect(choice.reason.contains("\"toaster\""))
    }

    @Test func aServerIsLookedForUnlessSomethingElseIsAskedFor() {
        #expect(Backends.choose(profile: nil).peer == .pipeWire)
        #expect(Backends.choose(profile: "phone").peer == .virtual)
        #expect(Backends.choose(profile: nil, peer: "virtual").peer == .virtual)
        #expect(Backends.choose(profile: "phone", peer: "pipewire").peer == .pipeWire)
        #expect(Backends.choose(profile: nil, isTest: true).peer == .virtual)
        #expect(Backends.choose(profile: nil, peer: "toaster").reason.contains("\"toaster\""))
    }

    /// The clause is a part of the reason for the device that takes over, and of the sentence that tools print.
    @Test func anUnknownBackendIsAPartOfTheReasonForNoSound() throws {
        let wish = Backends.choose(profile: nil, peer: "virtaul\u{1B}")
        let device = try Backends.open(wish) { () throws(HardwareError) in throw .gone }
        #expect(
            device.choice.reason
                == "a virtual desktop: no PipeWire server answers (SORDINO_BACKEND names the unknown \"virtaul?\")")
        let sentence = try #require(device.choice.standsIn?.sentence)
        #expect(
            sentence.hasPrefix(
                "no sound: no PipeWire server answers, and SORDINO_BACKEND names the unknown \"virtaul?\"; start it ("))
        #expect(!sentence.contains("\n"))
        #expect(Backends.choose(profile: nil, peer: "").reason == "PipeWire: its server answers")
    }

    @Test func alsaTakesOverWhereNoServerAnswersAndSaysWhyItCannot() throws {
        let wish = Backends.choose(profile: nil)
        let device = try Backends.open(wish) { () throws(HardwareError) in
            throw .gone
        } makeALSA: { () throws(HardwareError) in
            throw .refused("the ALSA device \"default\" cannot be opened (snd_pcm_open: No such file or directory)")
        }
        #expect(device.choice.peer == .virtual)
        #expect(
            device.choice.standsIn?.sentence.hasPrefix(
                "no sound: no PipeWire server answers, and the ALSA device \"default\" cannot be opened (snd_pcm_open: No such file"
            ) == true)
        #expect(device.choice.reason.hasPrefix("a virtual desktop: no PipeWire server answers, and the ALSA device"))
    }

    @Test func aServerThatIsAskedForIsNotReplacedByALSA() throws {
        var wish = Backends.choose(profile: nil, peer: "pipewire")
        wish.isAskedFor = false
        let device = try Backends.open(wish) { () throws(HardwareError) in
            throw .gone
        } makeALSA: { () throws(HardwareError) in
            Issue.record("ALSA was opened")
            throw .noPort
        }
        #expect(device.choice.standsIn == .noServer(note: ""))
    }

    /// It has the cards, and ALSA's default device leads to it.
    @Test func aServerThatHangsIsNotReplacedByALSA() throws {
        let device = try Backends.open(Backends.choose(profile: nil)) { () throws(HardwareError) in
            throw .refused("the PipeWire server accepts connections and answers none")
        } makeALSA: { () throws(HardwareError) in
            Issue.record("ALSA was opened")
            throw .noPort
        }
        #expect(device.choice.peer == .virtual)
        #expect(
            device.choice.reason == "a virtual desktop: the PipeWire server accepts connections and answers none")
        #expect(
            device.choice.standsIn?.sentence
                == "no sound: the PipeWire server accepts connections and answers none; restart it (systemctl --user restart pipewire), or set SORDINO_BACKEND=alsa and name a card in SORDINO_ALSA to play without it"
        )
    }

    @Test func alsaCanBeAskedFor() throws {
        var wish = Backends.choose(profile: nil, peer: "alsa")
        #expect(wish.peer == .alsa && wish.isAskedFor)
        wish.isAskedFor = false
        let device = try Backends.open(wish) { () throws(HardwareError) in
            Issue.record("PipeWire was asked")
            throw .gone
        } makeALSA: { () throws(HardwareError) in
            throw .refused("the ALSA device \"hw:9\" cannot be opened (snd_pcm_open: No such device)")
        }
        #expect(
            device.choice.standsIn?.sentence
                == "no sound: the ALSA device \"hw:9\" cannot be opened (snd_pcm_open: No such device); name another device in SORDINO_ALSA (aplay -L lists them), or unset SORDINO_BACKEND"
        )
    }

    @Test func aTestIsOnAVirtualDevice() { #expect(Backends.choice.peer == .virtual) }

    /// A device that moves by itself: the clock, the streams and the moments that the policy asked for.
    @Test(.timeLimit(.minutes(20))) func aPacedDeviceMovesByItself() async throws {
        let device = VirtualDevice(.phone, timing: HardwareTiming(sampleRate: 48_000, blockFrames: 256))
        let system = AudioSystem(virtual: device, isPulled: false)
        let app = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "Music", name: "Music", backgroundModes: .audio))
        let voice = LoopingVoice(
            hardware: device,
            description: StreamDescription(program: .app(app.id), name: "tone", outputChannels: 2),
            recording: .tone(hertz: 1_000))
        try app.client.ask(
            .configure(category: SordinoPolicy.Category.playback.rawValue, mode: nil, options: nil, policy: nil))
        try app.client.ask(.setActive(true, notifyOthers: false))
        try voice.play()
        let blocks = AsyncStream<Float> { continuation in
            device.addSink(portUID: "Speaker") { block in continuation.yield(block.channels[0][block.frameCount / 2]) }
        }
        try device.startPacing()
        var count = 0
        for await sample in blocks where sample != 0 {
            count += 1
            if count == 20 { break }
        }
        device.endPacing()
        #expect(voice.framesPlayed >= 20 * 256)
        voice.stop()
    }

    @Test func theToneIsASine() {
        let tone = LoopingVoice.Recording.tone(hertz: 100, amplitude: 0.5)
        #expect(tone.samples.count == 48_000)
        // A turn is 480 frames: 0, a quarter, a half, three quarters.
        #expect(tone.samples[0] == 0)
        #expect(abs(tone.samples[120] - 0.5) < 1e-7)
        #expect(abs(tone.samples[240]) < 1e-7)
        #expect(abs(tone.samples[360] + 0.5) < 1e-7)
        // 0.5 sin(2π/12)
        #expect(abs(tone.samples[40] - 0.25) < 1e-7)
    }
}
