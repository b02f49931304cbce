import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal
import Synchronization

/// Places its inputs around a listener, and mixes the sound at the listener's ears.
///
/// A source whose **connection** is mono is a point in space: it is panned, or filtered as a head does, and becomes
/// quieter with its distance. Other connections pass unless their `sourceMode` says otherwise. Sources are placed by
/// their own `AVAudio3DMixing` values. Connect the output with a layout of more than two channels to hear `.auto` and
/// `.soundField` sources from the loudspeakers around; other algorithms use the left and right channel. Apple's node
/// takes six of these layouts: `AudioUnit_4`, `_5_0`, `_6_0`, `_7_0`, `_7_0_Front` and `_8`.
/// - Thread: any; changes glide while sound is rendered.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    let environment = Environment()
    private let type = Mutex(AVAudioEnvironmentOutputType.auto)
    private nonisolated(unsafe) var routeObserver: (any NSObjectProtocol)?

    /// The attenuation of sources with distance; one set of parameters for all sources.
    public let distanceAttenuationParameters: AVAudioEnvironmentDistanceAttenuationParameters
    /// The reverberation that all sources share.
    public let reverbParameters: AVAudioEnvironmentReverbParameters

    /// Makes an environment with the listener at the origin, facing -z.
    public override init() {
        distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters(of: environment)
        reverbParameters = AVAudioEnvironmentReverbParameters(of: environment)
        super.init(processor: environment, role: .mixer, mixing: MixingSource())
        routeObserver = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { [weak self] _ in self?.followRoute() }
    }

    deinit {
        if let routeObserver { NotificationCenter.default.removeObserver(routeObserver) }
    }

    // MARK: The listener

    /// The listener's position, in metres; the origin by default.
    open var listenerPosition: AVAudio3DPoint {
        get {
            let place = environment.values.listener.position
            return AVAudio3DPoint(x: place.x, y: place.y, z: place.z)
        }
        set {
            environment.change { values in
                values.listener.position = SpacePoint(newValue.x, newValue.y, newValue.z).finite
            }
        }
    }

    /// The listener's orientation as direction vectors; changes the angles too.
    ///
    /// `up` is made orthogonal to `forward`; a vector without a direction counts as the default one.
    open var listenerVectorOrientation: AVAudio3DVectorOrientation {
        get {
            let (forward, up) = (environment.values.listener.forward, environment.values.listener.up)
            return AVAudio3DVectorOrientation(
                forward: AVAudio3DVector(x: forward.x, y: forward.y, z: forward.z),
                up: AVAudio3DVector(x: up.x, y: up.y, z: up.z))
        }
        set {
            environment.change { values in
                values.listener = ListenerPose(
                    position: values.listener.position,
                    forward: SpacePoint(newValue.forward.x, newValue.forward.y, newValue.forward.z),
                    up: SpacePoint(newValue.up.x, newValue.up.y, newValue.up.z))
            }
        }
    }

    /// The listener's orientation as angles; changes the direction vectors too.
    open var listenerAngularOrientation: AVAudio3DAngularOrientation {
        get {
            let angles = environment.values.listener.angles
            return AVAudio3DAngularOrientation(yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll)
        }
        set {
            environment.change { values in
                values.listener = ListenerPose(
                    position: values.listener.position, yaw: newValue.yaw, pitch: newValue.pitch, roll: newValue.roll)
            }
        }
    }

    /// Indicates whether the listener turns with the head of the person; false by default.
    ///
    /// The turns come from `SordinoHeadTracker`: a program sets them, or receives them from another one.
    open var isListenerHeadTrackingEnabled: Bool {
        get { environment.values.isHeadTracked }
        set { environment.change { $0.isHeadTracked = newValue } }
    }

    // MARK: The output

    /// The factor of the whole sum, 0 to 1; 1 by default.
    open var outputVolume: Float {
        get { environment.values.outputVolume }
        set { environment.change { $0.outputVolume = newValue.held(in: 0...1) } }
    }

    /// The kind of output, for sources whose algorithm is `.auto`; `.auto` by default, which follows the route.
    ///
    /// While rendering by hand `.auto` counts as external speakers.
    open var outputType: AVAudioEnvironmentOutputType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            followRoute()
        }
    }

    /// The algorithms that suit the format of the output connection, by number.
    open var applicableRenderingAlgorithms: [NSNumber] {
        let stereo: [AVAudio3DMixingRenderingAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .HRTF, .soundField, .stereoPassThrough, .HRTFHQ, .auto,
        ]
        let surround: [AVAudio3DMixingRenderingAlgorithm] = [.soundField, .stereoPassThrough, .auto]
        return (outputFormat(forBus: 0).channelCount > 2 ? surround : stereo).map { NSNumber(value: $0.rawValue) }
    }

    /// Sets the rendering of `.auto` sources by the end of the route; called when it changes and when the engine
    /// starts.
    func followRoute() {
        let isHeadphones =
            switch outputType {
            case .headphones: true
            case .builtInSpeakers, .externalSpeakers: false
            case .auto: endsInHeadphones
            }
        if environment.values.isHeardOnHeadphones != isHeadphones {
            environment.change { $0.isHeardOnHeadphones = isHeadphones }
        }
    }

    /// Indicates whether a live engine plays into headphones, a headset or another device on a jack.
    private var endsInHeadphones: Bool {
        guard let engine, !engine.isInManualRenderingMode, engine.isRunning else { return false }
        return AVAudioSession.sharedInstance().currentRoute.outputs.contains { output in
            (output.portType.known?.isPersonal ?? false) || output.portType == .lineOut || output.portType == .usbAudio
        }
    }

    // MARK: Buses

    /// The lowest free input bus.
    open var nextAvailableInputBus: AVAudioNodeBus { freeInputBus }

    /// Input buses up to the highest connected one; 1 while nothing is connected.
    open override var numberOfInputs: Int { grownInputCount }

    override var unitCodes: (type: StaticString, subtype: StaticString) { ("aumx", "3dem") }
}

/// The kinds of output of an environment.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
    case auto = 0
    case headphones = 1
    case builtInSpeakers = 2
    case externalSpeakers = 3
}
