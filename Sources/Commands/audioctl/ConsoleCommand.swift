import Glibc
import SordinoCommandLine
import SordinoConsole
import SordinoDevice
import SordinoLibrary
import SordinoPolicy
import SordinoSession

/// `audioctl console`: a page of the device in a browser, until Ctrl-C.
struct ConsoleCommand {
    let arguments: Arguments

    func run() throws(CommandMisuse) -> Commands.Status {
        var options = Console.Options.ofThisPerson(bus: arguments.bus)
        options.names = arguments.names
        if let text = arguments.listen {
            guard let place = ConsoleSocket.place(text) else {
                throw CommandMisuse(
                    sentence: "\"\(text)\" is not a place to listen: an address, a port, or both as 127.0.0.1:8080")
            }
            (options.address, options.port) = place
        }
        options.music = .current
        options.encryption = try encryption()
        if let log = arguments.words.dropFirst().first {
            guard access(log, R_OK) == 0 else {
                ToolOutput.complain("audioctl: \(foreignText(log)): \(String(cString: strerror(errno)))\n")
                return .refused
            }
            options.logPage = { TimelineCommand(path: log, output: nil).page() }
        }
        // Before any thread is there, so that none takes them.
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_BLOCK, &ending, nil)
        signal(SIGPIPE, SIG_IGN)
        do throws(Console.Refusal) {
            let console = try Console(options)
            ToolOutput.say(
                arguments.isJSON
                    ? JSON.line(.text(console.url)) + "\n"
                    : "\(console.url)\n"
                        + "Open this address in a browser; whoever has it can do what you can. Ctrl-C ends the console.\n"
            )
            var caught: Int32 = 0
            sigwait(&ending, &caught)
            console.stop()
            return .done
        } catch {
            ToolOutput.complain("audioctl: \(error.sentence)\n")
            return .refused
        }
    }

    private func encryption() throws(CommandMisuse) -> HTTPServer.Encryption? {
        switch (arguments.certificate, arguments.key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return HTTPServer.Encryption(certificate: try text(certificate), key: try text(key))
        default: throw CommandMisuse(sentence: "--certificate and --key belong together")
        }
    }

    private func text(_ path: String) throws(CommandMisuse) -> String {
        errno = 0
        guard let text = FileLook.text(of: path, atMost: 1 << 20) else {
            let reason = errno == 0 ? "not a regular file" : String(cString: strerror(errno))
            throw CommandMisuse(sentence: "\(path): \(reason)")
        }
        return text
    }
}
