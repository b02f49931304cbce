import SordinoEngine
import SordinoGraph

// The values that every source of mixers keeps. A node without such values (no `AVAudioMixing`) cannot be reached here.
extension AVAudioMixing where Self: AVAudioNode {
    private var levels: MixLevels {
        guard let mixing else { preconditionFailure("\(Self.self) has no values for mixers") }
        return mixing.levels
    }

    /// 0 to 1, linear; 1 by default.
    ///
    /// While sound is rendered a change glides over 10 ms.
    public var volume: Float {
        get { levels.volume }
        set { levels.volume = newValue }
    }

    /// -1 (left) to 1 (right); 0 by default.
    ///
    /// While sound is rendered a change glides over 10 ms.
    public var pan: Float {
        get { levels.pan }
        set { levels.pan = newValue }
    }

    /// The way in which an environment makes the source spatial; `.equalPowerPanning` by default.
    ///
    /// Plain mixers ignore it.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { levels.space.renderingAlgorithm }
        set { levels.changeSpace { $0.renderingAlgorithm = newValue } }
    }

    /// The way in which an environment places the source's channels; `.spatializeIfMono` by default.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { levels.space.mode }
        set { levels.changeSpace { $0.mode = newValue } }
    }

    /// The way in which an environment renders a point source inside the head; `.mono` by default.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { levels.space.pointSourceInHeadMode }
        set { levels.changeSpace { $0.pointSourceInHeadMode = newValue } }
    }

    /// 0 (dry) to 1 (wet), at equal power; 0 by default.
    public var reverbBlend: Float {
        get { levels.space.reverbBlend }
        set { levels.changeSpace { $0.reverbBlend = newValue.held(in: 0...1) } }
    }

    /// Attenuation of the direct path at 5 kHz in dB, -100 to 0; 0 by default.
    public var obstruction: Float {
        get { levels.space.obstruction }
        set { levels.changeSpace { $0.obstruction = newValue.held(in: -100...0) } }
    }

    /// Attenuation of the direct and reverberant paths at 5 kHz in dB, -100 to 0; 0 by default.
    public var occlusion: Float {
        get { levels.space.occlusion }
        set { levels.changeSpace { $0.occlusion = newValue.held(in: -100...0) } }
    }

    /// The position of the source, in metres; the origin by default.
    ///
    /// While sound is rendered a move glides over 10 ms.
    public var position: AVAudio3DPoint {
        get { levels.space.point }
        set { levels.changeSpace { $0.point = newValue } }
    }

    /// Playback rate in an environment, 0.5 (an octave lower) to 2 (an octave higher); 1 by default.
    ///
    /// Pitch and speed change together. It has no effect where the source, or a node behind it, leads to more than one
    /// place: it would have to be at two times at once.
    public var rate: Float {
        get { levels.rate }
        set {
            levels.rate = newValue.held(in: 0.5...2)
            if let (core, id) = attachment { core.vary(from: id) }
        }
    }

    /// The connection from this source to one input of one mixer, through nodes that do not mix; nil if there is none.
    @discardableResult
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        guard let (core, id) = attachment, let (mixerCore, mixerID) = mixer.attachment, core === mixerCore,
            let input = core.mixInput(from: id, to: BusID(mixerID, bus))
        else { return nil }
        return AVAudioMixingDestination(
            point: AVAudioConnectionPoint(node: mixer, bus: bus), input: input, levels: levels
        ) { [weak core] in core?.vary(from: id) }
    }
}
