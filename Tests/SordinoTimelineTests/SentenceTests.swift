import Foundation
import Testing

@testable import SordinoTimeline

/// The page in words: one sentence a moment, readable without playing.
@Suite struct SentenceTests {
    @Test func eachMomentIsOneSentence() {
        #expect(
            exampleTimeline().sentences == [
                .init(seconds: 0, text: "Nothing plays yet."),
                .init(seconds: 1, text: "Music starts."),
                .init(seconds: 2, text: "300 m: Music gets quieter."),
                .init(seconds: 5, text: "Music returns to full volume."),
                .init(seconds: 8, text: "Music falls silent."),
            ])
    }

    @Test func causeAndEffectsOfOneMomentStandTogether() {
        var timeline = Timeline(title: "", summary: "", durationSeconds: 20)
        timeline.events = [
            .init(seconds: 4, title: "headphones in"), .init(seconds: 10, title: "alarm", detail: "the alarm goes off"),
        ]
        var music = Timeline.AppLane(name: "Music", detail: "")
        music.states = [
            .init(from: 0, to: 10.02, state: .active), .init(from: 10.02, to: 12, state: .interrupted),
            .init(from: 12, to: 15, state: .active), .init(from: 15, to: 20, state: .inactive),
        ]
        var alarm = Timeline.AppLane(name: "Alarm", detail: "")
        alarm.states = [.init(from: 10, to: 12, state: .active)]
        var game = Timeline.AppLane(name: "Game", detail: "")
        game.actions = [
            .init(seconds: 17, title: "play: refused, a call is going on"), .init(seconds: 18, title: "play point"),
        ]
        timeline.apps = [music, alarm, game]
        timeline.ports = ["Speaker", "Headphones"].map {
            .init(name: $0, detail: "", waveform: .init(columns: []), fileName: "")
        }
        timeline.ports[0].inUse = [0..<4, 10..<12]
        timeline.ports[1].inUse = [4..<15]
        #expect(
            timeline.sentences.map(\.text) == [
                "Music starts.", "Headphones in: the sound moves from Speaker to Headphones.",
                "The alarm goes off: Alarm starts, Music falls silent and the sound comes from Speaker as well.",
                "Alarm stops, Music goes on and the sound stays on Headphones alone.", "Music stops.",
                "Game may not play (a call is going on).",
            ])
    }

    @Test func aFadeBelongsToItsMomentAndAnotherEventDoesNot() {
        var timeline = Timeline(title: "", summary: "", durationSeconds: 10)
        timeline.events = [.init(seconds: 2, title: "a turn comes"), .init(seconds: 2.3, title: "locked")]
        var podcast = Timeline.AppLane(name: "Podcast", detail: "")
        podcast.states = [.init(from: 0, to: 5.5, state: .active), .init(from: 5.5, to: 10, state: .interrupted)]
        podcast.gains = [
            .init(from: 5, to: 5.5, fromDecibels: 0, toDecibels: -60, cause: .ducked),
            .init(from: 5.5, to: 10, fromDecibels: -.infinity, toDecibels: -.infinity, cause: .silenced),
        ]
        timeline.apps = [podcast]
        #expect(
            timeline.sentences == [
                .init(seconds: 0, text: "Podcast starts."), .init(seconds: 2, text: "A turn comes."),
                .init(seconds: 2.3, text: "Locked."), .init(seconds: 5, text: "Podcast falls silent."),
            ])
    }

    @Test func aFurtherSoundIsTold() {
        var timeline = exampleTimeline()
        timeline.apps[0].actions += [.init(seconds: 7, title: "play point"), .init(seconds: 9, title: "play point")]
        #expect(timeline.sentences.contains(.init(seconds: 7, text: "Music plays “point”.")))
        #expect(timeline.sentences.contains(.init(seconds: 9, text: "Music plays “point”, but is not heard.")))
    }

    @Test func thePageHasTheSentencesInLargeTypeAndAsAList() throws {
        let timeline = exampleTimeline()
        let html = TimelinePage(timeline).html
        #expect(html.contains("<p class=\"now\" id=\"now\" aria-live=\"polite\">Nothing plays yet.</p>"))
        #expect(TimelinePage.style.contains(".now { margin: 0; font-size: 24px;"))
        let list = try #require(html.components(separatedBy: "id=\"story\"").dropFirst().first)
        for sentence in timeline.sentences { #expect(list.contains("<span>\(sentence.text)</span></li>")) }
    }
}

