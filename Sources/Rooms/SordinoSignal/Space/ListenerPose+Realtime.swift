import SordinoRealtime

/// A place or a direction: x to the right, y up, z to the back, in metres.
package struct SpacePoint: BitwiseCopyable, Equatable, Sendable {
    package var x: Float
    package var y: Float
    package var z: Float

    @_noAllocation @_noLocks
    package init(_ x: Float, _ y: Float, _ z: Float) { (self.x, self.y, self.z) = (x, y, z) }

    /// Straight ahead of a listener in the initial pose.
    package static var ahead: SpacePoint {
        @_noAllocation @_noLocks get { SpacePoint(0, 0, -1) }
    }

    /// The distance from the origin.
    package var length: Float {
        @_noAllocation @_noLocks get { RealtimeMath.sqrt(x * x + y * y + z * z) }
    }

    /// The point with finite coordinates: NaN and infinity become 0, and a million metres are the limit.
    package var finite: SpacePoint {
        @_noAllocation @_noLocks get { SpacePoint(Self.finite(x), Self.finite(y), Self.finite(z)) }
    }

    @_noAllocation @_noLocks
    private static func finite(_ value: Float) -> Float { value.isFinite ? min(max(value, -1e6), 1e6) : 0 }

    /// Returns the scalar product of both.
    @_noAllocation @_noLocks
    package func dot(_ other: SpacePoint) -> Float { x * other.x + y * other.y + z * other.z }

    /// Returns the vector product of both.
    @_noAllocation @_noLocks
    package func cross(_ other: SpacePoint) -> SpacePoint {
        SpacePoint(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// The direction, of length 1; `fallback` for a point at the origin.
    @_noAllocation @_noLocks
    package func unit(or fallback: SpacePoint) -> SpacePoint {
        let length = length
        if length < 1e-6 { return fallback }
        return SpacePoint(x / length, y / length, z / length)
    }
}

/// Where the listener is and where the head points: three directions at right angles.
package struct ListenerPose: BitwiseCopyable, Equatable, Sendable {
    package var position = SpacePoint(0, 0, 0)
    package private(set) var forward = SpacePoint.ahead
    package private(set) var up = SpacePoint(0, 1, 0)
    package private(set) var right = SpacePoint(1, 0, 0)

    /// A listener at the origin, looking along -z.
    @_noAllocation @_noLocks
    package init() {}

    /// A head that points along a vector.
    ///
    /// - Parameters:
    ///   - forward: Any length; a vector without a direction counts as (0, 0, -1).
    ///   - up: Made orthogonal to `forward`; if it is parallel to it, an upright direction is chosen.
    @_noAllocation @_noLocks
    package init(position: SpacePoint, forward: SpacePoint, up: SpacePoint) {
        self.position = position.finite
        self.forward = forward.finite.unit(or: .ahead)
        var side = self.forward.cross(up.finite.unit(or: SpacePoint(0, 1, 0)))
        if side.length < 1e-3 { side = self.forward.cross(SpacePoint(0, 1, 0)) }
        if side.length < 1e-3 { side = self.forward.cross(SpacePoint(0, 0, 1)) }
        right = side.unit(or: SpacePoint(1, 0, 0))
        self.up = right.cross(self.forward)
    }

    /// A head turned by angles in degrees.
    ///
    /// - Parameters:
    ///   - yaw: To the right.
    ///   - pitch: Up.
    ///   - roll: Over the right ear.
    @_noAllocation @_noLocks
    package init(position: SpacePoint, yaw: Float, pitch: Float, roll: Float) {
        self.position = position.finite
        let radians = Float.pi / 180
        let (y, p, r) = (
            yaw.isFinite ? yaw * radians : 0, pitch.isFinite ? pitch * radians : 0, roll.isFinite ? roll * radians : 0
        )
        let (sy, cy) = (RealtimeMath.sin(y), RealtimeMath.cos(y))
        let (sp, cp) = (RealtimeMath.sin(p), RealtimeMath.cos(p))
        let (sr, cr) = (RealtimeMath.sin(r), RealtimeMath.cos(r))
        forward = SpacePoint(cp * sy, sp, -cp * cy)
        let level = SpacePoint(cy, 0, sy)
        let upright = level.cross(forward)
        right = SpacePoint(
            level.x * cr - upright.x * sr, level.y * cr - upright.y * sr, level.z * cr - upright.z * sr)
        up = SpacePoint(
            upright.x * cr + level.x * sr, upright.y * cr + level.y * sr, upright.z * cr + level.z * sr)
    }

    /// The head's angles in degrees: yaw and roll -180 to 180, pitch -90 to 90.
    package var angles: (yaw: Float, pitch: Float, roll: Float) {
        @_noAllocation @_noLocks get { computedAngles() }
    }

    @_noAllocation @_noLocks
    private func computedAngles() -> (yaw: Float, pitch: Float, roll: Float) {
        let degrees = 180 / Float.pi
        let pitch = RealtimeMath.atan2(
            forward.y, RealtimeMath.sqrt(forward.x * forward.x + forward.z * forward.z))
        let yaw = RealtimeMath.atan2(forward.x, -forward.z)
        let level = SpacePoint(RealtimeMath.cos(yaw), 0, RealtimeMath.sin(yaw))
        let roll = RealtimeMath.atan2(-right.dot(level.cross(forward)), right.dot(level))
        return (yaw * degrees, pitch * degrees, roll * degrees)
    }

    /// A point of the room as the listener sees it: x to the right ear, y over the head, z behind.
    @_noAllocation @_noLocks
    package func seen(_ point: SpacePoint) -> SpacePoint {
        let way = SpacePoint(point.x - position.x, point.y - position.y, point.z - position.z)
        return turned(way)
    }

    /// The listener whose head is turned further, as seen from its own place.
    @_noAllocation @_noLocks
    package func turned(by head: ListenerPose) -> ListenerPose {
        ListenerPose(position: position, forward: outside(head.forward), up: outside(head.up))
    }

    /// A direction of the room that the listener sees as this one.
    @_noAllocation @_noLocks
    private func outside(_ way: SpacePoint) -> SpacePoint {
        SpacePoint(
            way.x * right.x + way.y * up.x - way.z * forward.x, way.x * right.y + way.y * up.y - way.z * forward.y,
            way.x * right.z + way.y * up.z - way.z * forward.z)
    }

    /// A direction as the listener sees it, wherever the listener is.
    @_noAllocation @_noLocks
    package func turned(_ way: SpacePoint) -> SpacePoint {
        SpacePoint(way.dot(right), way.dot(up), -way.dot(forward))
    }
}

/// How a source becomes quieter with its distance.
///
/// - Source: the formulas of the OpenAL 1.1 specification, section 3.4, in their clamped forms; the numbers of `model`
///   are those of `AVAudioEnvironmentDistanceAttenuationModel`.
package struct DistanceCurve: BitwiseCopyable, Equatable, Sendable {
    /// 1 exponential, 2 inverse, 3 linear; no attenuation for others.
    package var model: Int32 = 2
    /// Metres up to which nothing is attenuated.
    package var reference: Float = 1
    /// Metres beyond which nothing is attenuated further.
    package var maximum: Float = 100_000
    /// How steep it is.
    package var rolloff: Float = 1

    /// The defaults of `AVAudioEnvironmentDistanceAttenuationParameters`.
    @_noAllocation @_noLocks
    package init() {}

    /// Indicates whether another curve is this one.
    @_noAllocation @_noLocks
    package func isSame(_ other: DistanceCurve) -> Bool {
        model == other.model && reference == other.reference && maximum == other.maximum && rolloff == other.rolloff
    }

    /// The factor at a distance, 0 to 1; 1 where the formula has no value.
    @_noAllocation @_noLocks
    package func gain(at metres: Float) -> Float {
        let distance = min(max(metres, reference), max(maximum, reference))
        var gain: Float = 1
        switch model {
        case 1:
            if reference > 0 { gain = RealtimeMath.pow(distance / reference, -rolloff) }
        case 2:
            let divisor = reference + rolloff * (distance - reference)
            if divisor > 0 { gain = reference / divisor }
        case 3:
            let span = maximum - reference
            if span != 0 { gain = 1 - rolloff * (distance - reference) / span }
        default: break
        }
        return gain.isFinite ? min(max(gain, 0), 1) : 1
    }
}
