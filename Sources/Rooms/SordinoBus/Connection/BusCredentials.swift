import CSystemd
import Glibc

/// A file as the kernel numbers it, whatever path leads to it.
package struct ProgramFile: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

    /// The file at a path of this process's own mount namespace; nil where there is none.
    ///
    /// - Parameter path: A path that the system or the configuration chose: a stranger's could lead to a file system that does not
    ///   answer.
    init?(at path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        self.init(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
    }
}

/// The process behind a name on the bus.
package struct BusCredentials: Hashable, Sendable {
    package let process: Int32
    package let user: UInt32
    /// The systemd unit or scope; empty if not known.
    package let unit: String
    /// The path of the executable as the process's own mount namespace has it.
    package let executable: String
    /// The file that the process runs; nil if the kernel does not tell.
    package let file: ProgramFile?

    package init(process: Int32, user: UInt32, unit: String, executable: String, file: ProgramFile? = nil) {
        (self.process, self.user, self.unit, self.executable) = (process, user, unit, executable)
        self.file = file
    }

    /// The path of the executable of any process, where it is the file that lies there; empty otherwise.
    ///
    /// - Parameter paths: Paths that the configuration names, beside the folders of the system.
    package static func provenExecutable(of process: Int32, named paths: Set<String>) -> String {
        var path = [CChar](repeating: 0, count: 1_024)
        var file = cbus_file()
        cbus_executable(process, &path, path.count, &file)
        guard file.inode != 0 else { return "" }
        let who = BusCredentials(
            process: process, user: .max, unit: "",
            executable: String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
            file: ProgramFile(device: file.device, inode: file.inode))
        let isTheSystems = systemFolders.contains { who.executable.hasPrefix($0) }
        return (isTheSystems || paths.contains(who.executable)) && who.runs(who.executable) ? who.executable : ""
    }

    /// Folders that only the system writes to, so that no path below them leads to a stranger's file system.
    private static let systemFolders = ["/usr/", "/bin/", "/sbin/", "/opt/", "/lib/", "/lib64/"]

    /// Indicates whether the executable is the file that this path leads to here: in a mount namespace of its own a program can put
    /// any file there.
    ///
    /// - Parameter path: A path that the configuration names.
    package func runs(_ path: String) -> Bool {
        guard executable == path, let file else { return false }
        return ProgramFile(at: path) == file
    }

    /// The executable's path where it is no claim: outside the system's folders any program of the user can change the file itself,
    /// so nothing is asked about it; nil for a file that is not the system's.
    package var believedExecutable: String? {
        guard Self.systemFolders.contains(where: { executable.hasPrefix($0) }) else { return executable }
        return runs(executable) ? executable : nil
    }
}
