import AVFAudio
import SordinoSimulator
import Testing

/// A capture layer, as programs that record have one, meets changes of the microphone on a simulated device.
@Suite struct CaptureLayerTests {
    /// A capture layer as dictation and meeting programs have it: a tap on the engine's input, made anew when the hardware changes.
    private final class CaptureLayer: @unchecked Sendable {
        private let engine = AVAudioEngine()
        private let lock = NSLock()
        private var observer: (any NSObjectProtocol)?
        private var taken: [Float] = []
        /// The rates of the tap, one after the other.
        private(set) var rates: [Double] = []

        /// The samples of the first channel so far.
        var samples: [Float] { lock.withLock { taken } }

        func start() throws {
            let session = AVAudioSession.sharedInstance()
            // Without the second option a muted microphone interrupts who records with it.
            try session.setCategory(
                .playAndRecord, options: [.allowBluetoothHFP, .overrideMutedMicrophoneInterruption])
            try session.setActive(true)
            try begin()
            observer = NotificationCenter.default.addObserver(
                forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
            ) { [weak self] _ in try? self?.begin() }
        }

        private func begin() throws {
            let format = engine.inputNode.outputFormat(forBus: 0)
            engine.inputNode.removeTap(onBus: 0)
            // No microphone: nothing to tap until the next change.
            guard format.sampleRate > 0, format.channelCount > 0 else { return }
            rates.append(format.sampleRate)
            engine.inputNode.installTap(onBus: 0, bufferSize: 1024, format: format) { [weak self] buffer, _ in
                guard let self, let channel = buffer.floatChannelData?[0] else { return }
                lock.withLock {
                    taken += UnsafeBufferPointer(start: channel, count: Int(buffer.frameLength))
                }
            }
            try engine.start()
        }
    }

    private func recording() throws -> (SimulatedDevice, CaptureLayer) {
        let device = SimulatedDevice(.phone)
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.5))
        let layer = try device.run {
            let layer = CaptureLayer()
            try layer.start()
            return layer
        }
        device.advance(1)
        #expect(Self.isTone(layer.samples))
        return (device, layer)
    }

    private func connectHeadset(to device: SimulatedDevice) {
        device.plug(.bluetoothCallHeadset())
        device.microphone(.bluetoothHFP, hears: .tone(hertz: 440, amplitude: 0.5))
    }

    /// Indicates whether the last quarter of a second at the least rate is a tone of half of full scale.
    private static func isTone(_ samples: [Float]) -> Bool {
        let last = samples.suffix(2_000)
        let power = last.reduce(0) { $0 + $1 * $1 } / Float(max(1, last.count))
        return last.count == 2_000 && abs(power - 0.125) < 0.01
    }

    @Test func theMicrophoneChangesItsRateUnderATap() throws {
        let (device, layer) = try recording()
        connectHeadset(to: device)
        device.advance(1)
        #expect(layer.rates.count > 1 && Set(layer.rates).count > 1, "\(layer.rates)")
        #expect(Self.isTone(layer.samples))
    }

    @Test func theMicrophoneVanishesAndAnotherTakesItsPlace() throws {
        let (device, layer) = try recording()
        connectHeadset(to: device)
        device.advance(1)
        device.unplug(.bluetoothCallHeadset())
        device.advance(1)
        #expect(Self.isTone(layer.samples))
    }

    @Test func aMutedMicrophoneDeliversSilenceAndNoFewerFrames() throws {
        let (device, layer) = try recording()
        device.setMicrophoneMuted(true)
        device.advance(0.5)
        let before = layer.samples.count
        device.advance(1)
        let muted = layer.samples[before...]
        #expect(muted.count >= 40_000, "\(muted.count) frames, at \(layer.rates)")
        #expect(muted.allSatisfy { $0 == 0 })
        device.setMicrophoneMuted(false)
        device.advance(1)
        #expect(Self.isTone(layer.samples))
    }

    @Test func aMicrophoneThatHearsNothingIsNotAnError() throws {
        let (device, layer) = try recording()
        device.microphone()
        device.advance(1)
        #expect(layer.samples.suffix(20_000).allSatisfy { $0 == 0 })
    }
}
