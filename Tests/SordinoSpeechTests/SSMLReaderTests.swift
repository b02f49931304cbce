import SordinoSpeech
import Testing

/// SSML as programs write it, and as attackers do.
@Suite struct SSMLReaderTests {
    private func texts(_ script: SpeechScript?) -> [SpeechScript.Text] {
        (script?.parts ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    @Test func theCommonPartIsRead() throws {
        let script = try #require(
            SSMLReader.script(
                of: """
                    <?xml version="1.0"?><speak version="1.1" xml:lang="en-US"><p><s>Go <emphasis>left</emphasis> &amp; on.</s>
                    <break time="500ms"/><mark name="here"/><prosody rate="50%" pitch="+20%" volume="soft">Now</prosody>
                    <sub alias="metres">m</sub> <say-as interpret-as="characters">ab1</say-as></p></speak>
                    """))
        #expect(script.text == "Go left & on. Now m ab1")
        let all = texts(script)
        #expect(all.contains { $0.spoken == "metres" && !$0.isVerbatim })
        #expect(all.contains { $0.spoken == "a b 1" })
        let now = try #require(all.first { $0.spoken == "Now" })
        #expect(now.style.rate == 0.5 && now.style.gain == 0.5 && abs(now.style.pitch - 1.2) < 1e-9)
        #expect(script.parts.contains(.silence(seconds: 0.5)))
        #expect(script.parts.contains(.bookmark("here")))
        #expect(script.parts.first == .paragraph(0..<script.text.utf16.count))
        // Places are those of the text.
        for text in all where text.isVerbatim {
            let units = Array(script.text.utf16)[text.place]
            #expect(String(decoding: units, as: UTF16.self) == text.spoken)
        }
    }

    @Test func phonemesAreThoseOfTheVoice() throws {
        let script = SSMLReader.script(of: #"<speak><phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme></speak>"#)
        #expect(texts(script).first?.spoken == "[[t@'meItoU]]")
        #expect(IPANotation.phonemes("\u{1F600}") == nil)
    }

    @Test(arguments: [
        "", "plain text", "<speak>", "<speak></p></speak>", "<p>no root</p>", "<speak>&unknown;</speak>",
        "<speak></speak><speak></speak>", "<speak a=1></speak>", "<speak>&#0;</speak>", "<speak><!-- </speak>",
        "<speak>\(String(repeating: "<p>", count: 65))x\(String(repeating: "</p>", count: 65))</speak>",
        """
        <!DOCTYPE speak [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><speak>&b;</speak>
        """,
    ])
    func documentsThatAreNoneAreRefused(_ text: String) { #expect(SSMLReader.script(of: text) == nil) }

    @Test func workAndSilenceAreBounded() throws {
        let marks = String(repeating: "<mark name='x'/>", count: 30_000)
        #expect(SSMLReader.script(of: "<speak>\(marks)</speak>") == nil)
        #expect(SSMLReader.script(of: "<speak>\(String(repeating: "x", count: 1 << 20))</speak>") == nil)
        let breaks = String(repeating: "<break time='99999s'/>", count: 1_000)
        let script = try #require(SSMLReader.script(of: "<speak>\(breaks)</speak>"))
        var seconds = 0.0
        for part in script.parts { if case .silence(let some) = part { seconds += some } }
        #expect(seconds == SSMLReader.silenceLimit)
        // Openings without ends, which a reader that looks for each end anew would read again and again.
        for piece in ["<a ", "<!--", "&", "<![CDATA[", "<a b='", "</"] {
            #expect(SSMLReader.script(of: "<speak>" + String(repeating: piece, count: 100_000)) == nil)
        }
    }

    @Test func longTextsAreDividedWhereSentencesEnd() {
        let sentence = "This is a sentence that is neither short nor long, and it ends here. "
        let script = SpeechScript(String(repeating: sentence, count: 50))
        #expect(texts(script).count > 5)
        #expect(texts(script).map(\.spoken).joined() == script.text)
        #expect(texts(script).allSatisfy { $0.spoken.hasSuffix("here. ") })
        #expect(texts(SpeechScript(String(repeating: "x", count: 5_000))).allSatisfy { $0.spoken.count <= 1_001 })
    }

    @Test func ratesAndPitchesFollowTheStatedLaws() {
        #expect([0, 0.25, 0.5, 0.75, 1].map { SpeechSettings.wordsPerMinute(rate: $0) } == [80, 128, 175, 313, 450])
        #expect(SpeechSettings.wordsPerMinute(rate: .nan) == 175)
        #expect([0, 0.5, 1, 1.5, 2, .nan].map { SpeechSettings.pitch(factor: $0) } == [0, 0, 50, 87, 100, 50])
    }
}
