import SordinoEngine
import SordinoGraph
import SordinoSignal

/// The values of one source for the mixers and environments that it leads to.
final class MixingSource: Sendable {
    /// Volume, pan and place.
    let levels = MixLevels()
}

extension SpaceValues {
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { AVAudio3DMixingRenderingAlgorithm(rawValue: Int(algorithm)) ?? .equalPowerPanning }
        set { algorithm = Int32(newValue.rawValue) }
    }

    var mode: AVAudio3DMixingSourceMode {
        get { AVAudio3DMixingSourceMode(rawValue: Int(sourceMode)) ?? .spatializeIfMono }
        set { sourceMode = Int32(newValue.rawValue) }
    }

    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { AVAudio3DMixingPointSourceInHeadMode(rawValue: Int(inHeadMode)) ?? .mono }
        set { inHeadMode = Int32(newValue.rawValue) }
    }

    var point: AVAudio3DPoint {
        get { AVAudio3DPoint(x: position.x, y: position.y, z: position.z) }
        set { position = SpacePoint(newValue.x, newValue.y, newValue.z) }
    }
}

extension Float {
    /// Returns the value clamped to a range; NaN becomes the lower bound.
    func held(in range: ClosedRange<Float>) -> Float {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
