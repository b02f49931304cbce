import Foundation
import Testing

/// The answers of `sordino-port` to files that are damaged, hostile, or no files, and to output that ends early.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct PorterFilesTests {
    private static let darwin = "#if canImport(Darwin)\n    import Darwin\n#else\n    import Glibc\n#endif\n"

    // MARK: - Writing

    /// The shell limits files to 4096 bytes, as a full disk does.
    @Test func aFileThatCannotBeWrittenStaysAsItIs() throws {
        let long = "import Darwin\n" + String(repeating: "// a line\n", count: 800)
        try Porter.withPackage(["A.swift": long, "B.swift": "import Darwin\n"]) { folder in
            let (status, output) = try Porter.shell("ulimit -f 8; exec \"$0\" --apply \"$1\"", folder)
            #expect(status == 74 && output.contains("sordino-port: A.swift: File too large\n"), "\(output)")
            #expect(output.hasSuffix("1 place changed in 1 file; 1 left.\n"), "\(output)")
            #expect(try String(contentsOfFile: "\(folder)/A.swift", encoding: .utf8) == long)
            #expect(try String(contentsOfFile: "\(folder)/B.swift", encoding: .utf8) == Self.darwin)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["A.swift", "B.swift"])
        }
    }

    @Test func theModeOfAFileIsKept() throws {
        try Porter.withPackage(["A.swift": "import Darwin\n"]) { folder in
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(folder)/A.swift")
            let status = try Porter.run(["--apply", folder]).status
            let mode = try manager.attributesOfItem(atPath: "\(folder)/A.swift")[.posixPermissions] as? Int
            #expect(status == 0 && mode == 0o640)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root reads and writes everything"))
    func whatMayNotBeReadOrWrittenIsNamed() throws {
        try Porter.withPackage(["A.swift": "import Darwin\n", "B.swift": "import Darwin\n"]) { folder in
            let manager = FileManager.default
            try manager.createDirectory(atPath: "\(folder)/shut", withIntermediateDirectories: false)
            try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(folder)/A.swift")
            try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder)/B.swift")
            try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder)/shut")
            let (status, output) = try Porter.run(["--apply", folder])
            for name in ["A.swift", "B.swift", "shut"] {
                #expect(output.contains("sordino-port: \(name): Permission denied\n"), "\(output)")
            }
            try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/shut")
            #expect(status == 74)
            #expect(try String(contentsOfFile: "\(folder)/A.swift", encoding: .utf8) == "import Darwin\n")
        }
    }

    // MARK: - Files that are none

    @Test func linksAndPipesAreNotFollowed() throws {
        try Porter.withPackage(["A.swift": "import Darwin\n"]) { outside in
            try Porter.withPackage(["A.swift": "import Darwin\n"]) { folder in
                let manager = FileManager.default
                for (name, target) in [
                    ("B.swift", "A.swift"), ("C.swift", "\(outside)/A.swift"), (".#Foo.swift", "me@host.1"),
                    ("linked", outside),
                ] {
                    try manager.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
                }
                #expect(mkfifo("\(folder)/f.swift", 0o600) == 0)
                let (status, output) = try Porter.run(["--apply", folder])
                let named = output.split(separator: "\n").filter { $0.hasPrefix("sordino-port: ") }
                    .map { $0.split(separator: ":")[1].dropFirst() }
                #expect(status == 74 && named.sorted() == [".#Foo.swift", "C.swift", "f.swift", "linked"], "\(output)")
                #expect(output.hasSuffix("1 place changed in 1 file; 0 left.\n"), "\(output)")
                #expect(try String(contentsOfFile: "\(folder)/A.swift", encoding: .utf8) == Self.darwin)
            }
            #expect(try String(contentsOfFile: "\(outside)/A.swift", encoding: .utf8) == "import Darwin\n")
        }
    }

    @Test func largeFilesArePassedOver() throws {
        let large = "import Darwin\n" + String(repeating: "\n", count: 8 << 20)
        try Porter.withPackage(["A.swift": large, "B.swift": "import Darwin\n"]) { folder in
            let (status, output) = try Porter.run([folder])
            #expect(status == 74 && Porter.places(output, of: "B.swift") == [1], "\(output)")
            #expect(output.contains("sordino-port: A.swift: has more than 8 MB and is passed over\n"), "\(output)")
        }
    }

    // MARK: - Output

    @Test func outputThatEndsEarlyIsNoError() throws {
        let text = String(repeating: "let a: NSInteger = 1\n", count: 5000)
        try Porter.withPackage(["A.swift": text]) { folder in
            let (status, output) = try Porter.shell("\"$0\" \"$1\" | head -1", folder)
            #expect(status == 0 && output == "A.swift:1: let a: NSInteger = 1\n", "\(output)")
        }
    }

    @Test func aFullOutputIsOneSentence() throws {
        try Porter.withPackage(["A.swift": "import Darwin\n"]) { folder in
            let (status, output) = try Porter.shell("exec \"$0\" \"$1\" > /dev/full", folder)
            #expect(status == 74 && output == "sordino-port: standard output: No space left on device\n", "\(output)")
        }
    }

    @Test func namesThatAreNotUTF8ArePrinted() throws {
        let command =
            "cp \"$1/A.swift\" \"$1/$(printf '\\377').swift\"; PYTHONIOENCODING=utf-8:strict exec \"$0\" \"$1\""
        try Porter.withPackage(["A.swift": "import Darwin\n"]) { folder in
            let (status, output) = try Porter.shell(command, folder)
            #expect(status == 1 && output.contains("2 places in 2 files;"), "\(output)")
        }
    }

    // MARK: - Patches

    /// Letters that other tools take for the end of a line, a file without one, names with quotes and lines.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is not installed"),
        arguments: ["\u{0C}", "\u{0B}", "\u{85}", "\u{2028}", "\r", "\r\n"])
    func gitAppliesThePatch(letter: String) throws {
        let text = "import Darwin\nlet a = 1 // \(letter) b\n" + String(repeating: "//\(letter)\n", count: 9)
        let files = ["A.swift": "\(text)let b: NSInteger = 1", "a \"b\"\n.swift": text, "c d.swift": text]
        var applied: [String: String] = [:]
        try Porter.withPackage(files) { folder in
            _ = try Porter.run(["--apply", folder])
            for name in files.keys { applied[name] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
        }
        try Porter.withPackage(files) { folder in
            let command = "cd \"$1\"; export GIT_CEILING_DIRECTORIES=\"${1%/*}\"; \"$0\" --patch . | git apply -"
            let (status, output) = try Porter.shell(command, folder)
            #expect(status == 0, "\(output)")
            for name in files.keys {
                let made = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                #expect(made == applied[name] && made != files[name])
            }
        }
    }

    @Test func linesOfWindowsAndMarksOfByteOrderAreKept() throws {
        let text = "\u{FEFF}import Darwin\r\nclass A {\r\n    @objc\r\n    func b() {}\r\n}\r\n"
        let expected =
            "\u{FEFF}\(Self.darwin)class A {\n    #if canImport(ObjectiveC)\n    @objc\n    #endif\n    func b() {}\n}\n"
        let made = try Porter.applied(text)
        #expect(Data(made.utf8) == Data(expected.replacing("\n", with: "\r\n").utf8), "\(made)")
    }

    /// Ends of lines, also such as were usual before Mac OS X, all alike or mixed.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is not installed"),
        arguments: [["\r"], ["\r\n"], ["\n", "\r"], ["\r", "\r\n", "\n", "\r"]])
    func everyEndOfALineCounts(ends: [String]) throws {
        let lines = [
            "import Foundation", "// import Darwin", "//", "import Darwin", "#if os(iOS)", "import AVFoundation",
            "let session = AVAudioSession.sharedInstance()", "#endif", "let kept: NSInteger = 1", "let a = noErr",
        ]
        let unix = lines.map { $0 + "\n" }.joined()
        let text = lines.enumerated().map { $1 + ends[$0 % ends.count] }.joined()
        func list(_ text: String) throws -> String {
            var output = ""
            try Porter.withPackage(["A.swift": text]) { folder in output = try Porter.run([folder]).output }
            return output
        }
        let found = try list(unix)
        #expect(found.contains("A.swift:4: import Darwin") && found.contains("A.swift:5: #if os(iOS)"), "\(found)")
        #expect(try list(text) == found)
        // The same is changed, and what is not changed keeps its end of line.
        let made = try Porter.applied(text)
        let returns = try Regex("\r\n|\r").matchingSemantics(.unicodeScalar)
        #expect(made.replacing(returns, with: "\n") == (try Porter.applied(unix)))
        if ends == ["\r"] { #expect(!made.unicodeScalars.contains("\n")) }
        try Porter.withPackage(["Player.swift": text]) { folder in
            let command = "cd \"$1\"; export GIT_CEILING_DIRECTORIES=\"${1%/*}\"; \"$0\" --patch . | git apply -"
            let (status, output) = try Porter.shell(command, folder)
            #expect(status == 0, "\(output)")
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Player.swift"))
            #expect(data == Data(made.utf8))
        }
    }

    @Test func codeOnTheLineOfAnEditKeepsALine() throws {
        let text = """
            import Foundation; let a = noErr
            class W { var observers = [Int]()
                func b() { NotificationCenter.default.addObserver(self, selector: #selector(c), name: .d, object: nil) }
                func c() {}
                deinit { NotificationCenter.default.removeObserver(self) }
            }

            """
        let made = try Porter.applied(text)
        #expect(made.hasPrefix("import Foundation;\nimport CoreAudioTypes\n let a = noErr\n"), "\(made)")
        #expect(
            made.contains("NSObjectProtocol)] = []\n    var observers = [Int]()\n")
                && made.contains("private var notificationObservers:"), "\(made)")
    }

    // MARK: - Depth and length

    @Test(arguments: [
        "let a = " + String(repeating: "\"\\(", count: 3000) + "1" + String(repeating: ")\"", count: 3000) + "\n",
        "#if " + String(repeating: "(", count: 5000) + "DEBUG" + String(repeating: ")", count: 5000) + "\n#endif\n",
        "#if " + String(repeating: "!", count: 5000) + "DEBUG\n#endif\n",
        String(repeating: "#if DEBUG\n", count: 5000) + String(repeating: "#endif\n", count: 5000),
        String(repeating: "#", count: 1 << 20) + "\n",
        String(repeating: "a", count: 1 << 20) + "\n",
    ])
    func depthIsNoDanger(text: String) throws {
        try Porter.withPackage(["Player.swift": text + "@objc let b = 1\n"]) { folder in
            let (status, output) = try Porter.run([folder])
            let last = text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(status == 1 && Porter.places(output) == [last], "\(output.prefix(300))")
        }
    }

    /// Each place costs the same, wherever it stands: 20,000 of them would take minutes if the file were read for each.
    @Test(.timeLimit(.minutes(20))) func manyPlacesAreFound() throws {
        let text = String(repeating: "class A {\n    @objc func a() {}\n}\n", count: 20000)
        try Porter.withPackage(["Player.swift": text]) { folder in
            let (_, output) = try Porter.run(["--apply", folder])
            #expect(output == "20000 places changed in 1 file; 0 left.\n")
        }
    }
}
