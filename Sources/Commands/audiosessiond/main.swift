// audiosessiond: decides for all programs of a device who is heard, where and how loud.
import Glibc
import SordinoCommandLine
import SordinoDevice
import SordinoSession

func say(_ sentence: String) { ToolOutput.complain("audiosessiond: \(sentence)\n") }

let arguments = Arguments.read()

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
