import AVFAudio
import AudioToolbox
import Foundation
import Patience
import Synchronization
import TestPlugIns
import Testing

/// Plug-ins in a process of their own (`loadOutOfProcess`).
@Suite(
    .serialized, .enabled(if: TestPlugIns.isInstalled && TestPlugIns.hasLilv, "needs liblilv-0-0 and a C compiler"))
struct ApartTests {
    private static let block = 256

    private func played(_ name: String, isOffline: Bool = true) throws -> PlayedUnit {
        let unit = try PlayedUnit.named(name, .loadOutOfProcess)
        unit.isRenderingOffline = isOffline
        return try PlayedUnit(unit, maximumFrames: Self.block)
    }

    @Test func theOutputIsTheSameABlockLater() throws {
        let played = try played("Test Gain")
        played.input = { _, frame in Float(frame) }
        played.unit.scheduleParameterBlock(300, 0, try played.parameter("Gain").address, 2)
        let samples = try played.render(blocks: [256, 100, 156, 256, 256])[0]
        #expect(samples[..<256].allSatisfy { $0 == 0 })
        for frame in 256..<1_024 {
            let source = frame - 256
            #expect(samples[frame] == Float(source) * (source < 300 ? 1 : 2))
        }
        // Seven frames are the plug-in's own.
        #expect(played.unit.latency == Double(256 + 7) / 48_000)
        #expect(try played.parameter("Gain").value == 2)
    }

    @Test func aStateAndPresetsCrossTheProcesses() throws {
        let first = try played("Test Level")
        #expect(first.unit.tailTime == 0.5)
        first.unit.parameterTree?.parameter(withAddress: 7000)?.value = 0.75
        let state = try #require(first.unit.fullState)
        let second = try played("Test Level")
        second.unit.fullState = state
        second.input = { _, _ in 1 }
        #expect(try second.render(blocks: [256, 256])[0].last == 0.75)
        var one: AUValue = 0.1
        #expect(second.unit.parameterTree?.parameter(withAddress: 7000)?.string(fromValue: &one) == "-20.0 dB")
        let gain = try played("Test Gain")
        gain.unit.currentPreset = gain.unit.factoryPresets?.first
        gain.input = { _, _ in 1 }
        #expect(try gain.render(blocks: [256, 256])[0].last == 0.25)
    }

    @Test func notesCrossTheProcesses() throws {
        let played = try played("Test Sine")
        let schedule = try #require(played.unit.scheduleMIDIEventBlock)
        schedule(10, 0, 3, [0x90, 69, 127])
        let samples = try played.render(blocks: [256, 256])[0]
        #expect(samples[...266].allSatisfy { $0 == 0 })
        #expect(abs(samples[300] - Float(0.5 * sin(2 * Double.pi * 440 * 34 / 48_000))) < 1e-5)
        #expect(played.sent.map(\.bytes) == [[0x90, 76, 127]])
    }

    @Test func aReasonCrossesTheProcesses() {
        let error = #expect(throws: NSError.self) { try PlayedUnit.named("Test Needy", .loadOutOfProcess) }
        #expect(error?.localizedDescription.contains("urn:sordino-test:moon") == true)
    }

    @Test(arguments: [(3, "has ended"), (4, "did not end")] as [(Float, String)])
    func aPlugInThatCrashesOrHangsIsSilentAndReported(_ fault: Float, _ reason: String) throws {
        let played = try played("Test Fault", isOffline: false)
        played.input = { _, _ in 0.5 }
        let reasons = Mutex<[String]>([])
        let name = NSNotification.Name(kAudioComponentInstanceInvalidationNotification as String)
        let observer = NotificationCenter.default.addObserver(forName: name, object: played.unit, queue: nil) { news in
            let text = news.userInfo?[NSLocalizedDescriptionKey] as? String
            reasons.withLock { $0.append(text ?? "") }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(try Patience.until { try played.render(256)[0].last == 0.5 })
        try played.parameter("Fault").value = fault
        #expect(
            try Patience.until {
                _ = try played.render(256)
                return reasons.withLock { !$0.isEmpty }
            })
        #expect(reasons.withLock { $0.count == 1 && $0[0].contains(reason) })
        #expect(try played.render(256)[0].allSatisfy { $0 == 0 })
        // Later requests are answered at once.
        #expect(played.unit.fullState != nil)
        played.unit.deallocateRenderResources()
        #expect(throws: NSError.self) { try played.unit.allocateRenderResources() }
    }

    @Test func renderingTouchesNoHeap() throws {
        let played = try played("Test Gain", isOffline: false)
        #expect(played.heapCalls(256) == .none)
    }
}
