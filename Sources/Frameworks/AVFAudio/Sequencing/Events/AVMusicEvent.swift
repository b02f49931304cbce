import Foundation
import SordinoMIDI

/// An event of a track; programs use its subclasses.
///
/// - Source: Apple, AVFAudio, `AVMusicEvent`.
open class AVMusicEvent: NSObject {
    /// The event as a sequence stores it.
    var stored: SequenceEvent.Kind? { nil }

    /// Returns the object of a stored event; nil for kinds that have none.
    static func event(of kind: SequenceEvent.Kind) -> AVMusicEvent? {
        switch kind {
        case .note(let note):
            AVMIDINoteEvent(
                channel: UInt32(note.channel), key: UInt32(note.key), velocity: UInt32(note.velocity),
                duration: note.duration, releaseVelocity: note.releaseVelocity)
        case .extendedNote(let note): AVExtendedNoteOnEvent(note)
        case .channel(let message): AVMIDIChannelEvent.event(of: message)
        case .raw(let bytes): AVMIDISysexEvent(data: Data(bytes))
        case .meta(let type, let bytes):
            AVMIDIMetaEvent.EventType(rawValue: Int(type)).map { AVMIDIMetaEvent(type: $0, data: Data(bytes)) }
        case .tempo(let tempo): AVExtendedTempoEvent(tempo: tempo)
        case .user(let bytes): AVMusicUserEvent(data: Data(bytes))
        case .parameter(let parameter):
            AVParameterEvent(
                parameterID: parameter.id, scope: parameter.scope, element: parameter.element, value: parameter.value)
        case .preset(let preset):
            AVAUPresetEvent(
                scope: preset.scope, element: preset.element,
                dictionary: (preset.state as? NSDictionary) as? [AnyHashable: Any] ?? [:])
        }
    }
}
