import AVFoundation
import SordinoSimulator
import Testing

/// Programs in C and C++ that link `libSordinoAudio.so`, compiled by the tests, as processes on a simulated device.
enum CLibrary {
    static let library = Programs.named("libSordinoAudio.so")
    static let compiler = Programs.outside("cc")
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// The folder that `Scripts/c-programs` fills.
    static let outsideFolder = ProcessInfo.processInfo.environment["SORDINO_C_PROGRAMS"]
        .map { URL(fileURLWithPath: $0) }
    static var headers: String { root.appendingPathComponent("Packaging/c/include").path }

    static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Compiles and links a source; the program is in the folder.
    static func compile(
        _ source: URL, into folder: Folder, with compiler: String? = nil, _ options: [String] = ["-std=gnu99"]
    ) throws -> URL {
        let library = try #require(library).deletingLastPathComponent().path
        let program = folder.file(source.deletingPathExtension().lastPathComponent)
        let compiled = try Programs.run(
            try #require(compiler ?? self.compiler),
            options + [
                "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", headers, source.path, "-o", program.path, "-L",
                library, "-lSordinoAudio", "-Wl,-rpath,\(library)",
            ])
        try #require(compiled.status == 0, "\(compiled.output)")
        return program
    }
}

@Suite(
    .enabled(
        if: Programs.canBeSimulated && CLibrary.library != nil && CLibrary.compiler != nil,
        "libSordinoAudio.so was not built, or there is no C compiler or dbus-daemon"), .serialized)
struct CProgramTests {
    private let rig: SeedRig

    init() throws { rig = try SeedRig() }

    private var device: SimulatedDevice { rig.device }

    /// The loudest sample of the last tenth of a second.
    private var level: Float {
        get throws { try rig.speaker.peak(from: device.now - 0.1, to: device.now) }
    }

    /// Lets time pass until something is so.
    private func waits(until isSo: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<400 {
            device.advance(0.05)
            if try isSo() { return true }
        }
        return false
    }

