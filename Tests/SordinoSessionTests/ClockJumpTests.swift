import ByteMutation
import SessionBench
import SordinoHardware
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

/// The policy's time never goes back, whichever way the clock behind it jumps.
@Suite struct ClockJumpTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func decisionsAreInOrderWhenTheClockJumps(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let hardware = HandDrivenHardware()
        let moments = Mutex<[Moment]>([])
        let service = SessionService(
            hardware: hardware, settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        _ = service.addObserver { decision in moments.withLock { $0.append(decision.moment) } }
        service.begin()
        let app = service.connect(AppDeclaration(bundleID: "music", name: "Music", backgroundModes: .audio)) { _ in }
        var latest = 0.0
        for step in 0..<500 {
            // An hour to and fro, and now and then years.
            let seconds = Double.random(in: 0...(step.isMultiple(of: 50) ? 1e9 : 3_600), using: &numbers)
            hardware.set(seconds: seconds)
            latest = max(latest, seconds)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: #expect(service.ask(.setActive(true, notifyOthers: false), from: app) == nil || step > 0)
            case 1: service.send(.callRings(.banner))
            case 2: service.send(.callDeclined)
            case 3: service.poll()
            default: service.send(.volumeSet(0.5))
            }
        }
        let seen = moments.withLock { $0 }
        #expect(seen.count > 300)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
        #expect(seen.last == Moment(seconds: latest) || seen.last ?? .zero < Moment(seconds: latest))
        // After all that the session does what it is asked.
        service.send(.callDeclined)
        #expect(service.ask(.setActive(true, notifyOthers: false), from: app) == nil)
    }
}
