import Foundation
import Testing

/// Calls and notifications on the main queue arrive under every loop that a program's main thread may run.
@Suite(.enabled(if: Programs.named("loop-witness") != nil, "loop-witness was not built"))
struct MainLoopTests {
    private static let environment = ["SORDINO_DEVICE": "phone", "SORDINO_SESSION": "inprocess"]
    private static let qt = ["libQt5Core.so.5", "libQt6Core.so.6"]

    @Test(.timeLimit(.minutes(20)), arguments: ["runloop", "dispatch", "poll", "glib"] + qt)
    func whatBelongsToTheMainThreadArrives(loop: String) throws {
        let run = try Programs.run("loop-witness", [loop], environment: Self.environment)
        // GLib or Qt may be missing; then nothing was tried.
        if run.status == 77 { try Test.cancel("the library of \(loop) is not installed") }
        #expect(run.status == 0, "\(run.output)")
        let expected: Set<String> = ["notification", "delegate", "actor", "buffer"]
        // dispatchMain() ends the main thread, whose run loop the buffer comes back to.
        let lines = Set(run.output.split(separator: "\n").map(String.init))
        #expect(lines == (loop == "dispatch" ? expected.subtracting(["buffer"]) : expected))
    }

    /// Qt without GLib runs nothing of Core Foundation's or libdispatch's: the first use of the session says what is missing.
    @Test(.timeLimit(.minutes(20)), arguments: qt)
    func aProgramUnderQtsOwnLoopIsToldWhatIsMissing(library: String) throws {
        let environment = Self.environment.merging(["QT_NO_GLIB": "1"]) { $1 }
        let run = try Programs.run("loop-witness", ["\(library)-unserved"], environment: environment)
        if run.status == 77 { try Test.cancel("\(library) is not installed") }
        #expect(run.status == 0, "\(run.output)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("a QSocketNotifier for SordinoProgram"), "\(run.output)")
    }

    /// PyQt's QSocketNotifier serves the main queue by the functions for C.
    @Test(.timeLimit(.minutes(20)), arguments: ["", "1"])
    func aSocketNotifierServesTheMainQueue(withoutGLib: String) throws {
        guard let library = Programs.named("libSordinoAudio.so") else {
            try Test.cancel("libSordinoAudio.so was not built")
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let script = root.appendingPathComponent("CPrograms/qt-notifier.py").path
        let environment = Self.environment.merging(["QT_NO_GLIB": withoutGLib]) { $1 }
        let run = try Programs.run("/usr/bin/python3", [script, library.path], environment: environment)
        if run.status == 77 { try Test.cancel("PyQt is not installed") }
        #expect(run.status == 0)
        #expect(run.output == "buffer on the main thread\n")
    }
}
