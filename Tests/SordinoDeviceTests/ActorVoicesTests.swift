import Glibc
import SessionBench
import SordinoDevice
import SordinoPolicy
import SordinoSession
import Testing

@Suite struct ActorVoicesTests {
    @Test func theRingtoneIsAStreamOfTheCall() {
        let hardware = HandDrivenHardware()
        let service = SessionService(
            hardware: hardware, actors: ActorVoices(hardware: hardware), settings: PolicySettings(), wakesItself: false,
            permissionAnswer: nil)
        service.begin()
        service.send(.callRings(.fullScreen))
        let started = hardware.asked().compactMap { asked -> ProgramID? in
            if case .started(let description) = asked { description.program } else { nil }
        }
        #expect(started == [.actor(.call)])
        service.send(.callDeclined)
        #expect(hardware.asked().contains { if case .stopped = $0 { true } else { false } })
    }

    private func opened(_ hardware: HandDrivenHardware) -> [String] {
        hardware.asked().compactMap { if case .opened(let stream) = $0 { stream.name } else { nil } }
    }

    @Test func theCallerIsHeardWhereTheTelephoneRang() {
        let hardware = HandDrivenHardware()
        let voices = ActorVoices(hardware: hardware)
        voices.follow(.callRings(.fullScreen))
        voices.set(.call, sounds: true)
        #expect(opened(hardware) == ["ringtone"])
        voices.follow(.callAccepted)
        #expect(opened(hardware) == ["callVoice"])
        voices.set(.call, sounds: false)
        // A call of the owner's own never rang.
        voices.follow(.callAccepted)
        #expect(opened(hardware) == [])
        voices.set(.call, sounds: true)
        #expect(opened(hardware) == ["callVoice"])
    }

    @Test func anActorThatAnotherProgramMakesHeardHasNoVoiceHereUntilItIsSilent() {
        let hardware = HandDrivenHardware()
        let voices = ActorVoices(hardware: hardware)
        voices.leave(.alarm)
        voices.set(.alarm, sounds: true)
        voices.set(.screenReader, sounds: true)
        #expect(opened(hardware) == ["screenReaderVoice"])
        voices.set(.alarm, sounds: false)
        voices.set(.alarm, sounds: true)
        #expect(opened(hardware) == ["alarm"])
    }

    /// Each generated tone can be told from every other within 10 ms: whole periods, and no two alike.
    @Test func theGeneratedTonesAreMultiplesOf100HertzAndDiffer() {
        let hertz = ActorVoices.Sound.allCases.map(\.hertz)
        #expect(Set(hertz).count == hertz.count)
        #expect(hertz.allSatisfy { $0.truncatingRemainder(dividingBy: 100) == 0 })
        // The formula of a sine, in the C library's mathematics.
        let tone = LoopingVoice.Recording.tone(hertz: 700, amplitude: 0.5)
        #expect(tone.samples.count == 48_000)
        for (frame, sample) in tone.samples.enumerated() {
            let exact = 0.5 * sin(2 * Double.pi * 700 * Double(frame) / 48_000)
            if abs(Double(sample) - exact) > 1e-6 {
                Issue.record("frame \(frame): \(sample) is not \(exact)")
                break
            }
        }
    }
}
