import AVAudioTypes
import CoreAudioTypes
import Foundation

// What properties say of parameters.

extension AudioUnitParameterInfo {
    /// The name of the unit of measurement, for `.customUnit`.
    public var unitName: Unmanaged<CFString>? {
        get { __unitName.map { .fromOpaque($0) } }
        set { __unitName = newValue?.toOpaque() }
    }

    /// The name; if the flags say so the reader's to release.
    public var cfNameString: Unmanaged<CFString>? {
        get { __cfNameString.map { .fromOpaque($0) } }
        set { __cfNameString = newValue?.toOpaque() }
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
        self.init(
            name: name, __unitName: unitName?.toOpaque(), clumpID: clumpID, __cfNameString: cfNameString?.toOpaque(),
            unit: unit, minValue: minValue, maxValue: maxValue, defaultValue: defaultValue, flags: flags)
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

extension AudioUnitParameterNameInfo {
    /// The answer, which belongs to the reader.
    public var outName: Unmanaged<CFString>? {
        get { __outName.map { .fromOpaque($0) } }
        set { __outName = newValue?.toOpaque() }
    }

    /// A question.
    public init(inID: AudioUnitParameterID, inDesiredLength: Int32, outName: Unmanaged<CFString>?) {
        self.init(inID: inID, inDesiredLength: inDesiredLength, __outName: outName?.toOpaque())
    }
}

extension AudioUnitParameterStringFromValue {
    /// The answer, which belongs to the reader.
    public var outString: Unmanaged<CFString>? {
        get { __outString.map { .fromOpaque($0) } }
        set { __outString = newValue?.toOpaque() }
    }

    /// A question.
    public init(
        inParamID: AudioUnitParameterID, inValue: UnsafePointer<AudioUnitParameterValue>,
        outString: Unmanaged<CFString>?
    ) {
        self.init(inParamID: inParamID, inValue: inValue, __outString: outString?.toOpaque())
    }
}

extension AudioUnitParameterValueFromString {
    /// The text.
    public var inString: Unmanaged<CFString> {
        get { .fromOpaque(__inString) }
        set { __inString = newValue.toOpaque() }
    }

    /// A question.
    public init(inParamID: AudioUnitParameterID, inString: Unmanaged<CFString>, outValue: AudioUnitParameterValue) {
        self.init(inParamID: inParamID, __inString: inString.toOpaque(), outValue: outValue)
    }
}
