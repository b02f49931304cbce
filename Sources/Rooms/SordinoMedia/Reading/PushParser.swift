/// Some packets in a row, as they arrived.
package struct PacketRun {
    /// The packets' bytes; they are only there during the call that hands them over.
    package var bytes: UnsafeRawBufferPointer
    /// The number of packets; one if they differ in size.
    package var packetCount: Int
    /// Frames of all of them.
    package var frameCount: Int
    /// The number of the first of them in the stream, from 0.
    package var firstPacket: Int64
}

/// Drives a parser over a stream: bytes come in pieces of any size and packets go out whole.
///
/// Any cutting of the same bytes gives the same packets. Memory is bounded: it keeps less than one piece that
/// the parser asks for, or less than one packet.
package struct PushParser {
    enum Progress {
        case running
        /// The audio has passed, and the bytes behind it are not used.
        case over
        case failed(MediaError)
    }

    /// Pictures and space for later additions may stand before the audio; a head that announces more than this is
    /// refused.
    private static let headByteLimit: Int64 = 1 << 26

    /// The kind of stream, once recognised.
    package private(set) var container: Container?
    /// The properties known so far; nil until the type is recognised.
    package var properties: MediaProperties? { headed ?? parser?.properties }
    /// Indicates whether everything that a decoder needs is known and packets come next.
    package internal(set) var isReady = false

    /// The properties with the stream header that the first packet of a CAF file of FLAC may be; nil before it.
    private var headed: MediaProperties?
    var parser: (any ContainerParser)?
    /// The parser as it stood when the audio began, for jumps.
    var parserAtAudio: (any ContainerParser)?
    var progress = Progress.running
    /// Offset in the stream of the first pending byte.
    var position: Int64 = 0
    /// Bytes that are too few for the next demand or packet.
    var pending: [UInt8] = []
    /// The rest of the skipped bytes or of the audio; nil while neither passes.
    var left: Int64?
    var packetCount: Int64 = 0
    var audioHasPassed = false
    /// The stream has ended, so that fewer bytes than wanted are all that there are.
    var isEnding = false
    /// The walk through packets that carry themselves; nil before the first.
    var framing: Framing?

    /// The progress of a walk through packets with headers of their own.
    struct Framing {
        var framer: any PacketFramer
        /// Bytes that the framer needs.
        var need = 1
        /// Bytes that go by before the framer is asked again.
        var skip: Int64 = 0
        /// The parts of an incomplete packet.
        var parts: [UInt8] = []
    }

    /// Waits for the first byte of a stream.
    ///
    /// - Parameter hint: The kind of stream if it is known; it is tried first, and others are tried too.
    package init(hint: Container? = nil) { container = hint }

    /// Takes the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: Any number.
    ///   - packets: Receives each run of packets, in order.
    /// - Throws: The parser's error; `unsupported` if the first bytes are of no known kind, or if the audio comes
    ///   before its description, which only files allow. After an error every further call throws the same.
    package mutating func push(
        _ bytes: UnsafeRawBufferPointer, packets: (PacketRun) -> Void
    ) throws(MediaError) {
        switch progress {
        case .failed(let error): throw error
        case .over: return
        case .running: break
        }
        do throws(MediaError) {
            var rest = bytes
            while try step(&rest, packets) {}
        } catch {
            // Behind the audio nothing matters that cannot be read.
            progress = audioHasPassed ? .over : .failed(error)
            if !audioHasPassed { throw error }
        }
    }

    /// Ends the stream and hands out its last packets.
    ///
    /// - Parameter packets: Receives the packets that only the end makes certain.
    /// - Throws: `malformed` if it ended before its audio began, in the middle of a packet, or before as much audio has
    ///   come as the header has announced.
    package mutating func finish(packets: (PacketRun) -> Void = { _ in }) throws(MediaError) {
        if case .failed(let error) = progress { throw error }
        isEnding = true
        let nothing: [UInt8] = []
        var failure: MediaError?
        nothing.withUnsafeBytes { bytes in
            do throws(MediaError) { try push(bytes, packets: packets) } catch { failure = error }
        }
        if let failure { throw failure }
        guard let parser, parser.properties.dataStart != nil, parser.properties.format != nil else {
            let expected = parser?.expectation ?? "anything is recognised"
            throw .malformed(at: position + Int64(pending.count), because: "the stream ends before \(expected)")
        }
        guard framing == nil || pending.isEmpty && framing?.parts.isEmpty != false else {
            throw .malformed(at: position + Int64(pending.count), because: "the stream ends in the middle of a packet")
        }
        try expectAllAudio(headed ?? parser.properties)
    }

    /// Refuses an end that comes before that of the audio, where it is known where that is.
    private func expectAllAudio(_ properties: MediaProperties) throws(MediaError) {
        // Audio without a length leaves nearly all of the numbers.
        guard !audioHasPassed, let left, left < 1 << 62 else { return }
        let isMissing =
            switch properties.packets {
            case .uniform: left >= Int64(max(1, properties.format?.bytesPerPacket ?? 1))
            case .table(let table): packetCount < table.packetCount
            case .framed: false
            }
        guard !isMissing else {
            throw .malformed(
                at: position + Int64(pending.count), because: "the stream ends \(left) bytes before its audio does")
        }
    }

    /// Does one thing with the bytes at hand.
    ///
    /// Returns whether there may be more to do.
    private mutating func step(
        _ rest: inout UnsafeRawBufferPointer, _ packets: (PacketRun) -> Void
    ) throws(MediaError) -> Bool {
        guard let current = parser else { return try recognise(&rest) }
        switch current.demand {
        case .bytes(let count):
            guard gather(count, &rest) else { return false }
            let piece = Array(pending.prefix(count))
            let offset = position
            drop(count)
            try parser?.take(piece.span.bytes, at: offset)
            return true
        case .peek(let count):
            guard gather(count, &rest) || isEnding else { return false }
            let piece = Array(pending.prefix(count))
            try parser?.take(piece.span.bytes, at: position)
            return true
        case .skip(let count):
            if left == nil {
                guard audioHasPassed || count <= Self.headByteLimit - position else {
                    throw .limit("a stream has more than \(Self.headByteLimit >> 20) MiB before its audio")
                }
                left = count
            }
            guard pass(&rest) else { return false }
            parser?.passed()
            return true
        case .media(let count):
            if parserAtAudio == nil { parserAtAudio = current }
            if left == nil { left = count ?? .max }
            guard let properties = try described(current.properties, &rest) else { return false }
            let format = properties.format
            let hasPassed =
                switch properties.packets {
                case .uniform: try media(format, &rest, packets)
                case .table(let table): try media(table, format, &rest, packets)
                case .framed(let first): try media(first, format, &rest, packets)
                }
            guard hasPassed else { return false }
            audioHasPassed = true
            parser?.passed()
            return true
        case .end:
            progress = .over
            return false
        }
    }

    /// The properties of the audio that comes next; nil while its first packet is wanted, which may describe it.
    private mutating func described(
        _ properties: MediaProperties, _ rest: inout UnsafeRawBufferPointer
    ) throws(MediaError) -> MediaProperties? {
        if let headed { return headed }
        guard !isReady, let place = properties.possibleFLACHeader, place.offset == position else { return properties }
        let byteCount = FLACStreamInfo.byteCount + 8
        guard gather(byteCount, &rest) || isEnding else { return nil }
        var told = properties
        told.takeFLACHeader(Array(pending.prefix(byteCount)))
        headed = told
        return told
    }

    private mutating func recognise(_ rest: inout UnsafeRawBufferPointer) throws(MediaError) -> Bool {
        guard gather(Containers.headByteCount, &rest) || isEnding && !pending.isEmpty else { return false }
        var found = Containers.recognising(pending.span.bytes)
        if let hint = container, hint.recognises(pending.span.bytes) { found = hint }
        guard let found = found ?? Containers.lastResort else {
            throw .unsupported(.fileType("the first bytes of the stream belong to no file type that can be read"))
        }
        container = found
        parser = found.makeParser()
        return true
    }

    /// Hands out whole packets of the audio that is passing.
    ///
    /// Returns whether all of it has passed.
    private mutating func media(
        _ format: MediaFormat?, _ rest: inout UnsafeRawBufferPointer, _ packets: (PacketRun) -> Void
    ) throws(MediaError) -> Bool {
        guard let format else {
            throw Self.descriptionIsMissing
        }
        let packetByteCount = format.bytesPerPacket
        guard packetByteCount > 0 else {
            // The packet table of CAF may follow the audio.
            throw container?.chunks == .caf
                ? Self.descriptionIsMissing
                : .unsupported(
                    .dataFormat("\(format.codec) has packets of differing sizes, which are not told apart here"))
        }
        isReady = true
        while let audio = left, audio >= Int64(packetByteCount) {
            if pending.isEmpty {
                let count = Int(min(Int64(rest.count), audio)) / packetByteCount
                if count > 0 {
                    let run = UnsafeRawBufferPointer(rebasing: rest[..<(count * packetByteCount)])
                    rest = UnsafeRawBufferPointer(rebasing: rest[run.count...])
                    hand(run, count, count * format.framesPerPacket, packets)
                    left = audio - Int64(run.count)
                    position += Int64(run.count)
                    continue
                }
            }
            // A packet that two pieces share is put together first.
            guard gather(packetByteCount, &rest) else { return false }
            let count = Int(min(Int64(pending.count), audio)) / packetByteCount
            let whole = Array(pending.prefix(count * packetByteCount))
            whole.withUnsafeBytes { hand($0, count, count * format.framesPerPacket, packets) }
            drop(whole.count)
            left = audio - Int64(whole.count)
        }
        // The rest is shorter than a packet and is skipped.
        return pass(&rest)
    }

    static var descriptionIsMissing: MediaError {
        .unsupported(.operation("the audio comes before its description, and a stream cannot be rewound; a file can"))
    }

    mutating func hand(
        _ run: UnsafeRawBufferPointer, _ count: Int, _ frameCount: Int, _ packets: (PacketRun) -> Void
    ) {
        packets(PacketRun(bytes: run, packetCount: count, frameCount: frameCount, firstPacket: packetCount))
        packetCount += Int64(count)
    }

    /// Collects until `count` bytes are pending; more may be, after the kind was recognised.
    mutating func gather(_ count: Int, _ rest: inout UnsafeRawBufferPointer) -> Bool {
        let taken = max(0, min(count - pending.count, rest.count))
        pending.append(contentsOf: rest[..<taken])
        rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        return pending.count >= count
    }

    /// Lets the bytes of `left` go by.
    ///
    /// Returns whether all have.
    mutating func pass(_ rest: inout UnsafeRawBufferPointer) -> Bool {
        let wanted = left ?? 0
        let early = Int(min(wanted, Int64(pending.count)))
        drop(early)
        let late = Int(min(wanted - Int64(early), Int64(rest.count)))
        rest = UnsafeRawBufferPointer(rebasing: rest[late...])
        position += Int64(late)
        let more = wanted - Int64(early + late)
        left = more == 0 ? nil : more
        return more == 0
    }

    mutating func drop(_ count: Int) {
        pending.removeFirst(count)
        position += Int64(count)
    }
}
