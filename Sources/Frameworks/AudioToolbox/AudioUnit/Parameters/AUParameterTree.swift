import CoreAudioTypes
import Foundation

/// The tree of all parameters of a unit.
///
/// The functions of this class make parameters, groups and trees; a tree is immutable.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
    private var byAddress: [AUParameterAddress: AUParameter] = [:]

    private init(children: [AUParameterNode]) {
        super.init(identifier: "", displayName: "", children: children)
        index()
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        index()
    }

    private func index() {
        byAddress = Dictionary(allParameters.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the parameter with an address; nil for none.
    @discardableResult
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? { byAddress[address] }

    /// Returns the parameter with a number, scope and element of the C interface; nil for none.
    ///
    /// Parameters of the global scope have their number as address; others have the scope from bit 32 on and the
    /// element from bit 40 on.
    @discardableResult
    open func parameter(
        withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
    ) -> AUParameter? { scope <= 0xFF ? byAddress[Self.address(paramID, scope, element)] : nil }

    /// Returns the address for a number, scope and element of the C interface.
    static func address(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> AUParameterAddress {
        AUParameterAddress(id) | AUParameterAddress(scope & 0xFF) << 32 | AUParameterAddress(element & 0xFF_FFFF) << 40
    }

    // MARK: Making

    /// Makes a parameter, at the value nearest to 0.
    ///
    /// - Parameters:
    ///   - identifier: The name for programs: letters, digits and underscores.
    ///   - name: The name for display.
    ///   - address: A number that is unique in the tree.
    ///   - min: The smallest value.
    ///   - max: The largest value.
    ///   - unit: The unit of measurement.
    ///   - unitName: The name of the unit of measurement, for `.customUnit`.
    ///   - flags: The parameter's abilities, and hints for its display.
    ///   - valueStrings: Names of the values, for `.indexed`.
    ///   - dependentParameters: Addresses of parameters that change with it.
    @discardableResult
    open class func createParameter(
        withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue, max: AUValue,
        unit: AudioUnitParameterUnit, unitName: String?, flags: AudioUnitParameterOptions = [],
        valueStrings: [String]?, dependentParameters: [NSNumber]?
    ) -> AUParameter {
        AUParameter(
            identifier: identifier, name: name, address: address, min: min, max: max, unit: unit, unitName: unitName,
            flags: flags, valueStrings: valueStrings, dependentParameters: dependentParameters)
    }

    /// Makes a group of parameters and groups.
    @discardableResult
    open class func createGroup(
        withIdentifier identifier: String, name: String, children: [AUParameterNode]
    ) -> AUParameterGroup {
        AUParameterGroup(identifier: identifier, displayName: name, children: children)
    }

    /// Makes a group to be copied by `createGroup(fromTemplate:…)`, such as one for each oscillator.
    @discardableResult
    open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        AUParameterGroup(identifier: "", displayName: "", children: children)
    }

    /// Makes a group as a copy of a template.
    ///
    /// - Parameter addressOffset: The number to add to the address of each parameter in the template.
    @discardableResult
    open class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        AUParameterGroup(
            identifier: identifier, displayName: name,
            children: templateGroup.copyChildren(addressOffset: addressOffset))
    }

    /// Makes a tree of parameters and groups.
    @discardableResult
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        AUParameterTree(children: children)
    }
}
