/// A Standard MIDI File in memory, event for event as it is stored.
///
/// - Source: "Standard MIDI Files 1.0" (RP-001), MIDI Manufacturers Association.
package struct MIDIFile: Equatable, Sendable {
    /// The relation of the tracks.
    package enum Format: UInt16, Sendable {
        /// One track with all channels.
        case singleTrack = 0
        /// Tracks that are played at the same time; the first one has the tempo map.
        case simultaneousTracks = 1
        /// Tracks that are independent patterns, each with a tempo map of its own.
        case independentTracks = 2
    }

    /// The meaning of one tick.
    package enum Division: Equatable, Sendable {
        /// Ticks in a quarter note, 1 to 32767; the length of a quarter comes from the tempo map.
        case ticksPerQuarter(Int)
        /// Ticks in a frame of film, 1 to 255, and nominal frames in a second: 24, 25, 29 (drop frame, 29.97) or 30.
        case ticksPerFrame(Int, framesPerSecond: Int)
    }

    /// An event at its place on a track.
    package struct Event: Equatable, Sendable {
        /// Ticks since the beginning of the track.
        package var tick: Int
        package var message: Message

        /// Makes an event at a tick.
        package init(tick: Int, _ message: Message) {
            self.tick = tick
            self.message = message
        }
    }

    /// The messages that a file can hold.
    package enum Message: Equatable, Sendable {
        case channel(ChannelMessage)
        /// A system exclusive message, or its first piece: the bytes after F0, with the F7 that ends a whole one.
        case systemExclusive([UInt8])
        /// A further piece of a system exclusive message, or any bytes that are sent as they are (F7).
        case escape([UInt8])
        /// A meta event: its type, 0 to 127, and its bytes.
        case meta(UInt8, [UInt8])
    }

    /// The chunk of one track; its events by rising ticks.
    package typealias Track = [Event]

    /// An error of the file that was read over.
    package struct Remark: Equatable, Sendable, CustomStringConvertible {
        /// Offset of the byte that shows it, from 0.
        package var at: Int
        /// The rule that is broken, as the end of a sentence.
        package var because: String

        /// One line for people.
        package var description: String { "at byte \(at): \(because)" }
    }

    package var format: Format
    package var division: Division
    package var tracks: [Track]
    /// The errors that the reader forgave, at most 64; empty for a file without errors.
    package var remarks: [Remark] = []

    /// Makes a file of events.
    package init(format: Format, division: Division, tracks: [Track]) {
        self.format = format
        self.division = division
        self.tracks = tracks
    }

    /// Types of meta events that mean something to a sequencer.
    package enum Meta {
        package static let sequenceNumber: UInt8 = 0x00
        package static let text: UInt8 = 0x01
        package static let copyright: UInt8 = 0x02
        package static let trackName: UInt8 = 0x03
        package static let instrumentName: UInt8 = 0x04
        package static let lyric: UInt8 = 0x05
        package static let marker: UInt8 = 0x06
        package static let cuePoint: UInt8 = 0x07
        package static let channelPrefix: UInt8 = 0x20
        package static let port: UInt8 = 0x21
        package static let endOfTrack: UInt8 = 0x2F
        package static let tempo: UInt8 = 0x51
        package static let smpteOffset: UInt8 = 0x54
        package static let timeSignature: UInt8 = 0x58
        package static let keySignature: UInt8 = 0x59
        package static let proprietary: UInt8 = 0x7F
    }
}

/// The reason for which bytes could not be read or written as a MIDI file.
package enum MIDIFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes are no MIDI file: nothing useful can be taken from them.
    case malformed(at: Int, because: String)
    /// A bound of the format would be passed; the text names it.
    case limit(String)

    /// One line for people.
    package var description: String {
        switch self {
        case .malformed(let at, let because): "malformed at byte \(at): \(because)"
        case .limit(let text): "limit reached: \(text)"
        }
    }
}
