import Foundation
import SordinoSimulator
import Testing

/// Processes of a simulated device that are asked to end.
@Suite(.enabled(if: Programs.canBeSimulated, "dbus-daemon is not installed"))
struct ProcessEndTests {
    /// Tests run on threads that block every signal.
    @Test func aProcessThatIsAskedToEndEnds() throws {
        let device = SimulatedDevice(.phone)
        let sleeper = try device.launch(
            URL(fileURLWithPath: "/bin/sleep"), arguments: ["100000"], waitsForSession: false)
        #expect(try mask(of: sleeper.processIdentifier) == 0)
        sleeper.terminate()
        // No limit of ours: a process that stayed would be the run's limit.
        while sleeper.isRunning { usleep(1_000) }
        #expect(!sleeper.isRunning)
    }

    /// The signals that a process blocks; bits by number, the first for signal 1.
    private func mask(of process: Int32) throws -> UInt64 {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
        return try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
    }
}
