import SordinoPolicy
import SordinoService
import Testing

/// `audioctl policy check`: each finding, with its line.
@Suite struct PolicyLintTests {
    private static func findings(_ text: String) throws -> [String] {
        var configuration = PolicyConfiguration()
        try configuration.add(text, file: "f")
        return PolicyLint.findings(configuration).map(\.description)
    }

    @Test(arguments: [
        (
            "[ducking]\ndepth = -14 dB\n[streams]\n[ducking]\nattack = 1 s\n[streams]\n",
            "f:4: note: [ducking] stands a second time; line 1 began it"
        ),
        ("[control]\n[tones]\n[control]\n", "f:3: note: [control] stands a second time; line 1 began it"),
        ("[ducking]\ndepth = -14 dB\ndepth = -20 dB\n", "f:2: note: line 3 replaces this line, which never holds"),
        (
            "[ducking]\n* over * = -3 dB\n"
                + SoundClass.allCases.map { "\($0.rawValue) over * = -6 dB\n" }.joined(),
            "f:2: note: other lines are more exact for every pair of classes: it never holds"
        ),
        (
            "[ducking]\nmusic over game = -3 dB\n",
            "f:2: note: nothing of the class music ducks: playback that ducks is of the class prompt"
        ),
        (
            "[ducking]\nprompt over film = -3 dB\nfilm over game = -3 dB\ngame over prompt = -3 dB\n",
            "f:4: warning: prompt, film, game turn one another down: the one that starts last is heard in full"
        ),
        (
            "[ducking]\nbetween-duckers = mutual\ncall over prompt = -3 dB\nprompt over call = -3 dB\n",
            "f:4: warning: call, prompt turn one another down: at the same time all of them are low"
        ),
        ("[zone a]\ntitle = A\n", "f:2: warning: the zone has no port: what is in it is never heard"),
        (
            "[zone a]\nports = X, Y\n[zone b]\nports = Y\n",
            "f:4: note: the port \"Y\" is of the zone a, which names it before"
        ),
        ("[outputs]\norder = Speaker, Headphones, Speaker\n", "f:2: note: \"Speaker\" is listed a second time"),
        (
            "[program X]\ninterrupted = no\n",
            "f:2: warning: X plays on during calls and alarms, and while it plays no program can begin a call"
        ),
        (
            "[program X]\ninterrupted = no\ninterrupts = no\n",
            "f:2: warning: X plays on during calls and alarms: who calls may not be understood"
        ),
        (
            "[program *]\ncategory = record\n",
            "f:2: warning: while every program is active everything but the telephone and alarms is silent, its own sound too"
        ),
        ("[program X]\nducked = yes\n", "f:2: note: this holds without the line"),
        ("[program *]\nducked = no\n[program X]\nducked = no\n", "f:4: note: this holds without the line"),
    ])
    func findingsNameTheirLine(_ text: String, _ expected: String) throws {
        let found = try Self.findings(text)
        #expect(found.contains(expected), "\(found)")
    }

    @Test func whatIsRightIsSilent() throws {
        #expect(try Self.findings("[ducking]\nprompt over music = -20 dB\n[program X]\nducked = no\n") == [])
        #expect(try Self.findings("[program *]\nducked = no\n[program X]\nducked = yes\n") == [])
        #expect(try Self.findings("") == [])
    }

    @Test func aLineThatRepeatsALowerLayerIsNamed() throws {
        var configuration = PolicyConfiguration()
        try configuration.add("[ducking]\ndepth = -3 dB\n", file: "vendor")
        try configuration.add("[ducking]\ndepth = -3 dB\n", file: "system")
        #expect(PolicyLint.findings(configuration).map(\.description) == ["system:2: note: vendor:2 says the same"])
    }
}
