import Foundation
import SordinoPlugIns
import TestPlugIns
import Testing

/// Lists of plug-ins, of sound files and of bad ones.
@Suite struct PlugInListTests {
    private static let gain = PlugInList(
        """
        P\turn:a:gain\tGain\t\t/b/\t/b/g.so\t2.4
        c\thttp://lv2plug.in/ns/lv2core#AmplifierPlugin\tAmplifier
        p\t0\ti\ta\t\tin\tIn\t0\t1\t0\t\t\t\t0
        p\t1\to\ta\t\tout\tOut\t0\t1\t0\t\t\t\t0
        p\t2\ti\tc\ttl\tgain\t\tnan\t-4\t3\t\t\tdb\t0
        s\t1\tOne
        .

        """, kind: .lv2)

    @Test func linesBecomeAPlugIn() throws {
        let plugIn = try #require(Self.gain.plugIns.first)
        #expect(plugIn.name == "Gain" && plugIn.maker == "LV2" && plugIn.version == 0x0204)
        #expect(plugIn.type.map { "\($0)" } == "aufx" && plugIn.tags == ["Amplifier"])
        #expect(plugIn.ports[2].name == "gain" && plugIn.ports[2].minimum == 0 && plugIn.ports[2].maximum == 1)
        #expect(plugIn.ports[2].initial == 1 && plugIn.ports[2].points.map(\.name) == ["One"])
    }

    @Test func portsDecideTheType() {
        func type(_ ports: [String]) -> String? {
            let lines = ports.enumerated().map { "p\t\($0)\t\($1)\t\tx\tX\t0\t1\t0\t\t\t\t0\n" }.joined()
            let list = PlugInList("P\tx:y\tX\t\t/\t/x\t1\n\(lines).\n", kind: .lv2)
            return list.plugIns.first?.type.map { "\($0)" }
        }
        #expect(type(["i\ta", "o\ta"]) == "aufx")
        #expect(type(["i\ta", "o\ta", "i\te"]) == "aufx")
        #expect(type(["i\ta", "o\ta", "i\tm"]) == "aumf")
        #expect(type(["o\ta", "i\tm"]) == "aumu")
        #expect(type(["o\ta"]) == "augn")
        #expect(type(["i\tm", "o\tm"]) == "aumi")
        #expect(type(["i\tc"]) == nil)
    }

