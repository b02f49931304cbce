import AVFoundation
import SordinoSimulator
import Synchronization
import Testing

/// Whether a program learns that there is a choice of outputs.
@Suite struct RouteDetectorTests {
    @Test func aReceiverIsDetectedWhileDetectionIsOn() {
        let device = SimulatedDevice(.phone)
        let app = device.app("Player", backgroundModes: .audio)
        let detector = app.perform { AVRouteDetector() }
        let changes = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: detector, queue: nil
        ) { _ in changes.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(!detector.isRouteDetectionEnabled && !detector.multipleRoutesDetected)
        device.plug(.airPlay())
        device.advance(0.1)
        #expect(!detector.multipleRoutesDetected && changes.withLock { $0 } == 0)
        detector.isRouteDetectionEnabled = true
        #expect(detector.isRouteDetectionEnabled && detector.multipleRoutesDetected)
        device.unplug(.airPlay())
        device.advance(0.1)
        #expect(!detector.multipleRoutesDetected && changes.withLock { $0 } == 1)
        // Headphones at the device are the local route.
        device.plug(.headphones)
        device.advance(0.1)
        #expect(!detector.multipleRoutesDetected && changes.withLock { $0 } == 1)
        device.plug(.bluetoothSpeaker())
        device.advance(0.1)
        #expect(detector.multipleRoutesDetected && changes.withLock { $0 } == 2)
        detector.isRouteDetectionEnabled = false
        #expect(!detector.multipleRoutesDetected)
        device.unplug(.bluetoothSpeaker())
        device.advance(0.1)
        #expect(changes.withLock { $0 } == 2)
    }
}
