import AVAudioTypes
import CoreAudioTypes
import Foundation

// The structs by which properties describe parameters, with their Core Foundation fields.

extension AudioUnitParameterInfo {
    /// The name of the unit of measurement, for `.customUnit`.
    public var unitName: Unmanaged<CFString>? {
        get { __unitName.map { .fromOpaque($0) } }
        set { __unitName = newValue?.toOpaque() }
    }

    /// The full name; the reader releases it if the flags contain `.flag_CFNameRelease`.
    public var cfNameString: Unmanaged<CFString>? {
        get { __cfNameString.map { .fromOpaque($0) } }
        set { __cfNameString = newValue?.toOpaque() }
    }

    /// Makes the description of a parameter from its fields.
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
        self.init(
            name: name, __unitName: unitName?.toOpaque(), clumpID: clumpID, __cfNameString: cfNameString?.toOpaque(),
            unit: unit, minValue: minValue, maxValue: maxValue, defaultValue: defaultValue, flags: flags)
    }

    /// The name: the full one if the flags contain it, else the C string.
    var text: String {
        if flags.contains(.flag_HasCFNameString), let cfNameString {
            return cfNameString.takeUnretainedValue() as String
        }
        return withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Makes the description of a parameter, whose name the reader releases.
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

extension AudioUnitParameterNameInfo {
    /// The answer, which the reader releases.
    public var outName: Unmanaged<CFString>? {
        get { __outName.map { .fromOpaque($0) } }
        set { __outName = newValue?.toOpaque() }
    }

    /// Makes a question for the name of a parameter, of at most `inDesiredLength` characters.
    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
        self.init(inID: inID, inDesiredLength: inDesiredLength, __outName: outName?.toOpaque())
    }
}

extension AudioUnitParameterStringFromValue {
    /// The answer, which the reader releases.
    public var outString: Unmanaged<CFString>? {
        get { __outString.map { .fromOpaque($0) } }
        set { __outString = newValue?.toOpaque() }
    }

    /// Makes a question for the text of a value; nil for the present value.
    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>,
        outString: Unmanaged<CFString>?
    ) {
        self.init(inParamID: inParamID, inValue: inValue, __outString: outString?.toOpaque())
    }
}

extension AudioUnitParameterValueFromString {
    /// The text to be converted to a value.
    public var inString: Unmanaged<CFString> {
        get { .fromOpaque(__inString) }
        set { __inString = newValue.toOpaque() }
    }

    /// Makes a question for the value that a text represents.
    public init(inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>, outValue: AudioUnitParameterValue) {
        self.init(inParamID: inParamID, __inString: inString.toOpaque(), outValue: outValue)
    }
}