/// The owner hears all that comes out of the device.
@Suite struct MixTests {
    @Test func allPortsAreAddedEachAsOneChannel() {
        let speaker: [[Float]] = [[0.5, 0, 0.25, 0], [0.25, 0, 0.25, 0]]
        let receiver: [[Float]] = [[0.25, 0.5, 0, 0]]
        #expect(Timeline.Sound.mix(of: [speaker, receiver]) == [0.625, 0.5, 0.25, 0])
        #expect(Timeline.Sound.mix(of: []) == [])
    }

    @Test func aSumAboveFullScaleIsTurnedDownAsAWhole() {
        #expect(Timeline.Sound.mix(of: [[[1, 0.5]], [[1, -0.25]]]) == [1, 0.125])
    }

    @Test func thePageCarriesTheMixAndChoosesItFirst() throws {
        var timeline = exampleTimeline()
        #expect(!TimelinePage(timeline).html.contains("soundall"))
        timeline.ports[0].sound = .init(channels: [[0, 0.1, 0.2, 0.3]], sampleRate: 48_000)
        var mix = Timeline.PortLane(
            name: "All together", detail: "", waveform: .init(channels: [[0, 0.1]], columnCount: 2), fileName: "")
        mix.sound = .init(channels: [[0, 0.3, 0.2, 0.3]], sampleRate: 48_000)
        timeline.mix = mix
        let html = TimelinePage(timeline).html
        #expect(html.contains("id=\"soundall\" data-rate=\"24000\"") && html.contains("id=\"sound0\""))
        #expect(
            html.contains("<option value=\"all\">everything at once</option><option value=\"0\">Speaker only</option>"))
        #expect(html.contains("data-port=\"all\" aria-label=\"Listen to All together\""))
    }
}

/// Labels have room, and lanes begin when their programs do.
@Suite struct PagePlacesTests {
    /// The estimate of the page is generous: what it keeps apart, a browser keeps apart.
    @Test(arguments: [1, 2, 5, 10]) func noTitleStandsOnAnotherAndNoneIsCut(seconds: Int) throws {
        var timeline = Timeline(title: "", summary: "", durationSeconds: Double(seconds))
        timeline.events = (0..<12).map {
            .init(seconds: Double($0 * $0 % 12 * seconds) / 12, title: "what happened, number \($0)")
        }.sorted { $0.seconds < $1.seconds }
        var app = Timeline.AppLane(name: "App", detail: "")
        app.notifications = timeline.events
        app.actions = timeline.events
        timeline.apps = [app]
        let html = TimelinePage(timeline).html
        for kind in ["event", "mark"] {
            var taken: [Int: [ClosedRange<Double>]] = [:]
            let pattern =
                #/
                <div\ class="(event|mark)([a-z\ ]*)"\ data-at="([0-9.]+)"\ style="left:[0-9.]+%;--level:(\d+)"
                [^>]*>.*?<span>([^<]*)<
                /#
            let marks = html.matches(of: pattern)
            for mark in marks where mark.1 == kind {
                let (at, level) = (try #require(Double(mark.3)), try #require(Int(mark.4)))
                let (line, width) = (at / timeline.durationSeconds * 1180, Double(mark.5.count) * 6.8)
                let place = mark.2.hasSuffix("late") ? line - width...line : line...line + width
                #expect(place.lowerBound >= 0 && place.upperBound <= 1180)
                #expect(taken[level, default: []].allSatisfy { !$0.overlaps(place) }, "\(mark.5) on \(level)")
                taken[level, default: []].append(place)
            }
            #expect(taken.values.joined().count == (kind == "event" ? 12 : 24))
        }
        #expect(!TimelinePage.style.contains("ellipsis"))
        #expect(html.contains("function arrange()"))
    }

    @Test func aRailBeginsWhereItsProgramOpens() {
        var timeline = exampleTimeline()
        #expect(TimelinePage(timeline).html.contains("class=\"there\" style=\"left:0%;width:100%\""))
        timeline.apps[0].presence = [1..<9]
        #expect(TimelinePage(timeline).html.contains("class=\"there\" style=\"left:10%;width:80%\""))
    }

    @Test(arguments: [0.5, 10, 60, 3_600, 1_000_000]) func theRulerHasRoomForItsNumbers(seconds: Double) {
        let html = TimelinePage(Timeline(title: "", summary: "", durationSeconds: seconds)).html
        #expect((1...15).contains(html.matches(of: /class="tick/).count))
    }
}
