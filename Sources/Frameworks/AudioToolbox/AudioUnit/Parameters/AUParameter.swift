import CoreAudioTypes
import Foundation
import Synchronization

/// A parameter of a unit, made by `AUParameterTree.createParameter`.
///
/// - Thread: any but the render thread; hosts that render schedule changes by the unit's `scheduleParameterBlock`.
open class AUParameter: AUParameterNode, @unchecked Sendable {
    /// The number of the parameter, unique in its unit.
    public let address: AUParameterAddress
    /// The smallest value, in the unit of measurement.
    public let minValue: AUValue
    /// The largest value, in the unit of measurement.
    public let maxValue: AUValue
    /// The unit of measurement of the value.
    public let unit: AudioUnitParameterUnit
    /// The name of the unit of measurement, for `.customUnit`.
    public let unitName: String?
    /// The parameter's abilities, and hints for its display.
    public let flags: AudioUnitParameterOptions
    /// Names of the values from the smallest on, for `.indexed`.
    public let valueStrings: [String]?
    /// Addresses of parameters whose values change with this one's.
    public let dependentParameters: [NSNumber]?
    private let bits: Atomic<UInt32>
    /// The value with which the parameter was made.
    let firstValue: AUValue

    init(
        identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
        unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions, valueStrings: [String]?,
        dependentParameters: [NSNumber]?, value: AUValue? = nil
    ) {
        self.address = address
        minValue = min
        maxValue = max
        self.unit = unit
        self.unitName = unitName
        self.flags = flags
        self.valueStrings = valueStrings
        self.dependentParameters = dependentParameters
        firstValue = value ?? Swift.min(Swift.max(0, min), max)
        bits = Atomic(firstValue.bitPattern)
        super.init(identifier: identifier, displayName: name)
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        address = AUParameterAddress(bitPattern: coder.decodeInt64(forKey: "address"))
        minValue = coder.decodeFloat(forKey: "minValue")
        maxValue = coder.decodeFloat(forKey: "maxValue")
        unit = AudioUnitParameterUnit(rawValue: UInt32(bitPattern: coder.decodeInt32(forKey: "unit"))) ?? .generic
        unitName = coder.decodeObject(of: NSString.self, forKey: "unitName") as String?
        flags = AudioUnitParameterOptions(rawValue: UInt32(bitPattern: coder.decodeInt32(forKey: "flags")))
        let texts = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "valueStrings") as? NSArray
        valueStrings = texts?.compactMap { ($0 as? NSString).map(String.init) ?? $0 as? String }
        let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "dependentParameters") as? NSArray
        dependentParameters = numbers?.compactMap { $0 as? NSNumber }
        firstValue = coder.decodeFloat(forKey: "value")
        bits = Atomic(firstValue.bitPattern)
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(Int64(bitPattern: address), forKey: "address")
        coder.encode(minValue, forKey: "minValue")
        coder.encode(maxValue, forKey: "maxValue")
        coder.encode(Int32(bitPattern: unit.rawValue), forKey: "unit")
        coder.encode(unitName.map { $0 as NSString }, forKey: "unitName")
        coder.encode(Int32(bitPattern: flags.rawValue), forKey: "flags")
        coder.encode(valueStrings.map { NSArray(array: $0.map { $0 as NSString }) }, forKey: "valueStrings")
        coder.encode(dependentParameters.map { NSArray(array: $0) }, forKey: "dependentParameters")
        coder.encode(value, forKey: "value")
    }

    /// Returns a copy at an address that is `addressOffset` higher.
    func copy(addressOffset: AUParameterAddress) -> AUParameter {
        AUParameter(
            identifier: identifier, name: displayName, address: address &+ addressOffset, min: minValue, max: maxValue,
            unit: unit, unitName: unitName, flags: flags, valueStrings: valueStrings,
            dependentParameters: dependentParameters, value: storedValue)
    }

    // MARK: The value

    /// The value that was set last.
    var storedValue: AUValue {
        get { AUValue(bitPattern: bits.load(ordering: .relaxed)) }
        set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// The value that the unit provides; setting it notifies the unit and every observer.
    open var value: AUValue {
        get { implementorValueProvider(self) }
        set { setValue(newValue, originator: nil) }
    }

    /// Sets the value, and notifies the unit and every observer but the originator.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        setValue(value, originator: originator, atHostTime: 0)
    }

    /// Sets the value, which observers receive with a host time.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
        setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
    }

    /// Sets the value, as a part of a gesture.
    ///
    /// - Parameters:
    ///   - value: From the smallest value to the largest; the range is not enforced here.
    ///   - originator: The observer that is not notified; may be nil.
    ///   - hostTime: The host time that observers receive; 0 for none.
    ///   - eventType: The beginning of a gesture, its end, or a value in between.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) {
        storedValue = value
        implementorValueObserver(self, value)
        announce(value, originator: originator, atHostTime: hostTime, eventType: eventType)
    }

    /// Notifies the observers, but not the unit, of a value.
    func announce(
        _ value: AUValue, originator: AUParameterObserverToken? = nil, atHostTime hostTime: UInt64 = 0,
        eventType: AUParameterAutomationEventType = .value
    ) {
        ParameterObservation.tell(
            collectObservers(),
            AUParameterAutomationEvent(
                hostTime: hostTime, address: address, value: value, eventType: eventType, reserved: 0),
            originator: originator)
    }

    // MARK: Text

    /// Returns a value as text.
    ///
    /// - Parameter value: The value; nil for the present one.
    @discardableResult
    open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
        implementorStringFromValueCallback(self, value)
    }

    /// Returns the value that a text represents.
    @discardableResult
    open func value(from string: String) -> AUValue { implementorValueFromStringCallback(self, string) }

    /// Returns the default text of a value: its name, or the number to two decimal places.
    func defaultString(of value: AUValue) -> String {
        if let valueStrings, !valueStrings.isEmpty {
            let index = Double(value) - Double(minValue)
            let last = Double(valueStrings.count - 1)
            return valueStrings[index.isFinite ? Int(Swift.min(Swift.max(index.rounded(), 0), last)) : 0]
        }
        if unit == .boolean { return value >= 0.5 ? "1" : "0" }
        return String(format: "%.2f", Double(value))
    }

    /// Returns the default value of a text: that of a name, or the number; the present value for other texts.
    func defaultValue(of string: String) -> AUValue {
        if let index = valueStrings?.firstIndex(of: string) { return minValue + AUValue(index) }
        let text = string.trimmingCharacters(in: .whitespaces)
        let number = text.prefix { "+-.0123456789eE".contains($0) }
        return AUValue(number) ?? value
    }
}
