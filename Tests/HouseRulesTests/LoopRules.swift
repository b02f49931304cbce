/// The calls that may be made in the rooms whose code runs on the loops of PipeWire, of the bus, of decisions and of the device:
/// none that waits for a file, a path, a socket or a process that another program chose.
///
/// A loop that waits for one program is deaf to all others. What stands in the table says which names it opens, and on which
/// thread.
enum LoopRules {
    /// The rooms whose code runs on these loops.
    static let rooms = [
        "SordinoPipeWire", "SordinoPolicy", "SordinoSession", "SordinoBus", "SordinoService", "SordinoDevice",
        "SordinoWork",
    ]

    /// Functions that wait for a file system, a peer or another process.
    static let waiting: Set<String> = [
        "fopen", "freopen", "open", "openat", "opendir", "readdir", "scandir", "glob", "nftw", "stat", "lstat", "statx",
        "access", "realpath", "readlink", "mkdir", "rename", "unlink", "remove", "rmdir", "symlink", "link", "truncate",
        "chmod", "mkfifo", "inotify_add_watch", "socket", "connect", "bind", "accept", "getaddrinfo", "gethostbyname",
        "getpwnam", "getpwuid", "getgrnam", "popen", "system", "fork", "execv", "execve", "posix_spawn",
        "posix_spawnp", "waitpid", "wait", "waitid", "sleep", "usleep", "nanosleep", "dlopen", "mq_open", "shm_open",
        "sem_open", "sem_wait", "FileBytes", "FileHandle", "FileManager", "Process", "cfl_read", "cfl_open",
        "SmallFile",
    ]

    /// Calls that are allowed all the same: file, function, the reason.
    static let allowed: [String: [String: String]] = [
        "SordinoWork/FolderWatch.swift": [
            "inotify_add_watch": "the folder of the server's socket, which this process's environment names"
        ],
        "SordinoPipeWire/Service/StoppedPrograms.swift": ["open": "a file of the kernel's"],
        "SordinoPipeWire/Keeper/KeeperProcess.swift": [
            "posix_spawn": "this program's own executable", "waitpid": "with WNOHANG",
        ],
        "SordinoService/Log/EventLog.swift": [
            "open": "a regular file named on the command line, before the loops begin",
            "stat": "the name of the structure that fstat fills",
        ],
        "SordinoService/Bus/RememberedWords.swift": [
            "SmallFile": "the service's own file, never a pipe"
        ],
        "SordinoBus/Connection/BusGate.swift": [
            "socket": "of the bus that the service lives on", "connect": "to the bus that the service lives on",
        ],
        "SordinoBus/Connection/BusAddress+Connecting.swift": [
            "socket": "of the bus that this process lives on", "connect": "to the bus that this process lives on",
        ],
        "SordinoBus/Connection/ProxiedBus.swift": ["access": "a file of this process's own root"],
        "SordinoDevice/Programs/FlatpakInfo.swift": [
            "readlink": "a link of the kernel's, whose text is not followed"
        ],
        "SordinoBus/Connection/BusCredentials.swift": [
            "stat": "paths that the system or the configuration chose, never a stranger's"
        ],
        "SordinoDevice/EnvironmentCheck.swift": [
            "access": "a file that the environment of this process names, once"
        ],
        "SordinoService/Daemon/SystemdNotice.swift": [
            "socket": "of datagrams, to the address that systemd gave this process"
        ],
        "SordinoDevice/InterDevice/GadgetFiles.swift": Dictionary(
            uniqueKeysWithValues: ["open", "opendir", "readdir", "mkdir", "rmdir", "symlink", "unlink"].map {
                ($0, "the kernel's gadgets, on a thread of their own or in a tool")
            }),
        "SordinoDevice/Programs/FileLook.swift": [
            "cfl_open": "files of the kernel and of this process, never a pipe",
            "cfl_read": "on a thread of its own, in a process of its own, with a deadline",
        ],
        "SordinoDevice/Programs/ProgramVolumes.swift": [
            "SmallFile": "the service's own file, on a thread of its own", "unlink": "its own file",
            "opendir": "its own folder, before the loops begin", "readdir": "its own folder, before the loops begin",
        ],
        "SordinoService/Daemon/PolicyFiles.swift": [
            "realpath": "paths that the configuration chose, on the thread that reads it"
        ],
        "SordinoService/Programs/InstalledRoles.swift": [
            "access": "in the system's folders, on the thread that reads the configuration",
            "opendir": "the system's folders, on that thread", "readdir": "the system's folders, on that thread",
        ],
        "SordinoDevice/Programs/ProcessStatus.swift": [
            "readlink": "a link of the kernel's, whose text is not followed"
        ],
        "SordinoDevice/Programs/ProcessDeclaration.swift": [
            "readlink": "a link of the kernel's, whose text is not followed"
        ],
    ]

    /// Calls of such functions that the table does not name.
    ///
    /// - Parameter own: By room, the functions of these names that it declares itself.
    static func waits(_ file: SourceFile, own: [String: Set<String>] = [:]) -> [Violation] {
        guard file.isSwift, let room = rooms.first(where: { file.isIn("Sources/Rooms/" + $0) }) else { return [] }
        let place = String(file.path.dropFirst("Sources/Rooms/".count))
        let tokens = file.tokens.filter { $0.kind != .lineEnd }
        return tokens.indices.compactMap { index in
            let name = tokens[index].text
            guard waiting.contains(name), index + 1 < tokens.count else { return nil }
            // A function or a type is called, or a function of the type.
            let isType = name.first?.isUppercase == true
            guard tokens[index + 1].text == "(" || isType && tokens[index + 1].text == "." else { return nil }
            let before = index > 0 ? tokens[index - 1].text : ""
            // A method of that name is another's, and a declaration calls nothing.
            if before == "func" || before == "case" { return nil }
            if before == ".", index < 2 || tokens[index - 2].text != "Glibc" { return nil }
            if own[room]?.contains(name) == true, before != ".", !namesConstants(tokens[index...]) { return nil }
            guard allowed[place]?[name] == nil else { return nil }
            return Violation(
                path: file.path, line: tokens[index].line,
                says: "\(name) may wait for another program, and \(room) runs on loops: see LoopRules")
        }
    }

    /// Returns whether a call's arguments name constants of the kernel: then it is none of a room's own function.
    private static func namesConstants(_ call: ArraySlice<Token>) -> Bool {
        var depth = 0
        for token in call.dropFirst() {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth == 0 { return false }
            if ["O_", "AF_", "SOCK_"].contains(where: token.text.hasPrefix) { return true }
        }
        return false
    }

    /// The functions of these names that rooms declare themselves.
    static func declared(_ files: [SourceFile]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for file in files {
            guard file.isSwift, let room = rooms.first(where: { file.isIn("Sources/Rooms/" + $0) }) else { continue }
            for (before, token) in zip(file.tokens, file.tokens.dropFirst())
            where ["func", "case"].contains(before.text) && waiting.contains(token.text) {
                found[room, default: []].insert(token.text)
            }
        }
        return found
    }

    /// Rows of the table that nothing needs any more.
    static func leftOver(_ files: [SourceFile]) -> [String] {
        allowed.flatMap { place, names in
            let words = Set(files.first { $0.path == "Sources/Rooms/" + place }?.tokens.map(\.text) ?? [])
            return names.keys.filter { !words.contains($0) }.map { "\(place): \($0)" }
        }.sorted()
    }
}
