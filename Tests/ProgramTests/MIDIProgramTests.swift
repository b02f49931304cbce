import Foundation
import Patience
import RunningProgram
import Testing

/// Programs of CoreMIDI as processes: two that a network session connects on this machine, and one alone.
@Suite(.serialized) struct MIDIProgramTests {
    private let environment = ["SORDINO_MIDI": "virtual", "SORDINO_MIDI_NETWORK": "local"]

    /// Starts a program that waits for others, and returns it with its port.
    private func waiting(_ arguments: [String]) throws -> (RunningProgram, String) {
        let program = try RunningProgram("midictl", ["--network", "-"] + arguments, environment: environment)
        let said = Patience.first { program.said.first { $0.contains("waiting on port ") } }
        guard let port = said?.split(separator: " ").last else {
            program.kill()
            throw RunningProgram.Missing(what: "the port")
        }
        return (program, String(port))
    }

    private func send(_ bytes: [String], to port: String) throws {
        let sender = try RunningProgram(
            "midictl", ["--network", "127.0.0.1:\(port)", "send", "Session"] + bytes, environment: environment)
        #expect(sender.finish() == 0, "\(sender.said)")
    }

    @Test func whatOneProgramSendsAnotherOneShows() throws {
        let (monitor, port) = try waiting(["monitor"])
        defer { monitor.kill() }
        // Every sender is another connection of the monitor's.
        for _ in 0..<3 { try send(["90", "3c", "64"], to: port) }
        #expect(
            Patience.until { monitor.said.count { $0.contains("note on") && $0.contains("60") } == 3 },
            "\(monitor.said)")
        try send(["f0", "7d", "01", "f7"], to: port)
        #expect(Patience.until { monitor.said.last?.lowercased().contains("exclusive") ?? false }, "\(monitor.said)")
    }

    @Test func theListShowsTheSessionAndErrorsHaveTheirStatus() throws {
        let (lister, port) = try waiting(["--brief", "list"])
        try send(["fa"], to: port)
        #expect(lister.finish() == 0)
        let rows = lister.said.map { $0.split(separator: "\t").map(String.init) }.filter { $0.count == 4 }
        #expect(rows.map { $0[0] } == ["source", "destination"] && rows.allSatisfy { $0[3] == "Network Session 1" })
        let nobody = try RunningProgram("midictl", ["send", "Nobody", "90", "3c", "64"], environment: environment)
        #expect(nobody.finish() == 1)
        let wrong = try RunningProgram("midictl", ["--network", "host:x", "list"], environment: environment)
        #expect(wrong.finish() == 2)
    }

    @Test func aConnectionPassesOnWhatAnotherProgramSends() throws {
        // A connection from the session to itself gives everything back to all that take part.
        let (connector, port) = try waiting(["connect", "Session", "Session"])
        defer { connector.kill() }
        let monitor = try RunningProgram(
            "midictl", ["--network", "127.0.0.1:\(port)", "monitor"], environment: environment)
        defer { monitor.kill() }
        // The monitor may take part later than the first sender.
        let isHeard = Patience.until {
            (try? send(["91", "40", "64"], to: port)) != nil
                && monitor.said.contains { $0.contains("note on") && $0.contains("64") }
        }
        #expect(isHeard, "\(connector.said) \(monitor.said)")
        try send(["f0", "7d", "01", "f7"], to: port)
        #expect(Patience.until { monitor.said.last?.lowercased().contains("exclusive") ?? false }, "\(monitor.said)")
    }
}
