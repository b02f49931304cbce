import CoreAudioTypes
import SordinoEngine

/// Sets a parameter of an output queue at once.
///
/// - Returns: `kAudioQueueErr_InvalidParameter` for an unknown parameter or a value that is not finite, or 0.
@discardableResult
public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ, inTap: true) { _, queue in
        guard let change = QueueBuffer.Change(inParamID, inValue) else { return kAudioQueueErr_InvalidParameter }
        queue.set(change)
        return noErr
    }
}

/// Returns the value of a parameter of an output queue.
///
/// - Returns: `kAudioQueueErr_InvalidParameter` for an unknown parameter, or 0.
@discardableResult
public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
    AudioQueueObject.withOutput(inAQ, inTap: true) { _, queue in
        let parameters = queue.parameters
        switch inParamID {
        case kAudioQueueParam_Volume: outValue.pointee = parameters.volume
        case kAudioQueueParam_Pan: outValue.pointee = parameters.pan
        case kAudioQueueParam_VolumeRampTime: outValue.pointee = parameters.rampSeconds
        case kAudioQueueParam_PlayRate: outValue.pointee = Float32(parameters.rate)
        case kAudioQueueParam_Pitch: outValue.pointee = Float32(parameters.pitch)
        default: return kAudioQueueErr_InvalidParameter
        }
        return noErr
    }
}

extension QueueBuffer.Change {
    /// Makes the change of a parameter, its value clamped to the range of the parameter; nil for an unknown parameter
    /// or a value that is not finite.
    init?(_ id: AudioQueueParameterID, _ value: AudioQueueParameterValue) {
        guard value.isFinite else { return nil }
        switch id {
        case kAudioQueueParam_Volume: self = .volume(min(max(value, 0), 1))
        case kAudioQueueParam_Pan: self = .pan(min(max(value, -1), 1))
        case kAudioQueueParam_VolumeRampTime: self = .rampSeconds(max(value, 0))
        case kAudioQueueParam_PlayRate: self = .rate(Double(min(max(value, 1 / 32), 32)))
        case kAudioQueueParam_Pitch: self = .pitch(Double(min(max(value, -2400), 2400)))
        default: return nil
        }
    }
}
