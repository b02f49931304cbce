import Foundation
import Testing

/// `Scripts/sordino-ci` and `action.yml`, with which strangers test their packages.
extension DistributionTests {
    /// A `swift` that says its version, prints `lines` and writes a report of three tests.
    private static func swift(_ lines: [String] = [], failures: Int = 0, version: String = "6.3.1") -> String {
        let printed = lines.map { "echo '\($0)' >&2" }.joined(separator: "\n")
        return """
            if [ "$1" = --version ]; then echo "Swift version \(version) (swift-\(version)-RELEASE)"; exit 0; fi
            [ "$1 $2" = "test --xunit-output" ] || exit 9
            echo "arguments: $4 $5 backend: $SORDINO_BACKEND"
            \(printed)
            echo '<testsuite name="T" errors="0" tests="3" failures="\(failures)" time="1">' >"${3%.xml}-swift-testing.xml"
            exit \(min(failures, 1))
            """
    }

    private static let step = "Sordino: simulated device, at 0.0 s: there is no call to end: let one ring first"
    private static let outside =
        "Sordino: this process has a SimulatedDevice, and code on the queue org.example.capture that does not run on it"

    /// Runs the script in the folder of a package that depends on Sordino.
    private func test(_ swift: String, _ arguments: [String] = []) throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ci-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("// sordino".utf8).write(to: folder.appendingPathComponent("Package.swift"))
        var result: (status: Int32, output: String) = (-1, "")
        try withCommands(["swift": swift]) { world in
            var world = world
            world["GITHUB_STEP_SUMMARY"] = folder.appendingPathComponent("summary").path
            result = try run("sordino-ci", arguments, in: folder, environment: world)
            if result.status != 2 {
                let summary = try String(contentsOf: folder.appendingPathComponent("summary"), encoding: .utf8)
                #expect(result.output.contains(summary))
            }
        }
        return result
    }

    @Test func aRunOfTestsOnSimulatedDevicesIsReported() throws {
        let run = try test(Self.swift(), ["--filter", "Capture"])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("arguments: --filter Capture backend: virtual"))
        #expect(run.output.hasSuffix("\nSordino: 3 tests, 0 failed.\n"), "\(run.output)")
    }

    @Test func failuresFailTheRun() throws {
        let run = try test(Self.swift(failures: 2))
        #expect(run.status == 1 && run.output.contains("Sordino: 3 tests, 2 failed."), "\(run.output)")
    }

    @Test func stepsAndCodeOutsideAreListedAndFailAStrictRun() throws {
        let swift = Self.swift([Self.step, Self.outside])
        for (arguments, status) in [([], Int32(0)), (["--strict"], 1)] {
            let run = try test(swift, arguments)
            #expect(run.status == status, "\(run.output)")
            #expect(run.output.contains("Steps that cannot happen: 1\n- at 0.0 s: there is no call to end"))
            #expect(run.output.contains("with code outside its device: 1\n- the queue org.example.capture\n"))
        }
    }

    @Test func aRunWithoutAReportFails() throws {
        let run = try test("[ \"$1\" = --version ] && echo 'Swift version 6.3.1' || exit 0")
        #expect(run.status == 1 && run.output.contains("no test reported a result"), "\(run.output)")
    }

    @Test func anOldSwiftIsNamed() throws {
        let run = try test(Self.swift(version: "6.1.2"))
        #expect(run.status == 2 && run.output.contains("Sordino needs Swift 6.2; this is 6.1"), "\(run.output)")
    }

    @Test func theActionRunsTheScriptAndTakesNoWordsAsCommands() throws {
        let action = try House.read("action.yml")
        #expect(action.contains("using: composite") && action.contains("github.action_path }}/Scripts/sordino-ci"))
        let commands = try #require(action.split(separator: "run: |").last)
        #expect(!commands.contains("${{"))
        let declared = action.matches(of: #/(?m)^  ([a-z]+):$/#).map { String($0.1) }
        let used = Set(action.matches(of: #/inputs\.([a-z]+)/#).map { String($0.1) })
        #expect(used.isSubset(of: declared) && used.count == 3, "\(used), \(declared)")
        let workflow = try House.read("Packaging/sordino-ci.yml")
        let given = workflow.matches(of: #/(?m)^          ([a-z]+): /#).map { String($0.1) }
        #expect(!given.isEmpty && used.isSuperset(of: given))
        #expect(FileManager.default.isExecutableFile(atPath: "\(House.root)/Scripts/sordino-ci"))
    }
}
