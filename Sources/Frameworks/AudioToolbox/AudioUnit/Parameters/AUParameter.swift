import CoreAudioTypes
import Foundation
import Synchronization

/// One value of a unit that its users may change.
///
/// Made by `AUParameterTree.createParameter`.
/// - Thread: any but the render thread; hosts that render schedule changes by the unit's `scheduleParameterBlock`.
open class AUParameter: AUParameterNode, @unchecked Sendable {
    /// The number that names the parameter in its unit.
    public let address: AUParameterAddress
    /// The smallest value.
    public let minValue: AUValue
    /// The largest value.
    public let maxValue: AUValue
    /// The unit of measurement of the value.
    public let unit: AudioUnitParameterUnit
    /// The unit's name, for `.customUnit`.
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

    /// A parameter like this one elsewhere.
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

    /// The value, as the unit says it is; setting it tells the unit and every observer.
    open var value: AUValue {
        get { implementorValueProvider(self) }
        set { setValue(newValue, originator: nil) }
    }

    /// Sets the value and tells the unit and every observer but the one that asks.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        setValue(value, originator: originator, atHostTime: 0)
    }

    /// Sets the value, for observers as of a host time.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64) {
        setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
    }

    /// Sets the value, as a part of a gesture.
    ///
    /// - Parameters:
    ///   - value: From the smallest value to the largest; what lies outside is for the unit to judge.
    ///   - originator: An observer that is not told.
    ///   - hostTime: What observers of times are told; 0 for none.
    ///   - eventType: The gesture's beginning, its end, or a value in between.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) {
        storedValue = value
        implementorValueObserver(self, value)
        announce(value, originator: originator, atHostTime: hostTime, eventType: eventType)
    }

    /// Tells observers alone: the unit has changed the value itself.
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

    /// A value as text.
    ///
    /// - Parameter value: The value, or nil for the present one.
    @discardableResult
    open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
        implementorStringFromValueCallback(self, value)
    }

    /// The value that a text stands for.
    @discardableResult
    open func value(from string: String) -> AUValue { implementorValueFromStringCallback(self, string) }

    /// Without a unit's say: the value's name, or the number to two decimal places.
    func defaultString(of value: AUValue) -> String {
        if let valueStrings, !valueStrings.isEmpty {
            let index = Double(value) - Double(minValue)
            let last = Double(valueStrings.count - 1)
            return valueStrings[index.isFinite ? Int(Swift.min(Swift.max(index.rounded(), 0), last)) : 0]
        }
        if unit == .boolean { return value >= 0.5 ? "1" : "0" }
        return String(format: "%.2f", Double(value))
    }

    /// Without a unit's say: the place of the name, or the number; what is neither leaves the value as it is.
    func defaultValue(of string: String) -> AUValue {
        if let index = valueStrings?.firstIndex(of: string) { return minValue + AUValue(index) }
        let text = string.trimmingCharacters(in: .whitespaces)
        let number = text.prefix { "+-.0123456789eE".contains($0) }
        return AUValue(number) ?? value
    }
}
