import Glibc
import SordinoMedia

/// The sound of a playlist: one piece after the other, and while the playlist grows, its newest pieces.
///
/// Pieces are MPEG transport streams, elementary streams with tags, or fragments of MPEG-4 files behind their map. One
/// stream of the playlist is heard; another is tried where it cannot be opened.
final class HLSSound: SoundSource {
    /// Pieces that are longer are refused.
    private static let segmentByteLimit = 1 << 26
    /// Pieces before the end of a growing playlist at which listening begins.
    private static let liveSegmentCount = 3
    /// Attempts for one piece, and for a playlist that stops growing.
    private static let attemptLimit = 5

    private var question: HTTPQuestion
    private let holder: ConnectionHolder
    /// Waits for so many seconds; in short steps, since listening may end.
    private let pause: (Double) -> Void
    /// The playlist of pieces, where it lies, and other ones.
    private var playlist: HLSPlaylist
    private var address: HTTPAddress
    private var others: [HTTPAddress] = []
    /// The number of the next piece.
    private var nextNumber: Int64 = 0
    private var decoder = StreamDecoder()
    private var transport: TransportStream?
    private var map: HLSPlaylist.Map?
    private var pieces: [SoundPiece] = []
    private var notes: [SoundNote] = []
    private var isOver = false
    private var hasSound = false

    /// Reads a playlist and, of a list of streams, that of the stream to be heard.
    init(
        _ address: HTTPAddress, _ bytes: [UInt8], _ question: HTTPQuestion, _ holder: ConnectionHolder, bitRate: Int,
        pause: ((Double) -> Void)? = nil
    ) throws(StreamError) {
        self.question = question
        self.holder = holder
        self.pause =
            pause ?? { seconds in
                var left = seconds
                while left > 0, !holder.isOver {
                    usleep(UInt32(min(left, 0.05) * 1e6))
                    left -= 0.05
                }
            }
        self.address = address
        playlist = try HLSPlaylist(bytes)
        if !playlist.variants.isEmpty {
            others = playlist.addresses(upTo: bitRate).compactMap { address.following($0) }
            try choose(because: .sound("a playlist without streams"))
        }
        begin()
    }

    /// Takes the first of the other streams that can be opened.
    private func choose(because reason: StreamError) throws(StreamError) {
        var reason = reason
        while !others.isEmpty {
            let candidate = others.removeFirst()
            do throws(StreamError) {
                let (connection, address) = try question.open(candidate, keeping: holder)
                let bytes = try connection.body(limit: HLSPlaylist.byteLimit)
                let found = try HLSPlaylist(bytes)
                guard found.variants.isEmpty else { throw .sound("a playlist of playlists of playlists") }
                (playlist, self.address) = (found, address)
                return
            } catch { reason = error }
        }
        throw reason
    }

    private func begin() {
        let skipped = playlist.hasEnded ? 0 : max(0, playlist.segments.count - Self.liveSegmentCount)
        nextNumber = playlist.firstNumber + Int64(skipped)
    }

    var seconds: Double? { playlist.hasEnded ? playlist.seconds : nil }
    var isSeekable: Bool { playlist.hasEnded }
    var layout: ChannelLayout? { nil }

    func next() throws(StreamError) -> SoundPiece? {
        while pieces.isEmpty {
            if isOver { return nil }
            try advance()
        }
        hasSound = true
        return pieces.removeFirst()
    }

    func takeNotes() -> [SoundNote] {
        defer { notes = [] }
        return notes
    }

    func seek(to seconds: Double) throws(StreamError) -> Double {
        guard isSeekable else { throw .sound("a stream that goes on by itself") }
        var (start, index) = (0.0, 0)
        while index < playlist.segments.count - 1, start + playlist.segments[index].seconds <= seconds {
            start += playlist.segments[index].seconds
            index += 1
        }
        nextNumber = playlist.firstNumber + Int64(index)
        (pieces, isOver) = ([], false)
        renew()
        guard seconds >= playlist.seconds else { return start }
        // Behind the end there is nothing.
        isOver = true
        return playlist.seconds
    }

