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
        lock.withLock { kept.handlers.removeAll { object == nil || $0.target === object } }
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

/// A key that was pressed.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    /// The command that it is for.
    public let command: MPRemoteCommand
    /// The time of the event, in seconds since 2001.
    public let timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = Date.timeIntervalSinceReferenceDate
    }
}

/// A skip by a number of seconds.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The distance to skip, in seconds.
    public let interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// A move to a place.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Seconds from the beginning.
    public let positionTime: TimeInterval

    init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command)
    }
}

/// A change of the speed.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// 1 is the usual speed.
    public let playbackRate: Float

    init(_ command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command)
    }
}
