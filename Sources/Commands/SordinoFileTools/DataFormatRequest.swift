import SordinoMedia
import SordinoSignal

/// A data format as a command line asks for it: `LEI16@44100`, `aac`, `alac/3`, `opus@48000#960`, `0`, `N`.
package struct DataFormatRequest: Equatable, Sendable {
    /// The requested kind of packets.
    package enum Kind: Equatable, Sendable {
        /// Linear samples of a given shape.
        case linear(Linear)
        /// Packets of a codec.
        case codec(FourCC)
        /// The packets of the source, copied.
        case source
        /// The samples that a lossless source was made of.
        case native
    }

    /// Linear samples, as far as the request specifies them.
    package struct Linear: Equatable, Sendable {
        /// Indicates whether the highest byte comes first; nil if the file type is to decide.
        package var isBigEndian: Bool?
        package var isFloat: Bool
        package var isUnsigned: Bool
        package var bitCount: Int
    }

    package var kind: Kind
    /// Frames a second; nil for the source's.
    package var sampleRate: Double?
    /// Flags for the format of the codec; nil if not given.
    package var flags: UInt32?
    /// Frames of a packet.
    package var framesPerPacket: Int?
    /// Bits of a sample, for lossless codecs.
    package var bitCount: Int?

    /// Asks for a kind of data, and leaves everything else open.
    package init(_ kind: Kind) { self.kind = kind }

    /// Reads a word of the command line.
    ///
    /// - Throws: `fmt?` if it names no format.
    package init(parsing text: String) throws(ToolFailure) {
        func refused(_ reason: String) -> ToolFailure {
            ToolFailure("fmt?", "\"\(text)\" is not a data format: \(reason)")
        }
        var rest = text[...]
        func part(behind mark: Character) -> Substring? {
            guard let at = rest.lastIndex(of: mark), at != rest.startIndex else { return nil }
            defer { rest = rest[..<at] }
            return rest[rest.index(after: at)...]
        }
        var (rate, flags, frames) = (Double?.none, UInt32?.none, Int?.none)
        if let word = part(behind: "#") {
            guard let count = Int(word), (1...1 << 16).contains(count) else {
                throw refused("packets of \(word) frames are not possible")
            }
            frames = count
        }
        if let word = part(behind: "/") {
            guard let value = UInt32(word, radix: 16) else { throw refused("flags are hexadecimal digits") }
            flags = value
        }
        if let word = part(behind: "@") {
            guard let value = Double(word), value.isFinite, value > 0 else {
                throw refused("\"\(word)\" is not a sample rate")
            }
            rate = value
        }
        var bits: Int?
        if rest == "0" {
            kind = .source
        } else if rest == "N" {
            kind = .native
        } else if let linear = Linear(rest) {
            kind = .linear(linear)
        } else {
            // `alac-24`: the bit depth follows the hyphen. Names of codecs may contain a hyphen themselves.
            let isName = FourCC(characters: String(rest)).map { Codecs.named($0) != nil } ?? false
            if !isName, let at = rest.lastIndex(of: "-"), at != rest.startIndex,
                let count = Int(rest[rest.index(after: at)...])
            {
                bits = count
                rest = rest[..<at]
            }
            guard let code = FourCC(characters: String(rest)), Codecs.named(code) != nil else {
                throw refused("no codec has this name; afconvert -hf lists the codecs")
            }
            if code == .linearPCM { throw refused("linear samples are written as LEI16, BEF32 and so on") }
            kind = .codec(code)
        }
        (sampleRate, self.flags, framesPerPacket, bitCount) = (rate, flags, frames, bits)
        if let flags, case .codec(let code) = kind, DataFormatText.isLossless(code) {
            let depth = FLACStreamInfo.bitsPerChannel(flag: flags)
            guard depth > 0 else {
                throw refused("flags of lossless codecs are 1 to 4, for 16, 20, 24 and 32 bits")
            }
            bitCount = depth
        }
    }
}

extension DataFormatRequest.Linear {
    /// Reads `[-][BE|LE]{F|[U]I}{8|16|24|32|64}`; nil if it is something else.
    fileprivate init?(_ text: Substring) {
        var rest = text
        // Files store channels interleaved; a sign for planar samples is ignored.
        if rest.first == "-" { rest.removeFirst() }
        var order: Bool?
        if rest.hasPrefix("BE") || rest.hasPrefix("LE") {
            order = rest.hasPrefix("BE")
            rest = rest.dropFirst(2)
        }
        let (float, unsigned, integer) = (rest.hasPrefix("F"), rest.hasPrefix("UI"), rest.hasPrefix("I"))
        guard float || unsigned || integer else { return nil }
        guard let bits = Int(rest.dropFirst(unsigned ? 2 : 1)),
            float ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits), !unsigned || bits == 8
        else { return nil }
        self.init(isBigEndian: order, isFloat: float, isUnsigned: unsigned, bitCount: bits)
    }

    /// The encodings that would do, the preferred first.
    var encodings: [SampleEncoding] {
        if bitCount == 8 { return isUnsigned ? [.uint8] : isBigEndian == nil ? [.int8, .uint8] : [.int8] }
        let orders: [ByteOrder] = isBigEndian.map { [$0 ? .big : .little] } ?? [.little, .big]
        return orders.compactMap { order in
            isFloat
                ? .float(byteCount: bitCount / 8, order) : .signedInteger(byteCount: bitCount / 8, order)
        }
    }
}
