import Foundation

/// What one run of the tests found on one system.
public struct Report: Codable, Sendable, Equatable {
    /// The system, such as "macOS" or "Linux".
    public var system: String
    /// The version, as the system says it.
    public var version: String
    /// Each statement by its name.
    public var entries: [String: Entry]

    /// What one statement found.
    public struct Entry: Codable, Sendable, Equatable {
        /// The value that the system gave, as a text.
        public var value: String
        /// The value that was asked for; nil where it is only recorded.
        public var expected: String?
        /// Whether the value is the one that was asked for; nil where it is only recorded.
        public var passed: Bool?

        /// Creates an entry; without `expected` and `passed` the value is recorded.
        public init(value: String, expected: String? = nil, passed: Bool? = nil) {
            (self.value, self.expected, self.passed) = (value, expected, passed)
        }
    }

    /// Creates a report.
    public init(system: String, version: String, entries: [String: Entry]) {
        (self.system, self.version, self.entries) = (system, version, entries)
    }

    /// Reads a report from a file.
    ///
    /// - Throws: an error of Foundation where there is no file, or where it is no report.
    public init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(Report.self, from: Data(contentsOf: url))
    }

    /// Returns a report about the system on which it is called.
    public static func ofThisSystem(_ entries: [String: Entry]) -> Report {
        #if os(macOS)
        let system = "macOS"
        #elseif os(iOS)
        let system = "iOS"
        #elseif os(Linux)
        let system = "Linux"
        #else
        let system = "another system"
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersionString
        return Report(system: system, version: version, entries: entries)
    }

    /// The system and its version.
    public var title: String { "\(system) (\(version))" }

    /// The names of statements that failed, in order.
    public var failures: [String] { entries.filter { $0.value.passed == false }.map(\.key).sorted() }

    /// The number of values that are recorded without a judgement.
    public var recordedCount: Int { entries.values.filter { $0.passed == nil }.count }

    /// Writes `report.json` and `report.html` into a folder, which is made if it is missing.
    ///
    /// - Throws: an error of Foundation where the folder or a file cannot be written.
    public func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: folder.appendingPathComponent("report.json"), options: .atomic)
        try Data(page.utf8).write(to: folder.appendingPathComponent("report.html"), options: .atomic)
    }
}
