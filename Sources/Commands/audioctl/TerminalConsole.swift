import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoConsole
import SordinoPolicy
import SordinoService
import SordinoSession
import Synchronization

/// `audioctl tui`: the facts of the console on a terminal, and keys for the switches, until q.
///
/// It is drawn ten times a second while the terminal is in front.
final class TerminalConsole {
    private let controller: DeviceController
    private let meters = LevelMeters()
    private let log = DecisionLines()
    /// The output that is chosen with the arrows.
    private var chosen = 0
    /// The answer to the last key.
    private var answer = ""

    init(_ controller: DeviceController) { self.controller = controller }

    /// Draws until q, Ctrl-C or the service's end.
    func run() throws(BusError) {
        var keyboard = Keyboard()
        keyboard.open()
        defer { keyboard.close() }
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_BLOCK, &ending, nil)
        let first = try controller.status()
        log.learn(first)
        try controller.watch { [log] in log.hear($0) }
        // The terminal's alternate screen without a cursor, and without wrapped lines; the shell's lines are
        // restored afterwards.
        ToolOutput.draw("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
        defer { ToolOutput.draw("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l") }
        while true {
            let status = try controller.status()
            for key in keyboard.pressed() { if try press(key, status) { return } }
            draw(status)
            var pause = timespec(tv_sec: 0, tv_nsec: 100_000_000)
            if sigtimedwait(&ending, nil, &pause) > 0 { return }
        }
    }

    // MARK: Keys

    /// Does what a key stands for.
    ///
    /// - Returns: True for the key that ends it.
    private func press(_ key: Key, _ status: DeviceStatus) throws(BusError) -> Bool {
        let outputs = status.ports.filter { $0.direction == .output }
        switch key {
        case .character("q"), .character("Q"): return true
        case .character("r"): act(["ringer", status.isRingerSilent ? "on" : "silent"])
        case .character("l"): act(["lock", status.isScreenLocked ? "off" : "on"])
        case .character("+"), .character("="), .right: act(["volume", "up"])
        case .character("-"), .left: act(["volume", "down"])
        case .down: chosen = outputs.isEmpty ? 0 : (chosen + 1) % outputs.count
        case .up: chosen = outputs.isEmpty ? 0 : (chosen + outputs.count - 1) % outputs.count
        case .character("\n"): if outputs.indices.contains(chosen) { act(["pick", outputs[chosen].uid]) }
        case .character("c"): act(["call", status.sounding.contains(.call) ? "decline" : "ring"])
        case .character("a"): act(["call", "accept"])
        case .character("e"): act(["call", "end"])
        case .character: break
        }
        return false
    }

    private func act(_ words: [String]) {
        do throws(ConsoleActs.Refusal) {
            try ConsoleActs.perform(words, controller)
            answer = ""
        } catch {
            answer = error.sentence
        }
    }

    // MARK: The screen

    private func draw(_ status: DeviceStatus) {
        let terminal = Terminal.output
        let screen = StatusText(status: status, terminal: terminal).screen { self.meters.bar($0, $1, terminal) }
        var lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let outputs = status.ports.filter { $0.direction == .output }
        let last = max(0, outputs.count - 1)
        chosen = min(chosen, last)
        let picks = outputs.isEmpty ? [] : ["↑↓ output: \(foreignText(outputs[chosen].name))", "⏎ picks it"]
        let keys = ["q quit", "r ringer", "l lock", "+/- volume"] + picks + ["c call", "a accept", "e end"]
        var foot = terminal.packed(keys).map { terminal.colour($0, .strong) }
        if !answer.isEmpty { foot.insert(terminal.colour(fit(answer, terminal), .bad), at: 0) }
        let rows = Self.rows
        let room = max(0, rows - lines.count - foot.count - 2)
        let newest = log.newest(room)
        if room > 0, !newest.isEmpty {
            lines += ["", terminal.colour("WHAT HAPPENED", .faint)]
            lines += newest.dropFirst(max(0, newest.count + 1 - room)).map { fit($0, terminal) }
        }
        lines = Array(lines.prefix(max(1, rows - foot.count)))
        lines += Array(repeating: "", count: max(0, rows - foot.count - lines.count)) + foot
        // Overwrites line by line instead of clearing the screen, which would flicker.
        ToolOutput.draw("\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    private func fit(_ text: String, _ terminal: Terminal) -> String {
        text.count <= terminal.columns ? text : Terminal.field(text, terminal.columns)
    }

    /// The lines of the terminal.
    private static var rows: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
        return isKnown ? Int(size.ws_row) : 24
    }
}

/// The newest decisions as lines; heard on the bus's thread, drawn on another.
private final class DecisionLines: Sendable {
    /// The lines that are kept.
    private static let most = 100

    private let state = Mutex<(names: [AppID: String], lines: [String])>(([:], []))

    func learn(_ status: DeviceStatus) {
        state.withLock { state in for app in status.apps { state.names[app.app] = app.name } }
    }

    func hear(_ line: String) {
        // A decision that this version does not know is not shown.
        guard let decision = try? SessionService.Decision(line: line) else { return }
        state.withLock { state in
            if case .appLaunched(let app, let declaration) = decision.event { state.names[app] = declaration.name }
            guard let moment = ConsoleMoment(decision, names: state.names) else { return }
            let time = DecisionText.seconds(decision.moment.nanoseconds)
            let blank = String(repeating: " ", count: time.count)
            let lines = moment.sentences(names: state.names).enumerated().map { index, sentence in
                "\(index == 0 ? time : blank)  \(foreignText(sentence))"
            }
            state.lines = Array((state.lines + lines).suffix(Self.most))
        }
    }

    func newest(_ count: Int) -> [String] { state.withLock { Array($0.lines.suffix(count)) } }
}
