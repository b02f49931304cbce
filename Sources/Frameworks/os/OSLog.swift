import Foundation

/// The severity of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The level as a number: 0, 1, 2, 16 or 17.
    public var rawValue: UInt8
    /// Makes a level of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Makes a level of its number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// Messages that help to find an error.
    public static let `default` = OSLogType(rawValue: 0)
    /// Messages that are helpful but not essential.
    public static let info = OSLogType(rawValue: 1)
    /// Messages for the developers of the program.
    public static let debug = OSLogType(rawValue: 2)
    /// Messages about an operation that failed.
    public static let error = OSLogType(rawValue: 0x10)
    /// The program has an error.
    public static let fault = OSLogType(rawValue: 0x11)

    /// The level of syslog.
    var priority: Int {
        switch self {
        case .fault: 2
        case .error: 3
        case .info: 6
        case .debug: 7
        default: 5
        }
    }

    /// The name on the standard error output.
    var name: String {
        switch self {
        case .fault: "Fault"
        case .error: "Error"
        case .info: "Info"
        case .debug: "Debug"
        default: "Default"
        }
    }
}

/// A log for the messages of one part of a program.
///
/// - Thread: any but the audio thread.
open class OSLog: NSObject, @unchecked Sendable {
    /// Categories with a meaning for tools.
    public struct Category: Hashable, Sendable {
        /// The name under which messages are filed.
        public let rawValue: String
        /// Signposts that tools show by default.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Signposts that are written only while a tool asks for them.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Signposts with the call stacks that led to them, only while a tool asks for them.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    let sink: LogSink?

    init(subsystem: String, category: String, sink: LogSink?) {
        self.subsystem = subsystem
        self.category = category
        self.sink = sink
    }

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - subsystem: The part of the program in reversed domain name order, such as "org.example.player".
    ///   - category: The part of that part.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, sink: .shared)
    }

    /// Makes a log of a category with a meaning for tools.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue, sink: .shared)
    }

    /// The log of programs that make none.
    public static let `default` = OSLog(subsystem: "", category: "", sink: .shared)
    /// A log that drops everything.
    public static let disabled = OSLog(subsystem: "", category: "", sink: nil)

    /// Returns whether messages of a level are written.
    open func isEnabled(type: OSLogType) -> Bool { sink?.takes(type) ?? false }

    /// Indicates whether signposts are written: where there is a journal.
    open var signpostsEnabled: Bool { sink?.takesSignposts ?? false }

    func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
        guard let sink, sink.takes(type) else { return }
        sink.write(LogEntry(type: type, subsystem: subsystem, category: category, text: text()))
    }
}

/// Writes messages of one part of a program.
///
/// Values in messages are marked as public or private: numbers are public, texts private unless marked. Private values
/// are written as `<private>`, unless the environment's `OS_ACTIVITY_DT_MODE` asks for a developer's view.
/// - Thread: any but the audio thread.
public struct Logger: Sendable {
    let log: OSLog

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - subsystem: The part of the program in reversed domain name order, such as "org.example.player".
    ///   - category: The part of that part.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Writes to a log.
    public init(_ logObj: OSLog) { log = logObj }

    /// Writes to the log of programs that make none.
    public init() { log = .default }

    private func write(_ type: OSLogType, _ message: OSLogMessage) {
        log.write(type, message.text(showsPrivate: log.sink?.showsPrivate ?? false))
    }

    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
    /// Writes a message of the level `default`.
    public func log(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message of the level `default`.
    public func notice(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message of the level `debug`.
    public func trace(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message of the level `debug`.
    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) { write(.info, message) }
    /// Writes a message of the level `error`.
    public func warning(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message of the level `fault`.
    public func critical(_ message: OSLogMessage) { write(.fault, message) }
    /// Writes a message of the level `fault`.
    public func fault(_ message: OSLogMessage) { write(.fault, message) }
}

/// Writes a message of the level `default` to the default log.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { Logger(.default).log(message) }

/// Writes a message of a level to a log.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    Logger(log).log(level: logLevel, message)
}

/// Writes a message with values in the manner of `printf`.
///
/// - Parameters:
///   - message: The format; `%{public}@` and `%{private}d` mark values as public or private.
///   - dso: Not used.
///   - log: Where it goes.
///   - type: How grave it is.
///   - args: The values.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type, LogFormat.text("\(message)", args, showsPrivate: log.sink?.showsPrivate ?? false))
}

/// Writes a message with values in the manner of `printf`.
///
/// Its parameters are those of the other form.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type, LogFormat.text("\(message)", args, showsPrivate: log.sink?.showsPrivate ?? false))
}
