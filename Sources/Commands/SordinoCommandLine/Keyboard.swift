import Glibc
import Synchronization

/// The keys that are pressed on the terminal from which the standard input comes.
///
/// While it is open, keys arrive without return and are not echoed; Ctrl-C and Ctrl-Z keep their meaning. The
/// terminal's settings are restored by `close`, and when the process calls `exit`. A program in the background reads no
/// keys and leaves the terminal alone.
package struct Keyboard {
    /// The terminal's settings from before; nil while they are in force.
    private static let settings = Mutex<termios?>(nil)

    private var parser = KeyParser()
    /// Indicates whether there is a terminal.
    package private(set) var isPresent: Bool

    /// Looks for a terminal; nothing is changed until `open`.
    package init() { isPresent = isatty(STDIN_FILENO) == 1 }

    /// Indicates whether this process is the one that the terminal's keys are for.
    private static var isInFront: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Switches lines and echo off, if there is a terminal and this process is in the foreground.
    package func open() {
        guard isPresent, Self.isInFront else { return }
        Self.settings.withLock { before in
            var present = termios()
            guard tcgetattr(STDIN_FILENO, &present) == 0 else { return }
            if before == nil {
                before = present
                atexit { Keyboard.restore() }
            }
            present.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &present)
        }
    }

    /// Restores the terminal's settings.
    package func close() { Self.restore() }

    /// Restores the terminal's settings, if they were changed.
    static func restore() {
        settings.withLock { before in
            guard var settings = before, isInFront else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            before = nil
        }
    }

    /// Returns the keys that were pressed since the last call; does not wait.
    ///
    /// A call that finds nothing ends the wait for the rest of a key's sequence: call it no more often than a terminal
    /// needs for one, some hundredths of a second.
    package mutating func pressed() -> [Key] {
        guard isPresent, Self.isInFront else { return [] }
        var keys: [Key] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var isQuiet = true
        while poll(&descriptor, 1, 0) > 0 {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else {
                // The terminal has gone.
                if count == 0 || errno != EINTR { isPresent = false }
                break
            }
            keys += parser.take(bytes[..<count])
            isQuiet = false
        }
        if isQuiet { parser.pass() }
        return keys
    }
}
