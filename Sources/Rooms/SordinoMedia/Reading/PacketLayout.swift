/// The division of a container's audio into packets.
package enum PacketLayout: Sendable {
    /// Every packet has `bytesPerPacket` bytes and `framesPerPacket` frames of the format.
    case uniform
    /// The container has a table of its packets.
    case table(any PacketTable)
    /// The packets themselves show where they end: a framer walks from one to the next.
    case framed(any PacketFramer)
}

/// The packets of a container, from its tables.
///
/// Frames are counted at the rate that the container states, from the first that decoding gives, priming included.
package protocol PacketTable: Sendable {
    /// Packets in the table.
    var packetCount: Int64 { get }

    /// Frames of all packets together.
    var frameCount: Int64 { get }

    /// Returns a packet's position: its first byte, counted from the beginning of the input, and its number of bytes.
    ///
    /// - Parameter packet: 0 to `packetCount` - 1.
    func place(ofPacket packet: Int64) -> (offset: Int64, byteCount: Int)

    /// The frames of a packet: the first, and how many.
    func frames(ofPacket packet: Int64) -> (first: Int64, count: Int)

    /// The packet that holds a frame.
    ///
    /// - Parameter frame: 0 to `frameCount` - 1.
    func packet(ofFrame frame: Int64) -> Int64
}

/// The result of a framer's look at bytes.
package enum FramingStep: Equatable, Sendable {
    /// So many bytes are needed to decide, more than there were.
    case more(Int)
    /// Any further byte may decide; so many bytes, more than there were, are a good guess.
    case perhaps(Int)
    /// So many bytes, one at least, belong to no packet.
    case skip(Int)
    /// The first part of a packet that continues elsewhere: where it lies, and bytes used up.
    case part(Range<Int>, byteCount: Int)
    /// A packet, or the last part of one: where it lies in the bytes shown, bytes used up, and the packet's frames.
    case packet(Range<Int>, byteCount: Int, frameCount: Int)
    /// There are no more packets.
    case end
}

/// A value that walks through audio whose packets carry themselves: each begins with a header that states its length,
/// or lies in pages that do.
///
/// Files and streams use the same framer; a copy of it continues from where the original stood.
package protocol PacketFramer: Sendable {
    /// Looks at the bytes behind those that were used up last.
    ///
    /// The answer depends on the bytes alone: further bytes behind the needed ones change nothing.
    /// - Parameters:
    ///   - bytes: Some, from `offset` on; not empty.
    ///   - offset: Of the first of them in the input.
    ///   - isEnd: Whether the input ends with them; `more` then means that it ends in the middle of a packet.
    mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep

    /// Frames of all packets, if a credible header states them.
    ///
    /// - Parameter dataByteCount: Bytes of audio that are really there.
    func frameCount(dataByteCount: Int64) -> Int64?

    /// Returns whether the last packet is complete, judged by the last bytes of the audio. Called only if a header
    /// states the number of frames.
    ///
    /// - Parameter tail: The last `PacketLimits.shortTailByteCount` bytes of the audio, or all of it if there are
    ///   fewer.
    func endsWhole(tail: RawSpan) -> Bool

    /// Estimates the number of frames of all packets by a header for a longer file; nil without such a header.
    func estimatedFrameCount(dataByteCount: Int64) -> Int64?

    /// Returns the number of frames of all packets if the end of the audio shows it. `frameCount(dataByteCount:)` is
    /// called first.
    ///
    /// - Parameter tail: The last bytes of the audio, `PacketLimits.tailByteCount` or all.
    func frameCount(tail: RawSpan) -> Int64?

    /// Returns whether no audio seems to be missing, so that the frame count at its end is that of the whole; asked
    /// only if the end states one.
    func isUnbroken(_ source: any ByteSource, _ data: Range<Int64>) throws(MediaError) -> Bool

    /// Frames of every packet but the last, if packets carry their number, so that a walk can begin at any of them.
    var framesPerNumberedPacket: Int? { get }

    /// Finds a packet for certain in bytes from the middle of the audio; asked only if packets carry their number.
    ///
    /// - Returns: Where it begins in the bytes, and its number.
    func landing(_ bytes: RawSpan) -> (offset: Int, packet: Int64)?
}

extension PacketFramer {
    /// Returns nil: there is no header with a frame count.
    package func frameCount(dataByteCount: Int64) -> Int64? { nil }
    /// Nothing speaks against it.
    package func isUnbroken(_ source: any ByteSource, _ data: Range<Int64>) throws(MediaError) -> Bool { true }
    /// Nothing speaks against it.
    package func endsWhole(tail: RawSpan) -> Bool { true }
    /// Returns nil: there is no header to estimate by.
    package func estimatedFrameCount(dataByteCount: Int64) -> Int64? { nil }
    /// Returns nil: the end of the audio does not show the frame count.
    package func frameCount(tail: RawSpan) -> Int64? { nil }
    /// Packets have no numbers.
    package var framesPerNumberedPacket: Int? { nil }
    /// Packets have no numbers.
    package func landing(_ bytes: RawSpan) -> (offset: Int, packet: Int64)? { nil }
}

/// Bounds on packets of all codecs.
package enum PacketLimits {
    /// No packet is longer; the largest that a codec allows are FLAC's of 2 MiB.
    package static let byteCount = 1 << 22
    /// No packet has more frames.
    package static let frameCount = 1 << 16
    /// The number of bytes of a file's end for `frameCount(tail:)`.
    package static let tailByteCount = 1 << 17
    /// The number of bytes of a file's end for `endsWhole(tail:)`: several frames of MPEG audio.
    package static let shortTailByteCount = 1 << 13
    /// Packets at the beginning of a stream that are decoded again at most after a decoder's rest: 1.4 s of AAC, some
    /// milliseconds of work.
    static let replayedPacketCount: Int64 = 64
}
