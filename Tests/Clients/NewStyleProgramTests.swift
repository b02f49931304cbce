import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// The program for iOS 27 on a simulated phone.
@Suite struct NewStyleProgramTests {
    /// A unit to register; none is made.
    private final class NoUnit: AUAudioUnit {}

    @Test func aProgramOfTheNewStylePlaysAndLivesWithErrors() async throws {
        let device = SimulatedDevice(.phone)
        device.plug(.headphones)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("new-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            let file = try AVAudioFile(
                forWriting: url,
                settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2])
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 48_000))
            buffer.frameLength = 48_000
            for channel in 0..<2 {
                for frame in 0..<48_000 {
                    buffer.floatChannelData?[channel][frame] = 0.25 * sin(2 * .pi * 500 * Float(frame) / 48_000)
                }
            }
            try file.write(from: buffer)
        }
        let program = device.run { NewStylePlayer() }
        try await device.run { try await program.start(url) }
        device.advance(1)
        let level = device.output(.headphones)?.level(ofToneAt: 500, amplitude: 0.25, at: device.now - 0.1, channel: 0)
        #expect(abs(level ?? -100) < 0.1)
        let peaks = program.peaks.withLock { $0 }
        #expect(peaks.count >= 5 && peaks.allSatisfy { abs($0 - 0.25) < 0.001 })
        // A cycle, a second tap, a player without an engine.
        #expect(device.run { program.tryImpossibleThings() } == [-10863, -10849, -10867])
        device.advance(0.5)
        #expect(program.engine.isRunning)
    }

    @Test func registrationsAreTold() async throws {
        let program = SimulatedDevice(.phone).run { NewStylePlayer() }
        let token = program.watchRegistrations()
        AUAudioUnit.registerSubclass(
            NoUnit.self,
            as: AudioComponentDescription(
                componentType: kAudioUnitType_Effect, componentSubType: 0x6E6F_6E65, componentManufacturer: 0x5465_7374,
                componentFlags: 0, componentFlagsMask: 0), name: "Tests: None", version: 1)
        // The message is asynchronous; its own task comes when it may.
        for _ in 0..<100_000 where program.registrations.withLock({ $0 }) == 0 { await Task.yield() }
        #expect(program.registrations.withLock { $0 } >= 1)
        NotificationCenter.default.removeObserver(token)
    }
}
