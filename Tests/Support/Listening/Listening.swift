import CListening
import SordinoSignal
import SordinoSimulator
import Testing

/// Passes every recording of every simulated device of the tests through the artefact detector.
///
/// Faults are artefacts that no intended signal contains: zeros inside sound and repeated samples. A test whose signal is
/// meant to contain them calls `SimulatedDevice.allowsArtefacts(because:)`. Doubled blocks are not searched for, because
/// tests play the same buffer twice.
@_cdecl("sordino_listening_begin")
func begin() {
    RecordingInspection.set { recordings, excuse in
        guard excuse == nil, sordino_listening_is_linked() == 1 else { return }
        let kinds = SoundArtefact.Kind.breaks.subtracting([.doubled])
        for recording in recordings {
            for stretch in recording.stretches {
                let detector = ArtefactDetector(sampleRate: stretch.sampleRate, kinds: kinds)
                let found = detector.artefacts(in: stretch.channels)
                guard let first = found.first else { continue }
                let seconds = stretch.start + Double(first.frame) / stretch.sampleRate
                Issue.record(
                    "\(recording.portType.rawValue) played \(found.count) artefacts; the first: \(first.kind.rawValue) at \(seconds) s, channel \(first.channel), \(first.frameCount) frames, size \(first.size)"
                )
            }
        }
    }
}
