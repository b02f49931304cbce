import Glibc
import SordinoWork

extension FolderWatch {
    /// Watches where clients look for a server.
    ///
    /// - Parameters:
    ///   - remote: The server's name, or nil for the one that the environment names.
    ///   - appeared: Called on the watch's own thread whenever the socket was made.
    /// - Returns: Nil when none of the folders is there, or the system refuses.
    convenience init?(socketOf remote: String?, _ appeared: @escaping @Sendable () -> Void) {
        let (folders, name) = Self.places(remote: remote)
        self.init(folders: folders, seesRemovals: false, concerns: { $0 == name }, appeared)
    }

    /// The folders where the library looks for a server's socket, and the socket's name.
    static func places(
        remote: String?, environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> (folders: [String], name: String) {
        let wanted = remote ?? environment("PIPEWIRE_REMOTE") ?? ""
        let name = wanted.isEmpty ? "pipewire-0" : wanted
        if let slash = name.lastIndex(of: "/") {
            return (
                [slash == name.startIndex ? "/" : String(name[..<slash])], String(name[name.index(after: slash)...])
            )
        }
        let own = ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"].compactMap(environment).first { !$0.isEmpty }
        return ([own, "/run/pipewire"].compactMap { $0 }, name)
    }
}
