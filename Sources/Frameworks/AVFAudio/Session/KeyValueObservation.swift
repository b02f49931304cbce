import Synchronization

/// Options of an observation of a property; Foundation on Linux lacks this type.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The options as a bit mask.
    public let rawValue: UInt

    /// Makes a value from Apple's raw value, also an unknown one.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value from now on.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value until now.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// A call at once with the value as it is.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// A call before the change too; has no effect here, since a session's properties change elsewhere.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of change of an observed property.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// One change of an observed property.
public struct NSKeyValueObservedChange<Value> {
    /// A change of the whole value.
    public let kind: NSKeyValueChange
    /// The value from now on, if it was asked for.
    public let newValue: Value?
    /// The value until now, if it was asked for.
    public let oldValue: Value?
    /// Indicates whether the change is still to come; always false.
    public let isPrior: Bool

    package init(kind: NSKeyValueChange, newValue: Value?, oldValue: Value?, isPrior: Bool) {
        self.kind = kind
        self.newValue = newValue
        self.oldValue = oldValue
        self.isPrior = isPrior
    }
}

/// An observation; it ends with `invalidate` or when this is released.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    package init(end: @escaping @Sendable () -> Void) {
        self.end = Mutex(end)
        super.init()
    }

    deinit { invalidate() }

    /// Ends the observation; later calls do nothing.
    public func invalidate() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
