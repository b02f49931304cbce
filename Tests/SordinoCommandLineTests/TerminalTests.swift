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

    @Test(arguments: [80, 60, 40, 12]) func shortTextsArePackedIntoLines(columns: Int) {
        let texts = ["q quit", "r ringer", "+/- volume", "↑↓ output: A name that is long", "⏎ picks it", "c call"]
        let terminal = Terminal(isTerminal: true, columns: columns, hasColours: false)
        let lines = terminal.packed(texts)
        #expect(lines.allSatisfy { $0.count <= columns })
        let isWhole = texts.allSatisfy { text in lines.contains { $0.contains(text) } }
        #expect(isWhole == (columns > 30))
        #expect(lines.count == (columns == 80 ? 1 : columns == 60 ? 2 : columns == 40 ? 3 : 6))
    }

    @Test func coloursAreForTerminalsOnly() {
        let plain = Terminal(isTerminal: false, hasColours: false)
        #expect(plain.colour("ok", .good) == "ok")
        #expect(Terminal(isTerminal: true, hasColours: true).colour("ok", .good) == "\u{1B}[32mok\u{1B}[0m")
    }
}
