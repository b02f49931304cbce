import SordinoCommandLine

/// A line on a terminal that shows the progress of a job; nothing where the output is not a terminal.
package struct ProgressBar {
    private static let width = 40

    private let isShown: Bool
    private let name: String
    private var lastPermille = -1

    /// Prepares a line for something of that name.
    package init(_ name: String) {
        self.name = String(FilePath(name).name)
        isShown = Terminal.redrawsErrors
    }

    /// Draws the line if it would look different: `share` goes from 0 to 1.
    package mutating func show(_ share: Double) {
        let permille = Int(max(0, min(1, share)) * 1000)
        guard isShown, permille != lastPermille else { return }
        lastPermille = permille
        let done = permille * Self.width / 1000
        let bar = String(repeating: "━", count: done) + String(repeating: "─", count: Self.width - done)
        ToolOutput.drawBeside("\r\u{1B}[K\(bar) \(TextField.right(permille / 10, width: 3)) %  \(foreignText(name))")
    }

    /// Takes the line away.
    package func clear() {
        if isShown { ToolOutput.drawBeside("\r\u{1B}[K") }
    }
}
