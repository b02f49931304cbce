import AVFAudio
import SordinoSimulator
import Testing

/// Ducking and spoken audio (rules.md §4.10, §4.11).
@Suite struct DuckingScenarioTests {
    @Test func s17MusicStepsBackForAPromptAndReturns() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let nav = try scene.nav()
        #expect(scene.audible() == "Speaker: Mus 0")
        let start = scene.device.now
        try scene.speak(nav)
        #expect(scene.audible(after: 2) == "Speaker: Mus -14, Nav 0")
        let end = scene.device.now
        try scene.fallSilent(nav)
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(scene.heard() == [])
        scene.expectRamp(of: mus, on: try scene.speaker, from: 0, to: -14, start: start)
        scene.expectRamp(of: mus, on: try scene.speaker, from: -14, to: 0, start: end)
    }

    @Test func s18TheDuckLastsAsLongAsTheSessionIsActive() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let nav = try scene.nav()
        try scene.speak(nav)
        scene.device.advance(2)
        nav.pauseTone()
        let quiet = scene.device.now
        #expect(scene.audible(after: 5) == "Speaker: Mus -14")
        let levels = try scene.speaker.envelope(of: mus, from: quiet, to: quiet + 5).map(\.decibels)
        #expect(levels.count == 500)
        #expect(levels.allSatisfy { abs($0 + 14) < 0.01 })
        try nav.deactivate()
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(scene.heard() == [])
    }

    @Test func s19TwoDuckersDuckNoDeeperThanOne() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let (first, second) = (try scene.nav("NavA"), try scene.nav("NavB"))
        try scene.speak(first)
        scene.device.advance(1)
        try scene.speak(second)
        #expect(scene.audible() == "Speaker: Mus -14, NavA -14, NavB 0")
        let time = scene.device.now
        try scene.fallSilent(first)
        #expect(scene.audible() == "Speaker: Mus -14, NavB 0")
        let levels = try scene.speaker.envelope(of: mus, from: time - 1, to: time + 1).map(\.decibels)
        // While the other tone's gain moves, a little of it is measured here, too.
        #expect(levels.allSatisfy { abs($0 + 14) < 0.1 }, "neither deeper nor released in between")
        try scene.fallSilent(second)
        #expect(scene.audible() == "Speaker: Mus 0")
        #expect(scene.heard() == [])
    }

    @Test func s20WhoStartsUnderADuckIsDuckedFromTheBeginning() throws {
        let scene = Scenario()
        let nav = try scene.nav()
        try scene.speak(nav)
        scene.device.advance(1)
        let time = scene.device.now
        let mix = try scene.mix()
        #expect(scene.audible() == "Speaker: Nav 0, Mix -14")
        #expect(abs(try scene.speaker.level(of: mix, at: time) + 14) < 0.01)
        #expect(scene.heard() == [])
    }

    @Test func s21APodcastPausesForAPrompt() throws {
        let scene = Scenario()
        _ = try scene.pod(resumes: true)
        let nav = try scene.navPlus()
        scene.device.advance(1)
        try scene.speak(nav)
        #expect(scene.heard() == [])
        scene.device.advance(0.6)
        #expect(scene.heard() == ["B(Pod)", "pl+(Pod)"])
        #expect(scene.audible(after: 2) == "Speaker: Nav+ 0")
        try scene.fallSilent(nav, notify: true)
        #expect(scene.heard() == ["E(Pod,1)", "pl-(Pod)"])
        #expect(scene.audible() == "Speaker: Pod 0")
    }

    @Test func s22APromptDucksMusicAndPausesAPodcast() throws {
        let scene = Scenario()
        let pod = try scene.pod(resumes: true)
        let mix = try scene.mix(inBackground: true)
        #expect(scene.audible() == "Speaker: Pod 0, Mix 0")
        let nav = try scene.navPlus()
        let start = scene.device.now
        try scene.speak(nav)
        scene.device.advance(0.6)
        #expect(scene.heard() == ["B(Pod)", "pl+(Pod)"])
        // The podcast fades as the music does, then it is silent.
        for seconds in [0.05, 0.2, 0.35] {
            let progress = (seconds + SimulatedOutput.measureSeconds / 2) / 0.5
            let power = 1 + (pow(10, -1.4) - 1) * pow(sin(progress * Double.pi / 2), 2)
            for app in [pod, mix] {
                #expect(abs(try scene.speaker.level(of: app, at: start + seconds) - 10 * log10(power)) < 0.15)
            }
        }
        #expect(try scene.speaker.level(of: pod, at: start + 0.52) < -60)
        #expect(scene.audible(after: 2) == "Speaker: Mix -14, Nav+ 0")
        let end = scene.device.now
        try scene.fallSilent(nav, notify: true)
        #expect(scene.heard() == ["E(Pod,1)", "pl-(Pod)"])
        #expect(scene.audible() == "Speaker: Pod 0, Mix 0")
        #expect(pod.isTonePlaying)
        scene.expectRamp(of: mix, on: try scene.speaker, from: -14, to: 0, start: end)
    }

    @Test func s23APromptThatDoesNotAskForItOnlyDucksAPodcast() throws {
        let scene = Scenario()
        _ = try scene.pod()
        let nav = try scene.nav()
        try scene.speak(nav)
        #expect(scene.audible() == "Speaker: Pod -14, Nav 0")
        #expect(scene.heard() == [])
    }

    @Test func s24APodcastStaysPausedWhenThePromptDoesNotNotify() throws {
        let scene = Scenario()
        _ = try scene.pod(resumes: true)
        let nav = try scene.navPlus()
        try scene.speak(nav)
        scene.device.advance(0.6)
        #expect(scene.heard() == ["B(Pod)", "pl+(Pod)"])
        try scene.fallSilent(nav)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "silence")
    }
}
