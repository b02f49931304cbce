import SordinoCommandLine
import Testing

@Suite struct KeyParserTests {
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return parser.take(text.utf8)
    }

    @Test func charactersAndArrowsAreKeys() {
        #expect(keys(" qN") == [.character(" "), .character("q"), .character("N")])
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
        // The same in application mode, and with a modifier (xterm's control sequences, "PC-Style Function Keys").
        #expect(keys("\u{1B}OC\u{1B}[1;5D") == [.right, .left])
        #expect(keys("\r\n") == [.character("\n"), .character("\n")])
    }

    @Test func unknownSequencesAndOtherScriptsAreSkipped() {
        // F5, delete, a mouse report, a letter with an accent, a lone escape before a letter.
        #expect(keys("\u{1B}[15~\u{1B}[3~\u{1B}[<0;3;4Mé\u{1B}xq") == [.character("q")])
    }

    @Test func aSequenceMayComeInPieces() {
        var parser = KeyParser()
        #expect(parser.take([0x1B]) == [])
        #expect(parser.take("[".utf8) == [])
        #expect(parser.take("C ".utf8) == [.right, .character(" ")])
    }

    @Test func anEscapeThatStandsAloneSwallowsNoKey() {
        var parser = KeyParser()
        #expect(parser.take([0x1B]) == [])
        parser.pass()
        #expect(parser.take("q".utf8) == [.character("q")])
        // The rest of a sequence may come late.
        #expect(parser.take("\u{1B}[".utf8) == [])
        parser.pass()
        #expect(parser.take("C".utf8) == [.right])
    }

    @Test func anyBytesAreTaken() {
        var parser = KeyParser()
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { _ = parser.take([0x1B, first, second]) }
        }
        #expect(parser.take("xq".utf8).last == .character("q"))
    }
}
