import Glibc
import Synchronization

/// Waits for files to appear or to change, such as a server's socket; nothing wakes up before.
///
/// A thread sleeps in `poll` on inotify's descriptor for the folders where the files would be.
package final class FolderWatch: Sendable {
    /// The end of a pipe whose closing ends the thread.
    private let ending: Int32
    private let isClosed = Mutex(false)

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
        self.init(folders.sorted(), interest: interest, concerns: names.contains, changed)
    }

    /// Watches for files that appear, get other rights or disappear.
    ///
    /// - Parameters:
    ///   - folders: Those that do not exist now are left out.
    ///   - seesRemovals: Whether files that disappear count.
    ///   - concerns: Returns whether a file of this name counts; called on the watch's own thread.
    ///   - changed: Called on the watch's own thread when one of them did.
    /// - Returns: Nil when none of the folders is there, or the system refuses.
    package convenience init?(
        folders: [String], seesRemovals: Bool = true, concerns: @escaping @Sendable (String) -> Bool,
        _ changed: @escaping @Sendable () -> Void
    ) {
        let interest = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | (seesRemovals ? IN_DELETE | IN_MOVED_FROM : 0)
        self.init(folders, interest: interest, concerns: concerns, changed)
    }

    /// - Parameter interest: The events of inotify that count.
    private init?(
        _ folders: [String], interest: Int32, concerns: @escaping @Sendable (String) -> Bool,
        _ changed: @escaping @Sendable () -> Void
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
            Self.run(inotify, ended, concerns, changed)
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

    private static func run(_ inotify: Int32, _ ended: Int32, _ concerns: (String) -> Bool, _ changed: () -> Void) {
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
            if names(UnsafeRawBufferPointer(start: buffer, count: read)).contains(where: concerns) { changed() }
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
