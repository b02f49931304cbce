import AVAudioTypes
import CoreAudioTypes
import Foundation

// What properties say of parameters.

/// A parameter as C has it.
public struct AudioUnitParameterInfo {
    /// The name's first 51 bytes in UTF-8, and a zero.
    public var name:
        (
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar
        )
    /// The name of the unit of measurement, for `.customUnit`.
    public var unitName: Unmanaged<CFString>?
    /// The group of parameters that it belongs to; 0 for none.
    public var clumpID: UInt32
    /// The name; if the flags say so the reader's to release.
    public var cfNameString: Unmanaged<CFString>?
    /// The unit of measurement.
    public var unit: AudioUnitParameterUnit
    /// The smallest value.
    public var minValue: AudioUnitParameterValue
    /// The largest value.
    public var maxValue: AudioUnitParameterValue
    /// The value of a new unit.
    public var defaultValue: AudioUnitParameterValue
    /// The parameter's abilities, hints for its display, and the fields above that are valid.
    public var flags: AudioUnitParameterOptions

    /// All zero.
    public init() {
        name = (
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        )
        (unitName, clumpID, cfNameString, unit) = (nil, 0, nil, .generic)
        (minValue, maxValue, defaultValue, flags) = (0, 0, 0, [])
    }

    /// A parameter.
    public init(
        name: (
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar,
            CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar
        ), unitName: Unmanaged<CFString>?, clumpID: UInt32, cfNameString: Unmanaged<CFString>?,
        unit: AudioUnitParameterUnit, minValue: AudioUnitParameterValue, maxValue: AudioUnitParameterValue,
        defaultValue: AudioUnitParameterValue, flags: AudioUnitParameterOptions
    ) {
        self.name = name
        self.unitName = unitName
        self.clumpID = clumpID
        self.cfNameString = cfNameString
        self.unit = unit
        self.minValue = minValue
        self.maxValue = maxValue
        self.defaultValue = defaultValue
        self.flags = flags
    }

    /// The name, in full where there is one.
    var text: String {
        if flags.contains(.flag_HasCFNameString), let cfNameString {
            return cfNameString.takeUnretainedValue() as String
        }
        return withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// A parameter with its name, which belongs to the reader.
    init(_ parameter: AUParameter) {
        self.init()
        withUnsafeMutableBytes(of: &name) { bytes in
            var text = parameter.displayName
            while text.utf8.count > 51 { text.removeLast() }
            bytes.copyBytes(from: text.utf8)
        }
        unitName = parameter.unitName.map { .passRetained($0 as NSString) }
        cfNameString = .passRetained(parameter.displayName as NSString)
        unit = parameter.unit
        (minValue, maxValue, defaultValue) = (parameter.minValue, parameter.maxValue, parameter.firstValue)
        flags = parameter.flags.union([.flag_HasCFNameString, .flag_CFNameRelease])
        if parameter.valueStrings != nil { flags.insert(.flag_ValuesHaveStrings) }
    }
}

/// A question for a parameter's name of no more than so many characters.
public struct AudioUnitParameterNameInfo {
    /// The parameter's number.
    public var inID: AudioUnitParameterID
    /// Characters at the most; `kAudioUnitParameterName_Full` for all.
    public var inDesiredLength: Int32
    /// The answer, which belongs to the reader.
    public var outName: Unmanaged<CFString>?

    /// All zero.
    public init() { (inID, inDesiredLength, outName) = (0, 0, nil) }

    /// A question.
    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
        self.inID = inID
        self.inDesiredLength = inDesiredLength
        self.outName = outName
    }
}

/// The same by another name.
public typealias AudioUnitParameterIDName = AudioUnitParameterNameInfo

/// The length of a name that is not shortened.
public var kAudioUnitParameterName_Full: Int { -1 }

/// A question for a value as text.
public struct AudioUnitParameterStringFromValue {
    /// The parameter's number.
    public var inParamID: AudioUnitParameterID
    /// The value.
    public var inValue: UnsafePointer<AudioUnitParameterValue>
    /// The answer, which belongs to the reader.
    public var outString: Unmanaged<CFString>?

    /// A question.
    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>,
        outString: Unmanaged<CFString>?
    ) {
        self.inParamID = inParamID
        self.inValue = inValue
        self.outString = outString
    }
}

/// A question for the value that a text stands for.
public struct AudioUnitParameterValueFromString {
    /// The parameter's number.
    public var inParamID: AudioUnitParameterID
    /// The text.
    public var inString: Unmanaged<CFString>
    /// The answer.
    public var outValue: AudioUnitParameterValue

    /// A question.
    public init(inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>, outValue: AudioUnitParameterValue) {
        self.inParamID = inParamID
        self.inString = inString
        self.outValue = outValue
    }
}
