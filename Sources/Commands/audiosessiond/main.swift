// audiosessiond: decides for all programs of a device who is heard, where and how loud.
import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoDevice
import SordinoSession

/// The text of a small file; nil and `errno` when it cannot be read.
func readText(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

func say(_ sentence: String) { ToolOutput.complain("audiosessiond: \(sentence)\n") }

var arguments = Arguments.read()

// A file that is not understood would leave the device open to more programs than its maker meant.
let controlPath = arguments.controlPath ?? ControlRules.path
if let text = readText(controlPath) {
    do throws(ControlRules.Fault) {
        arguments.daemon.service.control = try ControlRules(text)
    } catch {
        say("\(controlPath): \(error.sentence)")
        exit(1)
    }
} else if arguments.controlPath != nil || errno != ENOENT {
    say("\(controlPath): \(String(cString: strerror(errno)))")
    exit(1)
}

// Each changes what those before it say.
let home =
    getenv("XDG_CONFIG_HOME").map { String(cString: $0) } ?? getenv("HOME").map { String(cString: $0) + "/.config" }
let guestPaths =
    arguments.guestsPath.map { [$0] }
    ?? [GuestRules.vendorPath, GuestRules.systemPath] + (home.map { ["\($0)/\(GuestRules.userPath)"] } ?? [])
for path in guestPaths {
    guard let text = readText(path) else {
        if arguments.guestsPath == nil, errno == ENOENT || errno == EACCES || errno == ENOTDIR { continue }
        say("\(path): \(String(cString: strerror(errno)))")
        exit(1)
    }
    do throws(GuestRules.Fault) {
        try arguments.daemon.guests.add(text)
    } catch {
        say("\(path): \(error.sentence)")
        exit(1)
    }
}
// The vendor's file, then the machine's.
for path in arguments.modesPath.map({ [$0] }) ?? [ModeTones.vendorPath, ModeTones.systemPath] {
    guard let text = readText(path) else {
        if arguments.modesPath == nil, errno == ENOENT || errno == EACCES || errno == ENOTDIR { continue }
        say("\(path): \(String(cString: strerror(errno)))")
        exit(1)
    }
    do throws(ModeTones.Fault) {
        try arguments.daemon.tones.add(text)
    } catch {
        say("\(path): \(error.sentence)")
        exit(1)
    }
}
if let extent = arguments.extent { arguments.daemon.guests.extent = extent }

// The signals that end it are waited for below, on this thread alone.
var ending = sigset_t()
sigemptyset(&ending)
sigaddset(&ending, SIGTERM)
sigaddset(&ending, SIGINT)
pthread_sigmask(SIG_BLOCK, &ending, nil)
signal(SIGPIPE, SIG_IGN)

let daemon: SessionDaemon
do throws(SessionDaemon.Failure) {
    daemon = try SessionDaemon(arguments.daemon) {
        say("the bus is gone")
        exit(1)
    }
} catch {
    switch error {
    case .bus(.refused(_, let text)): say(text)
    case .bus(.timedOut): say("the bus does not answer")
    case .bus(.malformed(let text)): say(text)
    case .bus(.disconnected(let errno)): say("no bus: \(String(cString: strerror(errno)))")
    case .log(let errno): say("the log cannot be written: \(String(cString: strerror(errno)))")
    case .hardware(let text): say("no hardware: \(text)")
    }
    exit(1)
}

say("\(daemon.reason)\(arguments.daemon.service.allowsSimulation ? ", simulation allowed" : "")")
var caught: Int32 = 0
sigwait(&ending, &caught)
daemon.end()
exit(0)
