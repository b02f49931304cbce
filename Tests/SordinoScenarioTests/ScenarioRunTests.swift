import AVFAudio
import SordinoScenario
import SordinoService
import SordinoSession
import SordinoTimeline
import Testing

@Suite @MainActor struct ScenarioRunTests {
    private static let story = """
        title A call
        app Music
            category playback
            background audio
            resumes
        app Game
            category ambient
        at 0.5 "plays"
            Music plays
            Game plays
        at 1
            expect Music heard
            expect Game heard
        at 2 "rings"
            call ring
        at 3
            expect Music silent
        at 4 "declined"
            call decline
        at 5
            expect Music heard
        """

    static let here = FileManager.default.temporaryDirectory

    static func run(_ script: String) throws -> ScenarioRun {
        let run = try ScenarioRun(Scenario(script: script), folder: here)
        run.play()
        return run
    }

    @Test func expectationsThatHoldAreSilent() throws {
        let run = try Self.run(Self.story)
        #expect(run.failures == [])
        #expect(run.durationSeconds == 6)
    }

    @Test func expectationsThatDoNotHoldNameTheirLineAndTheReason() throws {
        let script = Self.story.replacing("at 3\n    expect Music silent", with: "at 3\n    expect Music heard")
        let failures = try Self.run(script).failures
        #expect(failures.map(\.line) == [17])
        #expect(failures.first?.sentence.hasPrefix("Music was expected to be heard, and is silent") == true)
        #expect(failures.first?.sentence.contains("§7.1: interrupted by a ringing call") == true)
    }

    @Test func theTimelineTellsWhoWasHeardAndWhy() throws {
        let run = try Self.run(Self.story)
        let text = run.timeline(run.recordings()).text
        for words in ["── Device", "rings", "Music", "is told: interruption began", "falls silent", "play"] {
            #expect(text.contains(words), "\(words)\n\(text)")
        }
    }

    @Test func theSameScriptGivesTheSameSamplesTwice() throws {
        let first = try Self.run(Self.story)
        let second = try Self.run(Self.story)
        #expect(first.timeline(first.recordings()).text == second.timeline(second.recordings()).text)
    }

    @Test func aSoundThatIsNotThereIsAnError() {
        let script = "app Music\n    sound nowhere.wav\nat 1\n    Music plays"
        #expect(throws: ScenarioError.self) { try ScenarioRun(Scenario(script: script), folder: Self.here) }
    }

    @Test func anUnknownAccessoryIsAFailureOfItsLine() throws {
        let failures = try Self.run("at 1\n    plug toaster").failures
        #expect(failures.map(\.line) == [2])
    }

    @Test func itsDecisionsAreALogThatReplaysBitForBit() throws {
        let run = try Self.run(Self.story)
        var replay = Replay()
        _ = try replay.take(JSON.line(.record(EventLog.header())))
        var count = 0
        for decision in run.decisionLog {
            for step in try replay.take(JSON.line(.record(EventLog.record(decision, withSnapshots: true)))) {
                count += 1
                #expect(step.loggedEffects == nil)
            }
        }
        #expect(count == run.decisionLog.count && count > 10)
    }

    @Test func theDecisionsAloneMakeATimelineToo() throws {
        let run = try Self.run(Self.story)
        let timeline = Timeline(run.diary, title: "A log", summary: "")
        #expect(timeline.apps.map(\.name) == ["Music", "Game", "call"])
        #expect(timeline.events.map(\.title).contains("phone rings"))
        #expect(timeline.ports.map(\.name).isEmpty == false)
        #expect(timeline.text.contains("is told: interruption began"))
        #expect(TimelinePage(timeline).html.hasPrefix("<!doctype html>"))
    }
}

extension ScenarioRunTests {
    @Test func aProgramIsThereFromTheLineThatNamesItFirst() throws {
        let run = try Self.run(
            """
            app Music
                category playback
                background audio
            app Game
                category ambient
            at 0.5
                Music opens
                Music plays
            at 1
                plug headphones
            at 2
                expect Game silent
                Game activates
            at 3
                Game plays
                expect Game silent
            """)
        #expect(run.failures == [])
        let lanes = run.timeline(run.recordings()).apps
        #expect(lanes.map(\.name) == ["Music", "Game"])
        let begins = lanes.compactMap { $0.presence.first?.lowerBound }
        #expect(begins.count == 2 && abs(begins[0] - 0.5) < 0.03 && abs(begins[1] - 2) < 0.03, "\(begins)")
        // Nothing of it lies before, also no notification of the plug.
        for lane in lanes {
            let moments = (lane.states.map(\.from) + lane.gains.map(\.from) + lane.notifications.map(\.seconds))
            #expect(moments.allSatisfy { $0 >= lane.presence[0].lowerBound }, "\(lane.name): \(moments)")
        }
        #expect(lanes[0].notifications.contains { $0.title == "route changed" })
    }

    @Test func theMixHoldsWhatEveryPortPlayed() throws {
        let run = try Self.run(
            """
            app Music
                category playback
                background audio
            at 0
                Music plays
            at 1
                plug headphones
            at 2
                wake
            """)
        let outputs = run.recordings()
        let timeline = run.timeline(outputs)
        let mix = try #require(timeline.mix)
        #expect(mix.sound != nil)
        // Sound before the plug, from the loudspeaker, and after it, from the headphones.
        let columns = mix.waveform.columns
        let middle = columns.count / 3
        #expect(columns[middle / 4..<middle / 2].allSatisfy { $0.high > 0.01 })
        #expect(columns[middle * 3 / 2..<middle * 2].allSatisfy { $0.high > 0.01 })
        for port in timeline.ports where port.sound != nil {
            #expect(!port.waveform.columns[middle / 4..<middle * 2].allSatisfy { $0.high > 0.01 }, "\(port.name)")
        }
    }

    @Test func stepsThatCannotHappenNameTheirLine() throws {
        let script = "at 0\n    unplug headphones\n    call end\nat 1\n    call ring\n    call end\n    wake\n"
        let run = try Self.run(script)
        #expect(run.failures.map(\.line) == [2, 3])
        #expect(run.failures.last?.sentence == "there is no call to end: let one ring first")
    }

    @Test func aProgramObeysTheKeysOfAHeadset() throws {
        let run = try Self.run(
            """
            app Music
                category playback
                background audio
            at 0
                Music plays
            at 1
                Music hears pause
                expect Music silent
            at 2
                Music hears play
                expect Music heard
            """)
        #expect(run.failures == [])
    }
}

extension ScenarioRunTests {
    @Test(arguments: ["app A\n    sound none.wav\nat 1\n    A plays", "title T\nsound alarm none.wav\nat 1\n    wake"])
    func aSoundThatIsNotThereNamesItsLine(script: String) throws {
        let error = #expect(throws: ScenarioError.self) { try Self.run(script) }
        #expect(error?.line == 2)
        #expect(error?.sentence.hasPrefix("the sound none.wav is not there: no file ") == true)
    }
}
