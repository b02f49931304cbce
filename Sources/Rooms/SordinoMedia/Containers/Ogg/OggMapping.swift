/// Counts the frames of a stream's packets, one after the other.
protocol OggFrameCounter: Sendable {
    /// Frames of a packet; nil if it is no audio packet.
    ///
    /// - Parameter first: Its first bytes, two at least if it has them.
    mutating func frameCount(_ first: RawSpan) -> Int?
}

/// The representation of a codec in Ogg: the headers before its packets, and each packet's advance of the clock.
struct OggMapping: Sendable {
    /// The way in which such a stream is written.
    struct Writing: Sendable {
        /// The description of a stream.
        let head: @Sendable (MediaDescription) throws(MediaError) -> [UInt8]
        /// The description when more is known of the stream.
        var updated: @Sendable ([UInt8], PacketSummary) -> [UInt8] = { head, _ in head }
        /// The first packet: the description, with the number of ticks at the beginning that are not to be heard.
        let first: @Sendable ([UInt8], Int64) -> [UInt8]
        /// The packet of tags.
        let comment: @Sendable ([UInt8]) -> [UInt8]
    }

    /// The bytes that begin its first packet.
    let marker: [UInt8]
    /// Bytes of that packet at least.
    let leastByteCount: Int
    /// Indicates whether the header states the priming; else the clock of the first page does.
    var statesPriming = false
    /// Packets of headers, by the first.
    let headerCount: @Sendable (RawSpan) -> Int
    /// Takes the headers, and returns a counter for the frames of the packets behind them.
    let take: @Sendable ([[UInt8]], Int64, inout MediaProperties) throws(MediaError) -> any OggFrameCounter
    /// The way in which it is written; nil if it is only read.
    var writing: Writing?

    /// Returns whether a stream's first packet begins so.
    func recognises(_ packet: RawSpan) -> Bool {
        packet.byteCount >= leastByteCount && packet.array(0..<marker.count) == marker
    }
}

extension Codecs {
    /// Returns the representation for a stream that begins with a packet; nil if the registry has none.
    static func ogg(beginning packet: RawSpan) -> OggMapping? {
        for codec in all { if let mapping = codec.ogg, mapping.recognises(packet) { return mapping } }
        return nil
    }
}
