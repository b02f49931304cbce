import Foundation
import SordinoMIDI

/// A note whose pitch and velocity have fractions.
///
/// - Source: Apple, AVFAudio, `AVExtendedNoteOnEvent`.
open class AVExtendedNoteOnEvent: AVMusicEvent {
    /// Stands for the instrument that the group has.
    public class var defaultInstrument: UInt32 { 0xFFFF_FFFF }

    /// The pitch in keys, 60 for middle C.
    open var midiNote: Float
    /// The velocity, 0 to 127.
    open var velocity: Float
    /// The instrument, or `defaultInstrument`.
    open var instrumentID: UInt32
    /// The group that plays the note; channels are groups 0 to 15.
    open var groupID: UInt32
    /// The duration in beats, not negative.
    open var duration: AVMusicTimeStamp

    /// Makes a note for the instrument that the group has.
    public convenience init(midiNote: Float, velocity: Float, groupID: UInt32, duration: AVMusicTimeStamp) {
        self.init(
            midiNote: midiNote, velocity: velocity, instrumentID: Self.defaultInstrument, groupID: groupID,
            duration: duration)
    }

    /// Makes a note with fractional pitch and velocity.
    public init(
        midiNote: Float, velocity: Float, instrumentID: UInt32, groupID: UInt32, duration: AVMusicTimeStamp
    ) {
        (self.midiNote, self.velocity, self.instrumentID) = (midiNote, velocity, instrumentID)
        (self.groupID, self.duration) = (groupID, duration)
    }

    convenience init(_ note: ExtendedNote) {
        self.init(
            midiNote: note.pitch, velocity: note.velocity, instrumentID: note.instrumentID, groupID: note.groupID,
            duration: note.duration)
    }

    override var stored: SequenceEvent.Kind? {
        .extendedNote(
            ExtendedNote(
                instrumentID: instrumentID, groupID: groupID, pitch: midiNote, velocity: velocity,
                duration: max(duration, 0)))
    }
}
