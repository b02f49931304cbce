/// A way from a controller to a parameter of a note: SoundFont 2.04, section 8.2.
package struct Modulator: BitwiseCopyable, Equatable, Sendable {
    /// The controller and its curve.
    package var source: ModulatorSource
    /// The generator that it moves, or `linkFlag` and the number of another modulator of the same list.
    package var destination: UInt16
    /// How far it moves it, in the generator's unit.
    package var amount: Float
    /// A second controller that the amount is multiplied by.
    package var amountSource: ModulatorSource
    /// Indicates whether the product counts without its sign.
    package var isAbsolute: Bool

    /// Set in the destination of a modulator that leads to another one.
    package static var linkFlag: UInt16 { @_noAllocation @_noLocks get { 0x8000 } }

    /// Makes a modulator from the numbers of a bank.
    package init(
        _ source: UInt16, to destination: Int, _ amount: Float, by amountSource: UInt16 = 0, isAbsolute: Bool = false
    ) {
        self.source = ModulatorSource(bits: source)
        self.destination = UInt16(truncatingIfNeeded: destination)
        self.amount = amount
        self.amountSource = ModulatorSource(bits: amountSource)
        self.isAbsolute = isAbsolute
    }

    /// A modulator that moves nothing.
    package static let nothing = Modulator(0, to: 0, 0)

    /// Returns whether another one goes the same way, so that one stands for both (section 9.5.1).
    package func isIdentical(to other: Modulator) -> Bool {
        source.bits == other.source.bits && destination == other.destination
            && amountSource.bits == other.amountSource.bits && isAbsolute == other.isAbsolute
    }

    /// The default modulators, which every instrument has unless its bank replaces them: section 8.4.
    ///
    /// Pan goes to its ends at the controller's ends: the specification's 1000 would reach them half way.
    package static let standard: [Modulator] = [
        Modulator(0x0502, to: Generator.attenuation, 960),
        Modulator(0x0102, to: Generator.filterCutoff, -2_400),
        Modulator(0x000D, to: Generator.vibratoLFOToPitch, 50),
        Modulator(0x0081, to: Generator.vibratoLFOToPitch, 50),
        Modulator(0x0587, to: Generator.attenuation, 960),
        Modulator(0x028A, to: Generator.pan, 500),
        Modulator(0x058B, to: Generator.attenuation, 960),
        Modulator(0x00DB, to: Generator.reverbSend, 200),
        Modulator(0x00DD, to: Generator.chorusSend, 200),
        Modulator(0x020E, to: Generator.pitch, 12_700, by: 0x0010),
    ]
}

/// A controller with a direction, a polarity and a curve, as a bank writes it: section 8.2.1.
package struct ModulatorSource: BitwiseCopyable, Equatable, Sendable {
    /// Index in bits 0 to 6, whether it is a MIDI controller in bit 7, downwards in 8, bipolar in 9, the curve above.
    package let bits: UInt16

    /// The indices of sources that are no MIDI controllers: table in section 8.2.1.
    package static var none: Int { @_noAllocation @_noLocks get { 0 } }
    package static var velocity: Int { @_noAllocation @_noLocks get { 2 } }
    package static var key: Int { @_noAllocation @_noLocks get { 3 } }
    package static var keyPressure: Int { @_noAllocation @_noLocks get { 10 } }
    package static var channelPressure: Int { @_noAllocation @_noLocks get { 13 } }
    package static var pitchWheel: Int { @_noAllocation @_noLocks get { 14 } }
    package static var pitchWheelRange: Int { @_noAllocation @_noLocks get { 16 } }
    package static var link: Int { @_noAllocation @_noLocks get { 127 } }

    /// Indicates whether a curve and a controller of that number exist.
    package var isKnown: Bool {
        guard bits >> 10 <= 3 else { return false }
        let index = Int(bits & 0x7F)
        if bits & 0x80 != 0 {
            // Bank selects, data entry, parameter numbers and channel modes are no sources (section 8.2.1).
            return ![0, 6, 32, 38].contains(index) && !(98...101).contains(index) && index < 120
        }
        return [0, 2, 3, 10, 13, 14, 16, 127].contains(index)
    }
}
