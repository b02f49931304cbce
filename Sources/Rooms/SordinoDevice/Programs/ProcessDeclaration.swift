import Glibc
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// The declaration of this process to the service.
///
/// Its identifier and name come from its desktop entry, where it has one, else from the executable; a call to `declare`
/// before the first use of audio comes before both. It counts as in the foreground until its lifecycle is reported, and
/// may continue in the background unless its entry, the call or `SORDINO_BACKGROUND_MODES` names what it may do there.
package enum ProcessDeclaration {
    private struct Declared {
        var name: String?
        var modes: BackgroundModes?
        var isUsed = false
    }

    private static let declared = Mutex(Declared())

    /// Says what the process is, before it first uses audio.
    ///
    /// - Returns: False when it is too late: the service knows the process already.
    package static func declare(name: String?, backgroundModes: BackgroundModes?) -> Bool {
        declared.withLock { declared in
            guard !declared.isUsed else { return false }
            if let name { declared.name = name }
            if let backgroundModes { declared.modes = backgroundModes }
            return true
        }
    }

    /// The declaration at the first use of audio.
    static var current: AppDeclaration {
        let said = declared.withLock { declared in
            declared.isUsed = true
            return declared
        }
        var declaration = Traces.ofThisProcess.declaration { FileLook.text(of: $0, atMost: 65_536) }
        if let name = said.name { declaration.name = name }
        if let modes = said.modes { declaration.backgroundModes = modes }
        return declaration
    }

    /// The traces that tell which program a process belongs to.
    package struct Traces: Sendable {
        package var processID: Int32
        /// The last component of the path of the executable.
        package var executable: String
        package var environment: [String: String]
        /// The text of `/proc/self/cgroup`.
        package var controlGroup = ""
        /// `/.flatpak-info`; empty outside a sandbox.
        package var flatpakInfo = ""

        package init(processID: Int32, executable: String, environment: [String: String]) {
            self.processID = processID
            self.executable = executable
            self.environment = environment
        }
    }
}

extension ProcessDeclaration {
    /// Returns the icon named by a program's desktop entry; nil if this process finds no entry or the entry names no icon.
    ///
    /// - Thread: `FileLook.worker`.
    static func icon(ofEntry identifier: String, until deadline: UInt64) -> String? {
        for place in Traces.ofThisProcess.places(of: identifier) {
            if let text = FileLook.strangersText(of: place, atMost: 65_536, until: deadline) {
                return DesktopEntry(text: text).icon
            }
        }
        return nil
    }