    @Test func aCallInterruptsThePlayerOfTheExampleAndItComesBack() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Examples/C/play.c"), into: rig.folder, ["-std=c99"])
        let file = try rig.folder.sine("music.wav", seconds: 120)
        let process = try device.launch(program, arguments: [file.path])
        #expect(try waits { try level > 0.1 }, "\(process.output)")
        device.ring()
        #expect(waits { process.sessionState == .interrupted })
        #expect(process.reasonsForSilence.count == 1)
        if let audioctl = Programs.named("audioctl") {
            let why = try device.launch(audioctl, arguments: ["why", "play"], waitsForSession: false)
            #expect(device.advance(until: why, endsWithin: 60))
            #expect(why.output.contains("play") && why.output.contains("silent"), "\(why.output)")
        }
        device.declineCall()
        #expect(try waits { try process.sessionState == .active && process.reasonsForSilence == [] && level > 0.1 })
        process.terminate()
    }

    /// The example is compiled by the line of the guide, from an installation of headers, library and pkg-config file.
    @Test(.enabled(if: Programs.outside("pkg-config") != nil, "pkg-config is not installed"))
    func theFileForPkgConfigCompilesTheExample() throws {
        let prefix = rig.folder.file("prefix")
        let manager = FileManager.default
        let library = try #require(CLibrary.library)
        for part in ["lib/pkgconfig", "include"] {
            try manager.createDirectory(at: prefix.appendingPathComponent(part), withIntermediateDirectories: true)
        }
        try manager.createSymbolicLink(
            at: prefix.appendingPathComponent("include/sordino"),
            withDestinationURL: URL(fileURLWithPath: CLibrary.headers))
        try manager.createSymbolicLink(
            at: prefix.appendingPathComponent("lib/libSordinoAudio.so"), withDestinationURL: library)
        let text = try CLibrary.read("Packaging/c/sordino-audio.pc")
            .replacingOccurrences(of: "@prefix@", with: prefix.path).replacingOccurrences(of: "@version@", with: "1")
        try text.write(
            to: prefix.appendingPathComponent("lib/pkgconfig/sordino-audio.pc"), atomically: true, encoding: .utf8)
        let example = CLibrary.root.appendingPathComponent("Examples/C/play.c").path
        let compiled = try Programs.run(
            "/bin/sh",
            ["-c", "cc '\(example)' $(pkg-config --cflags --libs sordino-audio) -o play"], in: rig.folder.url,
            environment: ["PKG_CONFIG_PATH": prefix.appendingPathComponent("lib/pkgconfig").path])
        try #require(compiled.status == 0, "\(compiled.output)")
        let file = try rig.folder.sine("music.wav", seconds: 120)
        let process = try device.launch(
            rig.folder.file("play"), arguments: [file.path],
            environment: ["LD_LIBRARY_PATH": library.deletingLastPathComponent().path])
        #expect(try waits { try level > 0.1 }, "\(process.output)")
        device.ring()
        #expect(waits { process.sessionState == .interrupted })
        process.terminate()
    }

    @Test func theListingsOfTheGuidePlayAFileToItsEnd() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Tests/CPrograms/listings.c"), into: rig.folder, ["-std=c99"])
        let file = try rig.folder.sine("tone.wav", seconds: 2)
        let process = try device.launch(program, arguments: [file.path])
        #expect(device.advance(until: process, endsWithin: 120), "\(process.output)")
        #expect(process.terminationStatus == 0)
        #expect(process.output.contains("played 96000 packets"), "\(process.output)")
        #expect(device.soundingSeconds() > 1.5)
    }

    @Test func permissionsThatDoNotExistAreRefused() throws {
        let source = rig.folder.file("permissions.c")
        try """
        #include <AudioToolbox/AudioToolbox.h>
        #include <stdio.h>
        int main(int count, char **arguments) {
            (void)count;
            CFURLRef url = CFURLCreateFromFileSystemRepresentation(
                NULL, (const UInt8 *)arguments[1], (CFIndex)__builtin_strlen(arguments[1]), false);
            for (int permission = -2; permission < 100; permission++) {
                AudioFileID file = NULL;
                OSStatus status = AudioFileOpenURL(url, (AudioFilePermissions)permission, 0, &file);
                bool exists = permission >= 1 && permission <= 3;
                if (status != (exists ? noErr : kAudioFilePermissionsError) || (file != NULL) != exists) return 1;
                if (file != NULL) AudioFileClose(file);
            }
            printf("permissions are right\\n");
            return 0;
        }
        """.write(to: source, atomically: true, encoding: .utf8)
        let program = try CLibrary.compile(source, into: rig.folder)
        let file = try rig.folder.sine("tone.wav", seconds: 1)
        let process = try device.launch(program, arguments: [file.path], waitsForSession: false)
        #expect(device.advance(until: process, endsWithin: 120), "\(process.output)")
        #expect(process.output.contains("permissions are right"), "\(process.output)")
    }

    @Test func objectsOfCoreFoundationGoInBothDirections() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Tests/CPrograms/objects.c"), into: rig.folder)
        let process = try device.launch(program, arguments: [rig.folder.url.path], waitsForSession: false)
        #expect(device.advance(until: process, endsWithin: 120), "\(process.output)")
        #expect(process.output.contains("all objects are right"), "\(process.output)")
    }

    @Test func theFirstFunctionsOfHardwarePlay() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Tests/CPrograms/first-hardware.c"), into: rig.folder)
        let process = try device.launch(program, waitsForSession: false)
        #expect(device.advance(until: process, endsWithin: 120), "\(process.output)")
        #expect(process.output.contains("all first functions are right"), "\(process.output)")
        #expect(try rig.speaker.peak(from: 0, to: device.now) == 0.25)
    }

    @Test func callbacksMayEndTheObjectThatCallsThem() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Tests/CPrograms/callbacks.c"), into: rig.folder)
        let process = try device.launch(program, arguments: [rig.folder.url.path], waitsForSession: false)
        #expect(device.advance(until: process, endsWithin: 600), "\(process.output)")
        #expect(process.output.contains("all callbacks returned"), "\(process.output)")
    }

    @Test(arguments: ["c99", "c11", "c17"]) func theHeadersCompileAsC(standard: String) throws {
        for compiler in ["gcc", "clang"].compactMap(Programs.outside) + Self.toolchainClang {
            try check(compiler, ["-std=\(standard)", "-x", "c"])
        }
    }

    @Test(arguments: ["c++11", "c++17", "c++20"]) func theHeadersCompileAsCxx(standard: String) throws {
        for compiler in ["g++"].compactMap(Programs.outside) + Self.toolchainClang {
            try check(compiler, ["-std=\(standard)", "-x", "c++"])
        }
    }

    private static let toolchainClang =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/clang" }
        .filter { FileManager.default.isExecutableFile(atPath: $0) }.prefix(1)

    /// Compiles each header alone, and all together.
    private func check(_ compiler: String, _ options: [String]) throws {
        let folder = URL(fileURLWithPath: CLibrary.headers)
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".h") }
        #expect(names.count > 50)
        let includes = (names + ["AudioToolbox/AudioToolbox.h"]).sorted().map { "#include <\($0)>\n" }
        let source = rig.folder.file("all.c")
        // Collections that can be changed are taken where others are.
        let collections = """
            CFIndex counts(CFMutableArrayRef list, CFMutableDictionaryRef table) {
                return CFArrayGetCount(list) + CFDictionaryGetCount(table);
            }
            int main(void) { return counts(NULL, NULL) != 0; }

            """
        try (includes.joined() + collections).write(to: source, atomically: true, encoding: .utf8)
        for path in [source.path, CLibrary.root.appendingPathComponent("Examples/C/play.c").path] {
            let compiled = try Programs.run(
                compiler,
                options + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I", folder.path, path])
            #expect(compiled.status == 0, "\(compiler): \(compiled.output)")
        }
    }

    @Test func theLibraryExportsTheNamesOfTheList() throws {
        let list = Set(try CLibrary.read("Packaging/c/symbols.txt").split(separator: "\n").map(String.init))
        let library = try #require(CLibrary.library).path
        let nm = try Programs.run(try #require(Programs.outside("nm")), ["-D", "-g", "--defined-only", "-P", library])
        #expect(nm.status == 0)
        let found = nm.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        let names = Set(found.map { String($0.prefix { $0 != "@" }) }).subtracting(["SORDINO_0"])
        #expect(list.subtracting(names) == [], "exported no more")
        #expect(names.subtracting(list) == [], "exported, and not in Packaging/c/symbols.txt")
        let unversioned = found.filter { $0 != "SORDINO_0" && !$0.hasSuffix("@@SORDINO_0") }
        #expect(unversioned == [])
    }

    /// Every function with wrong sizes, codes, null pointers, and handles that have ended or are others'.
    @Test(.timeLimit(.minutes(20))) func aHundredThousandWrongCallsReturn() throws {
        let program = try CLibrary.compile(
            CLibrary.root.appendingPathComponent("Tests/CPrograms/wrong-calls.c"), into: rig.folder)
        let process = try device.launch(
            program, arguments: [rig.folder.url.path, "100000", "1"], waitsForSession: false)
        while process.isRunning { device.advance(0.05) }
        #expect(process.terminationStatus == 0)
        #expect(process.output.contains("100000 calls"), "\(process.output.suffix(2000))")
    }

    @Test(
        .enabled(
            if: (try? Programs.run("/usr/bin/env", ["python3", "--version"]))?.status == 0, "python3 is not installed"))
    func theGeneratedFilesAreUpToDate() throws {
        let run = try Programs.run(CLibrary.root.appendingPathComponent("Scripts/c-library").path, ["--check"])
        #expect(run.status == 0, "\(run.output)")
    }
}
