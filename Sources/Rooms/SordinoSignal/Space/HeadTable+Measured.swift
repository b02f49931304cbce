import CKernels
import SordinoRealtime

extension HeadTable {
    /// Makes the table of a measured head.
    ///
    /// Between measured directions the filters, which have least phase, and the delays are interpolated in the triangle around.
    ///
    /// - Parameter tapCount: Taps of a filter; `fineTapCount` for all that was measured.
    /// - Thread: control; takes some milliseconds.
    package convenience init(_ head: MeasuredHead, sampleRate: Double, tapCount: Int) {
        let count = head.directions.count * 2
        let filters = UnsafeMutablePointer<Float>.allocate(capacity: count * tapCount)
        filters.initialize(repeating: 0, count: count * tapCount)
        defer { filters.deallocate() }
        let maker = MinimumPhaseFilter(binCount: tapCount > 128 ? 513 : 257)
        var line = [Float](repeating: 0, count: maker.binCount)
        for index in 0..<count {
            head.logarithms(of: index, sampleRate: sampleRate, into: &line)
            maker.make(logarithms: line, into: filters + index * tapCount, tapCount: tapCount)
        }
        let factor = sampleRate / head.sampleRate
        var last = 0
        var seen: (azimuth: Double, elevation: Double) = (.nan, .nan)
        var corners = SphereTriangles.Corners(indices: (0, 0, 0), shares: (1, 0, 0))
        self.init(sampleRate: sampleRate, tapCount: tapCount) { isRight, azimuth, elevation, taps in
            if seen != (azimuth, elevation) {
                seen = (azimuth, elevation)
                let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
                let flat = RealtimeMath.cos(e)
                let direction = SpacePoint(
                    Float(flat * RealtimeMath.sin(a)), Float(RealtimeMath.sin(e)), Float(-flat * RealtimeMath.cos(a)))
                corners = head.triangles.corners(of: direction, from: &last)
            }
            let side = isRight ? 1 : 0
            let (a, b, c) = (
                corners.indices.0 * 2 + side, corners.indices.1 * 2 + side, corners.indices.2 * 2 + side
            )
            let shares = [Float(corners.shares.0), Float(corners.shares.1), Float(corners.shares.2), 0]
            ckernels_taps_between(
                taps, filters + a * tapCount, filters + b * tapCount, filters + c * tapCount, filters + c * tapCount,
                shares, tapCount)
            return factor
                * (corners.shares.0 * head.delays[a] + corners.shares.1 * head.delays[b]
                    + corners.shares.2 * head.delays[c])
        }
    }

    /// Taps of the filters of high quality: 2.67 ms, in whole eights.
    package static func fineTapCount(sampleRate: Double) -> Int {
        min(max(Int((128 * sampleRate / 48_000 / 8).rounded(.up)) * 8, 64), 256)
    }
}
