import Dispatch

/// Notices that a sound stands still: what it is played on or recorded from is gone, or hangs without a word.
@MainActor package final class Standstill {
    private let timer: any DispatchSourceTimer
    private var place: Double?
    private var seconds = 0

    /// Looks once a second, for as long as the value exists.
    ///
    /// The time in which the process itself was stopped does not count.
    ///
    /// - Parameters:
    ///   - place: Returns the place that the sound has reached, in any unit; nil while it is not to move.
    ///   - notice: Called each second in which it has not moved, with the number of these seconds.
    package init(_ place: @escaping @MainActor () -> Double?, _ notice: @escaping @MainActor (Int) -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.setEventHandler { [unowned self] in
            MainActor.assumeIsolated {
                let now = place()
                seconds = now != nil && now == self.place ? seconds + 1 : 0
                self.place = now
                if seconds > 0 { notice(seconds) }
            }
        }
        timer.resume()
    }
}
