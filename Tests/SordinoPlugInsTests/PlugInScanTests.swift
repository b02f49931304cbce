import Foundation
import SordinoPlugIns
import TestPlugIns
import Testing

/// How folders are searched: each file once, in bounded time, with a sentence for what is left out.
@Suite struct PlugInScanTests {
    private static let canList = TestPlugIns.compiler != nil && TestPlugIns.hasLilv
    private static let head = """
        @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
        @prefix doap: <http://usefulinc.com/ns/doap#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

        """
    /// A text that the parser of liblilv does not survive.
    private static let deadly = head + "<urn:deep> lv2:port " + String(repeating: "(", count: 1_000_000)

    private func write(_ text: String, to file: String, in bundle: String, of folder: URL) throws {
        let url = folder.appendingPathComponent("\(bundle).lv2")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data((Self.head + text).utf8).write(to: url.appendingPathComponent(file))
    }

    private func link(_ name: String, to target: URL, in folder: URL) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(name).path, withDestinationPath: target.path)
    }

    private func lv2(_ path: String) -> PlugInCatalog { PlugInCatalog(paths: [.lv2: path, .clap: ""]) }
    private func clap(_ path: String) -> PlugInCatalog { PlugInCatalog(paths: [.lv2: "", .clap: path]) }

    /// A plug-in with a port for sound each way, as a bundle describes it.
    private func plugIn(_ uri: String, binary: String = "manifest.ttl", input: String = "lv2:index 0 ;") -> String {
        """
        <\(uri)> a lv2:Plugin ; lv2:binary <\(binary)> ; doap:name "Any" ; lv2:port
        [ a lv2:AudioPort, lv2:InputPort ; \(input) lv2:symbol "in" ; lv2:name "In" ],
        [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] .

        """
    }

    // MARK: Each file once

    @Test(.enabled(if: canList, "needs liblilv-0-0 and a C compiler"))
    func aFolderThatIsNamedTwiceIsReadOnce() throws {
        let folder = try TestPlugIns.folder()
        _ = try TestPlugIns.bundle(in: folder)
        let alone = lv2(folder.path).plugIns
        #expect(alone.count > 2)
        let other = try TestPlugIns.folder()
        try link("again", to: folder, in: other)
        let path = "\(folder.path):\(folder.path)/:\(other.path)/again"
        let twice = lv2(path)
        #expect(twice.plugIns == alone && twice.problems == lv2(folder.path).problems)

        try Data(Self.deadly.utf8).write(to: folder.appendingPathComponent("deep.ttl"))
        try write("", to: "manifest.ttl", in: "aaa", of: folder)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("aaa.lv2/manifest.ttl"))
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent("deep.ttl"), to: folder.appendingPathComponent("aaa.lv2/manifest.ttl"))
        for path in [folder.path, path] {
            let catalog = lv2(path)
            #expect(catalog.plugIns.map(\.id) == alone.map(\.id))
            let crashes = catalog.problems.filter { $0.contains("ended the process") }
            #expect(crashes.count == 1 && crashes.first?.contains("/aaa.lv2 is left out") == true)
            #expect(!catalog.problems.contains { $0.contains("Reloading") }, "\(catalog.problems)")
        }
    }

    @Test(.enabled(if: TestPlugIns.compiler != nil, "needs a C compiler"))
    func linksThatLeadRoundAreNotFollowed() throws {
        let folder = try TestPlugIns.folder()
        let file = folder.appendingPathComponent("counts.clap")
        try TestPlugIns.compile("clap.c", to: file, defining: "FAULT=7")
        for name in ["l", "m"] { try link(name, to: folder, in: folder) }
        try link("same.clap", to: file, in: folder)
        let catalog = clap("\(folder.path):\(folder.path)")
        #expect(catalog.plugIns.count == 2 && catalog.problems.isEmpty, "\(catalog.problems)")
        #expect(try Data(contentsOf: folder.appendingPathComponent("counts.clap.reads")).count == 1)
    }

    // MARK: Crashes

    @Test(.enabled(if: canList, "needs liblilv-0-0 and a C compiler"))
    func aCrashLosesOnlyTheFileThatCaused() throws {
        let folder = try TestPlugIns.folder()
        _ = try TestPlugIns.bundle(in: folder)
        let good = lv2(folder.path).plugIns.map(\.id)
        // Read with the manifest, with the vocabularies, and when a plug-in is asked about.
        for index in 0..<70 {
            try write("", to: "empty.ttl", in: "m\(index)", of: folder)
            try Data(Self.deadly.utf8).write(to: folder.appendingPathComponent("m\(index).lv2/manifest.ttl"))
        }
        for (name, text) in [
            ("vocabulary", "<urn:vocabulary> a lv2:Specification ; rdfs:seeAlso <deep.ttl> ."),
            ("described", "<urn:a> a lv2:Plugin ; lv2:binary <manifest.ttl> ; rdfs:seeAlso <deep.ttl> ."),
        ] {
            try write(text, to: "manifest.ttl", in: name, of: folder)
            try Data(Self.deadly.utf8).write(to: folder.appendingPathComponent("\(name).lv2/deep.ttl"))
        }
        let catalog = lv2(folder.path)
        #expect(catalog.plugIns.map(\.id) == good)
        let crashes = catalog.problems.filter { $0.contains("ended the process") }
        #expect(crashes.count == 72 && Set(crashes).count == 72, "\(catalog.problems)")
        #expect(
            crashes.contains { $0.contains("/vocabulary.lv2 ") } && crashes.contains { $0.contains("/described.lv2 ") })
    }

    @Test(.enabled(if: TestPlugIns.compiler != nil, "needs a C compiler"))
    func manyCrashingLibrariesLeaveTheOthers() throws {
        let folder = try TestPlugIns.folder()
        let bad = folder.appendingPathComponent("bad0.clap")
        try TestPlugIns.compile("clap.c", to: bad, defining: "FAULT=3")
        for index in 1..<70 {
            try FileManager.default.copyItem(at: bad, to: folder.appendingPathComponent("bad\(index).clap"))
        }
        for name in ["a", "z"] { try TestPlugIns.compile("clap.c", to: folder.appendingPathComponent("\(name).clap")) }
        let catalog = clap(folder.path)
        #expect(catalog.plugIns.count == 2)
        #expect(catalog.problems.filter { $0.contains("/bad") && $0.contains("ended the process") }.count == 70)
        #expect(catalog.problems.filter { $0.contains("same codes or id") }.count == 2)
    }

    // MARK: Bounds

    @Test(.enabled(if: TestPlugIns.compiler != nil, "needs a C compiler"))
    func theWholeTimeIsBounded() throws {
        let folder = try TestPlugIns.folder()
        try TestPlugIns.compile("clap.c", to: folder.appendingPathComponent("a.clap"))
        for name in ["b", "c"] {
            try TestPlugIns.compile("clap.c", to: folder.appendingPathComponent("\(name).clap"), defining: "FAULT=4")
        }
        // One file alone may take longer than the test.
        let catalog = PlugInCatalog(
            paths: [.lv2: "", .clap: folder.path], secondLimit: 100_000, wholeSecondLimit: 5)
        #expect(catalog.plugIns.count == 2)
        #expect(catalog.problems == ["Some CLAP plug-ins are left out: reading them took too long"])
    }

    @Test func moreBundlesThanAreReadAreCounted() throws {
        let folder = try TestPlugIns.folder()
        for index in 0..<4_100 { try write("", to: "manifest.ttl", in: "b\(index)", of: folder) }
        let problems = lv2(folder.path).problems
        #expect(problems.contains("4 LV2 bundles are left out: no more than 4096 are read"), "\(problems)")
    }

    // MARK: Sentences

    @Test(.enabled(if: canList, "needs liblilv-0-0 and a C compiler"))
    func eachLV2FileThatIsLeftOutHasASentence() throws {
        let folder = try TestPlugIns.folder()
        func pipe(_ file: String, in bundle: String) {
            #expect(mkfifo(folder.appendingPathComponent("\(bundle).lv2/\(file)").path, 0o600) == 0)
        }
        try write(plugIn("urn:good"), to: "manifest.ttl", in: "good", of: folder)
        try write("", to: "other.ttl", in: "nothing", of: folder)
        try write("", to: "other.ttl", in: "pipe", of: folder)
        pipe("manifest.ttl", in: "pipe")
        try write(plugIn("urn:port", input: ""), to: "manifest.ttl", in: "port", of: folder)
        try write(plugIn("urn:binary", binary: "a.so"), to: "manifest.ttl", in: "binary", of: folder)
        pipe("a.so", in: "binary")
        try write(
            "<urn:data> a lv2:Plugin ; lv2:binary <manifest.ttl> ; rdfs:seeAlso <a.ttl> .", to: "manifest.ttl",
            in: "data", of: folder)
        pipe("a.ttl", in: "data")
        try write(
            "<urn:control> a lv2:Plugin ; lv2:binary <manifest.ttl> ; doap:name \"Control\" .", to: "manifest.ttl",
            in: "control", of: folder)
        try link("astray.lv2", to: folder.appendingPathComponent("nowhere"), in: folder)

        let catalog = lv2(folder.path)
        #expect(catalog.plugIns.map(\.id) == ["urn:good"])
        for (name, reason) in [
            ("/nothing.lv2", "has no manifest.ttl"), ("/pipe.lv2", "no regular file"), ("urn:port", "valid index"),
            ("urn:binary", "binary that is no regular file"), ("urn:data", "a.ttl is no regular file"),
            ("urn:control", "neither sound nor MIDI"), ("/astray.lv2", "No such file"),
        ] {
            let found = catalog.problems.filter { $0.hasPrefix(name) || $0.contains("\(name) ") }
            #expect(found.count == 1 && found.first?.contains(reason) == true, "\(name): \(catalog.problems)")
        }
        #expect(catalog.problems.count == 7, "\(catalog.problems)")
    }

    @Test func aPipeThatIsNamedAsCLAPIsNotOpened() throws {
        let folder = try TestPlugIns.folder()
        #expect(mkfifo(folder.appendingPathComponent("a.clap").path, 0o600) == 0)
        try link("b.clap", to: folder.appendingPathComponent("nowhere"), in: folder)
        let problems = clap(folder.path).problems
        #expect(problems.count == 2)
        #expect(problems.first?.hasSuffix("a.clap is left out: is no regular file") == true, "\(problems)")
        #expect(problems.last?.hasSuffix("b.clap is left out: No such file or directory") == true, "\(problems)")
    }

    @Test(.enabled(if: TestPlugIns.hasLilv, "needs liblilv-0-0"))
    func aRefusedInstanceSaysItsReasonWhenDebugging() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("SORDINO_DEBUG", "1", 1)
            let list = PlugInList("P\tx:text\tText\t\t/\t\(#filePath)\t1\n.\n", kind: .lv2)
            let pipe = NSTemporaryDirectory() + "/sordino-\(UUID().uuidString)"
            mkfifo(pipe, 0o600)
            let other = PlugInList("P\tx\tPipe\t\t/\t\(pipe)\t1\n", kind: .clap)
            for plugIn in list.plugIns + other.plugIns {
                #expect(throws: PlugInError.self) { try PlugInInstance(plugIn, sampleRate: 48_000) }
            }
            unlink(pipe)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Sordino: Text cannot run: its library does not open"), "\(text)")
        #expect(text.contains("Sordino: Pipe cannot run: its library is no regular file"), "\(text)")
    }
}
