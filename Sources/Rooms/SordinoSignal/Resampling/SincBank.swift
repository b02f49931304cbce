import SordinoRealtime
import Synchronization

/// The coefficients of a windowed-sinc low-pass filter, one row for each fraction of an input frame.
///
/// Row r holds the filter as seen from an output that lies r / rowCount of a frame behind the sample in the middle; one row
/// more than `rowCount` is kept, so that there is always a next one. Every row passes a constant unchanged (its sum is 1).
/// Banks do not change and are shared by all resamplers of a process that need the same one.
final class SincBank: Sendable {
    /// What determines a bank.
    struct Design: Hashable {
        /// Taps of a row, a multiple of 16.
        var tapCount: Int
        /// Fractions of a frame told apart.
        var rowCount: Int
        /// The frequency passed at half amplitude, in cycles a frame.
        var cutoff: Double
        /// Kaiser's shape parameter of the window.
        var shape: Double
    }

    let design: Design
    nonisolated(unsafe) let coefficients: UnsafePointer<Float>

    private init(_ design: Design) {
        self.design = design
        let taps = design.tapCount
        let values = UnsafeMutablePointer<Float>.allocate(capacity: (design.rowCount + 1) * taps)
        let row = UnsafeMutablePointer<Double>.allocate(capacity: taps)
        defer { row.deallocate() }
        for index in 0...design.rowCount {
            let fraction = Double(index) / Double(design.rowCount)
            var sum = 0.0
            for tap in 0..<taps {
                // Distance of this tap's sample from the output, in input frames.
                let distance = Double(tap - (taps / 2 - 1)) - fraction
                row[tap] =
                    Self.sinc(2 * design.cutoff * distance)
                    * Window.kaiser(shape: design.shape).value(at: 0.5 + distance / Double(taps))
                sum += row[tap]
            }
            for tap in 0..<taps { (values + index * taps + tap).initialize(to: Float(row[tap] / sum)) }
        }
        coefficients = UnsafePointer(values)
    }

    deinit { UnsafeMutablePointer(mutating: coefficients).deallocate() }

    /// The bank of this design, made now or shared with whoever has it already.
    ///
    /// - Thread: control.
    static func shared(_ design: Design) -> SincBank {
        cache.withLock { banks in
            if let bank = banks[design]?.bank { return bank }
            banks = banks.filter { $0.value.bank != nil }
            let bank = SincBank(design)
            banks[design] = WeakBank(bank: bank)
            return bank
        }
    }

    private struct WeakBank: Sendable {
        weak let bank: SincBank?
    }

    private static let cache = Mutex<[Design: WeakBank]>([:])

    /// Kaiser's window, 0 in the middle, +-1 at the ends; up to a factor, which the sum of the row takes out.
    private static func window(_ place: Double, _ design: Design) -> Double {
        abs(place) < 1 ? Window.besselI0(design.shape * RealtimeMath.sqrt(1 - place * place)) : 0
    }

    private static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : RealtimeMath.sin(Double.pi * x) / (Double.pi * x)
    }
}
