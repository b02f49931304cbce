import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// `AVCaptureSession` on a simulated telephone whose microphone hears what a test puts before it.
@Suite struct CaptureSessionTests {
    let device = SimulatedDevice(.phone)
    let app: SimulatedApp

    init() {
        app = device.app("Recorder", backgroundModes: .audio)
        device.advance(0.1)
    }

    /// Collects what an output hands over.
    private final class Collector: AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
        struct Seen {
            var frames = 0
            var times: [CMTime] = []
            var peak: Int16 = 0
            var formats: [AudioStreamBasicDescription] = []
        }
        let queue = DispatchQueue(label: "collector")
        private let seen = Mutex(Seen())

        /// The buffers received, after all that were on their way.
        var all: Seen {
            queue.sync {}
            return seen.withLock { $0 }
        }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            let peak =
                (try? sampleBuffer.dataBuffer?.withContiguousStorage { bytes in
                    bytes.bindMemory(to: Int16.self).map(\.magnitude).max() ?? 0
                }) ?? 0
            seen.withLock { seen in
                seen.frames += sampleBuffer.numSamples
                seen.times.append(sampleBuffer.presentationTimeStamp)
                seen.peak = max(seen.peak, Int16(clamping: peak))
                if let stream = sampleBuffer.formatDescription?.audioStreamBasicDescription {
                    seen.formats.append(stream)
                }
            }
        }
    }

    private func session(_ collector: Collector) throws -> (AVCaptureSession, AVCaptureAudioDataOutput) {
        try app.perform {
            let session = AVCaptureSession()
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            let input = try AVCaptureDeviceInput(device: microphone)
            #expect(session.canAddInput(input))
            session.addInput(input)
            let output = AVCaptureAudioDataOutput()
            output.setSampleBufferDelegate(collector, queue: collector.queue)
            session.addOutput(output)
            return (session, output)
        }
    }

    @Test func whatTheMicrophoneHearsComesAsSampleBuffers() throws {
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.5))
        let collector = Collector()
        let (session, output) = try session(collector)
        #expect(!session.canAddInput(session.inputs[0]) && session.connections.count == 1)
        let started = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.didStartRunningNotification, object: session, queue: nil
        ) { _ in started.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        app.perform { session.startRunning() }
        #expect(session.isRunning && started.withLock { $0 } == 1)
        device.advance(1)
        app.perform { session.stopRunning() }
        let seen = collector.all
        #expect(seen.frames >= 45_000 && seen.frames <= 49_152)
        #expect(abs(Int(seen.peak) - 16384) < 200)
        let stream = try #require(seen.formats.first)
        #expect(stream.mSampleRate == 48_000 && stream.mBitsPerChannel == 16 && stream.isInterleaved)
        // Pieces of 1,024 frames, one after the other, without a gap.
        for (one, next) in zip(seen.times, seen.times.dropFirst()) {
            #expect(abs((next - one).seconds - 1024 / 48_000) < 1e-6)
        }
        let channel = try #require(output.connections.first?.audioChannels.first)
        #expect(abs(channel.averagePowerLevel + 9.03) < 0.1 && abs(channel.peakHoldLevel + 6.02) < 0.2)
        device.advance(0.5)
        #expect(collector.all.frames == seen.frames && !session.isRunning)
    }

    @Test func settingsMakeOtherFrames() throws {
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.5))
        let collector = Collector()
        let (session, output) = try session(collector)
        output.audioSettings = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 16,
        ]
        app.perform { session.startRunning() }
        device.advance(1)
        app.perform { session.stopRunning() }
        let seen = collector.all
        #expect(seen.frames > 15_000 && seen.frames <= 16_000 && seen.formats.allSatisfy { $0.mSampleRate == 16_000 })
        #expect(abs(Int(seen.peak) - 16384) < 300)
    }

    /// A call interrupts the session; it continues by itself when the call is over.
    @Test func aCallInterruptsItAndItGoesOn() throws {
        device.microphone(hears: .tone(hertz: 440, amplitude: 0.5))
        let collector = Collector()
        let (session, _) = try session(collector)
        let told = Mutex<[String]>([])
        let tokens = [
            AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
            AVCaptureSession.runtimeErrorNotification,
        ].map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
                told.withLock { $0.append(note.name.rawValue) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        app.perform { session.startRunning() }
        device.advance(0.5)
        device.ring()
        device.advance(0.2)
        #expect(session.isInterrupted && !session.isRunning)
        let before = collector.all.frames
        device.advance(0.5)
        #expect(collector.all.frames == before)
        device.declineCall()
        device.advance(1)
        #expect(session.isRunning && !session.isInterrupted && collector.all.frames > before + 30_000)
        #expect(
            told.withLock { $0 } == [
                AVCaptureSession.wasInterruptedNotification.rawValue,
                AVCaptureSession.interruptionEndedNotification.rawValue,
            ])
        app.perform { session.stopRunning() }
    }

    @Test func withoutPermissionThereIsNoInput() throws {
        let strangers = SimulatedDevice(.phone)
        let app = strangers.app("Denied", backgroundModes: .audio, recordPermission: .denied)
        strangers.advance(0.1)
        app.perform {
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .restricted)
            #expect(AVCaptureDevice.default(for: .video) == nil)
            guard let microphone = AVCaptureDevice.default(for: .audio) else { return }
            #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: microphone) }
        }
    }

    @Test func devicesAreFoundByKind() {
        app.perform {
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone], mediaType: .audio, position: .unspecified
            ).devices
            #expect(found.count == 1 && found.first?.hasMediaType(.audio) == true)
            #expect(found.first?.uniqueID == AVCaptureDevice.default(for: .audio)?.uniqueID)
            #expect(
                AVCaptureDevice.DiscoverySession(
                    deviceTypes: [.external], mediaType: .audio, position: .unspecified
                ).devices.isEmpty)
        }
    }
}
