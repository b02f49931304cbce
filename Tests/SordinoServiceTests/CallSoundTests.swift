import SordinoPipeWire
import SordinoPolicy
import SordinoSession
import Testing

@testable import SordinoService

/// The sound of a telephone call, from the decisions of a policy.
struct CallSoundTests {
    private static func port(_ type: PortType, _ direction: PortDirection) -> Port {
        Port(
            uid: type.rawValue, type: type, direction: direction, name: type.rawValue, deviceUID: "card",
            channels: [PortChannel(name: "Mono", number: 1, label: 42)])
    }

    /// A phone, and the requests to its cards.
    private struct Phone {
        var policy = Policy(settings: PolicySettings())
        var sound = CallSound()

        init() {
            send(
                .portsArrived([
                    CallSoundTests.port(.builtInReceiver, .output), CallSoundTests.port(.builtInSpeaker, .output),
                    CallSoundTests.port(.builtInMic, .input),
                ]))
        }

        mutating func send(_ event: Event) {
            let effects = policy.handle(event, at: Moment(seconds: 1))
            _ = sound.follow(event, effects)
        }
    }

    @Test func aCallIsOnTheReceiverUntilThePersonPicksTheSpeaker() {
        var phone = Phone()
        phone.send(.callRings(.fullScreen))
        #expect(!phone.sound.isTalking)
        phone.send(.callAccepted)
        #expect(phone.sound.isTalking)
        #expect(phone.sound.outputs == [PortType.builtInReceiver.rawValue])
        #expect(phone.sound.inputs == [PortType.builtInMic.rawValue])
        phone.send(.userPicked(portUID: PortType.builtInSpeaker.rawValue))
        #expect(phone.sound.outputs == [PortType.builtInSpeaker.rawValue])
        phone.send(.microphoneMuted(true))
        #expect(phone.sound.isMicrophoneMuted)
        phone.send(.callEnded)
        #expect(!phone.sound.isTalking && phone.sound.outputs == [] && phone.sound.inputs == [])
    }

    @Test func headphonesPluggedInTheCallTakeIt() {
        var phone = Phone()
        phone.send(.callAccepted)
        phone.send(.portsArrived([Self.port(.headphones, .output)]))
        #expect(phone.sound.outputs == [PortType.headphones.rawValue])
        phone.send(.portsDeparted([PortType.headphones.rawValue]))
        #expect(phone.sound.outputs == [PortType.builtInReceiver.rawValue])
    }

    @Test func theCardStaysInItsProfileWhileAWaitingCallRings() {
        var phone = Phone()
        phone.send(.callAccepted)
        phone.send(.callGivesWay(.fullScreen))
        #expect(phone.sound.isTalking)
        phone.send(.callAccepted)
        #expect(phone.sound.isTalking)
        phone.send(.callEnded)
        #expect(!phone.sound.isTalking)
    }

    @Test func aCallThatIsNotTakenSwitchesNothing() {
        var phone = Phone()
        phone.send(.callRings(.fullScreen))
        phone.send(.callDeclined)
        #expect(!phone.sound.isTalking)
    }

    @Test func everyFindingIsOneSentence() {
        let findings: [CallCards.Finding] = [
            .asked(card: "C", profile: "P"), .active(card: "C", profile: "P"), .late(card: "C", profile: "P"),
            .replaced(card: "C", profile: "P"), .vanished(card: "C"), .noProfile,
            .managerGone,
        ]
        for finding in findings {
            #expect(!finding.sentence.contains("\n") && !finding.sentence.hasSuffix("."))
            #expect([.noProfile, .managerGone].contains(finding) || finding.sentence.contains("\"C\""))
        }
        #expect(findings.filter(\.isTrouble).count == 5)
    }
}
