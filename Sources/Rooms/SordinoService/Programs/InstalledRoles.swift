import Glibc
import SordinoDevice
import SordinoPolicy

/// The roles that installed programs declare in their desktop entries with the key `X-Sordino-Roles`.
///
/// Only entries in the system's folders count, because every program of the user can write to the user's own. A role is accepted from
/// the executable that the entry starts, wherever else the program's name may appear: in its environment, its unit or its sandbox.
enum InstalledRoles {
    /// The folders of entries.
    ///
    /// An entry in an earlier folder replaces that of the same name in a later one.
    static let folders = ["/usr/local/share/applications", "/usr/share/applications"]
    private static let commandFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games"]
    /// Programs that run others: an entry that starts one of them would give its role to all that it can run.
    private static let runners = [
        "ash", "bash", "busybox", "dash", "dotnet", "electron", "env", "flatpak", "gjs", "java", "lua", "mono", "node",
        "perl", "php", "python", "qml", "ruby", "sh", "snap", "wine", "zsh",
    ]
    private static let entryLimit = 4_096

    /// Returns the roles and the paths of the executables that may use them.
    ///
    /// - Thread: one that may wait for the system's files.
    static func all(in folders: [String], resolve: (String) -> String?) -> [(role: String, executable: String)] {
        var seen = Set<String>()
        return folders.flatMap { folder in
            names(in: folder).filter { $0.hasSuffix(".desktop") && seen.insert($0).inserted }.flatMap { name in
                guard let text = FileLook.text(of: "\(folder)/\(name)", atMost: 65_536) else {
                    return [(role: String, executable: String)]()
                }
                let entry = DesktopEntry(text: text)
                guard !entry.roles.isEmpty, let command = entry.command,
                    let executable = path(of: command).flatMap(resolve), !isRunner(executable)
                else { return [] }
                return entry.roles.map { ($0, executable) }
            }
        }
    }

    private static func path(of command: String) -> String? {
        if command.hasPrefix("/") { return command }
        guard !command.contains("/") else { return nil }
        return commandFolders.map { "\($0)/\(command)" }.first { access($0, X_OK) == 0 }
    }

    /// Returns whether an executable is one of the runners, also with a version in its name.
    private static func isRunner(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let bare = name.prefix { !$0.isNumber && $0 != "-" && $0 != "." }
        return runners.contains(String(bare))
    }

    /// Returns the names in a folder; empty if it cannot be read.
    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < entryLimit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            names.append(name)
        }
        return names.sorted()
    }
}
