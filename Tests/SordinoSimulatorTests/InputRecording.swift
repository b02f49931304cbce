import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// A program that records with an engine, and what it took in; when the route changes it starts again, as programs do.
final class InputRecording: @unchecked Sendable {
    private let app: SimulatedApp
    private let engine: AVAudioEngine
    private let samples: Samples
    private let observer: any NSObjectProtocol

    private final class Samples: Sendable {
        private let kept = Mutex<[Float]>([])
        func take(_ buffer: AVAudioPCMBuffer) {
            guard let channel = buffer.floatChannelData?[0] else { return }
            kept.withLock { $0.append(contentsOf: UnsafeBufferPointer(start: channel, count: Int(buffer.frameLength))) }
        }
        func last(_ count: Int) -> [Float] { kept.withLock { Array($0.suffix(count)) } }
    }

    /// Starts to record; the session must be one that can.
    init(_ app: SimulatedApp) throws {
        self.app = app
        let samples = Samples()
        self.samples = samples
        engine = try app.perform {
            let engine = AVAudioEngine()
            engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, format: nil) { buffer, _ in samples.take(buffer) }
            try engine.start()
            return engine
        }
        observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { notification in
            // Where it cannot start again it takes in nothing more, and the test sees that.
            try? (notification.object as? AVAudioEngine)?.start()
        }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }

    /// The peak of the last tenth of a second at 48 kHz; -1 before anything came.
    var peak: Float { samples.last(4_800).map(abs).max() ?? -1 }

    func stop() { app.perform { engine.stop() } }
}
