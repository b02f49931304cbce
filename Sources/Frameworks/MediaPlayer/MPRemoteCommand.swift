import Foundation

/// The outcome of a handler.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}

/// A command of a key, a shell or a headset that a program may answer to.
///
/// A command is offered while it is enabled and has a handler.
///
/// - Thread: any; handlers are called on the main queue.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

    private struct Kept {
        var isEnabled = true
        var handlers: [(target: NSObject, handler: Handler)] = []
    }

    private let lock = NSLock()
    private var kept = Kept()
    /// Called after each change of the handlers or properties.
    var changed: @Sendable () -> Void = {}

    override init() {}

    /// Indicates whether keys reach the handlers; true at first.
    open var isEnabled: Bool {
        get { lock.withLock { kept.isEnabled } }
        set {
            lock.withLock { kept.isEnabled = newValue }
            changed()
        }
    }

    /// Adds a handler, which is called on the main queue.
    ///
    /// - Returns: The target to pass to `removeTarget`.
    @discardableResult
    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let target = NSObject()
        lock.withLock { kept.handlers.append((target, handler)) }
        changed()
        return target
    }

    /// Takes a handler away; all of them for nil.
    open func removeTarget(_ target: Any?) {
        let object = target as AnyObject?
        let gone = lock.withLock {
            defer { kept.handlers.removeAll { object == nil || $0.target === object } }
            return kept.handlers
        }
        // Objects that the handlers hold end without the lock, as they may take handlers away themselves.
        withExtendedLifetime(gone) {}
        changed()
    }

    /// Indicates whether the command is enabled and has a handler.
    var isOffered: Bool { lock.withLock { kept.isEnabled && !kept.handlers.isEmpty } }

    /// Calls the handlers with an event.
    func perform(_ event: MPRemoteCommandEvent) {
        let handlers = lock.withLock { kept.isEnabled ? kept.handlers : [] }
        for (_, handler) in handlers { _ = handler(event) }
    }
}

/// A command that moves by a number of seconds.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    private let lock = NSLock()
    private var intervals: [NSNumber] = [10]

    /// The seconds of a skip, 10 at first; the first one counts.
    open var preferredIntervals: [NSNumber] {
        get { lock.withLock { intervals } }
        set {
            lock.withLock { intervals = newValue }
            changed()
        }
    }
}

/// A command that moves to a place.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the speed.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    private let lock = NSLock()
    private var rates: [NSNumber] = []

    /// The speeds that the program offers, shown as their range; any if there are none.
    open var supportedPlaybackRates: [NSNumber] {
        get { lock.withLock { rates } }
        set {
            lock.withLock { rates = newValue }
            changed()
        }
    }
}

/// A command that changes the repetition.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let lock = NSLock()
    private var type = MPRepeatType.off

    /// The repetition now, which shells show.
    open var currentRepeatType: MPRepeatType {
        get { lock.withLock { type } }
        set {
            lock.withLock { type = newValue }
            changed()
        }
    }
}

/// A command that changes the order.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let lock = NSLock()
    private var type = MPShuffleType.off

    /// The order now, which shells show.
    open var currentShuffleType: MPShuffleType {
        get { lock.withLock { type } }
        set {
            lock.withLock { type = newValue }
            changed()
        }
    }
}

/// A command that gives a number of stars, or another rating.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let lock = NSLock()
    private var limits: (least: Float, greatest: Float) = (0, 1)

    /// The least rating, 0 at first.
    open var minimumRating: Float {
        get { lock.withLock { limits.least } }
        set { lock.withLock { limits.least = newValue } }
    }

    /// The greatest rating, 1 at first.
    open var maximumRating: Float {
        get { lock.withLock { limits.greatest } }
        set { lock.withLock { limits.greatest = newValue } }
    }
}

/// A command that says that the person likes an item, does not like it, or marks it.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    private struct Words {
        var isActive = false
        var title = ""
        var shortTitle = ""
    }
    private let lock = NSLock()
    private var words = Words()

    /// Indicates whether the item has the mark already.
    open var isActive: Bool {
        get { lock.withLock { words.isActive } }
        set { lock.withLock { words.isActive = newValue } }
    }

    /// The program's word for the command.
    open var localizedTitle: String {
        get { lock.withLock { words.title } }
        set { lock.withLock { words.title = newValue } }
    }

    /// A shorter word for it.
    open var localizedShortTitle: String {
        get { lock.withLock { words.shortTitle } }
        set { lock.withLock { words.shortTitle = newValue } }
    }
}
