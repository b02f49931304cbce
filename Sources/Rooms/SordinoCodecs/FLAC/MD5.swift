/// The MD5 sum of bytes, put in piece by piece.
///
/// Source: RFC 1321.
package struct MD5: Sendable {
    private var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
    private var rest: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// Starts with no bytes.
    package init() { rest.reserveCapacity(64) }

    /// Starts again with no bytes and keeps the memory.
    package mutating func reset() {
        state = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
        rest.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    /// Takes more bytes into the sum.
    package mutating func take(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        guard let base = bytes.baseAddress else { return }
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest.append(contentsOf: bytes[..<start])
            guard rest.count == 64 else { return }
            rest.withUnsafeBytes { if let block = $0.baseAddress { Self.add(block, &state) } }
            rest.removeAll(keepingCapacity: true)
        }
        while start &+ 64 <= bytes.count {
            Self.add(base + start, &state)
            start &+= 64
        }
        if start < bytes.count { rest.append(contentsOf: bytes[start...]) }
    }

    /// The sum of all bytes so far: 16 bytes.
    package var sum: [UInt8] {
        var copy = self
        let bits = byteCount &* 8
        var tail: [UInt8] = [0x80]
        while (copy.rest.count + tail.count) & 63 != 56 { tail.append(0) }
        for index in 0..<8 { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
        tail.withUnsafeBytes { copy.take($0) }
        let (a, b, c, d) = copy.state
        return [a, b, c, d].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
    }

    @inline(__always)
    private static func turn(_ value: UInt32, _ by: UInt32) -> UInt32 { value &<< by | value &>> (32 &- by) }

    private static func add(_ block: UnsafeRawPointer, _ state: inout (UInt32, UInt32, UInt32, UInt32)) {
        @inline(__always)
        func word(_ index: Int) -> UInt32 {
            UInt32(littleEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        }
        var (a, b, c, d) = state
        @inline(__always)
        func f(_ a: inout UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: UInt32, _ k: UInt32, _ s: UInt32) {
            a = b &+ turn(a &+ x &+ k &+ (d ^ (b & (c ^ d))), s)
        }
        @inline(__always)
        func g(_ a: inout UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: UInt32, _ k: UInt32, _ s: UInt32) {
            a = b &+ turn(a &+ x &+ k &+ (c & ~d) &+ (d & b), s)
        }
        @inline(__always)
        func h(_ a: inout UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: UInt32, _ k: UInt32, _ s: UInt32) {
            a = b &+ turn(a &+ x &+ k &+ (b ^ (c ^ d)), s)
        }
        @inline(__always)
        func i(_ a: inout UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: UInt32, _ k: UInt32, _ s: UInt32) {
            a = b &+ turn(a &+ x &+ k &+ (c ^ (b | ~d)), s)
        }
        f(&a, b, c, d, word(0), 0xD76AA478, 7)
        f(&d, a, b, c, word(1), 0xE8C7B756, 12)
        f(&c, d, a, b, word(2), 0x242070DB, 17)
        f(&b, c, d, a, word(3), 0xC1BDCEEE, 22)
        f(&a, b, c, d, word(4), 0xF57C0FAF, 7)
        f(&d, a, b, c, word(5), 0x4787C62A, 12)
        f(&c, d, a, b, word(6), 0xA8304613, 17)
        f(&b, c, d, a, word(7), 0xFD469501, 22)
        f(&a, b, c, d, word(8), 0x698098D8, 7)
        f(&d, a, b, c, word(9), 0x8B44F7AF, 12)
        f(&c, d, a, b, word(10), 0xFFFF5BB1, 17)
        f(&b, c, d, a, word(11), 0x895CD7BE, 22)
        f(&a, b, c, d, word(12), 0x6B901122, 7)
        f(&d, a, b, c, word(13), 0xFD987193, 12)
        f(&c, d, a, b, word(14), 0xA679438E, 17)
        f(&b, c, d, a, word(15), 0x49B40821, 22)
        g(&a, b, c, d, word(1), 0xF61E2562, 5)
        g(&d, a, b, c, word(6), 0xC040B340, 9)
        g(&c, d, a, b, word(11), 0x265E5A51, 14)
        g(&b, c, d, a, word(0), 0xE9B6C7AA, 20)
        g(&a, b, c, d, word(5), 0xD62F105D, 5)
        g(&d, a, b, c, word(10), 0x02441453, 9)
        g(&c, d, a, b, word(15), 0xD8A1E681, 14)
        g(&b, c, d, a, word(4), 0xE7D3FBC8, 20)
        g(&a, b, c, d, word(9), 0x21E1CDE6, 5)
        g(&d, a, b, c, word(14), 0xC33707D6, 9)
        g(&c, d, a, b, word(3), 0xF4D50D87, 14)
        g(&b, c, d, a, word(8), 0x455A14ED, 20)
        g(&a, b, c, d, word(13), 0xA9E3E905, 5)
        g(&d, a, b, c, word(2), 0xFCEFA3F8, 9)
        g(&c, d, a, b, word(7), 0x676F02D9, 14)
        g(&b, c, d, a, word(12), 0x8D2A4C8A, 20)
        h(&a, b, c, d, word(5), 0xFFFA3942, 4)
        h(&d, a, b, c, word(8), 0x8771F681, 11)
        h(&c, d, a, b, word(11), 0x6D9D6122, 16)
        h(&b, c, d, a, word(14), 0xFDE5380C, 23)
        h(&a, b, c, d, word(1), 0xA4BEEA44, 4)
        h(&d, a, b, c, word(4), 0x4BDECFA9, 11)
        h(&c, d, a, b, word(7), 0xF6BB4B60, 16)
        h(&b, c, d, a, word(10), 0xBEBFBC70, 23)
        h(&a, b, c, d, word(13), 0x289B7EC6, 4)
        h(&d, a, b, c, word(0), 0xEAA127FA, 11)
        h(&c, d, a, b, word(3), 0xD4EF3085, 16)
        h(&b, c, d, a, word(6), 0x04881D05, 23)
        h(&a, b, c, d, word(9), 0xD9D4D039, 4)
        h(&d, a, b, c, word(12), 0xE6DB99E5, 11)
        h(&c, d, a, b, word(15), 0x1FA27CF8, 16)
        h(&b, c, d, a, word(2), 0xC4AC5665, 23)
        i(&a, b, c, d, word(0), 0xF4292244, 6)
        i(&d, a, b, c, word(7), 0x432AFF97, 10)
        i(&c, d, a, b, word(14), 0xAB9423A7, 15)
        i(&b, c, d, a, word(5), 0xFC93A039, 21)
        i(&a, b, c, d, word(12), 0x655B59C3, 6)
        i(&d, a, b, c, word(3), 0x8F0CCC92, 10)
        i(&c, d, a, b, word(10), 0xFFEFF47D, 15)
        i(&b, c, d, a, word(1), 0x85845DD1, 21)
        i(&a, b, c, d, word(8), 0x6FA87E4F, 6)
        i(&d, a, b, c, word(15), 0xFE2CE6E0, 10)
        i(&c, d, a, b, word(6), 0xA3014314, 15)
        i(&b, c, d, a, word(13), 0x4E0811A1, 21)
        i(&a, b, c, d, word(4), 0xF7537E82, 6)
        i(&d, a, b, c, word(11), 0xBD3AF235, 10)
        i(&c, d, a, b, word(2), 0x2AD7D2BB, 15)
        i(&b, c, d, a, word(9), 0xEB86D391, 21)
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
    }
}
