/// An implementation of a codec.
package enum CodecImplementation: String, Sendable {
    /// Written in Swift, in this package.
    case sordino = "Sordino"
    /// A library that may be installed.
    case library = "libavcodec"
}

extension Codec {
    /// The implementations that decode it, the preferred one first; the same whether the library is installed or not.
    package var decoderImplementations: [CodecImplementation] {
        switch decoding {
        case .samples, .packets: [.sordino]
        case .own(let codec): codec.library == nil ? [.sordino] : [.sordino, .library]
        case .library: [.library]
        case .none: []
        }
    }

    /// The implementations that encode it, the preferred one first; the same whether the library is installed or not.
    package var encoderImplementations: [CodecImplementation] {
        switch encoding {
        case .samples, .packets: [.sordino]
        case .own(let codec): codec.library == nil ? [.sordino] : [.sordino, .library]
        case .library: [.library]
        case .none: []
        }
    }

    /// Makes the decoder of one implementation, for comparisons.
    ///
    /// - Throws: `unsupported` if the codec lacks this implementation, or its library; the errors of making the decoder.
    package func decoder(
        by implementation: CodecImplementation, for format: MediaFormat, cookie: [UInt8]?
    ) throws(MediaError) -> any PacketDecoder {
        switch (implementation, decoding) {
        case (.sordino, .packets(let make)): return try make(format, cookie)
        case (.sordino, .own(let own)): return try own.make(format, cookie)
        case (.library, .library(let library)): return try library.make(format, cookie)
        case (.library, .own(let own)):
            if let library = own.library { return try library.make(format, cookie) }
        default: break
        }
        throw .unsupported(.dataFormat("\(implementation.rawValue) has no decoder for \(name) (\(id))"))
    }
}
