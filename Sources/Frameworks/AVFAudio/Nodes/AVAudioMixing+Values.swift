import SordinoGraph
import Synchronization

/// What a source keeps for the mixers that it leads to.
struct MixingValues: Sendable {
    var volume: Float = 1
    var pan: Float = 0
    var renderingAlgorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
    var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
    var pointSourceInHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
    var rate: Float = 1
    var reverbBlend: Float = 0
    var obstruction: Float = 0
    var occlusion: Float = 0
    var position = AVAudio3DPoint()

    /// Hands to an input of a mixer what it has.
    func apply(to input: MixInput) {
        input.volume = volume
        input.pan = pan
    }
}

/// The values of one source, and where they apply.
final class MixingSource: @unchecked Sendable {
    private let values = Mutex(MixingValues())
    /// The mixer inputs that the source leads to now, by place.
    private let inputs = Mutex<[MixInput]>([])

    subscript<Value: Sendable>(path: WritableKeyPath<MixingValues, Value> & Sendable) -> Value {
        get { values.withLock { $0[keyPath: path] } }
        set {
            let now = values.withLock { values in
                values[keyPath: path] = newValue
                return values
            }
            for input in inputs.withLock({ $0 }) { now.apply(to: input) }
        }
    }

    /// The source leads to these inputs from now on; those that are new to it take over its values.
    func lead(to connected: [MixInput]) {
        let now = values.withLock { $0 }
        let new = inputs.withLock { inputs in
            let new = connected.filter { input in !inputs.contains { $0 === input } }
            inputs = connected
            return new
        }
        for input in new { now.apply(to: input) }
    }

    /// A copy of the values, for a destination that goes its own way.
    var current: MixingValues { values.withLock { $0 } }
}
