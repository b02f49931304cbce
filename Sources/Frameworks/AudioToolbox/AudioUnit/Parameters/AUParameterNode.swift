import CoreAudioTypes
import Foundation
import Synchronization

/// A parameter, or a group of them, in the tree of a unit.
///
/// A block of the unit (`implementor…`) is looked up in the node, else in its group, and so on up to the tree.
/// Observers of a group are called for every parameter in it.
/// - Thread: any but the render thread.
open class AUParameterNode: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Blocks by which the unit implements its parameters; nil for those that it did not set.
    struct Implementor {
        var valueObserver: AUImplementorValueObserver?
        var valueProvider: AUImplementorValueProvider?
        var stringFromValue: AUImplementorStringFromValueCallback?
        var valueFromString: AUImplementorValueFromStringCallback?
        var displayName: AUImplementorDisplayNameWithLengthCallback?
    }

    private struct State {
        weak var parent: AUParameterGroup?
        var implementor = Implementor()
        var observers: [ParameterObservation] = []
    }

    // Each node has a lock, so that parameters can be set and read independently.
    private let lock = NSLock()
    private nonisolated(unsafe) var state = State()

    /// The name of the node for programs: unique among its siblings, and the same in every version of the unit.
    public let identifier: String

    /// The name of the node for display.
    public let displayName: String

    init(identifier: String, displayName: String) {
        self.identifier = identifier
        self.displayName = displayName
        super.init()
    }

    /// Reads what `encode(with:)` wrote.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
            let name = coder.decodeObject(of: NSString.self, forKey: "displayName") as String?
        else { return nil }
        self.identifier = identifier
        displayName = name
        super.init()
    }

    /// Encodes the identifier and the name, without blocks and observers.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(displayName as NSString, forKey: "displayName")
    }

    /// Always true: nodes support secure coding.
    open class var supportsSecureCoding: Bool { true }

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    // MARK: The tree

    /// The group around the node.
    var parent: AUParameterGroup? {
        get { locked { $0.parent } }
        set { locked { $0.parent = newValue } }
    }

    /// The identifiers from the top-level group to the node, separated by dots; empty for the tree.
    open var keyPath: String {
        guard let parent, !(parent is AUParameterTree) else { return self is AUParameterTree ? "" : identifier }
        return parent.keyPath + "." + identifier
    }

    /// Returns the name of the node, shortened to at most `maximumLength` characters.
    @discardableResult
    open func displayName(withLength maximumLength: Int) -> String {
        implementorDisplayNameWithLengthCallback(self, maximumLength)
    }

    // MARK: Blocks of the unit

    /// Returns a block from the nearest node that has it, upwards from this one.
    func nearest<Value>(_ path: KeyPath<Implementor, Value?>) -> Value? {
        if let own = locked({ $0.implementor[keyPath: path] }) { return own }
        return parent?.nearest(path)
    }

    /// Called when a parameter of this node is set; does nothing by default.
    open var implementorValueObserver: AUImplementorValueObserver {
        get { nearest(\.valueObserver) ?? { _, _ in } }
        set { locked { $0.implementor.valueObserver = newValue } }
    }

    /// Provides the value of a parameter of this node; by default the value that was set last.
    open var implementorValueProvider: AUImplementorValueProvider {
        get { nearest(\.valueProvider) ?? { $0.storedValue } }
        set { locked { $0.implementor.valueProvider = newValue } }
    }

    /// Converts values to text; by default to the parameter's value strings or to a number.
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { nearest(\.stringFromValue) ?? { $0.defaultString(of: $1?.pointee ?? $0.value) } }
        set { locked { $0.implementor.stringFromValue = newValue } }
    }

    /// Converts text to values; by default from the parameter's value strings or from a number.
    open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { nearest(\.valueFromString) ?? { $0.defaultValue(of: $1) } }
        set { locked { $0.implementor.valueFromString = newValue } }
    }

    /// Shortens names; by default to their first characters.
    open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { nearest(\.displayName) ?? { String($0.displayName.prefix(max($1, 0))) } }
        set { locked { $0.implementor.displayName = newValue } }
    }

    // MARK: Observers

    /// Adds an observer of the values within this node.
    ///
    /// All observers are called on one serial queue soon after the change, so one must not wait for another.
    ///
    /// - Returns: The token that removes the observer, and that excludes it as the originator of
    ///   `setValue(_:originator:)`.
    @discardableResult
    open func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
        add(.value(observer))
    }

    /// Adds an observer of the values within this node and of their times.
    ///
    /// - Returns: The token that removes the observer.
    @discardableResult
    open func token(
        byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver
    ) -> AUParameterObserverToken { add(.recording(observer)) }

    /// Adds an observer of the values within this node, of their times, and of the gestures around them.
    ///
    /// - Returns: The token that removes the observer.
    @discardableResult
    open func token(
        byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
    ) -> AUParameterObserverToken { add(.automation(observer)) }

    /// Adds a listener that is called at once, on the thread of the change.
    func addListener(_ listener: @escaping @Sendable (AUParameterAutomationEvent) -> Void) -> AUParameterObserverToken {
        add(.listener(listener))
    }

    private func add(_ kind: ParameterObservation.Kind) -> AUParameterObserverToken {
        let observation = ParameterObservation(kind)
        locked { $0.observers.append(observation) }
        return observation.token
    }

    /// Removes an observer of this node; a call in progress may still finish after this returns.
    open func removeParameterObserver(_ token: AUParameterObserverToken) {
        let removed = locked { state -> ParameterObservation? in
            guard let index = state.observers.firstIndex(where: { $0.token == token }) else { return nil }
            return state.observers.remove(at: index)
        }
        removed?.end()
    }

    /// Returns the observers of this node and of all groups that contain it.
    func collectObservers() -> [ParameterObservation] {
        locked { $0.observers } + (parent?.collectObservers() ?? [])
    }
}
