import Glibc
import SordinoMedia

/// The sound of a playlist: one piece after the other, and while the playlist grows, its newest pieces.
///
/// Pieces are MPEG transport streams, elementary streams with tags, or fragments of MPEG-4 files behind their map, also
/// encrypted as a whole (AES-128). Of several streams of sound alone that is heard which the network bears; another one
/// is tried where one cannot be opened.
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
    private var others: [Stream] = []
    /// The streams among which the network's speed decides, and their playlists as far as they were read.
    private var streams: [Stream] = []
    private var playlists: [Int: HLSPlaylist] = [:]
    private var choice: StreamChoice?
    /// Keys by their addresses.
    private var keys: [String: [UInt8]] = [:]
    /// Seconds of a clock, by which the network is measured.
    private let clock: () -> Double
    /// The number of the next piece.
    private var nextNumber: Int64 = 0
    private var decoder = StreamDecoder()
    private var transport: TransportStream?
    private var map: HLSPlaylist.Map?
    private var packets = ArrivedPackets()
    /// Notes that were not taken, and the number of the packet from which on each holds.
    private var notes: [(packet: Int, note: SoundNote)] = []
    /// Bits a second of the stream that is heard; nil without a list of streams.
    private var bitRate: Int?
    private var isOver = false
    private var failure: StreamError?
    private var hasSound = false

    /// One of the streams of a list.
    private struct Stream {
        var address: HTTPAddress
        var choice: HLSPlaylist.Choice
    }

    /// Reads a playlist and, of a list of streams, that of the stream to be heard.
    init(
        _ address: HTTPAddress, _ bytes: [UInt8], _ question: HTTPQuestion, _ holder: ConnectionHolder, bitRate: Int,
        pause: ((Double) -> Void)? = nil, clock: (() -> Double)? = nil
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
        self.clock =
            clock ?? {
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
            }
        self.address = address
        playlist = try HLSPlaylist(bytes)
        if !playlist.variants.isEmpty {
            others = playlist.choices(upTo: bitRate).compactMap { choice in
                address.following(choice.address).map { Stream(address: $0, choice: choice) }
            }
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
                (playlist, address) = try read(candidate.address)
                bitRate = candidate.choice.bitRate
                beginChoosing(candidate)
                return
            } catch { reason = error }
        }
        throw reason
    }

    /// Reads a playlist of pieces.
    private func read(_ address: HTTPAddress) throws(StreamError) -> (HLSPlaylist, HTTPAddress) {
        let (connection, address) = try question.open(address, keeping: holder)
        let found = try HLSPlaylist(try connection.body(limit: HLSPlaylist.byteLimit))
        guard found.variants.isEmpty else { throw .sound("a playlist of playlists of playlists") }
        return (found, address)
    }

    /// The network's speed decides from now on, among streams like this one.
    private func beginChoosing(_ stream: Stream) {
        streams = ([stream] + others).filter {
            $0.choice.isSound && $0.choice.isWithinLimit && $0.choice.bitRate > 0
        }
        playlists = [:]
        guard stream.choice.isSound, stream.choice.bitRate > 0, streams.count > 1 else {
            choice = nil
            return
        }
        choice = StreamChoice(bitRates: streams.map(\.choice.bitRate), current: 0)
        playlists[0] = playlist
    }

    /// Continues with another stream at the same place, if it has its pieces there.
    private func change(to number: Int) {
        guard streams.indices.contains(number) else { return }
        do throws(StreamError) {
            var (found, address) = (playlist, streams[number].address)
            if let known = playlists[number] { found = known } else { (found, address) = try read(address) }
            guard let next = Self.number(in: found, like: nextNumber, of: playlist) else { return }
            packets += try decoder.finish()
            renew()
            if let current = choice?.current, playlist.hasEnded { playlists[current] = playlist }
            streams[number].address = address
            (playlist, self.address, nextNumber) = (found, address, next)
            bitRate = streams[number].choice.bitRate
            choice?.took(number)
        } catch {
            // The other stream is not tried again, and the present one is played on.
            choice = nil
        }
    }

    /// The piece of one stream that begins when a piece of another does; nil if there is none.
    static func number(in other: HLSPlaylist, like number: Int64, of playlist: HLSPlaylist) -> Int64? {
        let index = Int(clamping: number - playlist.firstNumber)
        guard playlist.hasEnded, other.hasEnded else {
            // Source: RFC 8216, 6.2.4: the numbers of streams that grow belong together.
            let there = Int(clamping: number - other.firstNumber)
            return there >= 0 && there <= other.segments.count ? number : nil
        }
        guard index >= 0, index <= playlist.segments.count else { return nil }
        let place = playlist.segments[..<index].reduce(0) { $0 + $1.seconds }
        var start = 0.0
        for (index, segment) in other.segments.enumerated() {
            if abs(start - place) < 0.05 { return other.firstNumber + Int64(index) }
            start += segment.seconds
        }
        return nil
    }

    private func begin() {
        let skipped = playlist.hasEnded ? 0 : max(0, playlist.segments.count - Self.liveSegmentCount)
        nextNumber = playlist.firstNumber + Int64(skipped)
    }

    var seconds: Double? { playlist.hasEnded ? playlist.seconds : nil }
    var isSeekable: Bool { playlist.hasEnded }
    var layout: ChannelLayout? { nil }

    func next() throws(StreamError) -> SoundPiece? {
        while true {
            if let piece = packets.nextPiece() {
                hasSound = true
                return piece
            }
            if let failure { throw failure }
            if isOver { return nil }
            // Pieces that were decoded before a failure are returned first.
            do throws(StreamError) { try advance() } catch { failure = error }
        }
    }

    func takeNotes() -> [SoundNote] {
        let given = packets.givenCount
        defer { notes.removeAll { $0.packet < given } }
        return notes.filter { $0.packet < given }.map { $0.note }
    }

    var playlistTraits: PlaylistTraits? { PlaylistTraits(isLive: !playlist.hasEnded, bitRate: bitRate) }

    func seek(to seconds: Double) throws(StreamError) -> Double {
        guard isSeekable else { throw .sound("a stream that goes on by itself") }
        var (start, index) = (0.0, 0)
        while index < playlist.segments.count - 1, start + playlist.segments[index].seconds <= seconds {
            start += playlist.segments[index].seconds
            index += 1
        }
        nextNumber = playlist.firstNumber + Int64(index)
        (packets, notes, isOver, failure) = (ArrivedPackets(), [], false, nil)
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
                packets += try decoder.finish()
                return
            }
            return try reload()
        }
        guard index >= 0 else {
            // The server has dropped the pieces that were to come.
            nextNumber = playlist.firstNumber
            renew()
            return
        }
        let segment = playlist.segments[Int(index)]
        do throws(StreamError) {
            let start = clock()
            let byteCount = try take(segment, nextNumber)
            nextNumber += 1
            if let better = choice?.arrived(byteCount: byteCount, seconds: clock() - start) { change(to: better) }
        } catch {
            guard !hasSound, !others.isEmpty else { throw error }
            try choose(because: error)
            renew()
            begin()
        }
    }

    /// Reads a piece.
    ///
    /// - Returns: Its bytes.
    private func take(_ segment: HLSPlaylist.Segment, _ number: Int64) throws(StreamError) -> Int {
        if segment.isDiscontinuous {
            // Before the first piece there is nothing to end.
            packets += (try? decoder.finish()) ?? []
            renew()
        }
        if let wanted = segment.map, wanted != map {
            if map != nil {
                packets += try decoder.finish()
                renew()
            }
            let bytes = try open(try fetch(wanted.address, wanted.bytes), wanted.key, number)
            packets += try decoder.take(bytes[...])
            map = wanted
        }
        let fetched = try fetch(segment.address, segment.bytes)
        let bytes = try open(fetched, segment.key, number)
        if map != nil {
            packets += try decoder.take(bytes[...])
        } else if transport != nil || TransportStream.isBeginning(bytes) {
            var stream = transport ?? TransportStream()
            let contents = stream.take(bytes)
            transport = stream
            let first = packets.arrivedCount
            for tag in contents.tags {
                let clocks = contents.clock.flatMap { start in tag.clock.map { (start, $0) } }
                let seconds = clocks.map { TransportStream.seconds(from: $0.0, to: $0.1) } ?? 0
                note(tag.bytes, first, seconds: min(max(0, seconds), max(0, segment.seconds)))
            }
            packets += try decoder.take(contents.sound[...])
        } else {
            try take(elementary: bytes)
        }
        return fetched.count
    }

    /// Decrypts an encrypted piece.
    private func open(_ bytes: [UInt8], _ key: HLSPlaylist.Key?, _ number: Int64) throws(StreamError) -> [UInt8] {
        guard let key else { return bytes }
        guard key.isKnown else { throw .sound("pieces that are encrypted by \(key.method) are not read") }
        guard let library = CryptoLibrary.shared else {
            throw .connection("encrypted pieces need the library libcrypto, which is not installed")
        }
        let secret: [UInt8]
        if let known = keys[key.address] {
            secret = known
        } else {
            secret = try fetch(key.address, nil)
            guard secret.count == 16 else { throw .sound("a key of \(secret.count) bytes") }
            // A playlist that changes its key with every piece is no reason to keep them all.
            if keys.count >= 64 { keys = [:] }
            keys[key.address] = secret
        }
        // Source: RFC 8216, 5.2: without a vector the number of the piece, the highest byte first.
        let vector = key.vector ?? [UInt8](repeating: 0, count: 8) + withUnsafeBytes(of: number.bigEndian) { Array($0) }
        guard let opened = library.open(bytes, key: secret, vector: vector) else {
            throw .sound("a piece that its key does not open")
        }
        return opened
    }

    /// Takes the tags out of a piece, before its frames and between them.
    private func take(elementary bytes: [UInt8]) throws(StreamError) {
        var rest = bytes[...]
        while let tag = Self.tag(in: rest) {
            packets += try decoder.take(rest[..<tag.lowerBound])
            note(Array(rest[tag]), packets.arrivedCount)
            rest = rest[tag.upperBound...]
        }
        packets += try decoder.take(rest)
    }

    /// The first whole tag, at the beginning or before a frame, a tag or the end.
    private static func tag(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        var at = bytes.startIndex
        while bytes.endIndex - at >= 10 {
            defer { at += 1 }
            guard bytes[at] == 0x49, bytes[at + 1] == 0x44, bytes[at + 2] == 0x33,
                let count = FileTags.id3ByteCount(Array(bytes[at..<at + 10])), count <= bytes.endIndex - at
            else { continue }
            let next = bytes[(at + count)...].prefix(2)
            let isBeforeFrame = next.isEmpty || next.starts(with: [0x49, 0x44]) || next.first == 0xFF
            if at == bytes.startIndex || isBeforeFrame { return at..<at + count }
        }
        return nil
    }

    /// Keeps the texts of a tag as notes.
    private func note(_ tag: [UInt8], _ packet: Int, seconds: Double = 0) {
        for info in FileTags.info(inID3: tag) {
            var note = SoundNote(.tag, info.key, info.value)
            note.seconds = seconds
            notes.append((packet, note))
        }
    }

    private func fetch(_ text: String, _ part: HLSPlaylist.Bytes?) throws(StreamError) -> [UInt8] {
        guard let from = address.following(text) else {
            guard HTTPAddress(text) != nil else { throw .address(text) }
            throw .sound("an https:// playlist names an http:// address")
        }
        var attempt = 0
        while true {
            do throws(StreamError) {
                let last = part.map { $0.first + $0.count - 1 }
                let connection = try question.open(from, from: part?.first ?? 0, to: last, keeping: holder).connection
                let bytes = try connection.body(limit: Self.segmentByteLimit)
                guard let part else { return bytes }
                // A server that does not support ranges sends everything.
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
