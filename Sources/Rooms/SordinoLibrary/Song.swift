/// A recording of the library: where it is and what its tags state.
///
/// Texts that the file does not state are empty; numbers that it does not state are 0.
package struct Song: Equatable, Sendable {
    /// The kinds of media, in the bits of `MPMediaType`.
    package enum Kind {
        package static let music: UInt32 = 1
        package static let podcast: UInt32 = 2
        package static let audiobook: UInt32 = 4
    }

    /// Identifies the recording as long as the library knows it, also after the file was moved.
    package var id: UInt64 = 0
    package var path = ""
    /// The file as it was when its tags were read.
    package var stamp = FileStamp()
    package var title = ""
    package var artist = ""
    package var albumArtist = ""
    package var album = ""
    package var genre = ""
    package var composer = ""
    /// The name of the podcast that it is an episode of.
    package var podcast = ""
    package var kind = Kind.music
    package var track: Int32 = 0
    package var trackCount: Int32 = 0
    package var disc: Int32 = 0
    package var discCount: Int32 = 0
    package var beatsPerMinute: Int32 = 0
    package var isCompilation = false
    package var isExplicit = false
    package var hasPicture = false
    /// The length in seconds.
    package var duration = 0.0
    /// Seconds from 1970 on; nil if no date is stated.
    package var released: Double?
    package var comments = ""
    package var lyrics = ""
    package var grouping = ""
    /// 1 to 5 stars that the file states; 0 for none.
    package var statedRating: Int32 = 0

    package init() {}
}

/// The identity and state of a file, by which a library finds out whether it has changed or moved.
package struct FileStamp: Hashable, Sendable {
    package var byteCount: Int64 = 0
    /// The last change, in nanoseconds from 1970 on.
    package var changed: Int64 = 0
    package var device: UInt64 = 0
    package var number: UInt64 = 0

    package init() {}
}

/// The values that the person and the players add to a song; kept when its file changes, moves, or is away for a while.
package struct SongMarks: Equatable, Sendable {
    /// 0 to 5 stars.
    package var rating: Int32 = 0
    package var playCount: Int32 = 0
    package var skipCount: Int32 = 0
    /// Seconds from 1970 on; 0 for never.
    package var lastPlayed = 0.0
    /// The place in seconds at which a long recording continues; 0 for its beginning.
    package var bookmark = 0.0
    /// Seconds from 1970 on.
    package var added = 0.0

    package init() {}
}

/// A list of songs in the order of its author.
package struct Playlist: Equatable, Sendable {
    package var id: UInt64 = 0
    /// The file that it was read from.
    package var path = ""
    package var stamp = FileStamp()
    package var name = ""
    package var author = ""
    package var details = ""
    /// The paths of its songs; those that the library does not know are kept and not shown.
    package var paths: [String] = []

    package init() {}
}

/// Numbers for persistent identifiers: the FNV-1a hash of texts.
///
/// The same text has the same number in every process and run.
/// - Source: G. Fowler, L. C. Noll, K.-P. Vo, "FNV Hash".
package enum PersistentID {
    /// The number of some texts in this order; never 0.
    package static func of(_ texts: String...) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        return hash == 0 ? 1 : hash
    }
}
