import AVFAudio
import Foundation
import SordinoRealtime

/// Notifies observers of an object's properties of the changes since their last call.
///
/// - Thread: any; observers are called on the thread that calls `look`.
final class PropertyWatchers<Root: AnyObject>: Sendable {
    private struct State {
        var looks: [Int: @Sendable (Root) -> Void] = [:]
        var next = 0
    }

    private let state = Guarded(State())

    /// Adds an observer of one property.
    func add<Value>(
        _ root: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let watcher = PropertyWatcher(root, keyPath, options, handler)
        if options.contains(.initial) { watcher.tell(root, watcher.last, old: nil) }
        let look: @Sendable (Root) -> Void = { watcher.look($0) }
        let number = state.withLock { state in
            state.next += 1
            state.looks[state.next] = look
            return state.next
        }
        return NSKeyValueObservation { [weak self] in self?.state.withLock { $0.looks[number] = nil } }
    }

    /// Has all observers look, in the order in which they came.
    func look(_ root: Root) {
        // Most objects have none, and some change very often.
        let looks = state.withLock { $0.looks.isEmpty ? [] : $0.looks.sorted { $0.key < $1.key }.map(\.value) }
        for look in looks { look(root) }
    }
}

/// Compares a property with its value at the last look.
private final class PropertyWatcher<Root: AnyObject, Value>: Sendable {
    private let keyPath: Lent<KeyPath<Root, Value>>
    private let options: NSKeyValueObservingOptions
    private let handler: Lent<(Root, NSKeyValueObservedChange<Value>) -> Void>
    private let known: Guarded<Lent<Value>>

    var last: Value { known.withLock { $0 }.value }

    init(
        _ root: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.keyPath = Lent(keyPath)
        self.options = options
        self.handler = Lent(handler)
        known = Guarded(Lent(root[keyPath: keyPath]))
    }

    func look(_ root: Root) {
        let value = root[keyPath: keyPath.value]
        let new = Lent(value)
        let old = known.withLock { known in
            defer { known = new }
            return known
        }.value
        if !Self.isEqual(value, old) { tell(root, value, old: old) }
    }

    /// Calls the observer with a value, and with the old one before it if the option `prior` is set.
    ///
    /// Properties change before their observers are looked up, so the first call comes when the new value is set.
    func tell(_ root: Root, _ value: Value, old: Value?) {
        if let old, options.contains(.prior) {
            handler.value(
                root,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: nil, oldValue: options.contains(.old) ? old : nil, isPrior: true))
        }
        handler.value(
            root,
            NSKeyValueObservedChange(
                kind: .setting, newValue: options.contains(.new) ? value : nil,
                oldValue: options.contains(.old) ? old : nil, isPrior: false))
    }

    private static func isEqual(_ left: Value, _ right: Value) -> Bool {
        let (left, right) = (content(left), content(right))
        guard let left, let right else { return left == nil && right == nil }
        if let left = left as? any Equatable { return left.isSame(as: right) }
        if let left = left as? any Error, let right = right as? any Error { return left as NSError == right as NSError }
        return type(of: left) is AnyClass && left as AnyObject === right as AnyObject
    }

    /// The contents of an optional value; nil if it has none.
    private static func content(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}

extension Equatable {
    /// Returns whether a value equals this one; NaN equals NaN.
    fileprivate func isSame(as other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        return other == self || other != other && self != self
    }
}
