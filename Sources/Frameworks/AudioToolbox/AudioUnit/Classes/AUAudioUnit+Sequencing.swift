import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoRealtime

// Units as targets of sequences.
extension AUAudioUnit {
    /// Returns the unit as a target of tracks; nil for one without MIDI input and parameters.
    package func sequenceTarget() -> SequenceTarget? {
        let bytes = scheduleMIDIEventBlock
        guard bytes != nil || parameterTree != nil else { return nil }
        let parameter = scheduleParameterBlock
        let kept = Lent(self)
        return SequenceTarget(
            bytes: { message in
                let message = message.assumingMemoryBound(to: MIDIBytesMessage.self).pointee
                bytes?(message.time, message.cable, message.count, message.bytes)
            },
            parameter: { message in
                let message = message.assumingMemoryBound(to: SequenceParameterMessage.self).pointee
                parameter(message.time, message.rampFrameCount, message.address, message.value)
            },
            setState: { call in
                guard call.scope == kAudioUnitScope_Global, let state = call.state as? NSDictionary else { return }
                kept.value.fullState = state as? [String: Any]
            })
    }
}
