import SordinoDevice
import Testing

@Suite struct EnvironmentCheckTests {
    private func sentences(_ environment: [String: String]) -> [String] {
        EnvironmentCheck.sentences(value: { environment[$0] }, isReadable: { $0 == "/head.sofa" })
    }

    @Test(arguments: [
        ("SORDINO_BACKEND", "virtaul", "pipewire, alsa, virtual"), ("SORDINO_DEVICE", "fone", "phone"),
        ("SORDINO_SESSION", "demon", "daemon, inprocess"), ("SORDINO_MIDI", "also", "alsa, virtual"),
        ("SORDINO_BACKGROUND_MODES", "voip;audoi", "audio, voip"), ("SORDINO_CODECS", "libavcodec", "own, library"),
    ]) func anUnknownValueIsNamedWithTheValuesThatExist(variable: String, value: String, values: String) throws {
        let found = sentences([variable: value])
        try #require(found.count == 1, "\(found)")
        let word = value.split(separator: ";").last ?? ""
        #expect(found[0].hasPrefix("\(variable) is set to the unknown value \"\(word)\""))
        #expect(found[0].contains("the values are ") && found[0].contains(values), "\(found[0])")
    }

    @Test func aHeadThatIsNotThereIsNamed() {
        #expect(
            sentences(["SORDINO_HEAD": "/nope"]) == ["SORDINO_HEAD is ignored: there is no readable file \"/nope\""])
    }

    @Test func rightAndEmptyValuesAreNotMentioned() {
        #expect(
            sentences([
                "SORDINO_BACKEND": "relay", "SORDINO_DEVICE": "phone", "SORDINO_SESSION": "", "SORDINO_MIDI": "virtual",
                "SORDINO_BACKGROUND_MODES": "audio;voip", "SORDINO_HEAD": "/head.sofa",
            ]).isEmpty)
        #expect(sentences([:]).isEmpty)
    }
}
