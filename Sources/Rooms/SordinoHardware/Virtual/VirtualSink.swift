import SordinoPolicy
import SordinoRealtime
import Synchronization

/// The point at which a port's samples are taken.
package enum PortTap: Hashable, Sendable {
    /// The stage's mix, before the device's volume, for judging levels and ramps; the samples of an input.
    case mix
    /// The port's output after the device's volume; zeros for an input.
    case air
}

/// One block of a port, valid during the call that it is given to.
package struct PortBlock {
    /// `channelCount` pointers to `frameCount` floats.
    package let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    package let channelCount: Int
    package let frameCount: Int
    /// The device's number of the first frame.
    package let startFrame: Int64
    /// The rate in hertz.
    package let sampleRate: Double
    /// The moment at which the first frame passed the port.
    package let moment: Moment
}

/// A receiver of the sound of one port, block by block.
package final class VirtualSink: Sendable {
    let portUID: String
    let tap: PortTap
    private let body: @Sendable (PortBlock) -> Void
    private let cancelled = Atomic(false)

    init(portUID: String, tap: PortTap, _ body: @escaping @Sendable (PortBlock) -> Void) {
        self.portUID = portUID
        self.tap = tap
        self.body = body
    }

    /// Ends the delivery; a block that is being delivered is completed.
    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func take(_ block: PortBlock) { if !isCancelled { body(block) } }
}

/// The sound that a port played, kept in memory on the device's time line.
///
/// Frame 0 is the first frame rendered after the recording began; frames during which the port was not there are
/// silent.
package final class PortRecording: Sendable {
    /// From here on the device ran at this rate.
    package struct Segment: Hashable, Sendable {
        package let startFrame: Int
        /// The rate in hertz.
        package let sampleRate: Double
    }

    private struct State {
        var channels: [[Float]] = []
        var frameCount = 0
        var segments: [Segment] = []
    }

    private let state = Guarded(State())
    private let firstFrame: Int64

    /// - Parameters:
    ///   - channelCount: What the port has; further channels of a block are dropped.
    ///   - firstFrame: The device's number of frame 0.
    init(channelCount: Int, firstFrame: Int64) {
        self.firstFrame = firstFrame
        state.withLock { $0.channels = Array(repeating: [], count: channelCount) }
    }

    func append(_ block: PortBlock) {
        state.withLock { state in
            let start = Int(block.startFrame - firstFrame)
            if state.segments.last?.sampleRate != block.sampleRate {
                state.segments.append(Segment(startFrame: start, sampleRate: block.sampleRate))
            }
            for channel in state.channels.indices {
                let gap = start - state.channels[channel].count
                if gap > 0 { state.channels[channel].append(contentsOf: repeatElement(0, count: gap)) }
                if channel < block.channelCount {
                    let samples = UnsafeBufferPointer(start: block.channels[channel], count: block.frameCount)
                    state.channels[channel].append(contentsOf: samples)
                }
            }
            state.frameCount = start + block.frameCount
        }
    }

    /// Frames up to the end of the last block in which the port was there.
    package var frameCount: Int { state.withLock(\.frameCount) }

    package var channelCount: Int { state.withLock(\.channels.count) }

    /// The rates that the frames were played at, in order.
    package var segments: [Segment] { state.withLock(\.segments) }

    /// All frames, one array for each channel.
    package var samples: [[Float]] { samples(in: 0..<frameCount) }

    /// Some frames, planar; those that were not recorded are silent.
    package func samples(in range: Range<Int>) -> [[Float]] {
        state.withLock { state in
            state.channels.map { channel in
                let known = range.clamped(to: 0..<channel.count)
                if known.isEmpty { return [Float](repeating: 0, count: range.count) }
                return [Float](repeating: 0, count: known.lowerBound - range.lowerBound) + channel[known]
                    + [Float](repeating: 0, count: range.upperBound - known.upperBound)
            }
        }
    }

    /// One channel's samples, from 0.
    package func channel(_ channel: Int) -> [Float] {
        state.withLock { state in
            state.channels.indices.contains(channel) ? state.channels[channel] : []
        }
    }
}

extension VirtualDevice {
    /// Passes the sound of a port to `body`, block by block, also when the port departs and comes again.
    ///
    /// - Parameters:
    ///   - tap: Before or after the device's volume.
    ///   - body: Called between blocks on the thread that drives the device; it may write files, and may not render.
    /// - Returns: Ends it by `cancel`.
    @discardableResult
    package func addSink(
        portUID: String, tap: PortTap = .mix, _ body: @escaping @Sendable (PortBlock) -> Void
    ) -> VirtualSink {
        let sink = VirtualSink(portUID: portUID, tap: tap, body)
        control.withLock { $0.sinks.append(sink) }
        wakePacer()
        return sink
    }

    /// Records the sound of a port from now on.
    ///
    /// - Parameter tap: The stage's mix as a rule, so that the device's volume does not change the levels.
    /// - Returns: The recording, which grows as long as the device is driven; of two channels when the port is not
    ///   there yet.
    package func record(portUID: String, tap: PortTap = .mix) -> PortRecording {
        let (channelCount, frame) = control.withLock { control in
            (control.port(uid: portUID)?.port.channels.count ?? 2, control.frame)
        }
        let recording = PortRecording(channelCount: channelCount, firstFrame: frame)
        addSink(portUID: portUID, tap: tap) { recording.append($0) }
        return recording
    }
}
