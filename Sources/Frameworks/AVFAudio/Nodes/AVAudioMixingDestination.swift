import Foundation
import SordinoGraph
import Synchronization

/// The way from a source to one input of one mixer.
///
/// What is set here holds for this way alone; setting the same on the source holds for all ways again. It ends with the
/// connection: the next one takes the source's values.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    private let point: AVAudioConnectionPoint
    private let input: MixInput
    private let values: Mutex<MixingValues>

    init(point: AVAudioConnectionPoint, input: MixInput, values: MixingValues) {
        self.point = point
        self.input = input
        self.values = Mutex(values)
        super.init()
    }

    /// The mixer and its bus.
    open var connectionPoint: AVAudioConnectionPoint { point }

    /// This destination if it is the one asked for, else nil.
    @discardableResult
    open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        point.node === mixer && point.bus == bus ? self : nil
    }

    open var volume: Float {
        get { input.volume }
        set { input.volume = newValue }
    }

    open var pan: Float {
        get { input.pan }
        set { input.pan = newValue }
    }

    open var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { values.withLock { $0.renderingAlgorithm } }
        set { values.withLock { $0.renderingAlgorithm = newValue } }
    }

    open var sourceMode: AVAudio3DMixingSourceMode {
        get { values.withLock { $0.sourceMode } }
        set { values.withLock { $0.sourceMode = newValue } }
    }

    open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { values.withLock { $0.pointSourceInHeadMode } }
        set { values.withLock { $0.pointSourceInHeadMode = newValue } }
    }

    open var rate: Float {
        get { values.withLock { $0.rate } }
        set { values.withLock { $0.rate = newValue } }
    }

    open var reverbBlend: Float {
        get { values.withLock { $0.reverbBlend } }
        set { values.withLock { $0.reverbBlend = newValue } }
    }

    open var obstruction: Float {
        get { values.withLock { $0.obstruction } }
        set { values.withLock { $0.obstruction = newValue } }
    }

    open var occlusion: Float {
        get { values.withLock { $0.occlusion } }
        set { values.withLock { $0.occlusion = newValue } }
    }

    open var position: AVAudio3DPoint {
        get { values.withLock { $0.position } }
        set { values.withLock { $0.position = newValue } }
    }
}
