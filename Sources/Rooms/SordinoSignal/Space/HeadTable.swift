import SordinoRealtime

/// The filters and delays of both ears for every direction, on a grid of 2.5 degrees; filters are sums of a head's
/// components.
///
/// Voices are added up with their shares in each component before the components are filtered: so many voices cost few
/// filters, and a voice that moves changes gains only. Filters are diffuse-field equalised: averaged over all
/// directions, the power of both ears together is that of the source. So a source is as loud as one that is panned at
/// equal power.
package final class HeadTable: @unchecked Sendable {
    /// How closely a head is rendered.
    package struct Fineness: Sendable {
        /// Components that filters are made of.
        package let componentCount: Int
        /// Seconds that a filter is long at least, in whole eights of frames, 256 at most.
        package let seconds: Double

        /// 16 components of 2 ms.
        package static let plain = Fineness(componentCount: 16, seconds: 0.002)
        /// 32 components of 3.33 ms.
        package static let fine = Fineness(componentCount: 32, seconds: 0.003_33)

        /// Taps of a filter at a rate.
        package func tapCount(sampleRate: Double) -> Int {
            min(max(Int((seconds * sampleRate / 8).rounded(.up)) * 8, 32), 256)
        }
    }

    /// The render thread's view.
    package let view: HeadTableView
    /// Hertz that the filters are made for.
    package let sampleRate: Double
    private let shares: UnsafeMutablePointer<Float>
    private let components: UnsafeMutablePointer<Float>
    private let delays: UnsafeMutablePointer<Float>
    private let fractions: UnsafeMutablePointer<Float>

    /// The longest delay of an ear, in frames.
    static var delayLimit: Int { 240 }

    /// The response of one ear for one direction: up to three filters with their shares, and a delay in frames.
    package typealias Ear = (indices: (Int, Int, Int), shares: (Float, Float, Float), delay: Double)

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - filters: The filters that ears are interpolated from.
    ///   - ear: Returns the response of an ear for an azimuth and an elevation in degrees.
    /// - Thread: control.
    package init(
        sampleRate: Double, filters: SharedFilters,
        ear: (_ isRight: Bool, _ azimuth: Double, _ elevation: Double) -> Ear
    ) {
        let directions = HeadTableView.rowCount * HeadTableView.columnCount
        let count = filters.componentCount
        // Whole eights, so that vectors end where the shares do.
        let stride = (count + 7) / 8 * 8
        self.sampleRate = sampleRate
        shares = .allocate(capacity: directions * 2 * stride)
        shares.initialize(repeating: 0, count: directions * 2 * stride)
        components = .allocate(capacity: stride * filters.tapCount)
        components.initialize(repeating: 0, count: stride * filters.tapCount)
        delays = .allocate(capacity: directions * 2)
        delays.initialize(repeating: 0, count: directions * 2)
        for index in filters.components.indices { components[index] = filters.components[index] }
        var least = Float.infinity
        for row in 0..<HeadTableView.rowCount {
            for column in 0..<HeadTableView.columnCount {
                let index = (row * HeadTableView.columnCount + column) * 2
                for side in 0..<2 {
                    let ear = ear(
                        side == 1, Double(column) * Double(HeadTableView.step),
                        Double(row) * Double(HeadTableView.step) - 90)
                    let own = shares + (index + side) * stride
                    filters.shares.withUnsafeBufferPointer { all in
                        let (a, b, c) = (ear.indices.0 * count, ear.indices.1 * count, ear.indices.2 * count)
                        for item in 0..<count {
                            own[item] =
                                ear.shares.0 * all[a + item] + ear.shares.1 * all[b + item] + ear.shares.2
                                * all[c + item]
                        }
                    }
                    delays[index + side] = Float(ear.delay)
                    least = min(least, delays[index + side])
                }
            }
        }
        // The ear nearest to its direction has no delay; the others are cut to the length of the past that voices keep.
        for index in 0..<directions * 2 { delays[index] = min(delays[index] - least, Float(Self.delayLimit)) }
        fractions = Self.makeFractions()
        view = HeadTableView(
            shares: shares, components: components, delays: delays, fractions: fractions, componentCount: count,
            stride: stride, tapCount: filters.tapCount)
    }

    deinit {
        shares.deallocate()
        components.deallocate()
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
package struct HeadTableView: BitwiseCopyable {
    /// Degrees from one direction of the grid to the next.
    package static var step: Float {
        @_noAllocation @_noLocks get { 2.5 }
    }
    /// Directions of one row: azimuths from 0 on, clockwise.
    package static var columnCount: Int {
        @_noAllocation @_noLocks get { 144 }
    }
    /// Rows: elevations from -90 to 90.
    package static var rowCount: Int {
        @_noAllocation @_noLocks get { 73 }
    }
    /// Places between two frames that an ear's samples can be moved to.
    static var fractionCount: Int {
        @_noAllocation @_noLocks get { 256 }
    }
    /// Components of a head at most.
    package static var componentLimit: Int {
        @_noAllocation @_noLocks get { 32 }
    }

    let shares: UnsafePointer<Float>
    let components: UnsafePointer<Float>
    let delays: UnsafePointer<Float>
    let fractions: UnsafePointer<Float>
    /// Filters that all ears' filters are sums of.
    package let componentCount: Int
    /// Floats from the shares of one ear to those of the next.
    let stride: Int
    /// Taps of a filter.
    package let tapCount: Int
}
