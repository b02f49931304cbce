import Synchronization

/// The busses of a mixer that are measured; none at first, since measuring costs time.
///
/// - Thread: any.
package final class MeterSwitches {
    /// Input busses that can be measured, from 0 on.
    package static let inputLimit = 64
    private let flags: UnsafeMutablePointer<Atomic<Bool>>
    /// The peaks of measured busses; the output's is behind the last input's.
    package let clips = ClipCells(count: MeterSwitches.inputLimit + 1)

    init() {
        flags = .allocate(capacity: Self.inputLimit + 1)
        for index in 0...Self.inputLimit { (flags + index).initialize(to: Atomic(false)) }
    }

    deinit {
        flags.deinitialize(count: Self.inputLimit + 1)
        flags.deallocate()
    }

    /// Indicates whether an input bus is measured; one beyond the limit never is.
    package subscript(input bus: Int) -> Bool {
        get { bus < Self.inputLimit && flags[bus].load(ordering: .relaxed) }
        set { if bus < Self.inputLimit { flags[bus].store(newValue, ordering: .relaxed) } }
    }

    /// Indicates whether the output is measured.
    package var isOutputMeasured: Bool {
        get { flags[Self.inputLimit].load(ordering: .relaxed) }
        set { flags[Self.inputLimit].store(newValue, ordering: .relaxed) }
    }

    /// The part that the render thread reads; valid as long as this.
    var port: MeterPort { MeterPort(flags: flags, clips: clips.peaks, inputLimit: Self.inputLimit) }
}

/// The switches as the render thread sees them.
struct MeterPort: BitwiseCopyable {
    let flags: UnsafeMutablePointer<Atomic<Bool>>
    let clips: UnsafeMutablePointer<Atomic<UInt32>>
    let inputLimit: Int
}

/// The level of one bus or channel.
///
/// The average is that of the power, over about 300 ms; the peak is held by falling 20 dB a second.
struct LevelMeter: BitwiseCopyable {
    var meanSquare: Float = 0
    var peak: Float = 0

    init() {}
}

/// The measurements of a piece of sound.
struct PieceLevel: BitwiseCopyable {
    var sumOfSquares: Float = 0
    var peak: Float = 0
    var sampleCount = 0

    @_noAllocation @_noLocks
    init() {}
}

extension ParameterSpec {
    /// Meters of busses or channels: power averages and held peaks before and after the volume, in decibels from -120
    /// on.
    ///
    /// - Parameter isLinear: Whether the same follows as factors.
    static func meters(
        _ scope: ParameterScope, elementCount: Int, isLinear: Bool = false
    ) -> [ParameterSpec] {
        let place = scope == .input ? "input" : "output"
        let kinds = [
            ("PreAveragePower", "Pre Average Power"), ("PrePeakHoldLevel", "Pre Peak Hold Level"),
            ("PostAveragePower", "Post Average Power"), ("PostPeakHoldLevel", "Post Peak Hold Level"),
        ]
        func spec(_ index: Int, linear: Bool) -> ParameterSpec {
            let id = UInt32((index + (linear ? 5 : 1)) * 1000)
            return ParameterSpec(
                id, place + kinds[index].0 + (linear ? "Linear" : ""), kinds[index].1 + (linear ? " Linear" : ""),
                linear ? .linearGain : .decibels, linear ? 0...1 : -120...20, linear ? 0 : -120, flags: .meter,
                scope: scope, elementCount: elementCount)
        }
        return kinds.indices.map { spec($0, linear: false) }
            + (isLinear ? kinds.indices.map { spec($0, linear: true) } : [])
    }
}
