/// The filters and transformations of a thru connection.
///
/// - Source: the documentation of `MIDIThruConnectionParams`.
package struct ThruSettings: Sendable, Hashable {
    /// The transformation of a value of 0 to 127, or of 0 to 16,383 for pitch bend and 14-bit controllers.
    package enum Transform: Sendable, Hashable {
        case none
        case filterOut
        /// Adds; the sum is kept in the range.
        case add(Int)
        /// Multiplies by a number of twelve fractional bits and four before them; the product is kept in the range.
        case scale(Int)
        /// Raises lower values to this one.
        case minimum(Int)
        /// Lowers higher values to this one.
        case maximum(Int)
        /// Looks the value up; values above 127 are looked up by their upper seven bits.
        case map([UInt8])

        /// Returns the new value; nil when the message is dropped.
        package func callAsFunction(_ value: Int, upTo limit: Int = 127) -> Int? {
            switch self {
            case .none: value
            case .filterOut: nil
            case .add(let amount): min(max(value + amount, 0), limit)
            case .scale(let factor): min(max(value * factor / 4096, 0), limit)
            case .minimum(let least): min(max(value, least), limit)
            case .maximum(let most): max(min(value, most), 0)
            case .map(let table):
                limit > 127 ? Int(table[min(value >> 7, 127)]) << 7 | value & 0x7F : Int(table[min(value, 127)])
            }
        }
    }

    /// A kind of controller: of seven bits, of fourteen in two controllers, or by a parameter number.
    package enum ControlKind: UInt8, Sendable, Hashable {
        case sevenBit = 0
        case fourteenBit = 1
        case registered7 = 2
        case registered14 = 3
        case unregistered7 = 4
        case unregistered14 = 5
    }

    /// The transformation of one controller.
    package struct ControlRule: Sendable, Hashable {
        package var kind: ControlKind
        package var number: UInt16
        /// The transformation of its value; nil if its number changes instead.
        package var transform: Transform
        /// Its new number; nil when it stays.
        package var newNumber: UInt16?
        /// The kind of controller that it becomes, if its number changes.
        package var newKind: ControlKind

        /// Makes a rule for one controller.
        package init(
            kind: ControlKind, number: UInt16, transform: Transform, newNumber: UInt16? = nil,
            newKind: ControlKind = .sevenBit
        ) {
            (self.kind, self.number, self.transform) = (kind, number, transform)
            (self.newNumber, self.newKind) = (newNumber, newKind)
        }
    }

    /// The new channel of each channel; above 15 drops its messages.
    package var channelMap = Array(UInt8(0)..<16)
    package var velocities = 0...127
    package var notes = 0...127
    package var noteNumber = Transform.none
    package var velocity = Transform.none
    package var keyPressure = Transform.none
    package var channelPressure = Transform.none
    package var programChange = Transform.none
    package var pitchBend = Transform.none
    package var dropsExclusive = false
    package var dropsTimeCode = false
    package var dropsBeatClock = false
    package var dropsTuneRequest = false
    package var dropsControls = false
    package var controls: [ControlRule] = []

    /// Makes settings that let everything through as it is.
    package init() {}

    /// Indicates whether everything passes as it is.
    package var isTransparent: Bool { self == ThruSettings() }
}
