import SordinoRealtime
import Synchronization

/// A factor that moves along ramps: a program's gain, a link's fade, the device's volume.
///
/// The control side allocates it and reads `landed`; all else belongs to the render thread.
package struct GainCell: ~Copyable {
    // Not first: ThreadSanitizer reports a change of any member at the cell's first byte, which no other thread reads.
    /// One factor for each frame of this block; to be read when not `isSteady`.
    let factors: UnsafeMutablePointer<Float>
    let curve: RampCurve
    /// The serial of the last request whose target has been reached.
    let landed = Atomic<UInt64>(0)
    /// The factor of the last frame that was rendered.
    var current: Float
    var from: Double
    var target: Float
    var framesTotal = 0
    var framesDone = 0
    /// The serial of the request that the ramp follows.
    var serial: UInt64 = 0
    /// The rate in hertz in which the ramp's frames were counted.
    var sampleRate: Double = 0
    /// Indicates whether the factor is `current` over this whole block.
    var isSteady = true
    /// Indicates whether something went through in the block before: then a change at once needs its short fade.
    var isSounding = false

    init(factors: UnsafeMutablePointer<Float>, curve: RampCurve, initial: Float) {
        self.factors = factors
        self.curve = curve
        current = initial
        from = Double(initial)
        target = initial
    }
}

/// The control side of a factor: the requested target, and the memory of the cell.
package final class GainControl: @unchecked Sendable {
    let cell: UnsafeMutablePointer<GainCell>
    private let factors: UnsafeMutablePointer<Float>
    private let frameCapacity: Int
    private(set) var target: Float
    private(set) var rampSeconds: Double = 0
    private(set) var serial: UInt64 = 0
    private var startsFromSilence = false

    /// Makes a factor that stands at `initial`.
    init(initial: Float, curve: RampCurve, frameCapacity: Int) {
        target = initial
        self.frameCapacity = frameCapacity
        factors = LazyMemory.floats(frameCapacity, frameCapacity: frameCapacity)
        cell = .allocate(capacity: 1)
        cell.initialize(to: GainCell(factors: factors, curve: curve, initial: initial))
    }

    deinit {
        cell.deinitialize(count: 1)
        cell.deallocate()
        LazyMemory.free(factors, frameCapacity)
    }

    /// Requests another factor.
    ///
    /// A request for the present target starts its ramp again.
    ///
    /// - Parameters:
    ///   - target: Linear; not finite or below 0 counts as 0.
    ///   - rampSeconds: From the next block on; 0 and less is at once.
    func wish(_ target: Float, rampSeconds: Double) {
        self.target = target.isFinite ? max(target, 0) : 0
        self.rampSeconds = rampSeconds.isFinite ? max(rampSeconds, 0) : 0
        startsFromSilence = startsFromSilence && !hasLanded
        serial += 1
    }

    /// Lets the next sound rise from silence to the target: the sound before was cut off, and continues where it was.
    func fadeIn() {
        startsFromSilence = true
        serial += 1
    }

    /// Indicates whether the target has been reached.
    var hasLanded: Bool { cell.pointee.landed.load(ordering: .acquiring) == serial }

    /// The part that a plan carries to the render thread.
    var planned: PlannedGain {
        PlannedGain(
            cell: cell, target: target, rampSeconds: rampSeconds, startsFromSilence: startsFromSilence, serial: serial)
    }
}

/// A request for one factor, as the plan carries it to the render thread.
struct PlannedGain {
    let cell: UnsafeMutablePointer<GainCell>
    let target: Float
    let rampSeconds: Double
    let startsFromSilence: Bool
    let serial: UInt64
}
