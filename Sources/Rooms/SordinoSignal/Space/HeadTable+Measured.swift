import SordinoRealtime

extension HeadTable {
    /// Makes the table of a measured head.
    ///
    /// Between measured directions the filters, which have least phase, and the delays are interpolated in the triangle
    /// around.
    ///
    /// - Parameter filters: Those of the head at this rate, if they were made already.
    /// - Thread: control; takes some milliseconds.
    package convenience init(
        _ head: MeasuredHead, filters made: [Float]? = nil, sampleRate: Double, fineness: Fineness
    ) {
        let count = head.directions.count * 2
        let tapCount = fineness.tapCount(sampleRate: sampleRate)
        let whole = made ?? head.filters(sampleRate: sampleRate)
        let taps = UnsafeMutablePointer<Float>.allocate(capacity: count * tapCount)
        taps.initialize(repeating: 0, count: count * tapCount)
        defer { taps.deallocate() }
        let windows = MinimumPhaseFilter.fade(tapCount: tapCount)
        let length = whole.count / count
        for index in 0..<count {
            for tap in 0..<min(tapCount, length) {
                taps[index * tapCount + tap] = whole[index * length + tap] * windows[tap]
            }
        }
        let filters = SharedFilters(
            taps, count: count, tapCount: tapCount, sampleRate: sampleRate, componentCount: fineness.componentCount)
        let factor = sampleRate / head.sampleRate
        var last = 0
        var seen: (azimuth: Double, elevation: Double) = (.nan, .nan)
        var corners = SphereTriangles.Corners(indices: (0, 0, 0), shares: (1, 0, 0))
        self.init(sampleRate: sampleRate, filters: filters) { isRight, azimuth, elevation in
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
            let delay =
                corners.shares.0 * head.delays[a] + corners.shares.1 * head.delays[b] + corners.shares.2
                * head.delays[c]
            return (
                (a, b, c), (Float(corners.shares.0), Float(corners.shares.1), Float(corners.shares.2)), factor * delay
            )
        }
    }
}
