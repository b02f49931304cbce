import CoreAudioTypes
import Foundation

/// A time past the last event of a track, in beats.
public var kMusicTimeStamp_EndOfTrack: Double { .greatestFiniteMagnitude }

/// A handle of a sequence, made by `NewMusicSequence`.
public typealias MusicSequence = OpaquePointer

/// A handle of a track of a sequence.
public typealias MusicTrack = OpaquePointer

/// A handle of a player of sequences, made by `NewMusicPlayer`.
public typealias MusicPlayer = OpaquePointer

/// A handle of an iterator over the events of a track, made by `NewMusicEventIterator`.
public typealias MusicEventIterator = OpaquePointer

/// A time in a sequence, in beats.
public typealias MusicTimeStamp = Float64

/// The type of an event: one of `kMusicEventType_...`.
public typealias MusicEventType = UInt32

/// Called on the render thread with each user event while a sequence plays: context, sequence, track, the beat of the
/// event in its track, the event, the first beat of the rendered slice, and the beat after the last.
public typealias MusicSequenceUserCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, MusicSequence, MusicTrack, MusicTimeStamp, UnsafePointer<MusicEventUserData>,
        MusicTimeStamp, MusicTimeStamp
    ) -> Void

/// The unit of the beats of a sequence.
public enum MusicSequenceType: UInt32, Sendable {
    /// Quarter notes at the tempo of the tempo track ('beat').
    case beats = 1_650_811_252
    /// A beat is one second ('secs').
    case seconds = 1_936_024_435
    /// A beat is one sample ('samp').
    case samples = 1_935_764_848
}

/// The kinds of files that sequences are loaded from.
public enum MusicSequenceFileTypeID: UInt32, Sendable {
    /// Any type of file.
    case anyType = 0
    /// A Standard MIDI File ('midi').
    case midiType = 1_835_623_529
    /// An iMelody ring tone, which is not read here ('imel').
    case iMelodyType = 1_768_777_068
}

/// The way in which the tracks of a file become tracks of a sequence.
public struct MusicSequenceLoadFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Makes a set of flags from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes one track of each track in the file.
    public static var smf_PreserveTracks: MusicSequenceLoadFlags { [] }
    /// Makes one track of each channel, and a last one of the events without a channel.
    public static var smf_ChannelsToTracks: MusicSequenceLoadFlags { MusicSequenceLoadFlags(rawValue: 1) }
}

/// The way in which files are written.
public struct MusicSequenceFileFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Makes a set of flags from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Replaces an existing file.
    public static var eraseFile: MusicSequenceFileFlags { MusicSequenceFileFlags(rawValue: 1) }
}

extension AUPresetEvent {
    /// The state of the unit: a property list.
    public var preset: Unmanaged<CFTypeRef> {
        get { .fromOpaque(__preset) }
        set { __preset = newValue.toOpaque() }
    }

    /// Makes an event that sets the state of a unit.
    public init(scope: AudioUnitScope, element: AudioUnitElement, preset: Unmanaged<CFTypeRef>) {
        self.init(scope: scope, element: element, __preset: preset.toOpaque())
    }
}
