import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoSignal

extension AVAudioEngine {
    /// Takes the engine off the hardware: the program renders it.
    ///
    /// - Parameters:
    ///   - mode: Whether rendering may wait for files.
    ///   - pcmFormat: What is rendered; linear PCM.
    ///   - maximumFrameCount: The most frames of one call.
    /// - Throws: An `NSError` with `AVAudioEngineManualRenderingError.initialized` while the engine runs, with
    ///   `kAudioUnitErr_FormatNotSupported` for a format that is not PCM or has no channels, with
    ///   `kAudioUnitErr_TooManyFramesToProcess` for frames of more than 4 GB.
    public func enableManualRenderingMode(
        _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
        maximumFrameCount: AVAudioFrameCount
    ) throws {
        let call = "enableManualRenderingMode"
        do {
            guard let kind = PackedSample(pcmFormat.commonFormat) else { throw EngineFailure.format }
            try core.enableManualRendering(
                mode == .offline ? .offline : .realtime, format: pcmFormat.asStandard.engine, kind: kind,
                isInterleaved: pcmFormat.isInterleaved, origin: pcmFormat, maximumFrameCount: Int(maximumFrameCount))
        } catch {
            throw EngineError.error(error, call: call)
        }
    }

    /// Puts the engine on the hardware again; nothing happens unless it is stopped.
    public func disableManualRenderingMode() { core.disableManualRendering() }

    /// Renders frames into a buffer, waiting for files as needed.
    ///
    /// Sound that the callbacks of earlier blocks schedule is part of this block: rendering waits for them, a second at
    /// most.
    ///
    /// - Parameters:
    ///   - numberOfFrames: At most `manualRenderingMaximumFrameCount`, and no more than the buffer has room for.
    ///   - buffer: In `manualRenderingFormat`; its `frameLength` becomes the number of frames rendered.
    /// - Returns: `success`, or why it was not.
    /// - Throws: An `NSError`: `AVAudioEngineManualRenderingError.invalidMode` unless in offline mode, `.notRunning`
    ///   before `start`, `kAudioUnitErr_TooManyFramesToProcess`, `kAudio_ParamError` for a buffer of another format.
    @discardableResult
    public func renderOffline(
        _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
    ) throws -> AVAudioEngineManualRenderingStatus {
        let call = "renderOffline"
        guard let manual = core.manual, manual.mode == .offline else {
            throw EngineError.error(
                AVAudioEngineManualRenderingError.invalidMode.rawValue, call: call,
                because: "the engine is not in offline manual rendering mode")
        }
        let format = manual.rendered
        guard buffer.format === format || buffer.format == format, buffer.frameCapacity >= numberOfFrames else {
            throw EngineError.error(
                -50, call: call,
                because: "\(numberOfFrames) frames of \(format) do not go into a buffer for "
                    + "\(buffer.frameCapacity) frames of \(buffer.format)")
        }
        buffer.frameLength = numberOfFrames
        let outcome = manual.renderer.renderOffline(
            Int(numberOfFrames), UnsafeMutablePointer(mutating: buffer.audioBufferList))
        guard outcome.face != .error else {
            buffer.frameLength = 0
            throw EngineError.error(outcome.error, call: call)
        }
        return outcome.face
    }

    /// Renders a block; in realtime mode it takes no lock and no memory.
    ///
    /// Buffers whose `mData` is nil are pointed to memory of the engine, valid until the next call. Fetch it after
    /// `enableManualRenderingMode` and keep it; it does not keep the engine.
    public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
        guard let manual = core.manual else {
            return { _, _, error in
                error?.pointee = AVAudioEngineManualRenderingError.invalidMode.rawValue
                return .error
            }
        }
        let renderer = manual.renderer
        switch manual.mode {
        case .realtime: return { frames, list, error in renderer.render(Int(frames), list).told(error) }
        case .offline: return { frames, list, error in renderer.renderOffline(Int(frames), list).told(error) }
        }
    }

    /// Indicates whether the program renders.
    public var isInManualRenderingMode: Bool { core.manual != nil }

    /// The mode of manual rendering; `.offline` while it is disabled.
    public var manualRenderingMode: AVAudioEngineManualRenderingMode {
        core.manual?.mode == .realtime ? .realtime : .offline
    }

    /// The format of manual rendering; 0 Hz and no channels while it is disabled.
    public var manualRenderingFormat: AVAudioFormat { core.manual?.rendered ?? AVAudioFormat() }

    /// The most frames of one call; 0 when the program does not render.
    public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
        AVAudioFrameCount(core.manual?.maximumFrameCount ?? 0)
    }

    /// Frames rendered since the time line began: since the mode was enabled, or the engine stopped or reset.
    public var manualRenderingSampleTime: AVAudioFramePosition {
        core.manual == nil ? 0 : core.renderer.sampleTime
    }
}

extension EngineCore.Manual {
    /// The format that the program asked for.
    var rendered: AVAudioFormat { origin as? AVAudioFormat ?? format.face }
}
