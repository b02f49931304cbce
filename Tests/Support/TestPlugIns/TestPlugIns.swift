import Foundation

/// Plug-ins that tests compile from `Tests/PlugInSources`, in a folder of their own.
package enum TestPlugIns {
    /// The first C compiler on the path; nil without one.
    package static let compiler: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return ["cc", "clang", "gcc"].flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Indicates whether liblilv is installed, without which no LV2 plug-in is listed.
    package static let hasLilv: Bool = dlopen("liblilv-0.so.0", RTLD_NOW) != nil

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static var sources: URL { root.appendingPathComponent("Tests/PlugInSources") }

    /// Compiles a source to a shared library, which stands on others.
    package static func compile(
        _ source: String, to target: URL, defining: String? = nil, linking: [String] = ["m"]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: compiler ?? "/usr/bin/cc")
        process.arguments =
            ["-shared", "-fPIC", "-O1", "-I", root.appendingPathComponent("Sources/Shims/CPlugIns").path]
            + (defining.map { ["-D\($0)"] } ?? [])
            + [sources.appendingPathComponent(source).path, "-o", target.path]
            + linking.map { "-l\($0)" }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileNoSuchFile) }
    }

    /// Makes an empty folder, which `atexit` removes.
    package static func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-plug-ins-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        removed.append(url)
        return url
    }
    nonisolated(unsafe) private static var removed: [URL] = {
        atexit { for url in TestPlugIns.removed { try? FileManager.default.removeItem(at: url) } }
        return []
    }()

    /// Copies a text of the sources, in which one text may be replaced by another.
    package static func copy(_ source: String, to target: URL, replacing: (String, String)? = nil) throws {
        var text = try String(contentsOf: sources.appendingPathComponent(source), encoding: .utf8)
        if let replacing { text = text.replacingOccurrences(of: replacing.0, with: replacing.1) }
        try text.write(to: target, atomically: true, encoding: .utf8)
    }

    /// Makes an LV2 bundle with all test plug-ins.
    package static func bundle(in folder: URL) throws -> URL {
        let bundle = folder.appendingPathComponent("test.lv2")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        for name in ["manifest.ttl", "lv2.ttl"] { try copy(name, to: bundle.appendingPathComponent(name)) }
        try compile("lv2.c", to: bundle.appendingPathComponent("plugins.so"))
        return bundle
    }

    /// Makes all test plug-ins, and lets this process find them, and those that are installed.
    ///
    /// Nothing else in the process may have listed plug-ins with an environment that it is changing.
    package static let isInstalled: Bool = {
        guard compiler != nil, let folder = try? folder() else { return false }
        do {
            _ = try bundle(in: folder)
            try compile("clap.c", to: folder.appendingPathComponent("test.clap"))
        } catch { return false }
        setenv("LV2_PATH", "\(folder.path):/usr/lib/lv2", 1)
        setenv("CLAP_PATH", folder.path, 1)
        return true
    }()
}
