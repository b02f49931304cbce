import CoreAudioTypes
import SordinoGraph
import SordinoSignal

/// The timing requirement of manual rendering.
package enum ManualRenderingMode: Sendable {
    /// Rendering waits for files and for calls to the program.
    case offline
    /// Rendering never waits for files or calls.
    case realtime
}

/// The outcome of a block rendered by hand.
package enum ManualRenderingStatus: Sendable {
    case success
    /// The input's block had no data; what does not depend on it was rendered.
    case insufficientInput
    /// The engine does not run.
    case notRunning
    /// More frames were asked for than was agreed.
    case tooManyFrames
    /// The buffers are other in number or too small.
    case wrongBuffers
    /// The graph cannot be rendered.
    case graph(GraphError)
}

extension EngineCore {
    /// The settings of manual rendering.
    package struct Manual: Sendable {
        package let mode: ManualRenderingMode
        package let format: EngineFormat
        /// The face's description of the buffers.
        package let origin: (any AnyObject & Sendable)?
        package let maximumFrameCount: Int
        package let renderer: ManualRenderer
    }

    /// The settings of manual rendering; nil while it is disabled.
    package var manual: Manual? {
        locked {
            if case .manual(let manual) = mode { manual } else { nil }
        }
    }

    /// Takes the engine off the hardware: the program renders it.
    ///
    /// - Parameters:
    ///   - format: Of the output.
    ///   - kind: Of the samples that are rendered.
    ///   - isInterleaved: Whether all channels go into one buffer.
    ///   - origin: The face's description of the buffers.
    ///   - maximumFrameCount: The most frames of one call; at least 1.
    /// - Throws: `running`, `format`; `tooManyFrames` for more than 4 GB.
    package func enableManualRendering(
        _ manualMode: ManualRenderingMode, format: EngineFormat, kind: PackedSample, isInterleaved: Bool,
        origin: (any AnyObject & Sendable)?, maximumFrameCount: Int
    ) throws(EngineFailure) {
        afterBlock.finish()
        try lockedThrowing { () throws(EngineFailure) in
            guard !isStarted else { throw .running }
            guard format.bus.isAccepted, maximumFrameCount > 0 else { throw .format }
            guard maximumFrameCount <= Int(UInt32.max) / 8 / format.bus.channelCount else { throw .tooManyFrames }
            leaveHardware()
            live.resetTime()
            mode = .manual(
                Manual(
                    mode: manualMode, format: format, origin: origin, maximumFrameCount: maximumFrameCount,
                    renderer: ManualRenderer(
                        core: self, renderer: renderer, channelCount: format.bus.channelCount, kind: kind,
                        isInterleaved: isInterleaved, maximumFrameCount: maximumFrameCount)))
            note(.anything)
        }
    }

    /// Returns to rendering for the hardware; does nothing unless the engine is stopped.
    package func disableManualRendering() {
        afterBlock.finish()
        locked {
            guard !isStarted, case .manual = mode else { return }
            mode = .live
            inputNode?.input?.setSource(nil)
            manualInputFormat = nil
            live.resetTime()
            note(.anything)
            plannedFormat = nil
        }
    }

    /// Takes the frames of the input from a client function while the engine is rendered by hand.
    ///
    /// - Returns: False if the engine is not rendered by hand, runs, or has no input; then nothing changed.
    package func setManualInput(
        _ format: EngineFormat, kind: PackedSample, isInterleaved: Bool, block: ClientBlock, keeping: AnyObject
    ) -> Bool {
        locked {
            guard case .manual = mode, !isStarted, format.bus.channelCount > 0, let input = inputNode?.input
            else { return false }
            manualInputFormat = format
            input.setSource(block, kind: kind, isInterleaved: isInterleaved, keeping: keeping)
            note(.anything)
            return true
        }
    }
}
