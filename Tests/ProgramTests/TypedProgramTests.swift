import AVFoundation
import Patience
import SordinoSimulator
import Testing

/// Programs as strangers type them, compiled in two language modes, each a process on a simulated telephone.
@Suite(
    .enabled(
        if: Programs.canBeSimulated && Programs.named("typed-programs-6") != nil,
        "the programs were not built, or dbus-daemon is not installed"), .serialized, .timeLimit(.minutes(20)))
struct TypedProgramTests {
    private static let names: [String] = {
        guard let text = try? Programs.run("typed-programs-6", []).output else { return [] }
        return text.split(separator: "\n").map(String.init)
    }()

    /// The device's events after the program has printed "ready".
    private static let happenings: [String: @Sendable (SimulatedDevice) -> Void] = [
        "InterruptionObserver": { device in
            device.ring()
            device.advance(1)
            device.declineCall()
        },
        "AsyncNotifications": { device in
            device.ring()
            device.advance(1)
            device.declineCall()
        },
        "ConfigurationChange": { device in device.plug(.headphones) },
    ]

    @Test func sixtyProgramsAndMoreAreThere() { #expect(Self.names.count >= 60) }

    @Test(arguments: names) func programsOfSwift5RunAsTheyAreTyped(_ name: String) throws {
        try run(name, of: "typed-programs-5")
    }

    @Test(arguments: names) func programsOfSwift6RunAsTheyAreTyped(_ name: String) throws {
        try run(name, of: "typed-programs-6")
    }

    private func run(_ name: String, of executable: String) throws {
        let device = SimulatedDevice(.phone)
        device.microphone(.builtInMic, hears: .tone(hertz: 440, amplitude: 0.25))
        let program = try device.launch(
            try #require(Programs.named(executable)), arguments: [name], waitsForSession: false)
        var happening = Self.happenings[name]
        // Some of the programs compute without a session: the device does not wait for those, the test does.
        Patience.until {
            device.advance(0.02)
            if let event = happening, program.output.contains("ready\n") {
                event(device)
                happening = nil
            }
            return !program.isRunning
        }
        if program.isRunning { program.kill() }
        #expect(program.terminationStatus == 0 && program.output.hasSuffix("ok\n"), "\(name): \(program.output)")
    }
}
