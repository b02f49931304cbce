import SordinoRealtime
import Synchronization

/// The coefficients of a low-pass filter, one row for each fraction of an input frame.
///
/// Row r holds the filter as seen from an output that lies r / rowCount of a frame behind the sample in the middle; one row
/// more than `rowCount` is kept, so that there is always a next one. Every row passes a constant unchanged.
/// Banks do not change and are shared by all resamplers of a process that need the same one.
final class SincBank: Sendable {
    /// What determines a bank.
    struct Design: Hashable {
        /// Taps of a row, a multiple of 16.
        var tapCount: Int
        /// Fractions of a frame told apart.
        var rowCount: Int
        /// The impulse response that the rows are samples of.
        var response: Response
        /// How the coefficients are kept.
        var precision = Precision.single
        /// Row r is kept at the place of the output that needs it, when outputs follow at so many rows: memory is then read
        /// in its order.
        var rowStep = 1
        /// How rows lie in memory.
        var arrangement = Arrangement.rows
    }

    /// An impulse response over time.
    enum Response: Hashable {
        /// A sinc under Kaiser's window, as long as the row; `cutoff` in cycles a frame is passed at half amplitude.
        case kaiser(cutoff: Double, shape: Double)
        /// One of the filters with few taps, made `stretch` times as long.
        case optimal(OptimalLowPass, stretch: Double)
    }

    /// How coefficients lie in memory.
    enum Arrangement: Hashable {
        /// Row by row.
        case rows
        /// Those of a tap side by side, one for each row, as the kernels for whole-number upsampling read them.
        case taps
    }

    /// How coefficients are kept, and so how outputs are computed.
    enum Precision: Hashable {
        /// As float32: rows 0 to `rowCount`.
        case single
        /// As float64, for interpolation by cubics: rows -1 to `rowCount` + 1.
        case double
        /// Those in the middle as float64, `outerCount` on either side as float32: small coefficients make small errors.
        case middleDouble
    }

    let design: Design
    /// Rows of `tapCount`; or all left sides, then all right sides, in rows of `outerCount`.
    ///
    /// In the arrangement `taps`: the same parts, tap by tap.
    nonisolated(unsafe) let coefficients: UnsafePointer<Float>
    /// Rows of `tapCount`, or the middles in rows of `tapCount - 2 * outerCount`.
    nonisolated(unsafe) let doubles: UnsafePointer<Double>

    private init(_ design: Design) {
        self.design = design
        let (taps, outer, rows) = (design.tapCount, design.outerCount, design.rowCount)
        let singles: Int
        let wides: Int
        switch design.precision {
        case .single: (singles, wides) = ((rows + 1) * taps, 0)
        case .double: (singles, wides) = (0, (rows + 3) * taps)
        case .middleDouble: (singles, wides) = (2 * rows * outer, rows * (taps - 2 * outer))
        }
        let values = Self.lines(of: Float.self, count: singles)
        let wide = Self.lines(of: Double.self, count: wides)
        coefficients = UnsafePointer(values)
        doubles = UnsafePointer(wide)
        let row = UnsafeMutablePointer<Double>.allocate(capacity: taps)
        defer { row.deallocate() }
        // Where a coefficient goes, in a part with rows of `width`.
        let isByTaps = design.arrangement == .taps
        let place = { (index: Int, tap: Int, width: Int) in isByTaps ? tap * rows + index : index * width + tap }
        switch design.precision {
        case .single:
            for index in 0...(isByTaps ? rows - 1 : rows) {
                let fraction = index < rows ? index * design.rowStep % rows : rows
                design.compute(row, at: Double(fraction) / Double(rows))
                for tap in 0..<taps { (values + place(index, tap, taps)).initialize(to: Float(row[tap])) }
            }
        case .double:
            for index in 0..<(rows + 3) {
                design.compute(row, at: Double(index - 1) / Double(rows))
                (wide + index * taps).initialize(from: row, count: taps)
            }
        case .middleDouble:
            let middle = taps - 2 * outer
            for index in 0..<rows {
                design.compute(row, at: Double(index * design.rowStep % rows) / Double(rows))
                for tap in 0..<outer {
                    (values + place(index, tap, outer)).initialize(to: Float(row[tap]))
                    (values + (rows * outer + place(index, tap, outer)))
                        .initialize(to: Float(row[outer + middle + tap]))
                }
                for tap in 0..<middle { (wide + place(index, tap, middle)).initialize(to: row[outer + tap]) }
            }
        }
    }

    deinit {
        UnsafeRawPointer(coefficients).deallocate()
        UnsafeRawPointer(doubles).deallocate()
    }

    /// Memory that begins a cache line: a row read in 64 bytes then never costs two lines.
    private static func lines<Value>(of type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
        UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * MemoryLayout<Value>.stride, alignment: 64)
            .bindMemory(to: type, capacity: max(count, 1))
    }

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
}

extension SincBank.Design {
    /// Taps on either side that are kept as float32 when the middle is kept as float64: about three eighths.
    ///
    /// A multiple of 16, or of 8 when they lie tap by tap.
    var outerCount: Int {
        guard precision == .middleDouble else { return 0 }
        let unit = arrangement == .taps ? 8 : 16
        return tapCount * 6 / 16 / unit * unit
    }

    /// One row.
    ///
    /// - Parameter fraction: Where the output lies behind the sample in the middle, in input frames.
    func compute(_ row: UnsafeMutablePointer<Double>, at fraction: Double) {
        var sum = 0.0
        for tap in 0..<tapCount {
            // Distance of this tap's sample from the output, in input frames.
            row[tap] = value(at: Double(tap - (tapCount / 2 - 1)) - fraction)
            sum += row[tap]
        }
        // A constant would waver by what the stopband lets through, from row to row: only when that is less than float32
        // resolves are the rows left as they are.
        if precision == .single { for tap in 0..<tapCount { row[tap] /= sum } }
    }

    /// The impulse response at a distance from its middle in input frames; its integral is 1.
    private func value(at distance: Double) -> Double {
        switch response {
        case .kaiser(let cutoff, let shape):
            2 * cutoff * Self.sinc(2 * cutoff * distance)
                * Window.kaiser(shape: shape).value(at: 0.5 + distance / Double(tapCount))
        case .optimal(let filter, let stretch):
            filter.value(at: distance / stretch) / stretch
        }
    }

    private static func sinc(_ x: Double) -> Double {
        // At its zeros the sine of a rounded multiple of pi is not quite zero.
        if x == 0 { return 1 }
        return x.rounded() == x ? 0 : RealtimeMath.sin(Double.pi * x) / (Double.pi * x)
    }
}
