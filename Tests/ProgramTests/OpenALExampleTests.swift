import AVFoundation
import SordinoSimulator
import Testing

/// The example of a scene in OpenAL, as a process on a simulated device.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("openal-scene") != nil,
        "the examples were not built, or dbus-daemon is not installed"), .serialized)
struct OpenALExampleTests {
    @Test func theSceneIsHeardAndItsBuffersAreFilledAgain() throws {
        let device = SimulatedDevice(.phone)
        let scene = try device.launch(try #require(Programs.named("openal-scene")), arguments: ["2"])
        #expect(device.advance(until: scene, endsWithin: 120))
        // Without libopenal1 it says that there is no device.
        guard scene.terminationStatus == 0 else {
            #expect(scene.output.contains("libopenal1"), "\(scene.output)")
            return
        }
        #expect(scene.output.hasPrefix("played "), "\(scene.output)")
        #expect((device.output(.builtInSpeaker)?.peak(from: 0, to: device.now) ?? 0) > 0.05)
        let filled = scene.output.split(separator: " ").compactMap { Int($0) }.last
        #expect((filled ?? 0) >= 20, "\(scene.output)")
    }
}
