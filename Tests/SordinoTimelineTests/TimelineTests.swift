import Foundation
import SordinoStories
import Testing

@testable import SordinoTimeline

/// A duck between two full stretches, told in three lines.
func exampleTimeline() -> Timeline {
    var timeline = Timeline(title: "Two apps", summary: "A <test>.", durationSeconds: 10)
    timeline.events = [.init(seconds: 2, title: "a turn comes", detail: "300 m")]
    var music = Timeline.AppLane(name: "Music", detail: "playback")
    music.states = [.init(from: 0, to: 1, state: .inactive), .init(from: 1, to: 10, state: .active)]
    music.gains = [
        .init(from: 0, to: 2, fromDecibels: 0, toDecibels: 0, cause: .full),
        .init(from: 2, to: 2.5, fromDecibels: 0, toDecibels: -20, cause: .ducked, rule: "R5.2"),
        .init(from: 2.5, to: 5, fromDecibels: -20, toDecibels: -20, cause: .ducked, rule: "R5.2"),
        .init(from: 5, to: 6, fromDecibels: -20, toDecibels: 0, cause: .full),
        .init(from: 6, to: 8, fromDecibels: 0, toDecibels: 0, cause: .full),
        .init(from: 8, to: 10, fromDecibels: -.infinity, toDecibels: -.infinity, cause: .silenced, rule: "R7.1"),
    ]
    music.notifications = [.init(seconds: 8, title: "interruption began")]
    music.actions = [.init(seconds: 1, title: "play")]
    timeline.apps = [music]
    var speaker = Timeline.PortLane(
        name: "Speaker", detail: "stereo", waveform: .init(channels: [[0, 0.5, -0.5, 0]], columnCount: 2),
        fileName: "Speaker.wav")
    speaker.inUse = [0..<8]
    timeline.ports = [speaker]
    return timeline
}

@Suite struct TimelineTests {
    @Test func theTextTellsTheStoryInOrder() {
        #expect(
            exampleTimeline().text == """
                Two apps
                A <test>.

                   1.000 s    Music   play
                   1.000 s    Music   session active
                   2.000 s ── Device  a turn comes  [300 m]
                   2.000 s    Music   ducks to −20 dB within 0.50 s  [R5.2]
                   5.000 s    Music   comes back to 0 dB within 1.00 s
                   8.000 s    Music   falls silent  [R7.1]
                   8.000 s    Music   is told: interruption began

                Speaker                  in use for 8.0 s, peak −6 dB, Speaker.wav

                """)
    }

    @Test func columnsHoldExtremesAndLevel() {
        let waveform = Timeline.Waveform(channels: [[0.5, -0.25, 0, 0], [0, 0.25, 0, -1]], columnCount: 2)
        #expect(waveform.columns[0].low == -0.25)
        #expect(waveform.columns[0].high == 0.5)
        #expect(abs(waveform.columns[0].rms - (0.375 / 4 as Float).squareRoot()) < 1e-6)
        #expect(waveform.columns[1].low == -1)
        #expect(waveform.peak == 1)
    }

    @Test func moreColumnsThanFramesAndNoFramesAtAllAreDrawn() {
        #expect(Timeline.Waveform(channels: [[1]], columnCount: 3).columns.count == 3)
        #expect(Timeline.Waveform(channels: [], columnCount: 3).peak == 0)
    }
}

@Suite struct SoundTests {
    /// G.711's own inverse, written from the standard's table of segments.
    private func decoded(_ byte: UInt8) -> Float {
        let code = Int(~byte)
        let magnitude = (((code & 15) << 3) + 132) << ((code >> 4) & 7)
        return Float(code & 128 != 0 ? 132 - magnitude : magnitude - 132) / 32768
    }

    @Test func aToneSurvivesTheHalvingOfTheRate() {
        let tone = (0..<4800).map { Float(sin(2 * Double.pi * 1000 * Double($0) / 48_000)) * 0.5 }
        let sound = Timeline.Sound(channels: [tone], sampleRate: 48_000)
        #expect(sound.sampleRate == 24_000)
        #expect(sound.bytes.count == 2400)
        var worst: Float = 0
        for frame in 100..<2300 { worst = max(worst, abs(decoded(sound.bytes[frame]) - tone[frame * 2])) }
        // Half a step of µ-law's segment around 0.5 is 1/128; the filter adds little.
        #expect(worst < 0.012, "\(worst)")
    }

    @Test func aToneAboveTheNewNyquistIsGone() {
        let tone = (0..<4800).map { Float(sin(2 * Double.pi * 17_000 * Double($0) / 48_000)) }
        let sound = Timeline.Sound(channels: [tone], sampleRate: 48_000)
        let loudest = sound.bytes[100..<2300].map { abs(decoded($0)) }.max() ?? 1
        #expect(loudest < 0.01, "\(loudest)")
    }

    @Test func silenceIsSilence() {
        let sound = Timeline.Sound(channels: [[Float](repeating: 0, count: 100)], sampleRate: 48_000)
        #expect(sound.bytes.allSatisfy { decoded($0) == 0 })
    }
}

@Suite struct TimelinePageTests {
    @Test func thePageIsWellFormedAndEscapesWhatItIsTold() throws {
        var timeline = exampleTimeline()
        timeline.apps[0].name = "R&B <\"Radio\">"
        let html = TimelinePage(timeline).html
        #expect(html.contains("A &lt;test&gt;."))
        #expect(html.contains("R&amp;B &lt;&quot;Radio&quot;&gt;"))
        #expect(!html.contains("<\"Radio\">"))
        for tag in ["div", "span", "svg", "table", "tbody", "tr", "section", "header", "main", "script", "style"] {
            let opened = html.components(separatedBy: "<\(tag)").dropFirst().filter { " >".contains($0.first ?? "x") }
            #expect(opened.count == html.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
        }
    }

    @Test func everythingIsInsideTheOneFile() {
        let html = TimelinePage(exampleTimeline()).html
        for outside in ["http://", "https://", "src=", "<link", "@import", "url("] {
            #expect(!html.contains(outside), "\(outside)")
        }
    }

    @Test func spansLieWhereTheirTimesSay() {
        let html = TimelinePage(exampleTimeline()).html
        #expect(html.contains("class=\"span ducked\" style=\"left:25%;width:25%\""))
        #expect(html.contains("class=\"span silenced\" style=\"left:80%;width:20%\""))
        #expect(html.contains("class=\"state active\" style=\"left:10%;width:90%\""))
    }

    @Test func theSoundIsCarriedOnlyWhereThereIsOne() {
        var timeline = exampleTimeline()
        #expect(!TimelinePage(timeline).html.contains("id=\"sound0\""))
        timeline.ports[0].sound = .init(channels: [[0, 0.1, 0.2, 0.3]], sampleRate: 48_000)
        #expect(TimelinePage(timeline).html.contains("id=\"sound0\" data-rate=\"24000\""))
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{0}\u{FF}ÿ"])
    func base64IsFoundations(_ text: String) {
        #expect(base64(Array(text.utf8)) == Data(text.utf8).base64EncodedString())
    }

    @Test func numbersAreWrittenPlainly() {
        #expect(fixed(1.005, 1) == "1.0")
        #expect(fixed(-0.25, 2) == "−0.25")
        #expect(fixed(12, 0) == "12")
        #expect(decibels(-20) == "−20 dB")
        #expect(decibels(-14.5) == "−14.5 dB")
        #expect(decibels(-.infinity) == "silence")
        #expect(linear(-20) == 0.1)
        #expect(linear(-.infinity) == 0)
    }
}
