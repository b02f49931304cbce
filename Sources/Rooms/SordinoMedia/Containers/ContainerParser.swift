/// The next bytes that a parser needs.
///
/// Offsets run on: nothing is wanted twice, but for a look ahead, and nothing is wanted backwards, so the same parser
/// serves files, which can jump, and streams, which cannot.
package enum ParserDemand: Equatable, Sendable {
    /// Exactly so many bytes in one piece. Never more than `ParserLimits.pieceByteCount`.
    case bytes(Int)
    /// A look at so many bytes, or as many as are left of the input: the next demand begins with the same bytes.
    ///
    /// Never more than `ParserLimits.pieceByteCount`.
    case peek(Int)
    /// So many bytes are of no interest and may be jumped over.
    case skip(Int64)
    /// The audio: so many bytes of packets, or all that come if nil.
    case media(Int64?)
    /// Nothing more is wanted.
    case end
}

/// Bounds that keep hostile bytes from costing more than they weigh.
package enum ParserLimits {
    /// Largest piece that a parser may ask for at once.
    package static let pieceByteCount = 1 << 16
    /// Chunks of one file.
    package static let chunkCount = 1 << 16
    /// Tags of one file.
    package static let infoCount = 1 << 12
}

/// A value that is fed with the bytes of one container and learns its properties and where its packets are.
///
/// The driver obeys `demand`: it brings the bytes to `take`, or jumps over or plays the bytes and then calls `passed`.
/// `MediaScan` drives a parser over a file, `PushParser` over a stream.
package protocol ContainerParser: Sendable {
    /// The properties known so far.
    var properties: MediaProperties { get }

    /// The bytes that are needed next.
    var demand: ParserDemand { get }

    /// A description of the demanded bytes, for the message when the input ends before them.
    var expectation: String { get }

    /// Takes the bytes that `demand` asked for; after a `peek` the next demand begins with the same bytes.
    ///
    /// - Parameters:
    ///   - bytes: As many as were demanded.
    ///   - offset: Of the first of them in the input.
    /// - Throws: `malformed`, `unsupported` or `limit`; the parser is of no more use then.
    mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError)

    /// Continues behind the bytes of a `skip` or `media` demand, once they have gone by.
    mutating func passed()

    /// Chooses which audio track is read, from 0, before the first byte.
    ///
    /// - Returns: Whether files of this kind can have several.
    mutating func choose(track: Int) -> Bool
}

extension ContainerParser {
    /// There is one track.
    package mutating func choose(track: Int) -> Bool { false }
}
