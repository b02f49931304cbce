import CoreAudioTypes
import Foundation

/// A group of related parameters and groups, made by `AUParameterTree.createGroup`.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
    /// The members of the group, in the order of creation.
    public let children: [AUParameterNode]

    init(identifier: String, displayName: String, children: [AUParameterNode]) {
        self.children = children
        super.init(identifier: identifier, displayName: displayName)
        for child in children { child.parent = self }
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self, AUParameter.self, AUParameterGroup.self]
        guard let children = coder.decodeObject(of: classes, forKey: "children") as? NSArray else { return nil }
        self.children = children.compactMap { $0 as? AUParameterNode }
        super.init(coder: coder)
        for child in self.children { child.parent = self }
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSArray(array: children), forKey: "children")
    }

    /// Every parameter in the group and in its subgroups.
    open var allParameters: [AUParameter] {
        children.flatMap { child -> [AUParameter] in
            if let parameter = child as? AUParameter { return [parameter] }
            return (child as? AUParameterGroup)?.allParameters ?? []
        }
    }

    /// Returns the child with an identifier, as key-value coding finds it on Apple's systems.
    @discardableResult
    open func value(forKey key: String) -> Any? { children.first { $0.identifier == key } }

    /// Returns the node at a path of identifiers, separated by dots.
    @discardableResult
    open func value(forKeyPath keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        let group = value(forKey: String(keyPath[..<dot])) as? AUParameterGroup
        return group?.value(forKeyPath: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// Returns copies of the children at addresses that are `addressOffset` higher.
    func copyChildren(addressOffset: AUParameterAddress) -> [AUParameterNode] {
        children.map { child in
            if let parameter = child as? AUParameter { return parameter.copy(addressOffset: addressOffset) }
            guard let group = child as? AUParameterGroup else { return child }
            return AUParameterGroup(
                identifier: group.identifier, displayName: group.displayName,
                children: group.copyChildren(addressOffset: addressOffset))
        }
    }
}