    /// Forgets everything about the pieces before.
    private func renew() { (decoder, transport, map) = (StreamDecoder(), nil, nil) }

    /// Fetches the next piece.
    private func advance() throws(StreamError) {
        let index = nextNumber - playlist.firstNumber
        guard index < Int64(playlist.segments.count) else {
            guard !playlist.hasEnded else {
                isOver = true
                pieces += try decoder.finish()
                return
            }
            return try reload()
        }
        guard index >= 0 else {
            // The server has thrown away what was to come.
            nextNumber = playlist.firstNumber
            renew()
            return
        }
        let segment = playlist.segments[Int(index)]
        do throws(StreamError) {
            try take(segment)
            nextNumber += 1
        } catch {
            guard !hasSound, !others.isEmpty else { throw error }
            try choose(because: error)
            renew()
            begin()
        }
    }

    private func take(_ segment: HLSPlaylist.Segment) throws(StreamError) {
        guard !segment.isEncrypted else { throw .sound("pieces that are encrypted are not read") }
        if segment.isDiscontinuous {
            pieces += try decoder.finish()
            renew()
        }
        if let wanted = segment.map, wanted != map {
            if map != nil {
                pieces += try decoder.finish()
                renew()
            }
            pieces += try decoder.take(try fetch(wanted.address, wanted.bytes)[...])
            map = wanted
        }
        let bytes = try fetch(segment.address, segment.bytes)
        if map != nil {
            pieces += try decoder.take(bytes[...])
        } else if transport != nil || TransportStream.isBeginning(bytes) {
            var stream = transport ?? TransportStream()
            pieces += try decoder.take(stream.take(bytes)[...])
            transport = stream
        } else {
            pieces += try decoder.take(withoutTag(bytes))
        }
    }

    /// Takes the tag before a piece away, and what it says of the sound.
    private func withoutTag(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let count = FileTags.id3ByteCount(Array(bytes.prefix(10))), count <= bytes.count else {
            return bytes[...]
        }
        for info in FileTags.info(inID3: Array(bytes[..<count])) {
            notes.append(SoundNote(.tag, info.key, info.value))
        }
        return bytes[count...]
    }

    private func fetch(_ text: String, _ part: HLSPlaylist.Bytes?) throws(StreamError) -> [UInt8] {
        guard let from = address.following(text) else { throw .address(text) }
        var attempt = 0
        while true {
            do throws(StreamError) {
                let last = part.map { $0.first + $0.count - 1 }
                let connection = try question.open(from, from: part?.first ?? 0, to: last, keeping: holder).connection
                let bytes = try connection.body(limit: Self.segmentByteLimit)
                guard let part else { return bytes }
                // A server that knows no parts sends everything.
                guard connection.head.status == 200 else { return bytes }
                let (first, end) = (Int(min(part.first, Int64(bytes.count))), part.first + part.count)
                return Array(bytes[first..<Int(min(end, Int64(bytes.count)))])
            } catch {
                attempt += 1
                if case .connection = error, attempt < Self.attemptLimit, !holder.isOver {
                    pause(0.25 * Double(attempt))
                    continue
                }
                throw error
            }
        }
    }

    /// Waits for further pieces of a playlist that grows.
    private func reload() throws(StreamError) {
        var (attempt, reason) = (0, StreamError.connection("its playlist no longer grows"))
        while attempt < 3 * Self.attemptLimit, !holder.isOver {
            // Source: RFC 8216, 6.3.4: half a target after a playlist that has not changed.
            pause(max(0.5, playlist.targetSeconds / 2))
            do throws(StreamError) {
                let connection = try question.open(address, keeping: holder).connection
                let found = try HLSPlaylist(try connection.body(limit: HLSPlaylist.byteLimit))
                let isLonger = found.firstNumber + Int64(found.segments.count) > nextNumber
                playlist = found
                if isLonger || found.hasEnded { return }
            } catch { reason = error }
            attempt += 1
        }
        throw reason
    }
}
