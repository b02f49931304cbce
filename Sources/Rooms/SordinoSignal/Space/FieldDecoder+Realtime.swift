extension SpacePoint {
    /// Computes the gains of loudspeakers for a wave from this direction.
    ///
    /// - Parameters:
    ///   - rows: Those of a `FieldDecoder`: for each channel the factors of 1, of the height, and of cosine and sine of
    ///     the azimuth, of its double and its triple, each times the cosine of the elevation as often as the azimuth is
    ///     taken.
    ///   - gains: `channelCount` of them, overwritten.
    @_noAllocation @_noLocks
    func decode(
        _ rows: UnsafePointer<Float>, channelCount: Int, into gains: UnsafeMutablePointer<Float>
    ) {
        let size = length
        let scale: Float = size > 1e-6 ? 1 / size : 0
        let (right, ahead, up) = (x * scale, 0 - z * scale, y * scale)
        let (rights, aheads) = (right * right, ahead * ahead)
        let height = 3 * up * up - 1
        let (twoCosine, twoSine) = (aheads - rights, 2 * right * ahead)
        let (threeCosine, threeSine) = (ahead * (aheads - 3 * rights), right * (3 * aheads - rights))
        for channel in 0..<channelCount {
            let row = rows + channel &* 8
            let first = row[0] + row[1] * height + row[2] * ahead + row[3] * right
            gains[channel] =
                first + row[4] * twoCosine + row[5] * twoSine + row[6] * threeCosine + row[7] * threeSine
        }
    }
}
