import SordinoRealtime
import SordinoSignal
import Synchronization

/// Three angles in one word, so that no reader sees a part of a turn.
struct HeadBoard: ~Copyable {
    private let word = Atomic<UInt64>(HeadBoard.pack(0, 0, 0))

    var angles: (yaw: Float, pitch: Float, roll: Float) {
        @_noAllocation @_noLocks get {
            let word = word.load(ordering: .relaxed)
            return (Self.angle(word), Self.angle(word >> 21), Self.angle(word >> 42))
        }
    }

    @_noAllocation @_noLocks
    borrowing func set(yaw: Float, pitch: Float, roll: Float) {
        word.store(Self.pack(yaw, pitch, roll), ordering: .relaxed)
    }

    /// A listener whose head is turned on top of the turn that the program gave it.
    @_noAllocation @_noLocks
    borrowing func turned(_ listener: ListenerPose) -> ListenerPose {
        let angles = angles
        return listener.turned(
            by: ListenerPose(
                position: SpacePoint(0, 0, 0), yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll))
    }

    // 21 bits an angle: steps of 0.0002 degrees.
    @_noAllocation @_noLocks
    private static func pack(_ yaw: Float, _ pitch: Float, _ roll: Float) -> UInt64 {
        bits(yaw) | bits(pitch) << 21 | bits(roll) << 42
    }

    @_noAllocation @_noLocks
    private static func bits(_ degrees: Float) -> UInt64 {
        guard degrees.isFinite else { return 1 << 20 }
        var turned = degrees
        if abs(turned) > 180 {
            let turns = min(max(turned / 360, -1e6), 1e6)
            turned = 360 * (turns - Float(Int(turns + (turns < 0 ? -0.5 : 0.5))))
        }
        return UInt64(min(max(Int((turned / 180 + 1) * 1_048_576), 0), 2_097_151))
    }

    @_noAllocation @_noLocks
    private static func angle(_ word: UInt64) -> Float {
        (Float(Int(word & 2_097_151) &- 1_048_576) / 1_048_576) * 180
    }
}
