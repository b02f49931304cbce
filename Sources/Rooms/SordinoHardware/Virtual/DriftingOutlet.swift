import SordinoPolicy
import SordinoRealtime

/// Records the sound of a port whose converter has a clock of its own, frame by frame of that clock.
package final class DriftingOutlet: Sendable {
    private struct State {
        var follower: ClockFollower?
        var piece: PlanarBuffer?
        /// The fraction of a frame that is due by the clock of the port.
        var due = 0.0
        /// The excess of the port clock over the device clock.
        var partsPerMillion: Double
        var channels: [[Float]] = []
    }

    private let state: Guarded<State>

    init(partsPerMillion: Double) { state = Guarded(State(partsPerMillion: partsPerMillion)) }

    /// Changes the clock of the port from the next block on, as warmth does.
    package func setPartsPerMillion(_ partsPerMillion: Double) {
        state.withLock { $0.partsPerMillion = partsPerMillion }
    }

    func take(_ block: PortBlock) {
        state.withLock { state in
            let follower =
                state.follower
                ?? ClockFollower(
                    channelCount: block.channelCount, sampleRate: block.sampleRate, blockFrames: block.frameCount)
            let piece =
                state.piece ?? PlanarBuffer(channelCount: block.channelCount, frameCapacity: block.frameCount * 2)
            if state.channels.isEmpty { state.channels = Array(repeating: [], count: block.channelCount) }
            (state.follower, state.piece) = (follower, piece)
            follower.put(block.channels, frameCount: block.frameCount)
            state.due += Double(block.frameCount) * (1 + state.partsPerMillion * 1e-6)
            let count = Int(state.due)
            state.due -= Double(count)
            follower.take(UnsafePointer(piece.channels), frameCount: count, dueFraction: state.due)
            for channel in 0..<block.channelCount {
                state.channels[channel] += UnsafeBufferPointer(start: piece.channels[channel], count: count)
            }
        }
    }

    /// The samples that the port played, from its first frame on.
    package func channel(_ channel: Int) -> [Float] {
        state.withLock { $0.channels.indices.contains(channel) ? $0.channels[channel] : [] }
    }

    /// The difference of the clocks as the stage has measured it; 0 before the first block.
    package var measuredPartsPerMillion: Double { state.withLock { $0.follower?.partsPerMillion ?? 0 } }

    /// Frames that were lost on the way.
    package var lostFrames: Int { state.withLock { $0.follower?.lostFrames ?? 0 } }
}

extension VirtualDevice {
    /// Records a port with a clock of its own from now on, as in a device of several interfaces.
    ///
    /// - Parameter partsPerMillion: How much faster its clock runs than the device's, which leads.
    package func outlet(portUID: String, partsPerMillion: Double) -> DriftingOutlet {
        let outlet = DriftingOutlet(partsPerMillion: partsPerMillion)
        addSink(portUID: portUID, tap: .air) { outlet.take($0) }
        return outlet
    }
}
