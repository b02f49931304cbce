import Foundation
import Patience
import SordinoPolicy
import SordinoSession
import Synchronization
import Testing

@testable import SordinoDevice
@testable import SordinoService

/// The proofs of the service's loops, and what a person's own file may say.
struct WatchdogTests {
    @Test func aLoopThatDoesNotAnswerIsNamedAndAnswersAgain() {
        let held = Mutex<[@Sendable () -> Void]>([])
        let isStuck = Mutex(false)
        let asked = Mutex(0)
        let watchdog = Watchdog([
            Watchdog.Loop("quick") { done in done() },
            Watchdog.Loop("slow") { done in
                asked.withLock { $0 += 1 }
                if isStuck.withLock({ $0 }) { held.withLock { $0.append(done) } } else { done() }
            },
        ])
        func waitForAnswers() -> Bool { Patience.until { watchdog.look().isEmpty } }
        #expect(waitForAnswers())
        #expect(waitForAnswers())
        isStuck.withLock { $0 = true }
        #expect(Patience.until { watchdog.look() == ["slow"] && held.withLock { !$0.isEmpty } })
        // As long as it does not answer nothing is asked of it again.
        let before = asked.withLock { $0 }
        for _ in 0..<10 { #expect(watchdog.look() == ["slow"]) }
        #expect(asked.withLock { $0 } == before)
        isStuck.withLock { $0 = false }
        for done in held.withLock({ $0 }) { done() }
        #expect(waitForAnswers())
    }

    @Test func aLoopWhoseLockIsHeldHoldsUpNobodyWhoLooks() {
        let gate = DispatchSemaphore(value: 0)
        let watchdog = Watchdog([
            Watchdog.Loop("locked") { done in
                gate.wait()
                done()
            }
        ])
        #expect(watchdog.look().isEmpty)
        for _ in 0..<10 { #expect(watchdog.look() == ["locked"]) }
        gate.signal()
        #expect(Patience.until { watchdog.look().isEmpty })
        gate.signal()
    }

    @Test func aPersonsOwnFileGrantsNoControl() throws {
        let text = "[streams]\nmanage = all\n[control]\nprograms = *\n"
        var contents = PolicyFiles.Contents()
        #expect {
            try contents.addPolicy(text, file: "policy.conf", mayGrantControl: false)
        } throws: { error in
            (error as? ConfigurationFault)?.line == 4
        }
        #expect(!contents.control.allows(.programs, .init(process: 1, user: 1, unit: "", executable: "/usr/bin/x")))
        #expect(throws: Never.self) { try contents.addPolicy(text, file: "policy.conf") }
        #expect(contents.control.allows(.programs, .init(process: 1, user: 1, unit: "", executable: "/usr/bin/x")))
    }

    /// Files that other systems' editors wrote.
    @Test(arguments: ["\n", "\r\n"]) func linesEndAsInAnyEditor(end: String) throws {
        let lines = ["\u{FEFF}# ours", "[control]", "programs = /usr/bin/a", "[ducking]", "depth = -12 dB", "nonsense"]
        var contents = PolicyFiles.Contents()
        var faults: [ConfigurationFault] = []
        try contents.addPolicy(lines.joined(separator: end), file: "f", faults: &faults)
        #expect(faults.map(\.line) == [6])
        #expect(abs(contents.policy.settings(over: PolicySettings()).duckGain - 0.251_19) < 1e-4)
        #expect(!contents.control.allows(.programs, .init(process: 1, user: 1, unit: "", executable: "/usr/bin/x")))
    }

    @Test func aRightIsGivenOnceInAFile() throws {
        var contents = PolicyFiles.Contents()
        let text = "[control]\nprograms = /usr/bin/a\n[ducking]\n[control]\nprograms = *\n"
        #expect {
            try contents.addPolicy(text, file: "policy.conf")
        } throws: { error in
            (error as? ConfigurationFault).map { "\($0)" } == "policy.conf:5: \"programs\" is set a second time"
        }
        // Another file may say otherwise.
        try contents.addPolicy("[control]\nprograms = /usr/bin/a\n", file: "vendor")
        #expect(throws: Never.self) { try contents.addPolicy("[control]\nprograms = *\n", file: "system") }
    }

    @Test func theLinesOfASectionThatIsNoneAreNotThoseOfTheOneBefore() throws {
        var contents = PolicyFiles.Contents()
        var faults: [ConfigurationFault] = []
        let text = "[ducking]\nattack = 1 s\n  [nonsense]\ndepth = -20 dB\n[recording]\nprograms = deny\n[more]\n"
        try contents.addPolicy(text, file: "f", faults: &faults)
        #expect(faults.map(\.line) == [3, 7])
        #expect(
            contents.policy.assignments.map { "\($0.section) \($0.key)" } == ["ducking attack", "recording programs"])
    }
}
