import AVFAudio
import Foundation
import Glibc
import Patience
import Testing

/// Turns of the one head that a process has: one test after the other.
@Suite(.serialized) struct SordinoHeadTrackerTests {
    private let tracker = SordinoHeadTracker.shared

    @Test func aTurnedHeadTurnsTheEnvironmentsThatFollowIt() throws {
        defer { tracker.orientation = AVAudio3DAngularOrientation() }
        let offline = try OfflineEngine(channels: 2)
        let environment = AVAudioEnvironmentNode()
        offline.engine.attach(environment)
        offline.engine.connect(environment, to: offline.engine.mainMixerNode, format: offline.format)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                for index in 0..<Int(count) { buffer.mData?.assumingMemoryBound(to: Float.self)[index] = 1 }
            }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: environment, format: format)
        source.position = AVAudioMake3DPoint(0, 0, -1)
        environment.isListenerHeadTrackingEnabled = true
        try offline.engine.start()
        func heard() throws -> [Float] {
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 4_096))
            _ = try offline.engine.renderOffline(4_096, to: buffer)
            let data = try #require(buffer.floatChannelData)
            return [data[0][4_095], data[1][4_095]]
        }
        #expect(abs(try heard()[0] - 0.7071) < 1e-3)
        // A head turned to the right has what was ahead on its left.
        tracker.orientation = AVAudioMake3DAngularOrientation(90, 0, 0)
        _ = try heard()
        var sides = try heard()
        #expect(abs(sides[0] - 1) < 1e-3 && abs(sides[1]) < 1e-3)
        // On top of the listener's own turn to the left the head looks ahead again.
        environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(-90, 0, 0)
        _ = try heard()
        sides = try heard()
        #expect(abs(sides[0] - sides[1]) < 1e-3)
        // An environment that does not follow the head stays.
        environment.isListenerHeadTrackingEnabled = false
        _ = try heard()
        sides = try heard()
        #expect(abs(sides[0]) < 1e-3 && abs(sides[1] - 1) < 1e-3)
    }

    @Test func anglesComeBackAndWhatIsNoNumberIsZero() {
        defer { tracker.orientation = AVAudio3DAngularOrientation() }
        for angles in [(-179.5, 89, 12.25), (0.01, -90, 180), (-0.5, 0, -180)] as [(Float, Float, Float)] {
            tracker.orientation = AVAudioMake3DAngularOrientation(angles.0, angles.1, angles.2)
            let kept = tracker.orientation
            #expect(abs(kept.yaw - angles.0) < 1e-3 && abs(kept.pitch - angles.1) < 1e-3)
            #expect(abs(kept.roll - angles.2) < 1e-3)
        }
        tracker.orientation = AVAudioMake3DAngularOrientation(450, .nan, .infinity)
        #expect(abs(tracker.orientation.yaw - 90) < 1e-3)
        #expect(tracker.orientation.pitch == 0 && tracker.orientation.roll == 0)
    }

    @Test func openSoundControlTurnsTheHead() throws {
        let port = try tracker.listen(onPort: 0)
        defer {
            tracker.stopListening()
            tracker.orientation = AVAudio3DAngularOrientation()
        }
        #expect(throws: CocoaError.self) {
            // The port of a listener of another program's.
            let other = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(other) }
            var address = Self.address(0)
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(other, $0, size)
                    getsockname(other, $0, &size)
                }
            }
            defer { _ = try? tracker.listen(onPort: port) }
            try tracker.listen(onPort: UInt16(bigEndian: address.sin_port))
        }
        let again = try tracker.listen(onPort: 0)
        // Bytes of the specification's form: address, types, big-endian numbers, each filled up to four bytes.
        let message: [UInt8] =
            Array("/head/ypr\0\0\0,fff\0\0\0\0".utf8) + [0x42, 0x34, 0, 0] + [0xC1, 0x20, 0, 0] + [0, 0, 0, 0]
        send([1, 2, 3], to: again)
        send(Array("/yaw\0\0\0\0,f\0\0".utf8), to: again)
        send(message, to: again)
        #expect(
            Patience.until { abs(tracker.orientation.yaw - 45) < 1e-3 && abs(tracker.orientation.pitch + 10) < 1e-3 })
        let bundle =
            Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 16]
            + Array("/roll\0\0\0,i\0\0".utf8) + [0, 0, 0, 20]
        send(bundle, to: again)
        #expect(Patience.until { abs(tracker.orientation.roll - 20) < 1e-3 })
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func send(_ bytes: [UInt8], to port: UInt16) {
        let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(sender) }
        var address = Self.address(port)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(sender, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// One `struct input_event`.
    private func event(_ microseconds: Int, _ kind: UInt16, _ code: UInt16, _ value: Int32) -> Data {
        var data = Data()
        withUnsafeBytes(of: Int64(microseconds / 1_000_000)) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: Int64(microseconds % 1_000_000)) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: kind) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: code) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
        return data
    }

    @Test func aControllersGyroscopeTurnsTheHead() throws {
        tracker.orientation = AVAudio3DAngularOrientation()
        defer {
            tracker.stopFollowing()
            tracker.orientation = AVAudio3DAngularOrientation()
        }
        #expect(throws: CocoaError.self) { try tracker.followGyroscope(at: "/nowhere/event0") }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("gyroscope-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        try tracker.followGyroscope(at: path, countsPerDegreeASecond: 16)
        let pipe = try #require(FileHandle(forWritingAtPath: path))
        // Half a second to the right at 90 degrees a second, reports every 4 ms; then a third up at 60. Right is clockwise from
        // above, against the rule of the right hand.
        var bytes = event(0, 3, 4, -90 * 16) + event(0, 0, 0, 0)
        for report in 1...125 { bytes += event(report * 4_000, 0, 0, 0) }
        bytes += event(500_001, 3, 4, 0) + event(500_001, 3, 3, 60 * 16)
        for report in 126...208 { bytes += event(report * 4_000, 0, 0, 0) }
        // Reports of other things, reports of an earlier time and reports that are a second late change nothing.
        bytes += event(840_000, 1, 304, 1) + event(700_000, 0, 0, 0) + event(1_700_000, 0, 0, 0)
        // In pieces that end anywhere.
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            try pipe.write(contentsOf: bytes[start..<min(start + 1_000, bytes.count)])
        }
        func isThere() -> Bool {
            let head = tracker.orientation
            return abs(head.yaw - 45) < 0.2 && abs(head.pitch - 20) < 0.4 && abs(head.roll) < 0.2
        }
        #expect(Patience.until { isThere() }, "\(tracker.orientation)")
        try pipe.close()
        // The device is gone: the head stays.
        #expect(Patience.until { isThere() })
    }
}
