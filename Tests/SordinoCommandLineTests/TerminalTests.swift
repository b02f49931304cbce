import SordinoCommandLine
import Testing

@Suite struct TerminalTests {
    @Test func linesAreNoLongerThanTheTerminalIsWide() {
        let terminal = Terminal(isTerminal: true, columns: 40, hasColours: false)
        let text = "silent: interrupted by a ringing call (§7.1, the call, since 2.1 s)"
        let lines = terminal.wrapped(text, indent: 4)
        #expect(lines.count > 1)
        #expect(lines.allSatisfy { $0.count <= 40 && $0.hasPrefix("    ") })
        #expect(lines.map { $0.dropFirst(4) }.joined(separator: " ") == text)
        #expect(Terminal.field("podplayer", 6) == "podpl…")
        #expect(Terminal.field("pod", 6) == "pod   ")
    }

    @Test func coloursAreForTerminalsOnly() {
        let plain = Terminal(isTerminal: false, hasColours: false)
        #expect(plain.colour("ok", .good) == "ok")
        #expect(Terminal(isTerminal: true, hasColours: true).colour("ok", .good) == "\u{1B}[32mok\u{1B}[0m")
    }
}
