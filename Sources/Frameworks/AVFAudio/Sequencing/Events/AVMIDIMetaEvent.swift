import Foundation
import SordinoMIDI

/// A meta event of a MIDI file: text, a time signature and the like.
///
/// - Source: Apple, AVFAudio, `AVMIDIMetaEvent`.
open class AVMIDIMetaEvent: AVMusicEvent {
    /// The type of the event.
    public let type: EventType
    /// The bytes behind type and length.
    let data: Data

    /// Makes an event of a type and its bytes.
    public init(type: EventType, data: Data) { (self.type, self.data) = (type, data) }

    override var stored: SequenceEvent.Kind? {
        if case .tempo = type, data.count >= 3 {
            let microseconds = data.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            if microseconds > 0 { return .tempo(60_000_000 / Double(microseconds)) }
        }
        return .meta(UInt8(type.rawValue), [UInt8](data))
    }
}

extension AVMIDIMetaEvent {
    /// The types of meta events.
    public enum EventType: Int, Sendable {
        /// The number of the sequence.
        case sequenceNumber = 0
        /// Text of any kind.
        case text = 1
        /// The notice of copyright.
        case copyright = 2
        /// The name of the track.
        case trackName = 3
        /// The name of the instrument.
        case instrument = 4
        /// A syllable of the lyrics.
        case lyric = 5
        /// A marker, such as a rehearsal letter.
        case marker = 6
        /// A cue, such as a door that closes.
        case cuePoint = 7
        /// The channel of the meta events that follow.
        case midiChannel = 32
        /// The port of the track.
        case midiPort = 33
        /// The end of the track.
        case endOfTrack = 47
        /// A tempo, in microseconds of a quarter note.
        case tempo = 81
        /// The SMPTE time at which the track begins.
        case smpteOffset = 84
        /// The time signature from here on.
        case timeSignature = 88
        /// The key signature from here on.
        case keySignature = 89
        /// An event defined by a manufacturer.
        case proprietaryEvent = 127
    }
}
