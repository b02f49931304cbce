/// The header of an ADTS frame.
///
/// Source: ISO/IEC 14496-3, 1.A.2.2 (adts_fixed_header, adts_variable_header).
package struct ADTSHeader: Equatable, Sendable {
    /// The object type minus one.
    package var profile: Int
    /// The rate's place in table 1.18.
    package var rateIndex: Int
    /// Channels as table 1.19 numbers them.
    package var channelConfiguration: Int
    /// Bytes from this header to the next.
    package var byteCount: Int
    /// Bytes of the header, its checksum included.
    package var headerByteCount: Int
    /// Packets in the frame, each of 1024 frames of audio.
    package var blockCount: Int

    /// Bytes that are needed to read a header.
    package static let byteCount = 7

    /// Reads a header at an offset; nil if the bytes are no header.
    package init?(_ bytes: RawSpan, at: Int = 0) {
        guard bytes.byteCount >= at + Self.byteCount else { return nil }
        let first = bytes.big(at, UInt16.self)
        // The sync word, and layer 0.
        guard first & 0xFFF6 == 0xFFF0 else { return nil }
        let word = bytes.big(at + 2, UInt32.self)
        profile = Int(word >> 30)
        rateIndex = Int(word >> 26 & 15)
        channelConfiguration = Int(word >> 22 & 7)
        byteCount = Int(word >> 5 & 0x1FFF)
        blockCount = Int(bytes.byte(at + 6) & 3) + 1
        headerByteCount = first & 1 == 0 ? 9 : 7
        guard rateIndex < AudioSpecificConfig.sampleRates.count, byteCount > headerByteCount else { return nil }
    }

    /// The configuration of the decoder.
    package var config: AudioSpecificConfig {
        AudioSpecificConfig(profile: profile, rateIndex: rateIndex, channelConfiguration: channelConfiguration)
    }

    /// Returns whether two headers can stand in one stream.
    package func continues(_ other: ADTSHeader) -> Bool {
        rateIndex == other.rateIndex && channelConfiguration == other.channelConfiguration && profile == other.profile
    }
}

/// Walks from frame to frame of ADTS; packets are handed out without their headers.
package struct ADTSFramer: PacketFramer {
    /// The header of the first frame.
    let first: ADTSHeader
    private var isInStep = false

    init(_ first: ADTSHeader) { self.first = first }

    /// Finds the next frame: a header, and outside a run of frames a second one behind it.
    package mutating func step(_ bytes: RawSpan, at offset: Int64, isEnd: Bool) throws(MediaError) -> FramingStep {
        guard bytes.byteCount >= ADTSHeader.byteCount else {
            return isEnd ? .skip(bytes.byteCount) : .more(ADTSHeader.byteCount)
        }
        guard let header = ADTSHeader(bytes), header.continues(first) else {
            isInStep = false
            return search(bytes, isEnd: isEnd)
        }
        let count = header.byteCount
        guard bytes.byteCount >= count else { return .more(count) }
        if !isInStep {
            if bytes.byteCount >= count + ADTSHeader.byteCount {
                guard let next = ADTSHeader(bytes, at: count), next.continues(first) else { return .skip(1) }
            } else if !isEnd {
                return .more(count + ADTSHeader.byteCount)
            }
        }
        isInStep = true
        return .packet(header.headerByteCount..<count, byteCount: count, frameCount: 1024 * header.blockCount)
    }

    private func search(_ bytes: RawSpan, isEnd: Bool) -> FramingStep {
        var at = 1
        while at + ADTSHeader.byteCount <= bytes.byteCount {
            if bytes.byte(at) == 0xFF, ADTSHeader(bytes, at: at)?.continues(first) == true { return .skip(at) }
            at += 1
        }
        return .skip(isEnd ? bytes.byteCount : at)
    }
}
