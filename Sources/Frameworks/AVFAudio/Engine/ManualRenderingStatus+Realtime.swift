import CoreAudioTypes
import SordinoEngine
import SordinoGraph

extension ManualRenderingStatus {
    /// The status in Apple's interface.
    var face: AVAudioEngineManualRenderingStatus {
        @_noAllocation @_noLocks get {
            switch self {
            case .success: .success
            case .insufficientInput: .insufficientDataFromInputNode
            case .notRunning, .tooManyFrames, .wrongBuffers, .graph: .error
            }
        }
    }

    /// The error in Apple's interface; 0 for none.
    var error: OSStatus {
        @_noAllocation @_noLocks get {
            switch self {
            case .success, .insufficientInput: 0
            case .notRunning: -80802  // AVAudioEngineManualRenderingError.notRunning
            case .tooManyFrames: -10874  // kAudioUnitErr_TooManyFramesToProcess
            case .wrongBuffers: -50  // kAudio_ParamError
            case .graph(.cycle), .graph(.splitAcrossRates): -10863  // kAudioUnitErr_CannotDoInCurrentContext
            case .graph(.unknownNode), .graph(.noSuchBus): -10877  // kAudioUnitErr_InvalidElement
            case .graph: -10868  // kAudioUnitErr_FormatNotSupported
            }
        }
    }

    /// Returns the status, and stores its error if there is a pointer for it.
    @_noAllocation @_noLocks
    func told(_ error: UnsafeMutablePointer<OSStatus>?) -> AVAudioEngineManualRenderingStatus {
        let status = face
        if case .error = status { error?.pointee = self.error }
        return status
    }
}
