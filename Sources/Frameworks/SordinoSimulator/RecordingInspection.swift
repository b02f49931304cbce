import Synchronization

/// The inspection that the recordings of every simulated device pass when the device ends.
///
/// The package's own tests set it, so that no test overlooks a fault in a sound that it does not listen to.
package enum RecordingInspection {
    /// Receives what the ports of a device played, and the reason that its test gives for artefacts.
    package typealias Inspector = @Sendable (_ recordings: [SimulatedOutput], _ excuse: String?) -> Void

    private static let inspector = Mutex<Inspector?>(nil)

    /// Sets the inspector of all devices of this process.
    package static func set(_ inspector: @escaping Inspector) { self.inspector.withLock { $0 = inspector } }

    static func inspect(_ recordings: [SimulatedOutput], excuse: String?) {
        inspector.withLock { $0 }?(recordings, excuse)
    }
}

extension SimulatedDevice {
    /// Allows artefacts in what this device's ports play.
    ///
    /// - Parameter reason: Why the signal of the test is one that a listener would fault.
    package func allowsArtefacts(because reason: String) { recorder.excuse.withLock { $0 = reason } }
}
