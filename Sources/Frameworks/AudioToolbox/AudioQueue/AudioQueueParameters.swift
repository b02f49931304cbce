import CoreAudioTypes
import SordinoEngine

/// Sets how a queue plays, at once.
///
/// - Returns: `kAudioQueueErr_InvalidParameter` for a number that is none or a value that is none, or 0.
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

/// Tells how a queue plays.
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
    /// A value of Apple's; clamped to what the parameter takes, nil for what is none.
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
