import AVFAudio
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// One sound in several rooms: who joins and who leaves is heard nowhere else.
@Suite struct RoomScenarioTests {
    private static let kitchen = SimulatedAccessory.airPlay(name: "Kitchen")
    private static let bath = SimulatedAccessory.airPlay(name: "Bath")
    private static let garden = SimulatedAccessory.airPlay(name: "Garden")
    /// Constant, so that each sample that is another one is a fault.
    private static let level: Float = 0.25

    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() throws {
        for room in [Self.kitchen, Self.bath, Self.garden] { device.plug(room) }
        app = device.app("Music", backgroundModes: .audio)
        try app.activate(.playback)
        device.pick([Self.kitchen])
        device.advance(0.2)
    }

    /// Lets rooms come and go, and requires the room that stays to play on, sample by sample.
    private func requireSteadySound() throws {
        device.advance(0.5)
        let start = device.now
        device.add(Self.bath)
        device.advance(0.5)
        #expect(app.session.currentRoute.outputs.map(\.portName) == ["Kitchen", "Bath"])
        device.add(Self.garden)
        device.advance(0.5)
        device.remove(Self.bath)
        device.advance(0.5)
        #expect(app.session.currentRoute.outputs.map(\.portName) == ["Kitchen", "Garden"])
        let end = device.now
        let kitchen = try #require(device.outputs.first { $0.uid.hasSuffix("Kitchen") })
        for channel in 0..<2 {
            let samples = kitchen.samples(channel: channel, from: start, to: end)
            #expect(samples.count > 20_000)
            #expect(samples.allSatisfy { $0 == Self.level })
        }
        let garden = try #require(device.outputs.first { $0.uid.hasSuffix("Garden") })
        #expect(garden.samples(from: end - 0.1, to: end).allSatisfy { $0 == Self.level })
    }

    @Test func aPlayerGoesOnWhereARoomStays() throws {
        let channel = [Float](repeating: Self.level, count: 200_000)
        let sound = Sound(sampleRate: 44_100, channels: [channel, channel])
        let player = try app.perform { try AVAudioPlayer(data: sound.wave()) }
        #expect(player.play())
        try requireSteadySound()
    }

    @Test func anEngineRunsOnWhereARoomStays() throws {
        let engine = try app.perform { () -> AVAudioEngine in
            let engine = AVAudioEngine()
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
            let source = AVAudioSourceNode(format: format) { _, _, frameCount, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    buffer.mData?.assumingMemoryBound(to: Float.self)
                        .update(repeating: RoomScenarioTests.level, count: Int(frameCount))
                }
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: format)
            try engine.start()
            return engine
        }
        let changes = Mutex(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { _ in changes.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        try requireSteadySound()
        #expect(engine.isRunning)
        #expect(changes.withLock { $0 } == 0)
        // None of the rooms stays: another device for an engine.
        device.pick([Self.bath])
        device.advance(0.5)
        #expect(!engine.isRunning)
        #expect(changes.withLock { $0 } == 1)
    }
}
