import Glibc
import SordinoWork
import Synchronization

/// The kernel's news of folders: which of them have changed.
///
/// Nothing wakes up before.
///
/// Source: inotify(7).
final class MusicWatch: Sendable {
    /// Something that happened to a folder.
    enum News: Sendable {
        /// Names in a folder have changed; `isFolder` if it is a folder below that appeared or went.
        case folder(String, isFolder: Bool)
        /// The kernel has lost events.
        case everything
        /// Another process may have written the index.
        case index
        case end
    }

    private let inotify: Int32
    /// The pipe whose closing ends the wait.
    private let ended: Int32
    private let ending: Int32
    private struct State {
        var folders: [Int32: String] = [:]
        var indexWatch: Int32 = -1
        var indexName = ""
        var isEnded = false
    }
    private let state = Mutex(State())

    /// Nil when the system refuses.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (ended, ending) = (ends[0], ends[1])
        inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if inotify < 0 {
            close(ended)
            close(ending)
            return nil
        }
    }

    deinit {
        close(inotify)
        close(ended)
        close(ending)
    }

    /// Watches a folder of music; does nothing where it is watched already, is gone, or the system's bound is reached.
    func add(_ folder: String) {
        let interest = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR
        let watch = inotify_add_watch(inotify, folder, UInt32(interest))
        guard watch >= 0 else { return }
        state.withLock { $0.folders[watch] = folder }
    }

    /// Watches the file beside the index into which other processes write.
    func addIndex(_ path: String) {
        let (folder, name) = LibraryIndex.parts(path)
        let watch = inotify_add_watch(inotify, folder, UInt32(IN_CLOSE_WRITE))
        state.withLock { state in
            state.indexWatch = watch
            state.indexName = name + "-changed"
        }
    }

    /// Ends the wait for news.
    func end() {
        state.withLock { $0.isEnded = true }
        var byte: UInt8 = 0
        _ = write(ending, &byte, 1)
    }

    /// Indicates whether `end` was called.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Waits for news of the kernel.
    func next() -> [News] {
        var sources = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&sources, 2, -1) <= 0 {
            if errno != EINTR { return [.end] }
        }
        if isEnded { return [.end] }
        return read()
    }

    /// The news until now.
    private func read() -> [News] {
        let byteCount = 1 << 16
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 8)
        defer { buffer.deallocate() }
        var changed: [String: Bool] = [:]
        var (lost, isIndexWritten) = (false, false)
        while true {
            let count = Glibc.read(inotify, buffer.baseAddress, byteCount)
            guard count > 0 else { break }
            var place = 0
            let headByteCount = MemoryLayout<inotify_event>.size
            while place + headByteCount <= count {
                let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                let end = min(place + headByteCount + Int(event.len), count)
                let name = buffer[place + headByteCount..<end].prefix { $0 != 0 }
                place = end
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { lost = true }
                let isFolder = event.mask & UInt32(IN_ISDIR) != 0
                // A file that was made is news once it is written; folders, links and hard links are at once.
                state.withLock { state in
                    if event.wd == state.indexWatch, name.elementsEqual(state.indexName.utf8) { isIndexWritten = true }
                    if event.mask & UInt32(IN_IGNORED) != 0 {
                        state.folders[event.wd] = nil
                    } else if let folder = state.folders[event.wd] {
                        changed[folder] = (changed[folder] ?? false) || isFolder
                    }
                }
            }
        }
        var news: [News] = lost ? [.everything] : changed.map { .folder($0.key, isFolder: $0.value) }
        if isIndexWritten { news.append(.index) }
        return news
    }
}
