import SordinoRealtime

/// The gain of each ear for a source nearer than a metre, relative to one at a metre in the same direction.
///
/// - Source: the field of a point source at a rigid sphere (R. O. Duda, W. L. Martens, "Range dependence of the
///   response of a spherical head model", 1998) in the limit of low frequencies, where its series has a sum.
struct NearField: BitwiseCopyable {
    var left: Float = 1
    var right: Float = 1

    @_noAllocation @_noLocks
    init(_ place: SpacePoint, _ distance: Float) {
        if !(distance < 1) { return }
        // Nearer than 12 cm from the middle of the head nothing changes further.
        let metres = max(distance, 0.12)
        let side = distance > 1e-4 ? min(max(place.x / distance, -1), 1) : 0
        left = Self.pressure(metres, 0 - side) / Self.pressure(1, 0 - side)
        right = Self.pressure(metres, side) / Self.pressure(1, side)
    }

    /// The pressure at a point of a rigid sphere of 8.75 cm relative to the free field in its middle, at 0 Hz.
    ///
    /// - Parameters:
    ///   - metres: From the middle of the sphere to the source, more than the radius.
    ///   - cosine: Of the angle between source and point.
    @_noAllocation @_noLocks
    static func pressure(_ metres: Float, _ cosine: Float) -> Float {
        // The sum over m of (2 - 1 / (m + 1)) x^m P_m(c), by the polynomials' generating function and its integral.
        let x = Float(0.0875) / metres
        let c = min(cosine, 0.999_9)
        let root = RealtimeMath.sqrt(1 - 2 * x * c + x * x)
        return 2 / root - RealtimeMath.log((x - c + root) / (1 - c)) / x
    }
}
