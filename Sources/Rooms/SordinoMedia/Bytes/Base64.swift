/// Bytes as letters, six bits each.
///
/// Source: RFC 4648, 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// The six bits of each letter; 64 for other characters.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Writes bytes as letters, filled up to a multiple of four.
    static func letters(of bytes: [UInt8]) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
            for index in 0..<4 {
                let bits = Int(word >> UInt32(18 - 6 * index) & 0x3F)
                letters.append(index <= part.count ? alphabet[bits] : 0x3D)
            }
        }
        return letters
    }

    /// Reads letters up to the filling; nil if there is another character among them.
    static func bytes(of letters: ArraySlice<UInt8>) -> [UInt8]? {
        var (bytes, word, bitCount) = ([UInt8](), UInt32(0), 0)
        bytes.reserveCapacity(letters.count / 4 * 3)
        for letter in letters.prefix(while: { $0 != 0x3D }) {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            word = word << 6 & 0xFFFF | UInt32(value)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bitCount)))
        }
        return bytes
    }
}
