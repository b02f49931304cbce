import Glibc
import SordinoWork
import Synchronization

/// Waits for files to appear or to change, such as a server's socket; nothing wakes up before.
///
/// A thread sleeps in `poll` on inotify's descriptor for the folders where the files would be.
package final class FolderWatch: Sendable {
    /// The end of a pipe whose closing ends the thread.
    private let ending: Int32
    private let isClosed = Mutex(false)

    /// Watches where clients look for a server.
    ///
    /// - Parameters:
    ///   - remote: The server's name, or nil for the one that the environment names.
    ///   - appeared: Called on the watch's own thread whenever the socket was made.
    /// - Returns: Nil when none of the folders is there, or the system refuses.
    convenience init?(socketOf remote: String?, _ appeared: @escaping @Sendable () -> Void) {
        let (folders, name) = Self.places(remote: remote)
        self.init(folders, names: [name], interest: IN_CREATE | IN_MOVED_TO | IN_ATTRIB, appeared)
    }

    /// Watches files, also those that do not exist yet.
    ///
    /// - Parameters:
    ///   - paths: The files; those whose folder does not exist now are left out.
    ///   - changed: Called on the watch's own thread when one of them was written, replaced or removed.
    /// - Returns: Nil when none of the folders is there, or the system refuses.
    package convenience init?(files paths: [String], _ changed: @escaping @Sendable () -> Void) {
        var folders = Set<String>()
        var names = Set<String>()
        for path in paths {
            let slash = path.lastIndex(of: "/")
            folders.insert(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
            names.insert(String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...]))
        }
        let interest = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
        self.init(folders.sorted(), names: names, interest: interest, changed)
    }

    private init?(
        _ folders: [String], names: Set<String>, interest: Int32, _ changed: @escaping @Sendable () -> Void
    ) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (ended, inotify) = (ends[0], inotify_init1(Int32(IN_CLOEXEC)))
        ending = ends[1]
        let watched = folders.filter { inotify_add_watch(inotify, $0, UInt32(interest)) >= 0 }
        let thread = SerialThread()
        guard !watched.isEmpty, thread.begin() else {
            // The pipe's other end is closed with this object.
            for descriptor in [inotify, ended] where descriptor >= 0 { _ = Glibc.close(descriptor) }
            return nil
        }
        thread.perform {
            Self.run(inotify, ended, names, changed)
            for descriptor in [inotify, ended] { _ = Glibc.close(descriptor) }
        }
        thread.end()
    }

    deinit { close() }

    /// Ends the watch; a call that is under way may still come to its end.
    package func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        if isFirst { _ = Glibc.close(ending) }
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

    private static func run(_ inotify: Int32, _ ended: Int32, _ wanted: Set<String>, _ changed: () -> Void) {
        let byteCount = 4_096
        let buffer = UnsafeMutableRawPointer.allocate(
            byteCount: byteCount, alignment: MemoryLayout<inotify_event>.alignment)
        defer { buffer.deallocate() }
        while true {
            var sources = [
                pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, 2, -1) > 0 else {
                if errno == EINTR { continue }
                return
            }
            if sources[1].revents != 0 { return }
            let read = Glibc.read(inotify, buffer, byteCount)
            guard read > 0 else { return }
            if !wanted.isDisjoint(with: names(UnsafeRawBufferPointer(start: buffer, count: read))) { changed() }
        }
    }

    /// The names of the files that events are about.
    private static func names(_ events: UnsafeRawBufferPointer) -> [String] {
        let headerBytes = MemoryLayout<inotify_event>.size
        var names: [String] = []
        var place = 0
        while place + headerBytes <= events.count {
            let event = events.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = min(place + headerBytes + Int(event.len), events.count)
            names.append(String(decoding: events[(place + headerBytes)..<end].prefix { $0 != 0 }, as: UTF8.self))
            place = end
        }
        return names
    }
}
