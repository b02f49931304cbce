import SordinoRealtime

/// The coefficients of a low-pass filter, one row for each fraction of an input frame.
///
/// Row r holds the filter as seen from an output that lies r / rowCount of a frame behind the sample in the middle; one
/// row more than `rowCount` is kept, so that there is always a next one. Every row passes a constant unchanged. Banks
/// do not change and are shared by all resamplers of a process that need the same one.
final class SincBank: Sendable {
    /// The parameters that determine a bank.
    struct Design: Hashable {
        /// Taps of a row, a multiple of 16; of 8 in double precision and for ratios that are whole numbers.
        var tapCount: Int
        /// The number of fractions of a frame with a row of their own.
        var rowCount: Int
        /// The impulse response that the rows are samples of.
        var response: Response
        /// The precision of the coefficients.
        var precision = Precision.single
        /// Row r is kept at the place of the output that needs it, when outputs follow at so many rows: memory is then
        /// read in its order.
        var rowStep = 1
        /// The order of the rows in memory.
        var arrangement = Arrangement.rows
        /// Turned into minimum phase, for filters that are this many times longer than at the lower rate.
        var minimumPhaseStretch: Double?

        /// Taps behind the frame in which an output lies.
        var lookahead: Int { minimumPhaseStretch == nil ? tapCount / 2 : 1 }
    }

    /// An impulse response over time.
    enum Response: Hashable {
        /// A sinc under Kaiser's window, as long as the row; `cutoff` in cycles a frame is passed at half amplitude.
        case kaiser(cutoff: Double, shape: Double)
        /// One of the filters with few taps, made `stretch` times as long.
        case optimal(OptimalLowPass, stretch: Double)

        /// The value at a distance from the middle in input frames, in rows of `tapCount`; the integral is 1.
        func value(at distance: Double, tapCount: Int) -> Double {
            switch self {
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

    /// The order of the coefficients in memory.
    enum Arrangement: Hashable {
        /// Row by row, all taps of a phase side by side.
        case rows
        /// Those of a tap side by side, one for each row, as the kernels for whole-number upsampling read them.
        case taps
    }

    /// The precision of the coefficients, and so of the computation.
    enum Precision: Hashable {
        /// As float32: rows 0 to `rowCount`.
        case single
        /// As float64, for interpolation by cubics: rows -1 to `rowCount` + 1.
        case double
        /// As float64, for outputs that all have a row of their own: rows 0 ..< `rowCount`.
        case exactDouble
    }

    let design: Design
    /// Rows of `tapCount`, or tap by tap.
    nonisolated(unsafe) let coefficients: UnsafePointer<Float>
    /// Rows of `tapCount` coefficients, in double precision.
    nonisolated(unsafe) let doubles: UnsafePointer<Double>

    private init(_ design: Design) {
        self.design = design
        let (taps, rows) = (design.tapCount, design.rowCount)
        let singles: Int
        let wides: Int
        switch design.precision {
        case .single: (singles, wides) = ((rows + 1) * taps, 0)
        case .double: (singles, wides) = (0, (rows + 3) * taps)
        case .exactDouble: (singles, wides) = (0, rows * taps)
        }
        let values = Self.lines(of: Float.self, count: singles)
        let wide = Self.lines(of: Double.self, count: wides)
        coefficients = UnsafePointer(values)
        doubles = UnsafePointer(wide)
        let row = UnsafeMutablePointer<Double>.allocate(capacity: taps)
        defer { row.deallocate() }
        let early = design.minimumPhaseStretch.map { stretch in
            MinimumPhase(
                of: { design.response.value(at: $0, tapCount: taps) }, span: Double(taps), stretch: stretch)
        }
        let isByTaps = design.arrangement == .taps
        switch design.precision {
        case .single:
            for index in 0...(isByTaps ? rows - 1 : rows) {
                let fraction = index < rows ? index * design.rowStep % rows : rows
                design.compute(row, at: Double(fraction) / Double(rows), early)
                for tap in 0..<taps {
                    (values + (isByTaps ? tap * rows + index : index * taps + tap)).initialize(to: Float(row[tap]))
                }
            }
        case .double:
            for index in 0..<(rows + 3) {
                design.compute(row, at: Double(index - 1) / Double(rows), early)
                (wide + index * taps).initialize(from: row, count: taps)
            }
        case .exactDouble:
            for index in 0..<rows {
                design.compute(row, at: Double(index * design.rowStep % rows) / Double(rows), early)
                (wide + index * taps).initialize(from: row, count: taps)
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

    /// The bank of this design: the one that other resamplers already share, or a new one.
    ///
    /// - Thread: control.
    static func shared(_ design: Design) -> SincBank {
        tables.table(for: design, make: SincBank.init)
    }

    private static let tables = SharedTables<Design, SincBank>()
}

extension SincBank.Design {
    /// One row.
    ///
    /// - Parameters:
    ///   - fraction: Where the output lies behind the sample in the middle, in input frames.
    ///   - early: The response of minimum phase that replaces the linear one; nil for that.
    func compute(_ row: UnsafeMutablePointer<Double>, at fraction: Double, _ early: MinimumPhase?) {
        var sum = 0.0
        for tap in 0..<tapCount {
            // Of this tap's sample from the output, in input frames.
            let distance = Double(tap - (tapCount - 1 - lookahead)) - fraction
            row[tap] = early?.value(at: -distance) ?? response.value(at: distance, tapCount: tapCount)
            sum += row[tap]
        }
        // The gain for a constant varies from row to row by the ripple of the stopband: only when that is less than
        // float32 resolves are the rows left as they are.
        if precision == .single { for tap in 0..<tapCount { row[tap] /= sum } }
    }
}
