import Foundation
import Synchronization

/// Text with values beside a signpost.
public typealias SignpostMetadata = OSLogMessage

/// Identifies a signpost among others of the same name.
public struct OSSignpostID: Comparable, Hashable, Sendable {
    /// The identifier as a number.
    public let rawValue: UInt64

    /// Makes an identifier of a number.
    public init(_ value: UInt64) { rawValue = value }

    private static let next = Atomic<UInt64>(1)

    /// Makes a number that no other of the log has.
    public init(log: OSLog) {
        self.init(Self.next.wrappingAdd(1, ordering: .relaxed).oldValue &+ 0x5351_4E44_0000_0000)
    }

    /// Makes the number of an object.
    public init(log: OSLog, object: AnyObject) {
        self.init(UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue)))
    }

    /// For signposts that never overlap.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// The identifier of no signpost; marks with it are not written.
    public static let null = OSSignpostID(0)
    /// An identifier that is never valid; marks with it are not written.
    public static let invalid = OSSignpostID(.max)

    /// Compares the two numbers.
    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// The part of an interval that a signpost marks.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    /// The type as a number.
    public let rawValue: UInt8
    /// Makes a type of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A single moment, not an interval.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)

    fileprivate var name: String { self == .begin ? "begin" : self == .end ? "end" : "event" }
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    fileprivate let id: OSSignpostID
    fileprivate let begin: ContinuousClock.Instant?

    fileprivate init(id: OSSignpostID, begin: ContinuousClock.Instant?) {
        self.id = id
        self.begin = begin
    }

    /// Makes the state of an interval whose beginning was marked elsewhere.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id: id, begin: nil)
    }
}

/// Marks moments and intervals in the journal, where there is one: each is a message with the fields
/// `OS_SIGNPOST_NAME`, `OS_SIGNPOST_TYPE` and `OS_SIGNPOST_ID`, the end of an interval also with
/// `OS_SIGNPOST_MICROSECONDS`.
///
/// - Thread: any but the audio thread.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Marks in the log of programs that make none.
    public init() { log = .default }
    /// Marks in a part of the program.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// Marks in a part of the program, in a category with a meaning for tools.
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }
    /// Marks where a logger writes.
    public init(logger: Logger) { log = logger.log }
    /// Marks in a log.
    public init(logHandle: OSLog) { log = logHandle }

    /// A signposter that writes no marks.
    public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

    /// Indicates whether anything is marked: where there is a journal.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// Makes a number that no other signpost has.
    public func makeSignpostID() -> OSSignpostID { isEnabled ? OSSignpostID(log: log) : .null }

    /// Makes the number of an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
        isEnabled ? OSSignpostID(log: log, object: object) : .null
    }

    fileprivate func mark(
        _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ text: String?,
        since begin: ContinuousClock.Instant? = nil
    ) {
        guard isEnabled, id != .null, id != .invalid, let sink = log.sink else { return }
        var entry = LogEntry(type: .debug, subsystem: log.subsystem, category: log.category, text: "\(name)")
        if let text { entry.text += ": " + text }
        entry.fields = [
            ("OS_SIGNPOST_NAME", "\(name)"), ("OS_SIGNPOST_TYPE", type.name), ("OS_SIGNPOST_ID", "\(id.rawValue)"),
        ]
        if let begin {
            let passed = begin.duration(to: .now).components
            entry.fields.append(
                ("OS_SIGNPOST_MICROSECONDS", "\(passed.seconds * 1_000_000 + passed.attoseconds / 1_000_000_000_000)"))
        }
        sink.write(entry)
    }

    private func text(_ message: SignpostMetadata) -> String? {
        isEnabled ? message.text(showsPrivate: log.sink?.showsPrivate ?? false) : nil
    }

    private func begin(_ name: StaticString, _ id: OSSignpostID, _ text: String?) -> OSSignpostIntervalState {
        mark(.begin, name, id, text)
        return OSSignpostIntervalState(id: id, begin: isEnabled ? .now : nil)
    }

    /// Marks a moment, without a message.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) { mark(.event, name, id, nil) }

    /// Marks a moment, with a message.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata) {
        mark(.event, name, id, text(message))
    }

    /// Marks the beginning of an interval.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        begin(name, id, nil)
    }

    /// Marks the beginning of an interval, with a message.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { begin(name, id, text(message)) }

    /// Marks the end of an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        mark(.end, name, state.id, nil, since: state.begin)
    }

    /// Marks the end of an interval, with a message.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata) {
        mark(.end, name, state.id, text(message), since: state.begin)
    }

    /// Marks an interval around a task.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
    ) rethrows -> T {
        let state = begin(name, id, nil)
        defer { endInterval(name, state) }
        return try task()
    }

    /// Marks an interval around a task, with a message at its beginning.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata, around task: () throws -> T
    ) rethrows -> T {
        let state = begin(name, id, text(message))
        defer { endInterval(name, state) }
        return try task()
    }
}

/// Marks a moment, or the beginning or end of an interval, in a log.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) { OSSignposter(logHandle: log).mark(type, name, signpostID, nil) }

/// Marks a moment, or the beginning or end of an interval, in a log, with values in the manner of `printf`.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
    guard log.signpostsEnabled else { return }
    let text = LogFormat.text("\(format)", arguments, showsPrivate: log.sink?.showsPrivate ?? false)
    OSSignposter(logHandle: log).mark(type, name, signpostID, text)
}
