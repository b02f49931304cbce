import CAVCodec
import SordinoCodecs

/// A codec that Sordino decodes itself, and libavcodec's where that is asked for or Sordino's lacks a feature.
package struct OwnDecoding: Sendable {
    /// Makes the decoder of a format and its cookie.
    let make: @Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> any PacketDecoder
    /// The description for libavcodec; nil if the library has none.
    var library: LibraryCodec?
    /// The largest number of channels.
    var channelLimit: Int
}

/// A codec that Sordino encodes itself, and libavcodec's where that is asked for or Sordino's lacks a feature.
package struct OwnEncoding: Sendable {
    /// Makes the encoder of a format.
    let make: @Sendable (MediaFormat, EncodingOptions) throws(MediaError) -> any PacketEncoder
    /// The description for libavcodec; nil if the library has none.
    var library: LibraryEncoding?
    /// The largest number of channels.
    var channelLimit: Int
}

/// The choice of a codec's implementation where there are two, by the variable `SORDINO_CODECS`.
enum CodecChoice: String {
    /// Sordino's; libavcodec's for features that it lacks.
    case preferred
    /// Sordino's own alone, without libavcodec.
    case own
    /// libavcodec's where it is installed.
    case library

    /// The choice of this process.
    static let current: CodecChoice =
        CodecChoice(rawValue: String(cString: cav_choice())) ?? .preferred

    /// The words that users may choose.
    static let words = [own, library].map(\.rawValue)
}

extension Codecs {
    /// The sentence about a value of `SORDINO_CODECS` that chooses nothing; nil if it is empty or chooses.
    ///
    /// Programs with sound say so by themselves; tools that only handle files print this.
    package static func remark(onChoice word: String = String(cString: cav_choice())) -> String? {
        guard !word.isEmpty, !CodecChoice.words.contains(word) else { return nil }
        return "SORDINO_CODECS is set to the unknown value \"\(word)\"; the values are "
            + CodecChoice.words.joined(separator: ", ")
    }
}

extension OwnDecoding {
    /// Makes a decoder by the implementation that is chosen.
    func decoder(_ format: MediaFormat, _ cookie: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard let library, CodecChoice.current != .own else { return try make(format, cookie) }
        if CodecChoice.current == .library {
            do throws(MediaError) { return try library.make(format, cookie) } catch {
                guard let made = try? make(format, cookie) else { throw error }
                return made
            }
        }
        do throws(MediaError) { return try make(format, cookie) } catch {
            guard case .unsupported = error, let made = try? library.make(format, cookie) else { throw error }
            return made
        }
    }
}

extension OwnEncoding {
    /// Makes an encoder by the implementation that is chosen.
    func encoder(_ format: MediaFormat, _ options: EncodingOptions) throws(MediaError) -> any PacketEncoder {
        guard let library, CodecChoice.current != .own else { return try make(format, options) }
        if CodecChoice.current == .library {
            do throws(MediaError) { return try library.make(format, options) } catch {
                guard let made = try? make(format, options) else { throw error }
                return made
            }
        }
        do throws(MediaError) { return try make(format, options) } catch {
            guard case .unsupported = error, let made = try? library.make(format, options) else { throw error }
            return made
        }
    }
}

extension MediaError {
    /// The same fault with an offset in bytes.
    init(_ error: CodecError) {
        switch error {
        case .damaged(let text, let bit): self = .malformed(at: Int64(max(0, bit) / 8), because: text)
        case .unsupported(let text): self = .unsupported(.dataFormat(text))
        }
    }
}
