import Foundation
import Testing

/// Calls and notifications on the main queue arrive under every loop that a program's main thread may run.
@Suite(.enabled(if: Programs.named("loop-witness") != nil, "loop-witness was not built"))
struct MainLoopTests {
    @Test(.timeLimit(.minutes(20)), arguments: ["runloop", "dispatch", "poll", "glib"])
    func notificationsDelegatesAndActorsArrive(loop: String) throws {
        let environment = ["SORDINO_DEVICE": "phone", "SORDINO_SESSION": "inprocess"]
        let run = try Programs.run("loop-witness", [loop], environment: environment)
        // GLib may be missing; then nothing was tried.
        if run.status == 77 { try Test.cancel("GLib is not installed") }
        #expect(run.status == 0, "\(run.output)")
        #expect(Set(run.output.split(separator: "\n")) == ["notification", "delegate", "actor"])
    }
}
