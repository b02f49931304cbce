import SordinoEngine
import Synchronization

/// What a source keeps for the environments that it leads to.
struct MixingValues: Sendable {
    var renderingAlgorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
    var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
    var pointSourceInHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
    var rate: Float = 1
    var reverbBlend: Float = 0
    var obstruction: Float = 0
    var occlusion: Float = 0
    var position = AVAudio3DPoint()
}

/// The values of one source for the mixers and environments that it leads to.
final class MixingSource: Sendable {
    /// Those that mixers have.
    let levels = MixLevels()
    /// Those that environments have.
    private let values = Mutex(MixingValues())

    subscript<Value: Sendable>(path: WritableKeyPath<MixingValues, Value> & Sendable) -> Value {
        get { values.withLock { $0[keyPath: path] } }
        set { values.withLock { $0[keyPath: path] = newValue } }
    }

    /// A copy of the values, for a destination that goes its own way.
    var current: MixingValues { values.withLock { $0 } }
}
