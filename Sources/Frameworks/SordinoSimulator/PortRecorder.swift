import AVFAudio
import SordinoHardware
import SordinoPolicy
import Synchronization

/// Records the sound of every output port of a device.
final class PortRecorder: Sendable {
    private struct State {
        var recordings: [SimulatedOutput] = []
        var sinks: [VirtualSink] = []
        var hook: VirtualHook?
    }

    private let hardware: VirtualDevice
    private let state = Mutex(State())
    /// The reason for which artefacts are allowed in these recordings, as given by the test; nil if they are not.
    let excuse = Mutex<String?>(nil)

    init(_ hardware: VirtualDevice) { self.hardware = hardware }

    deinit {
        RecordingInspection.inspect(recordings, excuse: excuse.withLock { $0 })
        state.withLock { state in
            state.hook?.cancel()
            for sink in state.sinks { sink.cancel() }
        }
    }

    var recordings: [SimulatedOutput] { state.withLock { $0.recordings } }

    /// Looks for new ports before every block from now on.
    func watchPorts() {
        let hook = hardware.beforeBlock { [weak self] in
            self?.recordNewPorts()
            return false
        }
        state.withLock { $0.hook = hook }
    }

    private func recordNewPorts() {
        for port in hardware.ports where port.direction == .output {
            let isNew = state.withLock { state in
                guard !state.recordings.contains(where: { $0.uid == port.uid }) else { return false }
                state.recordings.append(
                    SimulatedOutput(
                        portType: port.type, uid: port.uid,
                        channelCount: port.channels.count))
                return true
            }
            guard isNew else { continue }
            let uid = port.uid
            let sink = hardware.addSink(portUID: uid, tap: .air) { [weak self] block in self?.append(block, uid) }
            state.withLock { $0.sinks.append(sink) }
        }
    }

    private func append(_ block: PortBlock, _ uid: String) {
        let samples = (0..<block.channelCount).map { channel in
            Array(UnsafeBufferPointer(start: block.channels[channel], count: block.frameCount))
        }
        state.withLock { state in
            guard let index = state.recordings.firstIndex(where: { $0.uid == uid }) else { return }
            state.recordings[index].append(samples, start: block.moment.seconds, sampleRate: block.sampleRate)
        }
    }
}
