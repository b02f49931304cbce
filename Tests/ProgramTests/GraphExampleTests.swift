import AVFoundation
import SordinoSimulator
import Testing

/// The example of a graph of units, as a process on a simulated device.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("augraph-mixer") != nil,
        "the examples were not built, or dbus-daemon is not installed"), .serialized)
struct GraphExampleTests {
    @Test func theSecondToneJoinsTheFirstWhileTheGraphRuns() throws {
        let device = SimulatedDevice(.phone)
        let mixer = try device.launch(try #require(Programs.named("augraph-mixer")), arguments: ["2"])
        #expect(device.advance(until: mixer, endsWithin: 10))
        #expect(mixer.terminationStatus == 0, "\(mixer.output)")
        #expect(mixer.output.hasPrefix("played "), "\(mixer.output)")
        let speaker = try #require(device.output(.builtInSpeaker))
        let samples = speaker.samples(channel: 0, from: 0)
        let start = Double(try #require(samples.firstIndex { $0 != 0 })) / 48_000
        // The program decides in real time when half of the tone is over: well before and well after that.
        for (hertz, early, late) in [(500.0, true, true), (1_000.0, false, true)] {
            let levels = [start + 0.5, start + 1.9].map { speaker.level(ofToneAt: hertz, amplitude: 0.25, at: $0) }
            #expect(early ? abs(levels[0]) < 0.5 : levels[0] < -40, "\(hertz) Hz: \(levels)")
            #expect(late ? abs(levels[1]) < 0.5 : levels[1] < -40, "\(hertz) Hz: \(levels)")
        }
    }
}