    /// The last part of the path of a process's executable; empty when it cannot be read.
    static func executable(of process: Int32) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
        let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return bytes.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension ProcessDeclaration.Traces {
    static var ofThisProcess: Self {
        let name = ProcessDeclaration.executable(of: getpid())
        var environment: [String: String] = [:]
        for key in Self.keys { environment[key] = getenv(key).map { String(cString: $0) } }
        var traces = Self(
            processID: getpid(), executable: name.isEmpty ? "process-\(getpid())" : name, environment: environment)
        traces.controlGroup = FileLook.text(of: "/proc/self/cgroup", atMost: 8_192) ?? ""
        traces.flatpakInfo = FileLook.text(of: "/.flatpak-info", atMost: 8_192) ?? ""
        return traces
    }

    /// The traces of another process, as far as they may be read.
    ///
    /// - Parameter read: Reads a file with a time limit: the environment is memory that the process may have mapped from any
    ///   file, and its root may be in a file system of its own.
    package init(process: Int32, read: (_ path: String, _ limit: Int) -> String?) {
        let path = ProcessStatus.executable(process)
        var environment: [String: String] = [:]
        let text = read("/proc/\(process)/environ", 65_536) ?? ""
        for line in text.split(separator: "\0") {
            guard let equals = line.firstIndex(of: "="), Self.keys.contains(String(line[..<equals])) else { continue }
            environment[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        self.init(
            processID: process, executable: path.split(separator: "/").last.map(String.init) ?? "",
            environment: environment)
        controlGroup = FileLook.text(of: "/proc/\(process)/cgroup", atMost: 8_192) ?? ""
        flatpakInfo = read("/proc/\(process)/root/.flatpak-info", 8_192) ?? ""
    }

    /// Returns the desktop entry of the program and its identifier, where it has one.
    package func entry(read: (_ path: String) -> String?) -> (id: String, entry: DesktopEntry)? {
        for (id, paths) in candidates {
            for path in paths {
                if let text = read(path) { return (id, DesktopEntry(text: text)) }
            }
        }
        return nil
    }

    private static let keys = [
        "GIO_LAUNCHED_DESKTOP_FILE", "GIO_LAUNCHED_DESKTOP_FILE_PID", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
        "SORDINO_BACKGROUND_MODES",
    ]

    /// Returns the declaration that follows from these traces.
    ///
    /// - Parameter read: Gives a file's text, nil when there is none.
    package func declaration(read: (_ path: String) -> String?) -> AppDeclaration {
        let found = entry(read: read)
        let id = found?.id ?? executable
        let modes =
            environment["SORDINO_BACKGROUND_MODES"].map { BackgroundModes(names: $0) }
            ?? found?.entry.backgroundModes ?? [.audio, .voip]
        return AppDeclaration(bundleID: id, name: found?.entry.name ?? executable, backgroundModes: modes)
    }

    /// Identifiers that the program may have, each with the places of its desktop entry; the surest first.
    private var candidates: [(id: String, paths: [String])] {
        var all: [(String, [String])] = []
        if let path = environment["GIO_LAUNCHED_DESKTOP_FILE"],
            environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == "\(processID)"
        {
            all.append((Self.identifier(ofEntry: path), [path]))
        }
        if let id = FlatpakInfo(text: flatpakInfo)?.application {
            all.append((id, ["/app/share/applications/\(id).desktop"] + places(of: id)))
        }
        if let id = Self.scopeIdentifier(controlGroup) { all.append((id, places(of: id))) }
        all.append((executable, places(of: executable)))
        return all
    }

    /// The places where the desktop entry of that identifier may be.
    fileprivate func places(of id: String) -> [String] {
        // A name that leads to another folder is no identifier.
        guard !id.isEmpty, !id.contains("/"), !id.hasPrefix(".") else { return [] }
        return BaseFolders(environment).allData.map { "\($0)/applications/\(id).desktop" }
    }

    private static func identifier(ofEntry path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.hasSuffix(".desktop") ? name.dropLast(8) : name)
    }

    /// The unit of one application in the text of a `cgroup` file; nil outside of such.
    package static func appUnit(of controlGroup: String) -> Substring? {
        controlGroup.split(whereSeparator: { $0 == "/" || $0.isNewline }).last {
            $0.hasPrefix("app-") && ($0.hasSuffix(".scope") || $0.hasSuffix(".service"))
        }
    }

    /// `app-gnome-org.example.Music-1234.scope` and `app-org.example.Music@1.service`, as desktops name them.
    ///
    /// Source: systemd, "Desktop Environment Integration".
    private static func scopeIdentifier(_ controlGroup: String) -> String? {
        guard let unit = appUnit(of: controlGroup) else { return nil }
        var name = unit.dropFirst(4)
        name = name.hasSuffix(".scope") ? name.dropLast(6) : name.dropLast(8)
        if let instance = name.firstIndex(of: "@") { name = name[..<instance] }
        var parts = name.split(separator: "-")
        if unit.hasSuffix(".scope"), parts.count > 1 { parts.removeLast() }
        // The rest may begin with the launcher's name.
        return parts.last.map { unescaped($0) }
    }

    /// `\x2d` is a dash.
    private static func unescaped(_ text: Substring) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(code)
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
