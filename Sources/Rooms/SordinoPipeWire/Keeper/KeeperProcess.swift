import Glibc
import Synchronization

/// The service's end of the pipe to its keeper.
///
/// - Thread: the loop lock is held.
final class KeeperProcess {
    /// Program and arguments; nil for a service that has none.
    private let command: [String]?
    /// The writing end of the pipe; closed with the process, however it ends.
    private var pipe: Int32 = -1
    private var told = KeeperWord()
    private var hasBegun = false
    /// Keepers that were let go, and may still have to be waited for.
    private static let released = Mutex<[pid_t]>([])
    private var process: pid_t = 0

    init(_ command: [String]?) { self.command = command }

    /// Starts the keeper, once.
    func begin() {
        guard let command, let path = command.first, !hasBegun else { return }
        hasBegun = true
        Self.released.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        // The keeper must not hold the service's output: a reader waits for its end until all holders have closed it.
        for descriptor in 1...2 {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_WRONLY, 0)
        }
        var words = (command + [String(getpid())]).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let result = posix_spawn(&process, path, &actions, nil, &words, environ)
        close(ends[0])
        guard result == 0 else {
            close(ends[1])
            return
        }
        pipe = ends[1]
        write()
    }

    /// Sends the keeper the sink and the links, if they changed.
    func tell(_ word: KeeperWord) {
        guard word != told else { return }
        told = word
        write()
    }

    private func write() {
        guard pipe >= 0 else { return }
        // A keeper that was killed reads nothing, and SIGPIPE is ignored in the service.
        let bytes = Array((told.line + "\n").utf8)
        _ = Glibc.write(pipe, bytes, bytes.count)
    }

    /// Lets the keeper do its work.
    func end() {
        guard pipe >= 0 else { return }
        close(pipe)
        pipe = -1
        Self.released.withLock { $0.append(process) }
    }

    deinit { end() }
}
