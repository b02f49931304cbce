import SordinoRealtime

extension SpacePoint {
    /// Returns the direction, turned by the angle that the table of a `FieldBend` has for its azimuth.
    @_noAllocation @_noLocks
    package func bent(_ table: UnsafePointer<Float>) -> SpacePoint {
        if x == 0, z == 0 { return self }
        // 0 to 72, from behind over the left.
        let place = (RealtimeMath.atan2(x, 0 - z) / Float.pi + 1) * 36
        let below = min(max(Int(place), 0), 71)
        let share = place - Float(below)
        let (first, second) = (table[below], table[below == 71 ? 0 : below &+ 1])
        let radians = (first + share * (second - first)) * (Float.pi / 180)
        let (sine, cosine) = (RealtimeMath.sin(radians), RealtimeMath.cos(radians))
        return SpacePoint(x * cosine - z * sine, y, z * cosine + x * sine)
    }
}
