import SordinoSignal
import Synchronization
import Testing

/// The inspection of a recording that was made on a private server: zeros inside sound and repeated samples are faults.
///
/// Doubled blocks are left out, as with simulated devices: tests play one sound twice.
package final class RecordingOfGraph: Sendable {
    private let name: String
    private let excuse = Mutex<String?>(nil)

    /// - Parameter name: Describes the recording in the report.
    package init(_ name: String) { self.name = name }

    /// Accepts artefacts in this recording.
    ///
    /// - Parameter reason: Why the signal is meant to have them.
    package func allowsArtefacts(because reason: String) { excuse.withLock { $0 = reason } }

    /// Reports what the detector finds.
    ///
    /// - Parameter channels: Planar samples at 48 kHz.
    package func inspect(_ channels: [[Float]]) {
        guard excuse.withLock({ $0 }) == nil else { return }
        let kinds = SoundArtefact.Kind.breaks.subtracting([.doubled])
        let found = ArtefactDetector(sampleRate: 48_000, kinds: kinds).artefacts(in: channels)
        guard let first = found.first else { return }
        let place = max(0, first.frame - 3)..<min(channels[first.channel].count, first.frame + first.frameCount + 3)
        Issue.record(
            """
            \(name): \(found.count) artefacts in \(channels[first.channel].count) frames; the first: \(first.kind.rawValue) at \
            frame \(first.frame), channel \(first.channel), \(first.frameCount) frames, size \(first.size): \
            \(channels[first.channel][place].prefix(16))
            """)
    }
}
