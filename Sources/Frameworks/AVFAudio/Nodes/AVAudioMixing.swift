import Foundation

/// The values that a stereo mixer applies to one of its inputs.
public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// -1 (left) to 1 (right); 0, the default, leaves both sides as they are.
    var pan: Float { get set }
}

/// The values that a three-dimensional environment applies to one of its inputs.
public protocol AVAudio3DMixing: NSObjectProtocol {
    /// The algorithm that places the input in space; `.equalPowerPanning` by default.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
    /// The treatment of the input channels; `.spatializeIfMono` by default.
    var sourceMode: AVAudio3DMixingSourceMode { get set }
    /// The rendering of a point source inside the head; `.mono` by default.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
    /// Playback rate, 0.5 to 2; 1 by default.
    var rate: Float { get set }
    /// 0 (dry) to 1 (wet); 0 by default.
    var reverbBlend: Float { get set }
    /// Attenuation of the direct path in dB, -100 to 0; 0 by default.
    var obstruction: Float { get set }
    /// Attenuation of the direct and reverberant paths in dB, -100 to 0; 0 by default.
    var occlusion: Float { get set }
    /// The position of the source, in metres; the origin by default.
    var position: AVAudio3DPoint { get set }
}

/// The values that mixers apply to their inputs, set on the source that is mixed.
///
/// The source keeps the values; they hold for every mixer that the source leads to, now or later, and mixers ignore
/// those that they do not have.
public protocol AVAudioMixing: AVAudio3DMixing, AVAudioStereoMixing {
    /// The way from this source to one input of one mixer, on which values can be set apart from the others.
    ///
    /// - Parameters:
    ///   - mixer: A mixer that the source leads to.
    ///   - bus: Its input bus.
    /// - Returns: Nil if the source does not lead there.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?

    /// 0 to 1, linear; 1 by default.
    var volume: Float { get set }
}

/// The way in which an environment makes a source spatial.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
    case equalPowerPanning = 0
    case sphericalHead = 1
    case HRTF = 2
    case soundField = 3
    case stereoPassThrough = 5
    case HRTFHQ = 6
    case auto = 7
}

/// The way in which an environment places a source's channels.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
    case spatializeIfMono = 0
    case bypass = 1
    case pointSource = 2
    case ambienceBed = 3
}

/// The way in which an environment renders a source inside the head.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
    case mono = 0
    case bypass = 1
}

/// A point in space, in meters; y is up, z points to the listener's back.
public struct AVAudio3DPoint: Equatable, Sendable {
    /// Metres to the right.
    public var x: Float
    /// Metres upwards, above the origin.
    public var y: Float
    /// Metres to the back.
    public var z: Float

    /// Makes the origin, (0, 0, 0).
    public init() { (x, y, z) = (0, 0, 0) }

    /// Makes a point of three coordinates in metres.
    public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A direction in space.
public typealias AVAudio3DVector = AVAudio3DPoint

/// Makes a point of three coordinates in metres.
@discardableResult
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// Makes a direction of three components.
@discardableResult
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
    AVAudio3DVector(x: x, y: y, z: z)
}

/// The direction in which a listener looks, as angles in degrees.
public struct AVAudio3DAngularOrientation: Equatable, Sendable {
    /// To the right, 0 to 180, or to the left, 0 to -180.
    public var yaw: Float
    /// Up, or down below 0.
    public var pitch: Float
    /// Tilted over the right ear, or over the left one below 0.
    public var roll: Float

    /// Makes the orientation straight ahead.
    public init() { (yaw, pitch, roll) = (0, 0, 0) }

    /// Turned by three angles.
    public init(yaw: Float, pitch: Float, roll: Float) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

/// The direction in which a listener looks, as two directions at right angles.
public struct AVAudio3DVectorOrientation: Equatable, Sendable {
    /// The way the nose points.
    public var forward: AVAudio3DVector
    /// The way the top of the head points.
    public var up: AVAudio3DVector

    /// Makes an orientation of two zero vectors.
    public init() { (forward, up) = (AVAudio3DVector(), AVAudio3DVector()) }

    /// Makes an orientation of two directions.
    public init(forward: AVAudio3DVector, up: AVAudio3DVector) { (self.forward, self.up) = (forward, up) }
}

/// Makes an orientation of angles in degrees.
@discardableResult
public func AVAudioMake3DAngularOrientation(
    _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation {
    AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}

/// Makes an orientation of two directions.
@discardableResult
public func AVAudioMake3DVectorOrientation(
    _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation {
    AVAudio3DVectorOrientation(forward: forward, up: up)
}
