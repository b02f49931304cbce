import Glibc
import SordinoBus
import SordinoCommandLine
import SordinoService
import SordinoSession

/// `status --follow` on a terminal: one screen that is drawn again ten times a second, until Ctrl-C or the service's
/// end.
final class LiveView {
    /// Draws a second, as smooth as meters need it.
    private static let nanosecondsPerDraw = 100_000_000
    private let meters = LevelMeters()

    /// Draws until the program is interrupted.
    func run(_ controller: DeviceController) throws(BusError) {
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_BLOCK, &ending, nil)
        // The terminal's alternate screen without a cursor; the shell's lines are restored afterwards.
        ToolOutput.draw("\u{1B}[?1049h\u{1B}[?25l")
        defer { ToolOutput.draw("\u{1B}[?25h\u{1B}[?1049l") }
        while true {
            let terminal = Terminal.output
            let screen = StatusText(status: try controller.status(), terminal: terminal).screen {
                self.meters.bar($0, $1, terminal)
            }
            // Overwrites line by line instead of clearing the screen, which would flicker.
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            ToolOutput.draw("\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J")
            var pause = timespec(tv_sec: 0, tv_nsec: Self.nanosecondsPerDraw)
            if sigtimedwait(&ending, nil, &pause) > 0 { return }
        }
    }
}

/// Bars for levels that are drawn ten times a second, each with a mark that remembers the peak.
final class LevelMeters {
    /// The distance that a peak mark falls between two draws.
    private static let fallPerDraw = 1.5

    private var peaks: [String: Double] = [:]

    /// Returns a bar from −60 dB to full scale with a mark that falls slowly.
    func bar(_ name: String, _ factor: Double?, _ terminal: Terminal) -> String {
        let cells = 24
        let decibels = factor.map { $0 > 0 ? max(-60, min(0, 20 * log10($0))) : -60 } ?? -60
        let peak = max(decibels, (peaks[name] ?? -60) - Self.fallPerDraw)
        peaks[name] = peak
        func cell(_ decibels: Double) -> Int { Int(((decibels + 60) / 60 * Double(cells)).rounded()) }
        var bar = ""
        for place in 1...cells {
            let colour: Terminal.Colour = place > cells - 2 ? .bad : place > cells - 6 ? .warning : .good
            if place <= cell(decibels) {
                bar += terminal.colour("█", colour)
            } else if place == cell(peak) {
                bar += terminal.colour("▏", colour)
            } else {
                bar += terminal.colour("·", .faint)
            }
        }
        return bar
    }
}