    @Test func anyCutOrChangedListIsReadWithoutATrap() {
        let text =
            "P\tx:y\tX\t\t/\t/x\t1\np\t0\ti\tc\tt\tx\tX\t0\t1e99\t-inf\t\t\t\t9e30\ns\t1\tA\n.\nB\tu\tn\ts\nv\ts\t1\n!\ta\tb\n-\tc\n"
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            let list = PlugInList(String(decoding: bytes.prefix(count), as: UTF8.self), kind: .lv2)
            #expect(list.plugIns.count <= 1 && list.presets.count <= 1)
        }
        for index in bytes.indices {
            for byte: UInt8 in [0, 9, 10, 45, 57, 255] {
                var changed = bytes
                changed[index] = byte
                _ = PlugInList(String(decoding: changed, as: UTF8.self), kind: .lv2)
            }
        }
    }

    @Test func versionsArePackedFromTheRight() {
        let versions = [
            "1.2.3": 0x10203, "2.4": 0x204, "7": 7, "": 0, "1.2.3.4": 0x10203, "v1": 0, "99999.300.2": 0xFFFF_FF02,
        ]
        for (text, version) in versions {
            let list = PlugInList("P\tx\tX\t\t/\t/x\t\(text)\n", kind: .clap)
            #expect(list.plugIns.first?.version == UInt32(version), "\(text)")
        }
    }

    // MARK: Bad files

    @Test(.enabled(if: TestPlugIns.compiler != nil)) func badFilesOfCLAPAreLeftOutWithASentenceEach() throws {
        let folder = try TestPlugIns.folder()
        for (fault, name) in ["factory", "begin", "crash", "hang", "make", "name"].enumerated() {
            try TestPlugIns.compile(
                "clap.c", to: folder.appendingPathComponent("\(name).clap"), defining: "FAULT=\(fault + 1)")
        }
        try Data("no library".utf8).write(to: folder.appendingPathComponent("text.clap"))
        try Data().write(to: folder.appendingPathComponent("empty.clap"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("loop").path, withDestinationPath: folder.path)
        let good = folder.appendingPathComponent("deep/er")
        try FileManager.default.createDirectory(at: good, withIntermediateDirectories: true)
        try TestPlugIns.compile("clap.c", to: good.appendingPathComponent("good.clap"))

        let catalog = PlugInCatalog(paths: [.lv2: "", .clap: folder.path], secondLimit: 1)
        #expect(Set(catalog.plugIns.map(\.id)) == ["org.sordino.test.sine", "org.sordino.test.level"])
        let problems = catalog.problems
        for (name, reason) in [
            ("factory", "has no factory"), ("begin", "did not begin"), ("crash", "ended the process"),
            ("hang", "did not answer in time"), ("name", "without an id"), ("text", "is left out"),
            ("empty", "is left out"),
        ] {
            #expect(
                problems.contains { $0.contains("\(name).clap") && $0.contains(reason) }, "\(name): \(problems)")
        }
        // A file that is listed but makes no instance.
        let nothing = try #require(catalog.plugIns.first { $0.binary.hasSuffix("make.clap") } ?? catalog.plugIns.first)
        if nothing.binary.hasSuffix("make.clap") {
            let error = #expect(throws: PlugInError.self) { try PlugInInstance(nothing, sampleRate: 48_000) }
            #expect(error?.description.contains("no instance") == true)
        }
    }

    @Test(.enabled(if: TestPlugIns.compiler != nil && TestPlugIns.hasLilv, "needs liblilv-0-0 and a C compiler"))
    func badBundlesOfLV2AreLeftOutAndGoodOnesStay() throws {
        let folder = try TestPlugIns.folder()
        _ = try TestPlugIns.bundle(in: folder)
        func bundle(_ name: String, manifest: String, _ replacing: (String, String)? = nil) throws {
            let url = folder.appendingPathComponent("\(name).lv2")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try manifest.write(to: url.appendingPathComponent("manifest.ttl"), atomically: true, encoding: .utf8)
        }
        let head = "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
        try bundle("torn", manifest: head + "<urn:torn> a lv2:Plugin ; lv2:binary <")
        try bundle("binary", manifest: String(repeating: "\u{0}\u{1}\u{7F}", count: 3_000))
        try bundle("nested", manifest: head + String(repeating: "[ lv2:port ", count: 100_000))
        try bundle("empty", manifest: "")
        try bundle("absent", manifest: head + "<urn:absent> a lv2:Plugin ; lv2:binary <no.so> .")
        try bundle("outside", manifest: head + "<urn:outside> a lv2:Plugin ; lv2:binary <file:///etc/passwd> .")
        try bundle(
            "gaps",
            manifest: head + "<urn:gaps> a lv2:Plugin ; lv2:binary <manifest.ttl> ; "
                + "<http://usefulinc.com/ns/doap#name> \"Gaps\" ; lv2:port [ a lv2:AudioPort, lv2:InputPort ; "
                + "lv2:index 4000000000 ; lv2:symbol \"x\" ; lv2:name \"X\" ] .")
        let catalog = PlugInCatalog(paths: [.lv2: folder.path, .clap: ""], secondLimit: 5)
        let ids = Set(catalog.plugIns.map(\.id))
        #expect(ids.contains("urn:sordino-test:gain"))
        #expect(!ids.contains { !$0.hasPrefix("urn:sordino-test:") }, "\(ids)")
        #expect(catalog.problems.contains { $0.contains("torn.lv2") }, "\(catalog.problems)")
        #expect(catalog.problems.contains { $0.contains("urn:absent") && $0.contains("no binary") })
    }

    @Test func pathsComeFromTheEnvironmentOrAreTheUsualOnes() {
        #expect(PlugInCatalog(paths: [.lv2: "", .clap: "/nowhere"]).plugIns.isEmpty)
        #expect(PlugInCatalog.path(of: .clap).contains("/usr/lib/clap"))
    }
}
