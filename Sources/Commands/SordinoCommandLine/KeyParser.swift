/// A key that a person presses while a program runs in a terminal.
package enum Key: Hashable, Sendable {
    /// A key that writes an ASCII character; also return, as a line feed, and the space bar.
    case character(Character)
    case up, down, left, right
}

/// Turns the bytes that a terminal sends into keys.
///
/// Sequences of unknown keys, characters beyond ASCII and the escape key are skipped. A sequence may arrive in several
/// reads; the memory of an unfinished one is two flags.
package struct KeyParser: Sendable {
    private enum State { case plain, escape, sequence }

    private var state = State.plain

    /// Makes a parser that has seen nothing.
    package init() {}

    /// Notes that no byte came for a while: an escape was the key of that name, and begins no sequence.
    package mutating func pass() { if state == .escape { state = .plain } }

    /// Takes bytes and returns the keys that are complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            switch (state, byte) {
            case (_, 0x1B): state = .escape
            case (.plain, 0x0D): keys.append(.character("\n"))
            case (.plain, 0x0A), (.plain, 0x20...0x7E): keys.append(.character(Character(Unicode.Scalar(byte))))
            case (.plain, _): break
            // CSI in ordinary and SS3 in application mode.
            case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")): state = .sequence
            case (.escape, _): state = .plain
            // Parameters and intermediate bytes come before the final byte.
            case (.sequence, 0x20...0x3F): break
            case (.sequence, _):
                state = .plain
                switch byte {
                case UInt8(ascii: "A"): keys.append(.up)
                case UInt8(ascii: "B"): keys.append(.down)
                case UInt8(ascii: "C"): keys.append(.right)
                case UInt8(ascii: "D"): keys.append(.left)
                default: break
                }
            }
        }
        return keys
    }
}
