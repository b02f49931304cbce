import Glibc
import SordinoRealtime

/// The identity of a Flatpak sandbox: its application and its instance, from `.flatpak-info` at the root of its processes.
///
/// A program can put such a file at the root of a mount namespace of its own. `read` therefore believes it only if Flatpak's
/// folder of running instances, which no sandbox contains, names the same application, and if the kernel places the process in
/// that instance.
/// - Source: flatpak-metadata(5), "Application" and "Instance"; flatpak-run(1), "--instance-id-fd".
package struct FlatpakInfo: Hashable, Sendable {
    package let application: String
    /// The number of the running instance; empty in files that have none.
    package let instance: String

    /// Reads the text of a `.flatpak-info`; nil if it names no application.
    package init?(text: String) {
        var group = Substring()
        var (application, instance) = ("", "")
        for line in text.split(whereSeparator: \.isNewline) {
            if line.first == "[" { group = line }
            if group == "[Application]", line.hasPrefix("name=") { application = String(line.dropFirst(5)) }
            if group == "[Instance]", line.hasPrefix("instance-id=") { instance = String(line.dropFirst(12)) }
        }
        guard Self.isIdentifier(application) else { return nil }
        self.application = application
        self.instance = instance.utf8.count <= 20 && instance.utf8.allSatisfy(Self.isDigit) ? instance : ""
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Returns whether a text can be the identifier of an application: elements of letters, digits, `_` and `-` between dots.
    static func isIdentifier(_ text: String) -> Bool {
        guard text.utf8.count <= 255, text.contains(".") else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { element in
            !element.isEmpty
                && element.utf8.allSatisfy { byte in
                    isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                }
        }
    }
}

/// A running Flatpak instance to which a process belongs.
package struct FlatpakInstance: Hashable, Sendable {
    package let application: String
    package let instance: String
    /// The inode number of its namespace of processes; 0 if it has none.
    package let processes: UInt64

    /// Identifies the instance of a process that is in a sandbox, or is the proxy through which a sandbox reaches the bus.
    ///
    /// - Parameters:
    ///   - isProxy: Whether the process is the system's `xdg-dbus-proxy`, which runs outside the sandbox's namespace of processes.
    ///   - folder: The folder of running instances.
    ///   - deadline: The host time at which reading is abandoned: the root of the process may be in a file system of its own.
    /// - Returns: Nil if the process is in none, or claims one that is not its own.
    /// - Thread: `FileLook.worker`.
    package static func of(
        _ process: Int32, isProxy: Bool, folder: String? = usualFolder, until deadline: UInt64
    ) -> FlatpakInstance? {
        let file = "/proc/\(process)/root/.flatpak-info"
        guard let folder, let own = KernelNamespace(of: getpid(), .mounts),
            KernelNamespace(of: process, .mounts) != own,
            let text = FileLook.strangersText(of: file, atMost: 8_192, until: deadline),
            let claimed = FlatpakInfo(text: text), !claimed.instance.isEmpty,
            // Files that Flatpak wrote for this user, outside of all sandboxes.
            let kept = FileLook.text(of: "\(folder)/\(claimed.instance)/info", atMost: 8_192),
            FlatpakInfo(text: kept) == claimed,
            let child = FileLook.text(of: "\(folder)/\(claimed.instance)/bwrapinfo.json", atMost: 4_096).flatMap(first)
        else { return nil }
        let inside = KernelNamespace(of: child, .processes)
        let hasOwn = inside != nil && inside != KernelNamespace(of: getpid(), .processes)
        let belongs =
            hasOwn && KernelNamespace(of: process, .processes) == inside
            || isProxy && group(of: process) == group(of: child)
        guard belongs else { return nil }
        return FlatpakInstance(
            application: claimed.application, instance: claimed.instance, processes: hasOwn ? inside?.inode ?? 0 : 0)
    }

    /// The folder in which Flatpak describes running instances; nil without `XDG_RUNTIME_DIR`.
    package static var usualFolder: String? { BaseFolders().runtime.map { $0 + "/.flatpak" } }

    /// The first process of an instance, from the text of its `bwrapinfo.json`.
    static func first(_ text: String) -> Int32? {
        guard let key = text.firstRange(of: "\"child-pid\"") else { return nil }
        let number = text[key.upperBound...].drop { $0 == ":" || $0.isWhitespace }.prefix(while: \.isNumber)
        return Int32(number).flatMap { $0 > 1 ? $0 : nil }
    }

    /// The control group, which the system's manager gives to an application when it starts.
    private static func group(of process: Int32) -> String? {
        FileLook.text(of: "/proc/\(process)/cgroup", atMost: 8_192)
    }
}

/// A namespace that a process is in, by the kernel's word.
package struct KernelNamespace: Hashable, Sendable {
    /// The kinds of namespaces that are asked for.
    package enum Kind: String, Sendable {
        case mounts = "mnt"
        case processes = "pid"
    }

    package let inode: UInt64

    /// Asks the kernel; nil if it does not say.
    ///
    /// - Thread: any but the render thread.
    package init?(of process: Int32, _ kind: Kind) {
        var text = [CChar](repeating: 0, count: 64)
        // Such as "mnt:[4026531841]".
        let count = readlink("/proc/\(process)/ns/\(kind.rawValue)", &text, text.count)
        let bytes = text.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        let digits = bytes.drop { $0 != UInt8(ascii: "[") }.dropFirst()
        guard digits.last == UInt8(ascii: "]"), let inode = UInt64(String(decoding: digits.dropLast(), as: UTF8.self))
        else { return nil }
        self.inode = inode
    }
}
