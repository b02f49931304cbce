/// Turns of a head out of Open Sound Control messages.
///
/// Understood are `/ypr` with three numbers, and `/yaw`, `/pitch` and `/roll` with one, alone or at the end of a longer address,
/// in messages and in bundles. Numbers are degrees: yaw to the right, pitch up, roll over the right ear. Anything else is passed over.
/// - Source: Open Sound Control 1.0 specification (types i, f, d; bundles).
package struct HeadMessages {
    /// The angles that messages have set so far.
    package private(set) var angles: (yaw: Float, pitch: Float, roll: Float)

    /// Begins with angles in degrees.
    package init(angles: (yaw: Float, pitch: Float, roll: Float) = (0, 0, 0)) { self.angles = angles }

    /// Takes a datagram, which may hold anything.
    ///
    /// - Returns: Whether it held a turn.
    package mutating func take(_ bytes: [UInt8]) -> Bool { packet(bytes[...], depth: 0) }

    private mutating func packet(_ bytes: ArraySlice<UInt8>, depth: Int) -> Bool {
        // Bundles within bundles are followed to a depth of four.
        guard depth < 4 else { return false }
        guard bytes.starts(with: Array("#bundle\0".utf8)) else { return message(bytes) }
        var (rest, found) = (bytes.dropFirst(16), false)
        while rest.count >= 4 {
            let size = Int(Self.word(rest))
            rest = rest.dropFirst(4)
            guard size > 0, size <= rest.count else { return found }
            if packet(rest.prefix(size), depth: depth + 1) { found = true }
            rest = rest.dropFirst(size)
        }
        return found
    }

    private mutating func message(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        guard let address = Self.text(&rest), address.first == UInt8(ascii: "/"), let types = Self.text(&rest),
            types.first == UInt8(ascii: ","), types.count <= 4
        else { return false }
        var numbers: [Float] = []
        for type in types.dropFirst() {
            let size = type == UInt8(ascii: "d") ? 8 : 4
            guard rest.count >= size else { return false }
            switch type {
            case UInt8(ascii: "f"): numbers.append(Float(bitPattern: Self.word(rest)))
            case UInt8(ascii: "i"): numbers.append(Float(Int32(bitPattern: Self.word(rest))))
            case UInt8(ascii: "d"):
                let bits = UInt64(Self.word(rest)) << 32 | UInt64(Self.word(rest.dropFirst(4)))
                numbers.append(Float(Double(bitPattern: bits)))
            default: return false
            }
            rest = rest.dropFirst(size)
        }
        guard numbers.allSatisfy(\.isFinite) else { return false }
        let name = address.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        switch (name, numbers.count) {
        case ("ypr", 3): angles = (numbers[0], numbers[1], numbers[2])
        case ("yaw", 1): angles.yaw = numbers[0]
        case ("pitch", 1): angles.pitch = numbers[0]
        case ("roll", 1): angles.roll = numbers[0]
        default: return false
        }
        return true
    }

    /// Takes a text with its zeros, which fill four bytes.
    private static func text(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = rest.prefix(256).firstIndex(of: 0) else { return nil }
        let text = rest[rest.startIndex..<end]
        rest = rest.dropFirst((text.count / 4 + 1) * 4)
        return text
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
