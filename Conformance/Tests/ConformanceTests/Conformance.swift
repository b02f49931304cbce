import AudioToolbox
import ConformanceReport
import Foundation
import Testing
import os

/// Everything that is stated about Apple's audio API; the report is written when the last statement is made.
@Suite(.reported) enum Conformance {
    /// The values of constants; Tools/constants writes them.
    @Suite struct Constants {}
}

/// The statements that have been made so far.
final class Collector: Sendable {
    static let shared = Collector()
    private let entries = OSAllocatedUnfairLock(initialState: [String: Report.Entry]())

    func add(_ name: String, _ entry: Report.Entry) {
        let isNew = entries.withLock { entries in
            // One name is one statement, but a failure is never covered by what comes later.
            if let earlier = entries[name] {
                if earlier.passed != false { entries[name] = entry }
                return earlier == entry
            }
            entries[name] = entry
            return true
        }
        if !isNew { Issue.record("two statements are named '\(name)'") }
    }

    /// Writes the report where CONFORMANCE_REPORT says, or else into the package's build folder.
    func write() throws {
        let folder: URL
        if let path = ProcessInfo.processInfo.environment["CONFORMANCE_REPORT"] {
            folder = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            #if os(iOS)
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("conformance")
            #else
            var root = URL(fileURLWithPath: #filePath)
            for _ in 0..<3 { root.deleteLastPathComponent() }
            folder = root.appendingPathComponent(".build/conformance")
            #endif
        }
        try Report.ofThisSystem(entries.withLock { $0 }).write(to: folder)
    }
}

/// Writes the report after the tests, and puts a test that stops with an error into it.
struct Reported: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Reported? { self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Around a suite; around a test as a whole, whose cases follow.
        guard testCase != nil else {
            try await function()
            if test.isSuite { try Collector.shared.write() }
            return
        }
        do { try await function() } catch {
            let name = "\(test.id)".split(separator: "/").dropFirst(2).prefix(2).joined(separator: "/")
            Collector.shared.add(
                "test \(name)", Report.Entry(value: "stopped: \(error)", expected: "no error", passed: false))
            throw error
        }
    }
}

extension Trait where Self == Reported {
    static var reported: Reported { Reported() }
}

/// States that a value is the one that is documented.
func check<Value: Equatable>(
    _ name: String, _ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    state(name, String(describing: value), String(describing: expected), value == expected, sourceLocation)
}

/// States that a condition holds.
func check(_ name: String, _ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    state(name, "\(holds)", "true", holds, sourceLocation)
}

/// States that a number is as far as `tolerance` from the documented one, or nearer.
func check(
    _ name: String, _ value: some BinaryFloatingPoint, near expected: Double, within tolerance: Double = 1e-6,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isNear = abs(Double(value) - expected) <= tolerance
    state(name, "\(value)", "\(expected) within \(tolerance)", isNear, sourceLocation)
}

/// States that samples are those of a formula.
func check(
    _ name: String, _ samples: [Float], near expected: [Float], within tolerance: Float,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard samples.count == expected.count else {
        let counts = ("\(samples.count) frames", "\(expected.count) frames")
        return state(name, counts.0, counts.1, false, sourceLocation)
    }
    let first = zip(samples, expected).enumerated().first { !(abs($0.element.0 - $0.element.1) <= tolerance) }
    guard let first else { return state(name, "equal", "equal", true, sourceLocation) }
    let (value, wanted) = ("\(first.element.0) in frame \(first.offset)", "\(first.element.1) within \(tolerance)")
    state(name, value, wanted, false, sourceLocation)
}

/// Puts a value into the report that no document of Apple's promises.
func record(_ name: String, _ value: some Any) {
    Collector.shared.add(name, Report.Entry(value: String(describing: value)))
}

private func state(
    _ name: String, _ value: String, _ expected: String, _ passed: Bool, _ sourceLocation: SourceLocation
) {
    Collector.shared.add(name, Report.Entry(value: value, expected: expected, passed: passed))
    if !passed { Issue.record("\(name) is \(value), not \(expected)", sourceLocation: sourceLocation) }
}

// MARK: - Constants

func constant(_ name: String, _ value: some BinaryInteger, _ expected: Int64) {
    check("constant \(name)", Int64(value), is: expected)
}

func constant(_ name: String, _ value: some BinaryFloatingPoint, _ expected: Double) {
    check("constant \(name)", Double(value), near: expected, within: 1e-6 * max(1, abs(expected)))
}

func constant<Value: RawRepresentable>(_ name: String, _ value: Value, _ expected: Int64)
where Value.RawValue: BinaryInteger {
    check("constant \(name)", Int64(value.rawValue), is: expected)
}

func constant(_ name: String, _ value: String, _ expected: String) {
    check("constant \(name)", value, is: expected)
}

func constant(_ name: String, _ value: CFString, _ expected: String) {
    check("constant \(name)", "\(value)", is: expected)
}

func constant<Value: RawRepresentable>(_ name: String, _ value: Value, _ expected: String)
where Value.RawValue == String {
    check("constant \(name)", value.rawValue, is: expected)
}

/// Records a string that no header states; that it equals the constant's name is a habit of Apple's frameworks.
func inferred(_ name: String, _ value: String, _ expected: String) { record("constant \(name)", value) }

func inferred(_ name: String, _ value: CFString, _ expected: String) { record("constant \(name)", "\(value)") }

func inferred<Value: RawRepresentable>(_ name: String, _ value: Value, _ expected: String)
where Value.RawValue == String {
    record("constant \(name)", value.rawValue)
}
