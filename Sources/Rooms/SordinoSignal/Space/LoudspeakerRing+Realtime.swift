import SordinoRealtime

extension LoudspeakerRingView {
    /// Computes the gains of all channels for a source in a direction; their squares add up to 1.
    ///
    /// - Parameters:
    ///   - direction: As the listener sees it; any length above 0.
    ///   - gains: `channelCount` of them, overwritten.
    @_noAllocation @_noLocks
    package func pan(_ direction: SpacePoint, into gains: UnsafeMutablePointer<Float>) {
        for channel in 0..<channelCount { gains[channel] = 0 }
        let flat = RealtimeMath.sqrt(direction.x * direction.x + direction.z * direction.z)
        var rise: Float = 0
        if highCount > 0, direction.y > 0 {
            // The upper ring stands at 45 degrees: from there on it is heard alone.
            let elevation = RealtimeMath.atan2(direction.y, flat)
            rise = min(elevation / (Float.pi / 4), 1)
        }
        let azimuth = flat > 1e-6 * abs(direction.y) ? RealtimeMath.atan2(direction.x, -direction.z) : 0
        let isAbove = flat <= 0.02 * abs(direction.y)
        let angle = rise * (Float.pi / 2)
        if rise < 1 { pan(low, lowCount, azimuth, isAbove, RealtimeMath.cos(angle), gains) }
        if rise > 0 { pan(high, highCount, azimuth, isAbove, RealtimeMath.sin(angle), gains) }
    }

    @_noAllocation @_noLocks
    private func pan(
        _ ring: UnsafePointer<RingLoudspeaker>, _ count: Int, _ azimuth: Float, _ isEverywhere: Bool, _ share: Float,
        _ gains: UnsafeMutablePointer<Float>
    ) {
        if count == 0 { return }
        if isEverywhere || count == 1 {
            let each = share / RealtimeMath.sqrt(Float(count))
            for index in 0..<count { gains[Int(ring[index].channel)] = each }
            return
        }
        let degrees = azimuth * (180 / Float.pi)
        var after = 0
        while after < count, ring[after].azimuth <= degrees { after &+= 1 }
        let first = ring[after == 0 ? count &- 1 : after &- 1]
        let second = ring[after == count ? 0 : after]
        var (a, b) = Self.pair(first, second, RealtimeMath.sin(azimuth), 0 - RealtimeMath.cos(azimuth), degrees)
        let power = RealtimeMath.sqrt(a * a + b * b)
        if power > 0 { (a, b) = (a / power * share, b / power * share) }
        gains[Int(first.channel)] = a
        gains[Int(second.channel)] = b
    }

    /// The gains of two neighbours: the direction as a sum of theirs, or, where they stand too far apart for that, by
    /// its angle.
    @_noAllocation @_noLocks
    private static func pair(
        _ first: RingLoudspeaker, _ second: RingLoudspeaker, _ x: Float, _ z: Float, _ degrees: Float
    ) -> (Float, Float) {
        var span = second.azimuth - first.azimuth
        if span <= 0 { span += 360 }
        if span < 150 {
            let determinant = first.x * second.z - second.x * first.z
            let a = (x * second.z - z * second.x) / determinant
            let b = (z * first.x - x * first.z) / determinant
            return (max(a, 0), max(b, 0))
        }
        var way = degrees - first.azimuth
        if way < 0 { way += 360 }
        let angle = min(max(way / span, 0), 1) * (Float.pi / 2)
        return (RealtimeMath.cos(angle), RealtimeMath.sin(angle))
    }
}
