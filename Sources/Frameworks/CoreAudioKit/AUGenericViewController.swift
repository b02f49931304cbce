import AudioToolbox
import Foundation

/// The generic view of a unit, as values: a row for each parameter that the unit shows, without a view.
///
/// - Thread: main.
@MainActor open class AUGenericViewController: NSObject {
    /// A control of a row.
    public enum Control: Sendable, Hashable {
        /// A value between two others.
        case slider(ClosedRange<AUValue>)
        /// Either 0 or 1.
        case toggle
        /// One of several values, which are numbered from the parameter's smallest value on.
        case menu([String])
    }

    /// A parameter as a view shows it.
    public struct Row: Sendable, Hashable, Identifiable {
        /// The address of the parameter.
        public let id: AUParameterAddress
        /// The names of the groups that it is in, the outermost first.
        public let groups: [String]
        /// The name for people.
        public let name: String
        /// The control that fits it.
        public let control: Control
        /// The present value, in its unit.
        public let value: AUValue
        /// The present value for people.
        public let text: String
        /// The unit of the value; empty for none.
        public let unit: String
        /// Indicates whether people may change it.
        public let isWritable: Bool
    }

    /// The unit whose parameters are shown; nil for none.
    open var auAudioUnit: AUAudioUnit?

    /// Makes a controller that shows nothing.
    public override init() { super.init() }

    /// The parameters in the order of the tree, with their values of this moment.
    open var rows: [Row] {
        guard let tree = auAudioUnit?.parameterTree else { return [] }
        return Self.rows(tree, [])
    }

    /// Sets a parameter; the value is limited to the parameter's range.
    ///
    /// - Returns: False for a row without such a parameter, and one that people may not change.
    @discardableResult
    open func setValue(_ value: AUValue, of row: Row) -> Bool {
        guard let parameter = auAudioUnit?.parameterTree?.parameter(withAddress: row.id),
            parameter.flags.contains(.flag_IsWritable), value.isFinite
        else { return false }
        parameter.value = min(max(value, parameter.minValue), parameter.maxValue)
        return true
    }

    private static func rows(_ group: AUParameterGroup, _ names: [String]) -> [Row] {
        group.children.flatMap { node in
            if let group = node as? AUParameterGroup { return rows(group, names + [group.displayName]) }
            return (node as? AUParameter).map { [row($0, names)] } ?? []
        }
    }

    private static func row(_ parameter: AUParameter, _ groups: [String]) -> Row {
        let value = parameter.value
        let control: Control =
            if let names = parameter.valueStrings, !names.isEmpty {
                .menu(names)
            } else if parameter.unit == .boolean {
                .toggle
            } else {
                .slider(min(parameter.minValue, parameter.maxValue)...max(parameter.minValue, parameter.maxValue))
            }
        return Row(
            id: parameter.address, groups: groups, name: parameter.displayName, control: control, value: value,
            text: withUnsafePointer(to: value) { parameter.string(fromValue: $0) }, unit: parameter.unitName ?? "",
            isWritable: parameter.flags.contains(.flag_IsWritable))
    }
}
