import CoreAudioTypes
import Foundation

/// A place past the last event of a track.
public var kMusicTimeStamp_EndOfTrack: Double { .greatestFiniteMagnitude }

/// A sequence, as `NewMusicSequence` gives it.
public typealias MusicSequence = OpaquePointer

/// A track of a sequence.
public typealias MusicTrack = OpaquePointer

/// A player of sequences, as `NewMusicPlayer` gives it.
public typealias MusicPlayer = OpaquePointer

/// A place between the events of a track, as `NewMusicEventIterator` gives it.
public typealias MusicEventIterator = OpaquePointer

/// A place in a sequence, in beats.
public typealias MusicTimeStamp = Float64

/// The kind of an event.
public typealias MusicEventType = UInt32

/// Called with each event of the program's own while a sequence plays, on the thread that renders: context, sequence, track, the beat of
/// the event in its track, the event, the first beat that is being rendered, and the one behind the last.
public typealias MusicSequenceUserCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, MusicSequence, MusicTrack, MusicTimeStamp, UnsafePointer<MusicEventUserData>,
        MusicTimeStamp, MusicTimeStamp
    ) -> Void

/// The meaning of the beats of a sequence.
public enum MusicSequenceType: UInt32, Sendable {
    /// Quarter notes at the tempo of the tempo track ('beat').
    case beats = 1_650_811_252
    /// Seconds ('secs').
    case seconds = 1_936_024_435
    /// Samples ('samp').
    case samples = 1_935_764_848
}

/// The kinds of files that sequences are loaded from.
public enum MusicSequenceFileTypeID: UInt32, Sendable {
    /// Any type of file.
    case anyType = 0
    /// A Standard MIDI File ('midi').
    case midiType = 1_835_623_529
    /// A ring tone ('imel').
    case iMelodyType = 1_768_777_068
}

/// The way in which the tracks of a file become tracks of a sequence.
public struct MusicSequenceLoadFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes one track of each track in the file.
    public static var smf_PreserveTracks: MusicSequenceLoadFlags { [] }
    /// Makes one track of each channel, and a last one of everything that has no channel.
    public static var smf_ChannelsToTracks: MusicSequenceLoadFlags { MusicSequenceLoadFlags(rawValue: 1) }
}

/// The way in which files are written.
public struct MusicSequenceFileFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes flags of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Replaces a file that is there.
    public static var eraseFile: MusicSequenceFileFlags { MusicSequenceFileFlags(rawValue: 1) }
}

extension AUPresetEvent {
    /// The property list.
    public var preset: Unmanaged<CFTypeRef> {
        get { .fromOpaque(__preset) }
        set { __preset = newValue.toOpaque() }
    }

    /// Makes an event.
    public init(scope: AudioUnitScope, element: AudioUnitElement, preset: Unmanaged<CFTypeRef>) {
        self.init(scope: scope, element: element, __preset: preset.toOpaque())
    }
}
