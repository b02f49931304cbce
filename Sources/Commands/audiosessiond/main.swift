// audiosessiond: decides for all programs of a device which ones sound, on which ports and how loud.
import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoDevice
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import SordinoWork

func say(_ sentence: String) { ToolOutput.complain("audiosessiond: \(sentence)\n") }

SoundKeeper.serveIfAsked()

// It runs for months, and programs come and go: memory that they needed goes back to the system.
HeapSettings.keepSmall()

var arguments = Arguments.read()
arguments.daemon.keeper = SoundKeeper.command
arguments.daemon.whenLogFails = { say("the log ends here: \($0)") }
arguments.daemon.say = { say(foreignText($0)) }

// A file that is not understood would leave the device open to more programs than its maker meant.
do throws(ConfigurationFault) {
    arguments.daemon.contents = try arguments.daemon.files.load()
} catch {
    say(error.description)
    exit(1)
}

// The signals that end it are waited for below, on this thread alone.
var ending = sigset_t()
sigemptyset(&ending)
sigaddset(&ending, SIGTERM)
sigaddset(&ending, SIGINT)
sigaddset(&ending, SIGHUP)
pthread_sigmask(SIG_BLOCK, &ending, nil)
signal(SIGPIPE, SIG_IGN)

let daemon: SessionDaemon
do throws(SessionDaemon.Failure) {
    daemon = try SessionDaemon(arguments.daemon) {
        say("the message bus has ended, and the service ends with it")
        exit(1)
    }
} catch {
    switch error {
    case .bus(.refused(BusInterface.busName, _)):
        say(
            "a service is already running on this bus; \"systemctl --user restart audiosessiond\" restarts it, "
                + "\"audioctl doctor\" shows its state")
    case .bus(.refused(_, let text)): say(text)
    case .bus(.timedOut): say("the message bus does not answer")
    case .bus(.malformed(let text)): say(text)
    case .bus(.disconnected(let errno)): say("cannot connect to the message bus: \(String(cString: strerror(errno)))")
    case .log(let reason): say("\(arguments.daemon.logPath ?? ""): \(reason)")
    case .hardware(let text): say("there is no audio hardware: \(text)")
    }
    exit(1)
}

say("\(daemon.reason)\(arguments.daemon.service.allowsSimulation ? ", simulation allowed" : "")")
// Changed configuration files are read again, as with SIGHUP.
let files = FolderWatch(files: arguments.daemon.files.paths) { kill(getpid(), SIGHUP) }
// systemd is notified only while every loop answers; without notifications it restarts the service.
let watchdog = Watchdog(daemon.loops)
let interval = SystemdNotice.watchdogSeconds.map { $0 / 4 }
while true {
    var caught: Int32 = 0
    if let interval {
        var wait = timespec(tv_sec: Int(interval), tv_nsec: Int((interval - interval.rounded(.down)) * 1e9))
        caught = sigtimedwait(&ending, nil, &wait)
        guard caught > 0 else {
            let stuck = watchdog.look()
            if stuck.isEmpty {
                SystemdNotice.say("WATCHDOG=1")
            } else {
                say("these loops do not answer: \(stuck.joined(separator: ", "))")
            }
            continue
        }
    } else {
        sigwait(&ending, &caught)
    }
    guard caught == SIGHUP else { break }
    do throws(ConfigurationFault) {
        try daemon.reload()
        say("the configuration was read anew")
    } catch {
        say("\(error.description); the old configuration stays")
    }
}
files?.close()
daemon.end()
exit(0)
