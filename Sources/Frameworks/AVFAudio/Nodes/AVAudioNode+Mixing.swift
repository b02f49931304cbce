import SordinoEngine
import SordinoGraph

// The values that every source of mixers keeps. A node without such values (no `AVAudioMixing`) cannot be reached here.
extension AVAudioMixing where Self: AVAudioNode {
    private var values: MixingSource {
        guard let mixing else { preconditionFailure("\(Self.self) has no values for mixers") }
        return mixing
    }

    /// 0 to 1, linear; 1 by default.
    ///
    /// While sound is rendered a change glides over 10 ms.
    public var volume: Float {
        get { values.levels.volume }
        set { values.levels.volume = newValue }
    }

    /// -1 (left) to 1 (right); 0 by default.
    ///
    /// While sound is rendered a change glides over 10 ms.
    public var pan: Float {
        get { values.levels.pan }
        set { values.levels.pan = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { values[\.renderingAlgorithm] }
        set { values[\.renderingAlgorithm] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { values[\.sourceMode] }
        set { values[\.sourceMode] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { values[\.pointSourceInHeadMode] }
        set { values[\.pointSourceInHeadMode] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var rate: Float {
        get { values[\.rate] }
        set { values[\.rate] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var reverbBlend: Float {
        get { values[\.reverbBlend] }
        set { values[\.reverbBlend] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var obstruction: Float {
        get { values[\.obstruction] }
        set { values[\.obstruction] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var occlusion: Float {
        get { values[\.occlusion] }
        set { values[\.occlusion] = newValue }
    }

    /// Kept for environments; plain mixers ignore it.
    public var position: AVAudio3DPoint {
        get { values[\.position] }
        set { values[\.position] = newValue }
    }

    /// The way from this source to one input of one mixer, through nodes that do not mix; nil if there is none.
    @discardableResult
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        guard let (core, id) = attachment, let (mixerCore, mixerID) = mixer.attachment, core === mixerCore,
            let input = core.mixInput(from: id, to: BusID(mixerID, bus))
        else { return nil }
        return AVAudioMixingDestination(
            point: AVAudioConnectionPoint(node: mixer, bus: bus), input: input, values: values.current)
    }
}
