import Foundation
import SordinoEngine
import SordinoGraph
import Synchronization

/// The orientation of the listening person's head, for environments whose `isListenerHeadTrackingEnabled` is set.
///
/// Apple's frameworks ask the headphones. Here a program sets the orientation itself, lets another program send it by
/// Open Sound Control over UDP, or follows a game controller's gyroscope. It adds to the orientation that the
/// environment was given.
/// - Thread: any.
public final class SordinoHeadTracker: Sendable {
    /// The only tracker of the process.
    public static let shared = SordinoHeadTracker()
    private let listener = Mutex<HeadListener?>(nil)
    private let gyroscope = Mutex<HeadGyroscopeReader?>(nil)

    private init() {}

    /// The head's turn in degrees: yaw to the right, pitch up, roll over the right ear; zeros at first.
    ///
    /// NaN and infinity count as 0. A new orientation takes effect with the next block and glides like every change of
    /// a place.
    public var orientation: AVAudio3DAngularOrientation {
        get {
            let angles = HeadTracking.shared.angles
            return AVAudio3DAngularOrientation(yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll)
        }
        set { HeadTracking.shared.angles = (newValue.yaw, newValue.pitch, newValue.roll) }
    }

    /// Follows Open Sound Control messages that come to a port of 127.0.0.1, in place of the port listened on before.
    ///
    /// Understood are `/ypr` with yaw, pitch and roll in degrees, and `/yaw`, `/pitch` and `/roll`, alone or at the end
    /// of a longer address.
    /// - Parameter port: 0 for any free one.
    /// - Returns: The port.
    /// - Throws: `CocoaError.fileReadNoPermission` if the port is taken.
    @discardableResult
    public func listen(onPort port: UInt16) throws -> UInt16 {
        try listener.withLock { listener in
            listener?.end()
            listener = HeadListener(port: port)
            guard let listener else { throw CocoaError(.fileReadNoPermission) }
            return listener.port
        }
    }

    /// Follows the gyroscope of a game controller, in place of the one that was followed before.
    ///
    /// The head turns as the controller does, starting from its present orientation: a gyroscope measures turns only,
    /// and drifts slowly. Setting `orientation` and following again begins anew.
    /// - Parameters:
    ///   - path: The controller's motion sensor among the devices of the input system, such as `/dev/input/event7`; the
    ///     file `/proc/bus/input/devices` names it. It has to be readable.
    ///   - countsPerDegreeASecond: The scale of the numbers; nil for the one that the device names.
    /// - Throws: `CocoaError.fileReadNoPermission` if the device cannot be read.
    public func followGyroscope(at path: String, countsPerDegreeASecond: Double? = nil) throws {
        try gyroscope.withLock { gyroscope in
            gyroscope?.end()
            gyroscope = HeadGyroscopeReader(path: path, countsPerDegreeASecond: countsPerDegreeASecond)
            if gyroscope == nil { throw CocoaError(.fileReadNoPermission) }
        }
    }

    /// Stops following the gyroscope; the head stays as it was turned last.
    public func stopFollowing() {
        gyroscope.withLock { gyroscope in
            gyroscope?.end()
            gyroscope = nil
        }
    }

    /// Stops listening; the head stays as it was turned last.
    public func stopListening() {
        listener.withLock { listener in
            listener?.end()
            listener = nil
        }
    }
}
