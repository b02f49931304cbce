/// One parameter of a unit: its address, its meaning, and the range of its values.
///
/// An address holds parameter, scope and element in one number; for the global scope it is the parameter's own number,
/// as in the headers.
package struct ParameterSpec: Sendable {
    /// The parameter's number within its scope and element.
    package let id: UInt32
    /// The scope of the parameter.
    package let scope: ParameterScope
    /// The number of elements that have it, from 0 on; 1 for the global scope.
    package let elementCount: Int
    /// The elements' numbers where they are not 0, 1, 2 ...; such as those of crosspoints.
    package let elementNumbers: [UInt32]?
    /// Shown to people, such as "Cutoff Frequency".
    package let name: String
    /// A word without spaces that is unique within the unit, such as "cutoffFrequency".
    package let identifier: String
    /// The unit of measurement.
    package let unit: ParameterUnit
    /// The smallest value allowed.
    package let minimum: Float
    /// The greatest value; for `.upToNyquist` that at 44.1 kHz.
    package let maximum: Float
    /// The value of a new unit.
    package let initial: Float
    /// The parameter's abilities, and hints for its display.
    package let flags: ParameterFlags
    /// Names of the values of an indexed parameter, the first for `minimum`; else empty.
    package let valueNames: [String]

    /// Makes the specification of one parameter.
    package init(
        _ id: UInt32, _ identifier: String, _ name: String, _ unit: ParameterUnit, _ range: ClosedRange<Float>,
        _ initial: Float, flags: ParameterFlags = .ordinary, scope: ParameterScope = .global, elementCount: Int = 1,
        elementNumbers: [UInt32]? = nil, valueNames: [String] = []
    ) {
        self.id = id
        self.scope = scope
        self.elementCount = elementNumbers?.count ?? elementCount
        self.elementNumbers = elementNumbers
        self.name = name
        self.identifier = identifier
        self.unit = unit
        minimum = range.lowerBound
        maximum = range.upperBound
        self.initial = initial
        // A choice does not glide.
        self.flags = unit == .indexed || unit == .boolean ? flags.subtracting(.canRamp) : flags
        self.valueNames = valueNames
    }

    /// The address of the parameter in one element, from 0 to `elementCount` - 1.
    package func address(element: Int = 0) -> UInt64 {
        ParameterSpec.address(id: id, scope: scope, element: elementNumbers?[element] ?? UInt32(element))
    }

    /// The address of any parameter: the element in the upper half, above the scope; the number below.
    package static func address(id: UInt32, scope: ParameterScope, element: UInt32) -> UInt64 {
        UInt64(id) | UInt64(scope.rawValue & 0xFF) << 32 | UInt64(element & 0xFF_FFFF) << 40
    }
}

/// The scope of a parameter; the numbers are those of the headers.
package enum ParameterScope: UInt32, Sendable {
    case global = 0
    case input = 1
    case output = 2
}

/// The unit of measurement of a parameter; the numbers are those of the headers.
package enum ParameterUnit: UInt32, Sendable {
    case generic = 0
    case indexed, boolean, percent, seconds, sampleFrames, phase, rate, hertz, cents
    case relativeSemitones, midiNoteNumber, midiController, decibels, linearGain, degrees
    case equalPowerCrossfade, mixerFaderCurve1, pan, meters, absoluteCents, octaves, beatsPerMinute, beats
    case milliseconds, ratio, custom
}

/// The abilities of a parameter, and hints for its display; the numbers are those of the headers except `upToNyquist`.
package struct ParameterFlags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let isReadable = Self(rawValue: 1 << 30)
    package static let isWritable = Self(rawValue: 1 << 31)
    package static let canRamp = Self(rawValue: 1 << 25)
    /// Shown on a logarithmic scale.
    package static let displayLogarithmic = Self(rawValue: 1 << 22)
    /// A value that is shown as it changes, as a meter.
    package static let isMeter = Self(rawValue: 1 << 15)
    /// Not for most people.
    package static let expertMode = Self(rawValue: 1 << 26)
    /// The greatest value is half the sample rate; not a flag of the headers, so faces take it away.
    package static let upToNyquist = Self(rawValue: 1)

    /// Read, written and ramped.
    package static let ordinary: Self = [.isReadable, .isWritable, .canRamp]
    /// A meter that the unit writes.
    package static let meter: Self = [.isReadable, .isMeter]
}

/// Values that a unit brings along under a name.
package struct UnitPreset: Sendable {
    /// Its place in the list, from 0.
    package let number: Int
    /// The name that is shown to people.
    package let name: String
    /// Addresses with their values; parameters that are not named are set to their initial value.
    package let values: [(address: UInt64, value: Float)]

    /// Makes a preset of addresses and values.
    package init(_ number: Int, _ name: String, _ values: [(address: UInt64, value: Float)]) {
        self.number = number
        self.name = name
        self.values = values
    }
}
