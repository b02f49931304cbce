import SordinoMedia

/// A text about the sound from a moment on: a station's title, a field of a tag.
package struct SoundNote: Equatable, Sendable {
    /// The kind of name: titles of stations, or fields of ID3 tags.
    package enum Kind: Sendable { case station, tag }

    package var kind: Kind
    /// The name, such as `StreamTitle` or `artist`.
    package var name: String
    package var text: String
    /// Seconds behind the beginning of the piece with which it comes.
    package var seconds = 0.0

    /// Makes a note at 0 seconds.
    package init(_ kind: Kind, _ name: String, _ text: String) {
        self.kind = kind
        self.name = name
        self.text = text
    }
}

/// A sound on a server; used by one thread, which waits.
protocol SoundSource: AnyObject {
    /// The length; nil if unknown, as for stations.
    var seconds: Double? { get }
    /// Indicates whether `seek` goes anywhere.
    var isSeekable: Bool { get }
    /// The loudspeakers; nil where nothing is known of them.
    var layout: ChannelLayout? { get }

    /// Returns the next frames; nil at the end.
    ///
    /// - Throws: The reason for which no more bytes come.
    func next() throws(StreamError) -> SoundPiece?

    /// Goes to a place.
    ///
    /// - Returns: The place of the next frame: that, or a little before it.
    func seek(to seconds: Double) throws(StreamError) -> Double

    /// Returns the notes since the last call.
    func takeNotes() -> [SoundNote]

    /// The playlist by which it comes; nil without one.
    var playlistTraits: PlaylistTraits? { get }
}

/// The facts about a sound's playlist.
package struct PlaylistTraits: Equatable, Sendable {
    /// Indicates whether it grows.
    package var isLive: Bool
    /// Bits a second by the list of streams; nil without one.
    package var bitRate: Int?
}

extension SoundSource {
    var playlistTraits: PlaylistTraits? { nil }
}

extension SoundStream: SoundSource {
    var seconds: Double? { nil }
    var isSeekable: Bool { false }
    var layout: ChannelLayout? { nil }
    func seek(to seconds: Double) throws(StreamError) -> Double { throw .sound("a stream that goes on by itself") }
}

/// Determines the kind of sound at an address.
enum OpenedSound {
    private static let playlistTypes = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
    ]

    /// The result of a look: a file of which parts can be read, or a sound that is heard from its beginning.
    enum Found {
        case file(HTTPByteSource)
        case source(any SoundSource)
    }

    /// Asks a server once, and reads the answer by its kind: a playlist, a file, or a live stream.
    ///
    /// - Throws: The reason for which nothing can be heard.
    static func open(
        _ text: String, _ question: HTTPQuestion, _ holder: ConnectionHolder, bitRate: Int
    ) throws(StreamError) -> any SoundSource {
        switch try look(text, question, holder, bitRate: bitRate) {
        case .file(let bytes): return try RangedSound(bytes)
        case .source(let source): return source
        }
    }

    /// Asks a server for the kind of sound at an address.
    static func look(
        _ text: String, _ question: HTTPQuestion, _ holder: ConnectionHolder, bitRate: Int
    ) throws(StreamError) -> Found {
        guard let first = HTTPAddress(text) else { throw .address(text) }
        var question = question
        (question.home, question.wantsTitles) = (first, true)
        let (connection, address) = try question.open(first, keeping: holder)
        let head = connection.head
        let type = (head.fields["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        let path = address.path.prefix { $0 != "?" }.lowercased()
        if playlistTypes.contains(type) || path.hasSuffix(".m3u8") {
            let bytes = try connection.body(limit: HLSPlaylist.byteLimit)
            question.wantsTitles = false
            return .source(try HLSSound(address, bytes, question, holder, bitRate: bitRate))
        }
        let isStation = head.fields["icy-metaint"] != nil || head.fields["icy-name"] != nil
        let isWhole = head.fields["transfer-encoding"] == nil && head.fields["content-encoding"] == nil
        if !isStation, isWhole, let byteCount = head.number("content-length"), byteCount > 0,
            head.fields["accept-ranges"]?.lowercased() == "bytes"
        {
            question.wantsTitles = false
            return .file(HTTPByteSource(address, question, holder, byteCount: Int64(byteCount), begun: connection))
        }
        return .source(try SoundStream(address, question, holder, begun: connection))
    }
}
