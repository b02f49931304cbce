import SordinoSignal
import Synchronization

/// The latest turn of the tracked head, for every environment that follows it.
///
/// - Thread: any; the render thread reads the latest turn once a block.
package final class HeadTracking: Sendable {
    /// The only one of the process.
    package static let shared = HeadTracking()
    /// Lives as long as the process, so that render threads may look at any time.
    nonisolated(unsafe) let board: UnsafeMutablePointer<HeadBoard>

    private init() {
        board = .allocate(capacity: 1)
        board.initialize(to: HeadBoard())
    }

    /// The angles of the head in degrees: yaw and roll -180 to 180, pitch -90 to 90; NaN and infinity count as 0.
    package var angles: (yaw: Float, pitch: Float, roll: Float) {
        get { board.pointee.angles }
        set { board.pointee.set(yaw: newValue.yaw, pitch: newValue.pitch, roll: newValue.roll) }
    }
}
