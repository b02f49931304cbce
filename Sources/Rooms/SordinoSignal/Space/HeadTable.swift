import SordinoRealtime

/// What both ears hear from every direction: minimum-phase filters and delays on a grid of 3 degrees.
///
/// Filters are diffuse-field equalised: averaged over all directions, the power of both ears together is that of the source. So a
/// source is as loud as one that is panned at equal power.
package final class HeadTable: @unchecked Sendable {
    /// The render thread's view.
    package let view: HeadTableView
    /// Hertz that the filters are made for.
    package let sampleRate: Double
    private let taps: UnsafeMutablePointer<Float>
    private let delays: UnsafeMutablePointer<Float>
    private let fractions: UnsafeMutablePointer<Float>

    /// Taps of one filter at a rate: 0.83 ms, in whole eights.
    package static func tapCount(sampleRate: Double) -> Int {
        min(max(Int((40 * sampleRate / 48_000 / 8).rounded(.up)) * 8, 32), 256)
    }

    /// Frames by which an ear hears later at most.
    static var delayLimit: Int { SpatialVoice.pastFrames - SpatialVoice.tapLimit - 8 }

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - sampleRate: Hertz.
    ///   - tapCount: Taps of one filter, 256 at most; nil for the usual number.
    ///   - ear: Writes the filter of one ear for an azimuth and an elevation in degrees, and returns its delay in frames.
    /// - Thread: control.
    package init(
        sampleRate: Double, tapCount: Int? = nil,
        ear: (_ isRight: Bool, _ azimuth: Double, _ elevation: Double, UnsafeMutablePointer<Float>) -> Double
    ) {
        let tapCount = tapCount ?? Self.tapCount(sampleRate: sampleRate)
        let directions = HeadTableView.rowCount * HeadTableView.columnCount
        // Before each filter and behind it there is room for the fraction of a frame.
        let stride = HeadTableView.margin + tapCount + HeadTableView.margin
        self.sampleRate = sampleRate
        taps = .allocate(capacity: directions * 2 * stride)
        taps.initialize(repeating: 0, count: directions * 2 * stride)
        delays = .allocate(capacity: directions * 2)
        delays.initialize(repeating: 0, count: directions * 2)
        var least = Float.infinity
        for row in 0..<HeadTableView.rowCount {
            for column in 0..<HeadTableView.columnCount {
                let index = (row * HeadTableView.columnCount + column) * 2
                for side in 0..<2 {
                    let delay = ear(
                        side == 1, Double(column * HeadTableView.step), Double(row * HeadTableView.step - 90),
                        taps + (index + side) * stride + HeadTableView.margin)
                    delays[index + side] = Float(delay)
                    least = min(least, Float(delay))
                }
            }
        }
        // The nearest ear from the nearest direction hears at once; no head is so large that sound needs longer than voices remember.
        for index in 0..<directions * 2 { delays[index] = min(delays[index] - least, Float(Self.delayLimit)) }
        fractions = Self.makeFractions()
        view = HeadTableView(taps: taps, delays: delays, fractions: fractions, tapCount: tapCount)
    }

    deinit {
        taps.deallocate()
        delays.deallocate()
        fractions.deallocate()
    }

    /// Rows of eight weights that delay by 3 frames and a fraction: a sinc in a Kaiser window.
    private static func makeFractions() -> UnsafeMutablePointer<Float> {
        let (count, width) = (HeadTableView.fractionCount, 8)
        let rows = UnsafeMutablePointer<Float>.allocate(capacity: (count + 1) * width)
        for row in 0...count {
            let centre = 3 + Double(row) / Double(count)
            var weights = [Double](repeating: 0, count: width)
            for index in 0..<width {
                let x = Double(index) - centre
                let sinc = abs(x) < 1e-9 ? 1 : RealtimeMath.sin(.pi * x) / (.pi * x)
                let edge = 1 - (x / 4.2) * (x / 4.2)
                weights[index] = sinc * besselI0(5.5 * max(edge, 0).squareRoot())
            }
            let sum = weights.reduce(0, +)
            for index in 0..<width { (rows + row * width + index).initialize(to: Float(weights[index] / sum)) }
        }
        return rows
    }

    /// The modified Bessel function of order 0, by its series.
    private static func besselI0(_ x: Double) -> Double {
        var (sum, term, k) = (1.0, 1.0, 1.0)
        while term > 1e-12 * sum {
            term *= (x / (2 * k)) * (x / (2 * k))
            sum += term
            k += 1
        }
        return sum
    }
}

/// The render thread's view of a `HeadTable`.
package struct HeadTableView: BitwiseCopyable, @unchecked Sendable {
    /// Degrees from one direction of the grid to the next.
    package static var step: Int {
        @_noAllocation @_noLocks get { 3 }
    }
    /// Directions of one row: azimuths from 0 on, clockwise.
    package static var columnCount: Int {
        @_noAllocation @_noLocks get { 120 }
    }
    /// Rows: elevations from -90 to 90.
    package static var rowCount: Int {
        @_noAllocation @_noLocks get { 61 }
    }
    /// Zeros before and behind each filter.
    static var margin: Int {
        @_noAllocation @_noLocks get { 8 }
    }
    /// Places between two frames that a filter can be moved to.
    static var fractionCount: Int {
        @_noAllocation @_noLocks get { 256 }
    }

    let taps: UnsafePointer<Float>
    let delays: UnsafePointer<Float>
    let fractions: UnsafePointer<Float>
    /// Taps of a filter in the table.
    package let tapCount: Int
}
