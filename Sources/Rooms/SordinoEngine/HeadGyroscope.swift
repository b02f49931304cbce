import SordinoSignal

/// Adds up the turns that a game controller's gyroscope reports, as Linux writes them to an event device.
///
/// A motion sensor of the input system reports how fast it turns about three axes: to the right, up and towards the person who holds
/// it, by the rule of the right hand. What bytes say is believed only as far as it can be true.
///
/// - Source: the kernel's "Linux Gamepad Specification" and "Linux Input Protocol": `ABS_RX`, `ABS_RY`, `ABS_RZ`, `SYN_REPORT`.
package struct HeadGyroscope: Sendable {
    /// Bytes of one `struct input_event` on 64-bit machines.
    package static let eventBytes = 24
    /// Counts for one degree a second where the device does not say: that of the common controllers.
    package static let usualResolution = 1_024.0

    /// The present turn of the head.
    package private(set) var pose: ListenerPose
    private let resolution: Double
    private var counts: (x: Int32, y: Int32, z: Int32) = (0, 0, 0)
    private var lastSeconds: Double?
    private var rest: [UInt8] = []

    /// Begins with a head.
    ///
    /// - Parameter resolution: Counts for one degree a second; what is not above 0 counts as the usual number.
    package init(angles: (yaw: Float, pitch: Float, roll: Float), resolution: Double) {
        pose = ListenerPose(position: SpacePoint(0, 0, 0), yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll)
        self.resolution = resolution > 0 ? resolution : Self.usualResolution
    }

    /// Takes the next bytes of the device, which may end anywhere.
    ///
    /// - Returns: Whether the head has turned.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> Bool {
        rest += bytes
        var (at, hasTurned) = (0, false)
        while at + Self.eventBytes <= rest.count {
            if takeEvent(at) { hasTurned = true }
            at += Self.eventBytes
        }
        rest.removeFirst(at)
        return hasTurned
    }

    private mutating func takeEvent(_ at: Int) -> Bool {
        func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
            rest[at + offset..<at + offset + MemoryLayout<Number>.size].withUnsafeBytes {
                Number(littleEndian: $0.loadUnaligned(as: type))
            }
        }
        let (kind, code) = (number(16, as: UInt16.self), number(18, as: UInt16.self))
        switch (kind, code) {
        case (3, 3): counts.x = number(20, as: Int32.self)
        case (3, 4): counts.y = number(20, as: Int32.self)
        case (3, 5): counts.z = number(20, as: Int32.self)
        case (0, 0):
            let seconds = Double(number(0, as: Int64.self)) + Double(number(8, as: Int64.self)) * 1e-6
            defer { lastSeconds = seconds }
            // After a gap of more than a tenth of a second the turn within the gap is unknown.
            guard let lastSeconds, seconds > lastSeconds, seconds - lastSeconds < 0.1 else { return false }
            turn(seconds: seconds - lastSeconds)
            return true
        default: break
        }
        return false
    }

    /// Turns on by what the axes say, about the head's own axes.
    private mutating func turn(seconds: Double) {
        // 4,000 degrees a second are more than any sensor measures.
        func degrees(_ count: Int32) -> Float { Float(min(max(Double(count) / resolution, -4_000), 4_000) * seconds) }
        pose = pose.turned(
            by: ListenerPose(
                position: SpacePoint(0, 0, 0), yaw: 0 - degrees(counts.y), pitch: degrees(counts.x),
                roll: 0 - degrees(counts.z)))
    }
}
