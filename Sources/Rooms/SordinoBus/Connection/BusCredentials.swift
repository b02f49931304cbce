import CSystemd
import Glibc

/// The identity of a file, independent of its path: device and inode number.
package struct ProgramFile: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

    /// Identifies the file at a path in this process's mount namespace; nil if there is none.
    ///
    /// - Parameter path: A path from the system or the configuration. One that another program chose could lead to a file
    ///   system that does not answer.
    init?(at path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        self.init(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
    }
}

/// A sandbox that programs on the bus are in.
package struct BusSandbox: Hashable, Sendable {
    package let application: String
    package let instance: String
    /// The inode number of its namespace of processes; 0 if it has none of its own.
    package let processes: UInt64

    package init(application: String, instance: String, processes: UInt64) {
        (self.application, self.instance, self.processes) = (application, instance, processes)
    }
}

/// The process behind a name on the bus.
package struct BusCredentials: Hashable, Sendable {
    package let process: Int32
    package let user: UInt32
    /// The systemd unit or scope; empty if not known.
    package let unit: String
    /// The path of the executable in the process's own mount namespace.
    package let executable: String
    /// The identity of the executable file; nil if it is not known.
    package let file: ProgramFile?
    /// The Flatpak sandbox that it is in or speaks for; nil if there is none, or it is not proven.
    package var sandbox: BusSandbox?

    package init(process: Int32, user: UInt32, unit: String, executable: String, file: ProgramFile? = nil) {
        (self.process, self.user, self.unit, self.executable) = (process, user, unit, executable)
        self.file = file
    }

    /// Makes the credentials of a process that is not on the bus.
    package init(ofProcess process: Int32, unit: String = "") {
        var path = [CChar](repeating: 0, count: 1_024)
        var file = cbus_file()
        cbus_executable(process, &path, path.count, &file)
        self.init(
            process: process, user: .max, unit: unit,
            executable: String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
            file: file.inode == 0 ? nil : ProgramFile(device: file.device, inode: file.inode))
    }

    /// Returns the path of a process's executable if the process runs the file at that path in this mount namespace; otherwise
    /// the empty string.
    ///
    /// - Parameter paths: Paths that are examined in addition to those in the system's folders.
    package static func provenExecutable(of process: Int32, named paths: Set<String>) -> String {
        let who = BusCredentials(ofProcess: process)
        return (who.isOfSystemFolders || paths.contains(who.executable)) && who.runs(who.executable)
            ? who.executable : ""
    }

    /// Folders that only root can write to, so that no path below them leads to a file system of a user's program.
    private static let systemFolders = ["/usr/", "/bin/", "/sbin/", "/opt/", "/lib/", "/lib64/"]

    /// Returns whether the executable is the file at a path in this process's mount namespace.
    ///
    /// In a mount namespace of its own a program can place any file at that path.
    ///
    /// - Parameter path: A path from the configuration.
    package func runs(_ path: String) -> Bool {
        guard executable == path, let file else { return false }
        return ProgramFile(at: path) == file
    }

    /// Indicates whether it is the system's proxy, which speaks for a program in a sandbox.
    package var isProxy: Bool { runs("/usr/bin/xdg-dbus-proxy") }

    /// Indicates whether the executable's path is one that only root can write to.
    package var isOfSystemFolders: Bool { Self.systemFolders.contains { executable.hasPrefix($0) } }
}
