import Foundation
import SordinoEngine
import SordinoGraph
import Synchronization

/// The connection of a source with one input of one mixer.
///
/// Values set here hold for this connection alone; setting the same on the source holds for all its connections again.
/// It ends with the connection: the next one takes the source's values.
open class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    private let point: AVAudioConnectionPoint
    private let input: MixInput
    private let kept: Mutex<Kept>
    private let vary: @Sendable () -> Void

    private struct Kept {
        var space: SpaceValues
        var rate: Float
    }

    init(
        point: AVAudioConnectionPoint, input: MixInput, levels: MixLevels, vary: @escaping @Sendable () -> Void
    ) {
        self.vary = vary
        self.point = point
        self.input = input
        kept = Mutex(Kept(space: levels.space, rate: levels.rate))
        super.init()
    }

    /// The mixer and its bus.
    open var connectionPoint: AVAudioConnectionPoint { point }

    /// Returns this destination if it belongs to that input of the mixer, else nil.
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
        get { space.renderingAlgorithm }
        set { change { $0.renderingAlgorithm = newValue } }
    }

    open var sourceMode: AVAudio3DMixingSourceMode {
        get { space.mode }
        set { change { $0.mode = newValue } }
    }

    open var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { space.pointSourceInHeadMode }
        set { change { $0.pointSourceInHeadMode = newValue } }
    }

    open var reverbBlend: Float {
        get { space.reverbBlend }
        set { change { $0.reverbBlend = newValue.held(in: 0...1) } }
    }

    open var obstruction: Float {
        get { space.obstruction }
        set { change { $0.obstruction = newValue.held(in: -100...0) } }
    }

    open var occlusion: Float {
        get { space.occlusion }
        set { change { $0.occlusion = newValue.held(in: -100...0) } }
    }

    open var position: AVAudio3DPoint {
        get { space.point }
        set { change { $0.point = newValue } }
    }

    open var rate: Float {
        get { input.space?.rate ?? kept.withLock { $0.rate } }
        set {
            let held = newValue.held(in: 0.5...2)
            kept.withLock { $0.rate = held }
            input.space?.rate = held
            vary()
        }
    }

    /// The values of an environment's input; at plain mixers, which ignore them, those that are kept.
    private var space: SpaceValues { input.space?.values ?? kept.withLock { $0.space } }

    private func change(_ edit: (inout SpaceValues) -> Void) {
        kept.withLock { kept in
            var values = input.space?.values ?? kept.space
            edit(&values)
            kept.space = values
            input.space?.values = values
        }
    }
}
