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
        case .own(let codec): Self.implementations(codec.isPreferred, hasLibrary: codec.library != nil)
        case .library: [.library]
        case .none: []
        }
    }

    /// The implementations that encode it, the preferred one first; the same whether the library is installed or not.
    package var encoderImplementations: [CodecImplementation] {
        switch encoding {
        case .samples, .packets: [.sordino]
        case .own(let codec): Self.implementations(codec.isPreferred, hasLibrary: codec.library != nil)
        case .library: [.library]
        case .none: []
        }
    }

    /// Both implementations, the preferred one first.
    private static func implementations(_ isOwnPreferred: Bool, hasLibrary: Bool) -> [CodecImplementation] {
        !hasLibrary ? [.sordino] : isOwnPreferred ? [.sordino, .library] : [.library, .sordino]
    }
}
