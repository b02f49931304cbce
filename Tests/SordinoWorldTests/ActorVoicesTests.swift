import SessionBench
import SordinoPolicy
import SordinoSession
import SordinoWorld
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
}
