/// Unpacks deflated bytes.
///
/// Work and memory are bounded by the limit that the caller gives.
/// Sources: RFC 1950 (zlib), RFC 1951 (deflate).
struct Inflate {
    private let bytes: [UInt8]
    private let byteLimit: Int
    private var at: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// Unpacks a stream of zlib's form.
    ///
    /// - Parameters:
    ///   - bytes: The stream; bytes behind its end are ignored.
    ///   - byteLimit: The maximum number of unpacked bytes.
    /// - Returns: The unpacked bytes; nil if they are damaged or too many.
    static func zlib(_ bytes: [UInt8], byteLimit: Int) -> [UInt8]? {
        // Deflate without a preset dictionary.
        guard bytes.count > 2, bytes[0] & 15 == 8, bytes[1] & 0x20 == 0,
            (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        else { return nil }
        var inflate = Inflate(bytes: bytes, byteLimit: byteLimit, at: 2)
        guard inflate.unpack() else { return nil }
        return inflate.output
    }

    private init(bytes: [UInt8], byteLimit: Int, at: Int) {
        (self.bytes, self.byteLimit, self.at) = (bytes, byteLimit, at)
    }

    private mutating func unpack() -> Bool {
        while true {
            guard let isLast = take(1), let kind = take(2) else { return false }
            let isGood =
                switch kind {
                case 0: stored()
                case 1: coded(Self.fixedLiterals, Self.fixedDistances)
                case 2: tables().map { coded($0.literals, $0.distances) } ?? false
                default: false
                }
            guard isGood else { return false }
            if isLast == 1 { return true }
        }
    }

    /// Reads up to 16 bits, the lowest first; nil at the end.
    private mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard at < bytes.count else { return nil }
            bits |= UInt32(bytes[at]) << UInt32(bitCount)
            at += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func stored() -> Bool {
        (bits, bitCount) = (0, 0)
        guard at + 4 <= bytes.count else { return false }
        let count = Int(bytes[at]) | Int(bytes[at + 1]) << 8
        guard count ^ 0xFFFF == Int(bytes[at + 2]) | Int(bytes[at + 3]) << 8 else { return false }
        at += 4
        guard count <= bytes.count - at, count <= byteLimit - output.count else { return false }
        output += bytes[at..<at + count]
        at += count
        return true
    }

    /// A Huffman code: the number of codes of each length, and the symbols in the order of their codes.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        /// Makes the code of symbols whose lengths are given; 0 stands for a symbol that does not occur.
        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            for length in 1..<16 {
                symbols += lengths.indices.filter { lengths[$0] == length }
            }
        }
    }

    private static let fixedLiterals = Code(
        [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
            + [Int](repeating: 8, count: 8))
    private static let fixedDistances = Code([Int](repeating: 5, count: 30))

    /// Reads a symbol; nil at the end and for an invalid code.
    private mutating func symbol(_ code: Code) -> Int? {
        var (value, first, index) = (0, 0, 0)
        for length in 1..<16 {
            guard let bit = take(1) else { return nil }
            value |= bit
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads the code tables of a block.
    private mutating func tables() -> (literals: Code, distances: Code)? {
        guard let literals = take(5), let distances = take(5), let lengthCount = take(4), literals <= 29 else {
            return nil
        }
        var own = [Int](repeating: 0, count: 19)
        for index in 0..<lengthCount + 4 {
            guard let length = take(3) else { return nil }
            own[Self.lengthOrder[index]] = length
        }
        let code = Code(own)
        let wanted = literals + 257 + distances + 1
        var lengths: [Int] = []
        while lengths.count < wanted {
            guard let symbol = symbol(code) else { return nil }
            switch symbol {
            case 0..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last, let more = take(2) else { return nil }
                lengths += [Int](repeating: last, count: 3 + more)
            default:
                guard let more = take(symbol == 17 ? 3 : 7) else { return nil }
                lengths += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
            }
        }
        guard lengths.count == wanted else { return nil }
        return (Code(Array(lengths[..<(literals + 257)])), Code(Array(lengths[(literals + 257)...])))
    }

    /// Unpacks a block of literals and of repetitions of earlier bytes.
    private mutating func coded(_ literals: Code, _ distances: Code) -> Bool {
        while true {
            guard let symbol = symbol(literals) else { return false }
            if symbol == 256 { return true }
            guard output.count < byteLimit else { return false }
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            guard let length = length(symbol), let place = self.symbol(distances), let distance = distance(place),
                distance <= output.count, length <= byteLimit - output.count
            else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    /// The length of a repetition (RFC 1951, 3.2.5).
    private mutating func length(_ symbol: Int) -> Int? {
        if symbol < 265 { return symbol - 254 }
        if symbol == 285 { return 258 }
        guard symbol < 285 else { return nil }
        let bits = (symbol - 261) / 4
        return take(bits).map { ((4 + (symbol - 265) % 4) << bits) + 3 + $0 }
    }

    /// The distance of a repetition.
    private mutating func distance(_ symbol: Int) -> Int? {
        if symbol < 4 { return symbol + 1 }
        guard symbol < 30 else { return nil }
        let bits = symbol / 2 - 1
        return take(bits).map { ((2 + symbol % 2) << bits) + 1 + $0 }
    }
}
