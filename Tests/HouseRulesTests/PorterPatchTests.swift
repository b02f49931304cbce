import Foundation
import Testing

/// The changes that `sordino-port` writes, and the command itself.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct PorterPatchTests {
    // MARK: - The patch

    @Test func importsAreGuardedAndAdded() throws {
        let text = "import Foundation\nimport Darwin\nimport AudioToolbox.AudioFile\nlet session = URLSession.shared\n"
        #expect(
            try Porter.applied(text) == """
                import Foundation
                #if canImport(FoundationNetworking)
                    import FoundationNetworking
                #endif
                #if canImport(Darwin)
                    import Darwin
                #else
                    import Glibc
                #endif
                import AudioToolbox
                let session = URLSession.shared

                """)
        #expect(
            try Porter.applied("import Foundation\nlet a = noErr\n")
                == "import Foundation\nimport CoreAudioTypes\nlet a = noErr\n")
    }

    @Test func observersWithSelectorsBecomeClosuresWithTokens() throws {
        let text = """
            import AVFAudio

            private extension Selector {
                static let ended = #selector(Player.ended(note:))
            }

            class Player: NSObject {
                func start() {
                    let center = NotificationCenter.default
                    center.addObserver(
                        self, selector: #selector(changed), name: AVAudioSession.routeChangeNotification, object: nil)
                    center.addObserver(self, selector: .ended, name: .z, object: item)
                }

                func stop() {
                    let center = NotificationCenter.default
                    center.removeObserver(self, name: .z, object: item)
                    center.removeObserver(self)
                }

                @objc func changed() {}
                @objc private func ended(note: NSNotification) {}
            }

            """
        let expected = """
            import AVFAudio

            #if canImport(ObjectiveC)
            private extension Selector {
                static let ended = #selector(Player.ended(note:))
            }
            #endif

            class Player: NSObject {
                private var observers: [(name: Notification.Name?, token: NSObjectProtocol)] = []
                func start() {
                    let center = NotificationCenter.default
                    observers.append((AVAudioSession.routeChangeNotification, center.addObserver(
                        forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
                    ) { [weak self] _ in
                        self?.changed()
                    }))
                    observers.append((.z, center.addObserver(
                        forName: .z, object: item, queue: nil
                    ) { [weak self] note in
                        self?.ended(note: note as NSNotification)
                    }))
                }

                func stop() {
                    let center = NotificationCenter.default
                    for each in observers where each.name == Notification.Name.z { center.removeObserver(each.token) }
                    observers.removeAll { $0.name == Notification.Name.z }
                    observers.forEach { center.removeObserver($0.token) }
                    observers.removeAll()
                }

                #if canImport(ObjectiveC)
                @objc
                #endif
                func changed() {}
                #if canImport(ObjectiveC)
                @objc
                #endif
                private func ended(note: NSNotification) {}
            }

            """
        #expect(try Porter.applied(text) == expected)
    }

    @Test func observersThatNothingRemovesNeedNoToken() throws {
        let text = """
            import AVFAudio
            final class Watcher {
                init() {
                    let center = NotificationCenter.default
                    center.addObserver(self, selector: #selector(turn(_:)), name: .turn, object: nil)
                }
                @objc func turn(_ note: Notification) {}
            }

            """
        let made = try Porter.applied(text)
        #expect(made.contains("{ [weak self] note in\n            self?.turn(note)\n        }\n"), "\(made)")
        #expect(!made.contains("observers"))
    }

    @Test func timersWithTargetsTakeBlocks() throws {
        let text = """
            import Foundation
            class Clock: NSObject {
                func start() {
                    timer = Timer.scheduledTimer(
                        timeInterval: 0.5, target: self, selector: #selector(Clock.tick(_:)), userInfo: nil,
                        repeats: true)
                    other = Timer(
                        timeInterval: 1, target: self, selector: #selector(tock), userInfo: nil, repeats: false)
                }
                func tick(_ timer: Timer) {}
                func tock() {}
            }

            """
        let made = try Porter.applied(text)
        #expect(
            made.contains(
                "scheduledTimer(withTimeInterval: 0.5, repeats: true) { timer in\n            self.tick(timer)\n"))
        #expect(made.contains("Timer(timeInterval: 1, repeats: false) { _ in\n            self.tock()\n        }\n"))
        try Porter.withPackage(["Player.swift": made]) { folder in
            let status = try Porter.run([folder]).status
            #expect(status == 0, "\(made)")
        }
    }

    /// A method that the package does not declare, an extension that cannot hold the tokens, a name that is worked out.
    @Test func callsThatAreNotUnderstoodAreReportedAndLeft() throws {
        let text = """
            import AVFAudio
            extension Player {
                func start() {
                    NotificationCenter.default.addObserver(self, selector: #selector(a), name: .end, object: nil)
                    Timer.scheduledTimer(timeInterval: 1, target: self, selector: made(), userInfo: nil, repeats: true)
                }
            }
            """
        try Porter.withPackage(["Player.swift": text]) { folder in
            let (status, output) = try Porter.run(["--apply", folder])
            #expect(status == 1 && Porter.places(output) == [4, 5], "\(output)")
            #expect(output.hasSuffix("0 places changed in 0 files; 2 left.\n"))
            #expect(try String(contentsOfFile: "\(folder)/Player.swift", encoding: .utf8) == text)
        }
    }

    @Test func conditionsAroundAudioAreOpenedAndReadOn() throws {
        let text = """
            import Foundation
            #if os(iOS) || os(tvOS)
            import AVFAudio
            let session = AVAudioSession.sharedInstance()
            @objc let other = 1
            #endif
            #if os(macOS)
            import AppKit
            let device = AudioDeviceID(1)
            #endif
            """
        try Porter.withPackage(["Player.swift": text]) { folder in
            let found = try Porter.places(Porter.run([folder]).output)
            #expect(found == [2, 5, 7])
        }
        let made = try Porter.applied(text)
        #expect(made.contains("#if os(iOS) || os(tvOS) || os(Linux)\n") && made.contains("#if os(macOS)\n"))
        #expect(made.contains("#if canImport(ObjectiveC)\n@objc\n#endif\nlet other = 1\n"))
    }

    @Test func ofSeveralBranchesTheOneForPhonesIsOpened() throws {
        let text = """
            import AVFAudio
            #if os(macOS)
            let device = AudioDeviceID(1)
            #elseif os(iOS)
            let session = AVAudioSession.sharedInstance()
            #endif

            """
        #expect(try Porter.applied(text) == text.replacing("os(iOS)", with: "os(iOS) || os(Linux)"))
    }

    @Test func viewsAreOnePlaceEach() throws {
        let text = """
            import SwiftUI

            struct Model {
                var name = ""
            }

            /// Shows the songs of one list.
            @MainActor
            struct Songs: View {
                @State private var model = Model()
                var body: some View { Text(model.name) }
            }

            """
        try Porter.withPackage(["Player.swift": text]) { folder in
            let found = try Porter.places(Porter.run([folder]).output)
            #expect(found == [1, 9])
        }
        let made = try Porter.applied(text)
        #expect(
            made.contains(
                "}\n\n#if canImport(SwiftUI)\n/// Shows the songs of one list.\n@MainActor\nstruct Songs: View {"
            ), "\(made)")
        #expect(made.hasSuffix("    var body: some View { Text(model.name) }\n}\n#endif\n"))
    }

    @Test func smallWordsAreReplaced() throws {
        let made = try Porter.applied(
            "import AVFAudio\nlet a: NSInteger = 1\nlet b = CACurrentMediaTime()\n"
                + "let c = AVAudioSessionCategoryPlayAndRecord\n"
        )
        #expect(
            made == "import AVFAudio\nlet a: Int = 1\nlet b = ProcessInfo.processInfo.systemUptime\n"
                + "let c = AVAudioSession.Category.playAndRecord\n")
    }

    @Test func thePatchIsOneForTheWholeFolderAndChangesNothing() throws {
        let files = ["A.swift": "import Darwin\n", "B.swift": "import Foundation\n", "C.swift": "import os.log"]
        try Porter.withPackage(files) { folder in
            let (status, patch) = try Porter.run(["--patch", folder])
            #expect(status == 1)
            #expect(
                patch.hasPrefix("--- a/A.swift\n+++ b/A.swift\n@@ -1 +1,5 @@\n-import Darwin\n+#if canImport(Darwin)\n")
            )
            #expect(
                patch.hasSuffix(
                    "-import os.log\n\\ No newline at end of file\n+import os\n\\ No newline at end of file\n"))
            for (name, text) in files {
                #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == text)
            }
        }
    }

    @Test func whatWasAppliedIsNotReportedAgain() throws {
        for fixture in PorterTests.found {
            let once = try Porter.applied(fixture.text)
            #expect(try Porter.applied(once) == once, "\(fixture.name)")
        }
    }

    // MARK: - The command

    @Test func packagesOfSwift6MayNotNameStandardOutput() throws {
        let text = "import AVFAudio\nfflush(stdout)\n"
        let manifest = "// swift-tools-version: 6.0\nlet package = Package(name: \"Player\")\n"
        try Porter.withPackage(["Player.swift": text]) { folder in
            let status = try Porter.run([folder]).status
            #expect(status == 0)
        }
        try Porter.withPackage(["Player.swift": text, "Package.swift": manifest]) { folder in
            let (_, output) = try Porter.run([folder])
            #expect(Porter.places(output) == [2] && output.contains("FileHandle.standardOutput"), "\(output)")
        }
    }

    @Test func theCommandLineIsChecked() throws {
        #expect(try Porter.run([]).status == 64)
        #expect(try Porter.run(["--apply", "--patch", "."]).status == 64)
        #expect(try Porter.run(["--all", "."]).status == 64)
        #expect(try Porter.run(["/nowhere/at/all"]).status == 66)
        let (status, help) = try Porter.run(["--help"])
        #expect(status == 0 && help.hasPrefix("usage: sordino-port"))
        let version = try Porter.run(["--version"]).output.split(separator: " ").last.map(String.init) ?? ""
        #expect(
            try House.read("Sources/Commands/SordinoCommandLine/Release.swift").contains("\"\(version.dropLast())\""))
    }

    /// Files of strangers: letters that are not UTF-8, lines of Windows, brackets and strings that never end.
    @Test func damagedFilesAreReadAndKept() throws {
        let damaged =
            Data("import Darwin\r\nlet a = \"".utf8) + Data([0xFF, 0xFE]) + Data("\\(((\n/* #if ((\nclass {{{{".utf8)
        try Porter.withPackage([:]) { folder in
            let path = "\(folder)/Player.swift"
            try damaged.write(to: URL(fileURLWithPath: path))
            let (status, output) = try Porter.run(["--apply", folder])
            #expect(status == 0 || status == 1, "\(output)")
            let made = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(made.suffix(30) == damaged.suffix(30), "\(output)")
        }
    }

    @Test func itRunsWhereItIsInstalled() throws {
        let manager = FileManager.default
        let root = manager.temporaryDirectory.appendingPathComponent("porter-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: root) }
        for folder in ["bin", "share/sordino-port"] {
            try manager.createDirectory(at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        let scripts = URL(fileURLWithPath: "\(House.root)/Scripts")
        let modules = root.appendingPathComponent("share/sordino-port/sordinoport")
        try manager.copyItem(
            at: scripts.appendingPathComponent("sordino-port"), to: root.appendingPathComponent("bin/sordino-port"))
        try manager.copyItem(at: scripts.appendingPathComponent("sordinoport"), to: modules)
        try Data("1.2.3\n".utf8).write(to: modules.appendingPathComponent("version"))
        let process = Process()
        process.executableURL = root.appendingPathComponent("bin/sordino-port")
        process.arguments = ["--version"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(said == "sordino-port (Sordino) 1.2.3\n")
        let install = try House.read("Scripts/install")
        #expect(install.contains("put 755 Scripts/sordino-port bin/sordino-port"))
        #expect(install.contains("share/sordino-port/sordinoport/version"))
    }

    @Test(arguments: [
        "Packaging/sordino-port.bash", "Packaging/sordino-port.zsh", "Packaging/sordino-port.fish",
        "Documentation/sordino-port.1",
    ])
    func pageAndCompletionsKnowEveryOption(file: String) throws {
        let options = try Porter.run(["--help"]).output.matches(of: #/--([a-z]+)/#).map { String($0.1) }
        #expect(Set(options) == ["patch", "apply", "help", "version"])
        let words = Set(try House.read(file).split { !$0.isLetter }.map(String.init))
        #expect(Set(options).isSubset(of: words), "\(file)")
    }
}
