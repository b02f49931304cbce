import Foundation

/// A place in a sequence, in beats from its beginning.
public typealias AVMusicTimeStamp = Double

/// A place past the last event of a track.
public var AVMusicTimeStampEndOfTrack: Double { .greatestFiniteMagnitude }

/// A range of beats; its end does not belong to it.
public struct _AVBeatRange: Equatable, Sendable {
    /// The beat at which the range begins.
    public var start: AVMusicTimeStamp
    /// The number of beats.
    public var length: AVMusicTimeStamp

    /// Makes an empty range at 0.
    public init() { (start, length) = (0, 0) }

    /// Makes a range of a start and a length in beats.
    public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) { (self.start, self.length) = (start, length) }

    /// The beat behind the last.
    var end: Double { length >= AVMusicTimeStampEndOfTrack ? AVMusicTimeStampEndOfTrack : start + length }
}

/// A range of beats; its end does not belong to it.
public typealias AVBeatRange = _AVBeatRange

/// Makes a range of beats.
@discardableResult
public func AVMakeBeatRange(_ startBeat: AVMusicTimeStamp, _ lengthInBeats: AVMusicTimeStamp) -> AVBeatRange {
    AVBeatRange(start: startBeat, length: lengthInBeats)
}

/// Counts of loops that are no numbers.
public enum AVMusicTrackLoopCount: Int, Sendable {
    /// Repeats until the player stops.
    case forever = -1
}

/// The way in which the tracks of a MIDI file become tracks of a sequence.
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Makes one track of each track in the file.
    public static var smf_PreserveTracks: AVMusicSequenceLoadOptions { [] }
    /// Makes one track of each channel, and a last one of everything that has no channel.
    public static var smf_ChannelsToTracks: AVMusicSequenceLoadOptions { AVMusicSequenceLoadOptions(rawValue: 1) }
}

/// Looks at an event: the event, its beat, and whether it is to be removed; the last two may be changed.
public typealias AVMusicEventEnumerationBlock = (
    AVMusicEvent, UnsafeMutablePointer<AVMusicTimeStamp>, UnsafeMutablePointer<ObjCBool>
) -> Void

/// Receives a user event: its track, its bytes, and its beat, which may be past already.
public typealias AVAudioSequencerUserCallback = (AVMusicTrack, Data, AVMusicTimeStamp) -> Void
