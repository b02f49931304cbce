import CoreAudioTypes
import Foundation

/// Indicates whether an engine that is rendered by its program has to keep time.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// No limit: rendering waits for files.
    case offline = 0
    /// Rendering never waits; only `manualRenderingBlock` renders.
    case realtime = 1
}

/// The outcome of a manually rendered block.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// Rendering failed; the error has the reason.
    case error = -1
    /// All frames were rendered.
    case success = 0
    /// The input node's block had no data; sound that does not depend on it was rendered.
    case insufficientDataFromInputNode = 1
    /// The engine is being changed by another thread; try again.
    case cannotDoInCurrentContext = 2
}

/// Errors of manual rendering.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    /// The engine is not in this mode.
    case invalidMode = -80800
    /// The engine runs, and the mode can only be changed while it is stopped.
    case initialized = -80801
    /// The engine does not run.
    case notRunning = -80802
}

/// Renders a block: frames, where to, and where an error goes.
public typealias AVAudioEngineManualRenderingBlock = (
    AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

extension NSNotification.Name {
    /// The engine's hardware has another rate or channel count, or is another one; the engine has stopped.
    public static let AVAudioEngineConfigurationChange = NSNotification.Name(
        "AVAudioEngineConfigurationChangeNotification")
}
