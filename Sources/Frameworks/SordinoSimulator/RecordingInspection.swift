import Synchronization

/// A check of the recordings of every simulated device when the device is deallocated.
///
/// The package's own tests install it, to find artefacts in sound that no expectation examines.
package enum RecordingInspection {
    /// Receives the recordings of a device's ports, and the reason for which its test allows artefacts.
    package typealias Inspector = @Sendable (_ recordings: [SimulatedOutput], _ excuse: String?) -> Void

    private static let inspector = Mutex<Inspector?>(nil)

    /// Sets the inspector of all devices of this process.
    package static func set(_ inspector: @escaping Inspector) { self.inspector.withLock { $0 = inspector } }

    static func inspect(_ recordings: [SimulatedOutput], excuse: String?) {
        inspector.withLock { $0 }?(recordings, excuse)
    }
}

extension SimulatedDevice {
    /// Allows artefacts in the recordings of this device's ports.
    ///
    /// - Parameter reason: The reason for which the test's signal contains artefacts.
    package func allowsArtefacts(because reason: String) { recorder.excuse.withLock { $0 = reason } }
}
