import CKernels
import SordinoRealtime

extension HeadTableView {
    /// Taps of a filter that `ears` writes: as in the table, and room for a fraction of a frame.
    package var pathTapCount: Int {
        @_noAllocation @_noLocks get { tapCount &+ Self.margin }
    }

    /// Writes the filters of both ears for a direction.
    ///
    /// Delay and filter are interpolated between the four directions around it, so nothing combs; the fraction of a frame of the
    /// delay is part of the filter, the whole frames are returned.
    ///
    /// - Parameters:
    ///   - direction: As the listener sees it; any length above 0.
    ///   - gain: A factor for both ears.
    ///   - hasDelays: Whether one ear hears later than the other.
    ///   - taps: Room for the left filter of `pathTapCount`, and `rightOffset` further for the right one.
    ///   - scratch: Room for one filter of `pathTapCount`, the margins, eight weights and another filter.
    @_noAllocation @_noLocks
    func ears(
        _ direction: SpacePoint, gain: Float, hasDelays: Bool, into taps: UnsafeMutablePointer<Float>, rightOffset: Int,
        scratch: UnsafeMutablePointer<Float>
    ) -> EarDelays {
        let corners = corners(of: direction)
        let left = ear(0, corners, gain, hasDelays, taps, scratch)
        let right = ear(1, corners, gain, hasDelays, taps + rightOffset, scratch)
        return EarDelays(left: left, right: right)
    }

    @_noAllocation @_noLocks
    private func ear(
        _ side: Int, _ corners: GridCorners, _ gain: Float, _ hasDelays: Bool, _ taps: UnsafeMutablePointer<Float>,
        _ scratch: UnsafeMutablePointer<Float>
    ) -> Int {
        let margin = Self.margin
        let stride = margin &+ tapCount &+ margin
        let (a, b) = (corners.a &* 2 &+ side, corners.b &* 2 &+ side)
        let (c, d) = (corners.c &* 2 &+ side, corners.d &* 2 &+ side)
        var weights = (corners.wa, corners.wb, corners.wc, corners.wd)
        var delay =
            weights.0 * delays[a] + weights.1 * delays[b] + weights.2 * delays[c] + weights.3 * delays[d]
        if !hasDelays { delay = 0 }
        let whole = Int(delay)
        let place = (delay - Float(whole)) * Float(Self.fractionCount)
        let fraction = min(Int(place), Self.fractionCount &- 1)
        let between = place - Float(fraction)
        weights = (weights.0 * gain, weights.1 * gain, weights.2 * gain, weights.3 * gain)
        withUnsafePointer(to: &weights) { weights in
            weights.withMemoryRebound(to: Float.self, capacity: 4) { weights in
                ckernels_taps_between(
                    scratch, self.taps + a &* stride, self.taps + b &* stride, self.taps + c &* stride,
                    self.taps + d &* stride, weights, stride)
            }
        }
        // out[k] = sum over j of w[j] * filter[k - j].
        let first = fractions + fraction &* 8
        let row = scratch + stride
        for index in 0..<8 { row[index] = first[index] + between * (first[index &+ 8] - first[index]) }
        let from = UnsafePointer(scratch + margin)
        ckernels_taps_between(taps, from, from - 1, from - 2, from - 3, UnsafePointer(row), pathTapCount)
        let later = row + 8
        ckernels_taps_between(
            later, from - 4, from - 5, from - 6, from - 7, UnsafePointer(row + 4), pathTapCount)
        ckernels_add(taps, later, pathTapCount)
        return whole
    }

    /// The directions of the grid around one, and their shares.
    @_noAllocation @_noLocks
    private func corners(of direction: SpacePoint) -> GridCorners {
        let flat = RealtimeMath.sqrt(direction.x * direction.x + direction.z * direction.z)
        let degrees = 180 / Float.pi
        var azimuth = Self.arc(direction.x, 0 - direction.z) * degrees
        if azimuth < 0 { azimuth += 360 }
        let elevation = Self.arc(direction.y, flat) * degrees
        let column = azimuth / Float(Self.step)
        let row = (elevation + 90) / Float(Self.step)
        let first = min(Int(column), Self.columnCount &- 1)
        let low = min(max(Int(row), 0), Self.rowCount &- 2)
        let next = first &+ 1 == Self.columnCount ? 0 : first &+ 1
        let (across, up) = (min(max(column - Float(first), 0), 1), min(max(row - Float(low), 0), 1))
        return GridCorners(
            a: low &* Self.columnCount &+ first, b: low &* Self.columnCount &+ next,
            c: (low &+ 1) &* Self.columnCount &+ first, d: (low &+ 1) &* Self.columnCount &+ next,
            wa: (1 - across) * (1 - up), wb: across * (1 - up), wc: (1 - across) * up, wd: across * up)
    }
}

extension HeadTableView {
    /// The angle of a direction in a plane, within 1e-5 radians.
    ///
    /// - Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 4.4.49.
    @_noAllocation @_noLocks
    static func arc(_ y: Float, _ x: Float) -> Float {
        let (a, b) = (abs(x), abs(y))
        let greater = max(a, b)
        if !(greater > 0) { return 0 }
        let z = min(a, b) / greater
        let square = z * z
        var angle =
            z
            * (0.999_866 + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))))
        if b > a { angle = Float.pi / 2 - angle }
        if x < 0 { angle = Float.pi - angle }
        return y < 0 ? 0 - angle : angle
    }
}

/// Four directions of the grid with their shares.
struct GridCorners: BitwiseCopyable {
    let a: Int
    let b: Int
    let c: Int
    let d: Int
    let wa: Float
    let wb: Float
    let wc: Float
    let wd: Float

    @_noAllocation @_noLocks
    init(a: Int, b: Int, c: Int, d: Int, wa: Float, wb: Float, wc: Float, wd: Float) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
        (self.wa, self.wb, self.wc, self.wd) = (wa, wb, wc, wd)
    }
}

/// Whole frames by which each ear hears later.
struct EarDelays: BitwiseCopyable {
    var left: Int
    var right: Int

    @_noAllocation @_noLocks
    init(left: Int, right: Int) { (self.left, self.right) = (left, right) }
}
