import SordinoCommandLine
import Testing

@Suite struct ForeignTextTests {
    @Test func nothingReachesTheTerminalAsACommand() {
        #expect(foreignText("\u{1B}[2J\u{1B}]52;c;cm0=\u{07}x") == "\\u{1B}[2J\\u{1B}]52;c;cm0=\\u{7}x")
        #expect(foreignText("a\nb\r\tc\u{7F}\u{9B}31m") == "a\\u{A}b\\u{D}\\u{9}c\\u{7F}\\u{9B}31m")
        #expect(foreignText("song\u{202E}3pm.exe\u{2066}") == "song\\u{202E}3pm.exe\\u{2066}")
        for value in UInt32(0)..<0xA0 where value < 0x20 || value >= 0x7F {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(!foreignText(String(scalar)).unicodeScalars.contains(scalar))
        }
    }

    @Test func lettersOfAllScriptsStay() {
        for text in ["", "Music", "Größe – 音楽", "שלום", "مرحبا", "👩‍👩‍👧", "नमस्ते", "e\u{301}", "\\u{1B}"] {
            #expect(foreignText(text) == text)
        }
    }
}
