import CoreAudioTypes
import Foundation
import Synchronization

/// A parameter, or a group of them, in the tree of a unit.
///
/// What a unit says about itself (`implementor…`) is asked of the node, else of the group around it, and so on up to the
/// tree. Observers of a group hear of every parameter within.
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

    // A lock of its own for each node: a parameter is set and read without the others.
    private let lock = NSLock()
    private nonisolated(unsafe) var state = State()

    /// The node's name for programs; unique among its siblings, the same in every version of the unit.
    public let identifier: String

    /// The node's name for people.
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

    /// Writes what the node is; not what observes it.
    open func encode(with coder: NSCoder) {
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(displayName as NSString, forKey: "displayName")
    }

    /// True.
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

    /// The identifiers from below the tree to the node, with dots between them.
    open var keyPath: String {
        guard let parent, !(parent is AUParameterTree) else { return self is AUParameterTree ? "" : identifier }
        return parent.keyPath + "." + identifier
    }

    /// The node's name in no more than so many characters.
    @discardableResult
    open func displayName(withLength maximumLength: Int) -> String {
        implementorDisplayNameWithLengthCallback(self, maximumLength)
    }

    // MARK: What the unit says

    /// The nearest answer, from the node up.
    func nearest<Value>(_ path: KeyPath<Implementor, Value?>) -> Value? {
        if let own = locked({ $0.implementor[keyPath: path] }) { return own }
        return parent?.nearest(path)
    }

    /// Called with a parameter of this node when it gets a value; does nothing until it is set.
    open var implementorValueObserver: AUImplementorValueObserver {
        get { nearest(\.valueObserver) ?? { _, _ in } }
        set { locked { $0.implementor.valueObserver = newValue } }
    }

    /// Asked for the value of a parameter of this node; until it is set, the value is the one that was set last.
    open var implementorValueProvider: AUImplementorValueProvider {
        get { nearest(\.valueProvider) ?? { $0.storedValue } }
        set { locked { $0.implementor.valueProvider = newValue } }
    }

    /// Writes values as text; until it is set, as the parameter's value strings or as a number.
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { nearest(\.stringFromValue) ?? { $0.defaultString(of: $1?.pointee ?? $0.value) } }
        set { locked { $0.implementor.stringFromValue = newValue } }
    }

    /// Reads values from text; until it is set, from the parameter's value strings or as a number.
    open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { nearest(\.valueFromString) ?? { $0.defaultValue(of: $1) } }
        set { locked { $0.implementor.valueFromString = newValue } }
    }

    /// Shortens names; until it is set, by their beginnings.
    open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { nearest(\.displayName) ?? { String($0.displayName.prefix(max($1, 0))) } }
        set { locked { $0.implementor.displayName = newValue } }
    }

    // MARK: Observers

    /// Adds an observer of the values within this node.
    ///
    /// Observers are called one after the other on a queue of Sordino's, soon after the change; they may not wait for one another.
    ///
    /// - Returns: What removes the observer, and what `setValue(_:originator:)` leaves out.
    @discardableResult
    open func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
        add(.value(observer))
    }

    /// Adds an observer of the values within this node and of their times.
    ///
    /// - Returns: What removes the observer.
    @discardableResult
    open func token(
        byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver
    ) -> AUParameterObserverToken { add(.recording(observer)) }

    /// Adds an observer of the values within this node, of their times, and of the gestures around them.
    ///
    /// - Returns: What removes the observer.
    @discardableResult
    open func token(
        byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
    ) -> AUParameterObserverToken { add(.automation(observer)) }

    /// Adds what is called at once, on the thread of the change.
    func addListener(_ listener: @escaping @Sendable (AUParameterAutomationEvent) -> Void) -> AUParameterObserverToken {
        add(.listener(listener))
    }

    private func add(_ kind: ParameterObservation.Kind) -> AUParameterObserverToken {
        let observation = ParameterObservation(kind)
        locked { $0.observers.append(observation) }
        return observation.token
    }

    /// Removes an observer of this node; a call that is under way may still come.
    open func removeParameterObserver(_ token: AUParameterObserverToken) {
        let removed = locked { state -> ParameterObservation? in
            guard let index = state.observers.firstIndex(where: { $0.token == token }) else { return nil }
            return state.observers.remove(at: index)
        }
        removed?.end()
    }

    /// The observers of this node and of all groups around it.
    func collectObservers() -> [ParameterObservation] {
        locked { $0.observers } + (parent?.collectObservers() ?? [])
    }
}
