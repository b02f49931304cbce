import AVFAudio
import AudioToolbox
import SordinoSimulator
import Testing

@Suite struct ImpossibleStepTests {
    /// A step, and the sentence that it gives on a device on which nothing has happened.
    static let steps: [(sentence: String, step: @Sendable (SimulatedDevice) -> Void)] = [
        ("there is no call to end", { $0.hangUp() }),
        ("there is no call to decline", { $0.declineCall() }),
        ("there is a call already", { ($0.ring(), $0.ring()).0 }),
        ("the call is accepted already", { ($0.acceptCall(), $0.acceptCall()).0 }),
        ("no alarm clock sounds", { $0.acknowledgeAlarm() }),
        ("the alarm clock sounds already", { ($0.alarm(), $0.alarm()).0 }),
        ("the assistant is not active", { $0.dismissAssistant() }),
        ("Wired Headphones is not plugged in", { $0.unplug(.headphones) }),
        ("there is no port Headphones to pick", { $0.pick(.headphones) }),
        ("there is no zone rear", { $0.move($0.app("Film"), toZone: "rear") }),
        ("Film has ended already", { ($0.app("Film").kill(), $0.app("Film").kill()).0 }),
        ("Film: the program has ended", { ($0.app("Film").kill(), $0.app("Film").moveToForeground()).0 }),
    ]

    @Test(arguments: steps.indices) func aStepThatCannotHappenIsRecorded(index: Int) throws {
        let device = SimulatedDevice()
        Self.steps[index].step(device)
        try #require(device.impossibleSteps.count == 1)
        let step = device.impossibleSteps[0]
        // A device that is plugged bears the UID of its hardware.
        let words = Self.steps[index].sentence.replacing("Wired Headphones ", with: "")
        #expect(step.sentence.hasSuffix(words))
        #expect("\(step)".hasPrefix("at 0.0 s: "))
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
