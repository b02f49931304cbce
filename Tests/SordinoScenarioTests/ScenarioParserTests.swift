import SordinoScenario
import Testing

@Suite struct ScenarioParserTests {
    @Test func aScriptIsReadLineByLine() throws {
        let scenario = try Scenario(
            script: """
                # two programs
                title Two voices
                device car
                app Music
                    sound song.wav loop
                    category playback
                    background audio
                    resumes
                app Nav
                    category playback   # prompts
                    mode voicePrompt
                    options duckOthers
                at 1 "a turn" "300 m"
                    Nav plays
                    expect Music ducked
                at 2.5
                    call ring banner
                """)
        #expect(scenario.title == "Two voices")
        #expect(scenario.device == .car)
        #expect(scenario.apps.map(\.name) == ["Music", "Nav"])
        #expect(scenario.apps[0].sounds == [.init(name: "song.wav", file: "song.wav", loops: true, line: 5)])
        #expect(scenario.apps[0].hasBackgroundAudio && scenario.apps[0].resumes)
        #expect(scenario.apps[1].mode == "AVAudioSessionModeVoicePrompt")
        #expect(scenario.apps[1].options == 2)
        #expect(scenario.scenes.map(\.seconds) == [1, 2.5])
        #expect(scenario.scenes[0].title == "a turn" && scenario.scenes[0].detail == "300 m")
        #expect(scenario.scenes[0].acts.map(\.line) == [14, 15])
        #expect(scenario.scenes[0].acts[1].what == .expect("Music", .ducked))
        #expect(scenario.scenes[1].acts[0].what == .device(.callRings(.banner)))
    }

    @Test func scriptsOfOtherSystemsSayTheSame() throws {
        let text = """
            title Two voices
            policy
                [ducking]
                depth = -20 dB
            app Music
                sound song.wav loop

            at 1 "a turn"
                Music plays
            """
        let other = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
        let (left, right) = (try Scenario(script: text), try Scenario(script: other))
        #expect(right.title == "Two voices")
        #expect(right.policy == left.policy && right.apps == left.apps && right.scenes == left.scenes)
        do throws(ScenarioError) {
            _ = try Scenario(script: other + "\r\nnonsense")
            Issue.record("nonsense was read")
        } catch { #expect(error.line == 10) }
    }

    @Test func theShortWordsOfStoriesAreUnderstoodAndTimePasses() throws {
        let scenario = try Scenario(
            script: """
                app ring
                app Music
                at 1 "a call"
                    ring plays
                    Music back
                    banner
                    wait 2.5
                    hangup
                    +lineout
                    Music hears forward 15
                at 4
                    lock
                """)
        #expect(scenario.scenes.map(\.seconds) == [1, 3.5, 4])
        #expect(
            scenario.scenes.map { $0.acts.map(\.what) } == [
                [.app("ring", .plays(nil)), .app("Music", .lifecycle(.background)), .device(.callRings(.banner))],
                [.device(.callEnded), .plug("line-out"), .app("Music", .command(.skipForward(15)))],
                [.device(.screen(locked: true))],
            ])
    }

    @Test(arguments: [
        ("at 1\n    Nobody plays", 2, "neither a program"), ("at x", 1, "number of seconds"),
        ("at 2\nat 1", 2, "before the one above"), ("app A\n    category loud", 2, "no such category"),
        ("app A\n    options duckOthers maybe", 2, "no option maybe"), ("    indented", 1, "belongs to"),
        ("app A\napp A", 2, "two apps"), ("app A\nat 1\n    A flies", 3, "cannot do"),
        ("app A\nat 1\n    A plays drum", 3, "no sound drum"), ("at 1 \"open", 1, "not closed"),
        ("title nothing", 0, "the scenario has no events"), ("app call", 1, "no other word"),
        ("at 1\n    expect A heard", 2, "no app A"), ("device toaster\n", 1, "one of phone, tablet"),
        ("at 1\n    volume 2", 2, "0 to 1"), ("at 1e9", 1, "number of seconds"),
    ]) func whatIsNotUnderstoodIsSaidWithItsLine(_ script: String, _ line: Int, _ words: String) {
        #expect {
            try Scenario(script: script)
        } throws: { error in
            guard let error = error as? ScenarioError else { return false }
            return error.line == line && error.sentence.contains(words)
        }
    }
}
