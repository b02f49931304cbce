import CKernels
import SordinoRealtime

extension HeadTableView {
    /// Writes the filters and delays of both ears for a direction.
    ///
    /// Delays and shares are interpolated between the four directions of the grid around it, so nothing combs.
    ///
    /// - Parameters:
    ///   - direction: As the listener sees it; any length above 0.
    ///   - near: Factors of the ears for a source that is near.
    ///   - gain: A factor for both ears.
    ///   - hasDelays: Whether sound reaches the farther ear later.
    ///   - path: Overwritten.
    @_noAllocation @_noLocks
    func ears(
        _ direction: SpacePoint, near: NearField, gain: Float, hasDelays: Bool, into path: EarPath
    ) -> EarDelays {
        let corners = corners(of: direction)
        let left = ear(0, corners, gain * near.left, hasDelays, path.shares(0), path.weights(0))
        let right = ear(1, corners, gain * near.right, hasDelays, path.shares(1), path.weights(1))
        return EarDelays(left: left, right: right)
    }

    @_noAllocation @_noLocks
    private func ear(
        _ side: Int, _ corners: GridCorners, _ gain: Float, _ hasDelays: Bool, _ shares: UnsafeMutablePointer<Float>,
        _ weights: UnsafeMutablePointer<Float>
    ) -> Int {
        let (a, b) = (corners.a &* 2 &+ side, corners.b &* 2 &+ side)
        let (c, d) = (corners.c &* 2 &+ side, corners.d &* 2 &+ side)
        let parts = (corners.wa, corners.wb, corners.wc, corners.wd)
        var delay = parts.0 * delays[a] + parts.1 * delays[b] + parts.2 * delays[c] + parts.3 * delays[d]
        if !hasDelays { delay = 0 }
        let whole = Int(delay)
        let place = (delay - Float(whole)) * Float(Self.fractionCount)
        let fraction = min(Int(place), Self.fractionCount &- 1)
        let between = place - Float(fraction)
        var scaled = (parts.0 * gain, parts.1 * gain, parts.2 * gain, parts.3 * gain)
        withUnsafePointer(to: &scaled) { scaled in
            scaled.withMemoryRebound(to: Float.self, capacity: 4) { scaled in
                ckernels_taps_between(
                    shares, self.shares + a &* stride, self.shares + b &* stride, self.shares + c &* stride,
                    self.shares + d &* stride, scaled, stride)
            }
        }
        let first = fractions + fraction &* 8
        for index in 0..<8 { weights[index] = first[index] + between * (first[index &+ 8] - first[index]) }
        weights[8] = 0
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
        let column = azimuth / Self.step
        let row = (elevation + 90) / Self.step
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

/// The delays of both ears, in whole frames.
struct EarDelays: BitwiseCopyable {
    var left: Int
    var right: Int

    @_noAllocation @_noLocks
    init(left: Int, right: Int) { (self.left, self.right) = (left, right) }
}
