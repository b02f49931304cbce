import Synchronization

/// The registry of codecs, in no order that matters.
///
/// A new one is a row in a file of `Rows` and a name here; a program adds its own with `add`.
package enum Codecs {
    /// All that are known.
    package static var all: [Codec] {
        let added = rows.withLock { $0 }
        guard !added.isEmpty else { return own }
        return own.map { added[$0.id] ?? $0 } + added.values.filter { places[$0.id] == nil }
    }

    /// The codecs that programs have added or completed.
    static let rows = Mutex<[FourCC: Codec]>([:])

    /// The codecs that come with Sordino.
    package static let own: [Codec] = [
        .linearPCM, .muLaw, .aLaw, .ima4, .alac, .flac, .aac, .highEfficiencyAAC, .highEfficiencyAAC2, .lowDelayAAC,
        .enhancedLowDelayAAC, .latm, .enhancedLowDelayAACWithSBR, .extendedHighEfficiencyAAC, .mp1, .mp2, .mp3, .opus,
        .vorbis, .ac3, .enhancedAC3, .amrNarrow, .amrWide, .ilbc, .gsm, .microsoftADPCM, .dviADPCM,
        .microsoftGSM,
    ]

    /// The codec of a code; nil if it is not known.
    package static func named(_ id: FourCC) -> Codec? {
        let place = places[id]
        // A row that is complete has nothing added.
        if let place, own[place].isComplete { return own[place] }
        return rows.withLock { $0[id] } ?? place.map { own[$0] }
    }

    private static let places = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($0.element.id, $0.offset) })

    /// Makes the decoder of a format; nil if its packets are samples.
    ///
    /// - Throws: `unsupported` if no codec of the registry decodes it; the errors of making the decoder.
    package static func decoder(for format: MediaFormat, cookie: [UInt8]?) throws(MediaError) -> (any PacketDecoder)? {
        guard let codec = named(format.codec) else {
            throw .unsupported(.dataFormat("there is no decoder for \(format.codec)"))
        }
        switch codec.decoding {
        case .samples where format.encoding != nil: return nil
        case .packets(let make): return try make(format, cookie)
        case .own(let own): return try own.decoder(format, cookie)
        case .library(let library): return try library.make(format, cookie)
        case .samples, .none:
            throw .unsupported(.dataFormat("there is no decoder for \(codec.name) (\(format.codec))"))
        }
    }

    /// Makes the encoder of a format; nil if its packets are samples.
    ///
    /// - Throws: `unsupported` if no codec of the registry encodes it; the errors of making the encoder.
    package static func encoder(
        for format: MediaFormat, _ options: EncodingOptions = EncodingOptions()
    ) throws(MediaError) -> (any PacketEncoder)? {
        switch named(format.codec)?.encoding {
        case .samples where format.encoding != nil: return nil
        case .packets(let make): return try make(format, options)
        case .own(let own): return try own.encoder(format, options)
        case .library(let library): return try library.make(format, options)
        case .samples, .some(.none), nil:
            throw .unsupported(.dataFormat(noEncoder(format.codec)))
        }
    }

    /// Returns the error text for a codec without an encoder.
    package static func noEncoder(_ id: FourCC) -> String {
        guard let codec = named(id) else { return "there is no encoder for \(id)" }
        let remark = codec.isDecoded ? "; it can only be decoded" : ""
        return "there is no encoder for \(codec.name) (\(id))\(remark)"
    }
}
