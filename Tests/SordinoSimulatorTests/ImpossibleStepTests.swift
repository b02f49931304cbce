import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

@Suite struct ImpossibleStepTests {
    /// A step, and the sentence that it gives on a device on which nothing has happened: what is wrong, and what to do.
    static let steps: [(sentence: String, step: @Sendable (SimulatedDevice) -> Void)] = [
        ("there is no call to end: let one ring first", { $0.hangUp() }),
        ("there is no call to decline: let one ring first", { $0.declineCall() }),
        ("there is a call already: end it first", { ($0.ring(), $0.ring()).0 }),
        (
            "the call is accepted already: only one that rings can be accepted",
            { ($0.acceptCall(), $0.acceptCall()).0 }
        ),
        ("no alarm clock sounds: let one sound first", { $0.acknowledgeAlarm() }),
        ("the alarm clock sounds already: stop it first", { ($0.alarm(), $0.alarm()).0 }),
        ("the assistant is not active: call it first", { $0.dismissAssistant() }),
        ("Headphones is not plugged in: plug it in first", { $0.unplug(.headphones) }),
        ("Kitchen is not plugged in: plug it in first", { $0.unplug(.bluetoothSpeaker(name: "Kitchen")) }),
        ("Headphones is plugged in already: unplug it first", { ($0.plug(.headphones), $0.plug(.headphones)).0 }),
        (
            "there is no port Headphones to pick: the device has MicrophoneBuiltIn, Receiver, Speaker",
            { $0.pick(.headphones) }
        ),
        ("there is no zone rear: the zones are main", { $0.move($0.app("Film"), toZone: "rear") }),
        (
            "Film has ended already: start another program to end one",
            { ($0.app("Film").kill(), $0.app("Film").kill()).0 }
        ),
        (
            "Film: the program has ended: start it again under another name",
            { ($0.app("Film").kill(), $0.app("Film").moveToForeground()).0 }
        ),
    ]

    @Test(arguments: steps.indices) func aStepThatCannotHappenIsRecorded(index: Int) throws {
        let device = SimulatedDevice()
        Self.steps[index].step(device)
        try #require(device.impossibleSteps.count == 1)
        let step = device.impossibleSteps[0]
        #expect(step.sentence.hasSuffix(Self.steps[index].sentence), "\(step.sentence)")
        #expect("\(step)".hasPrefix("at 0.0 s: "))
    }

    /// A program that has ended plays nothing, and the error says so.
    @Test func aProgramThatHasEndedCannotPlay() {
        let device = SimulatedDevice()
        let film = device.app("Film")
        film.kill()
        for step in [{ try film.activate(.playback) }, { try film.playTone() }] {
            do {
                try step()
                Issue.record("a program that has ended plays")
            } catch {
                #expect(error.localizedDescription.contains("has ended"), "\(error.localizedDescription)")
            }
        }
    }

    @Test func stepsThatCanHappenAreNot() throws {
        let device = SimulatedDevice()
        let app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        try app.playTone()
        device.plug(.headphones)
        device.ring()
        device.declineCall()
        device.acceptCall()
        device.hangUp()
        device.alarm()
        device.acknowledgeAlarm()
        device.invokeAssistant()
        device.assistantSpeaks()
        device.dismissAssistant()
        device.unplug(.headphones)
        device.pick(.builtInSpeaker)
        device.lock()
        device.lock()
        app.kill()
        #expect(device.impossibleSteps == [])
    }

    @Test func aKeyPausesTheToneAndTakesItUpAgain() throws {
        let scene = Scenario()
        let music = try scene.mus(inBackground: false)
        #expect(scene.audible() == "Speaker: Mus 0")
        music.send(.pause)
        #expect(!music.isTonePlaying)
        #expect(scene.audible() == "silence")
        music.send(.play)
        #expect(scene.audible() == "Speaker: Mus 0")
        // A tone that the program paused itself is its own affair.
        music.pauseTone()
        music.send(.play)
        #expect(scene.audible() == "silence")
    }

    @Test(arguments: [(SimulatedDevice.Kind.phone, 2), (.tablet, 0), (.desktop, 0), (.car, 0)])
    func onlyTelephonesVibrate(kind: SimulatedDevice.Kind, count: Int) {
        let device = SimulatedDevice(kind)
        device.run { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        device.advance(1)
        device.run { AudioServicesPlaySystemSound(kSystemSoundID_Vibrate) }
        device.advance(1)
        #expect(device.vibrations.count == count)
    }
}
