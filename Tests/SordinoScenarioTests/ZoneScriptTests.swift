import AVFAudio
import SordinoScenario
import Testing

/// A script with a configuration and zones.
@Suite @MainActor struct ZoneScriptTests {
    @Test func theCarOfTheExampleDoesWhatItExpects() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/Scenarios/car.scenario").standardizedFileURL
        let script = try String(contentsOf: file, encoding: .utf8)
        let run = try ScenarioRun(Scenario(script: script), folder: file.deletingLastPathComponent())
        run.play()
        #expect(run.failures == [])
        // Without its zone the film would have been interrupted, and the script would say so.
        let oneZone = script.replacing("    zone = rear\n", with: "    ducked = no\n")
        let other = try ScenarioRun(Scenario(script: oneZone), folder: file.deletingLastPathComponent())
        other.play()
        #expect(other.failures.count > 2)
    }

    @Test func aFaultInThePolicyHasTheLineOfTheScript() throws {
        let script = "title x\npolicy\n    [ducking]\n    dpeth = 1\nat 1\n    call ring\n"
        do {
            _ = try ScenarioRun(Scenario(script: script), folder: FileManager.default.temporaryDirectory)
            Issue.record("it was understood")
        } catch {
            #expect(error.line == 4)
            #expect(error.sentence.contains("did you mean \"depth\""))
        }
    }
}
