import CoreAudioTypes
import Foundation

/// All parameters of a unit.
///
/// Parameters, groups and trees are made by the functions of this class; a tree does not change once it is made.
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

    /// The parameter with an address.
    @discardableResult
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? { byAddress[address] }

    /// The parameter that the older interface names by number, scope and element.
    ///
    /// Parameters of the global scope have their number as address; others have the scope from bit 32 on and the element
    /// from bit 40 on.
    @discardableResult
    open func parameter(
        withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
    ) -> AUParameter? { byAddress[Self.address(paramID, scope, element)] }

    /// The address of a parameter of the older interface.
    static func address(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> AUParameterAddress {
        AUParameterAddress(id) | AUParameterAddress(scope & 0xFF) << 32 | AUParameterAddress(element & 0xFF_FFFF) << 40
    }

    // MARK: Making

    /// Makes a parameter, at the value nearest to 0.
    ///
    /// - Parameters:
    ///   - identifier: For programs; letters, digits and underscores.
    ///   - name: For people.
    ///   - address: Unique in the tree.
    ///   - min: The smallest value.
    ///   - max: The largest value.
    ///   - unit: What the value counts.
    ///   - unitName: For `.customUnit`.
    ///   - flags: What may be done with it.
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

    /// Makes a group.
    @discardableResult
    open class func createGroup(
        withIdentifier identifier: String, name: String, children: [AUParameterNode]
    ) -> AUParameterGroup {
        AUParameterGroup(identifier: identifier, displayName: name, children: children)
    }

    /// Makes a group that others are made like, such as one for each oscillator.
    @discardableResult
    open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        AUParameterGroup(identifier: "", displayName: "", children: children)
    }

    /// Makes a group like a template.
    ///
    /// - Parameter addressOffset: Added to the addresses of the template's parameters.
    @discardableResult
    open class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        AUParameterGroup(
            identifier: identifier, displayName: name,
            children: templateGroup.copyChildren(addressOffset: addressOffset))
    }

    /// Makes a tree.
    @discardableResult
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        AUParameterTree(children: children)
    }
}
