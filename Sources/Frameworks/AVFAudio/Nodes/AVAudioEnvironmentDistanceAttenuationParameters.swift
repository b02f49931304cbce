import Foundation
import SordinoGraph

/// The curve by which the sources of an environment become quieter with their distance.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    private let environment: Environment

    init(of environment: Environment) { self.environment = environment }

    /// The formula; `.inverse` by default.
    open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
        get { AVAudioEnvironmentDistanceAttenuationModel(rawValue: Int(environment.values.curve.model)) ?? .inverse }
        set { environment.change { $0.curve.model = Int32(newValue.rawValue) } }
    }

    /// Metres up to which nothing is attenuated; 1 by default.
    open var referenceDistance: Float {
        get { environment.values.curve.reference }
        set { environment.change { $0.curve.reference = newValue.held(in: 0...1e6) } }
    }

    /// Metres beyond which nothing is attenuated further; 100,000 by default.
    open var maximumDistance: Float {
        get { environment.values.curve.maximum }
        set { environment.change { $0.curve.maximum = newValue.held(in: 0...1e6) } }
    }

    /// The steepness of the curve; 1 by default.
    open var rolloffFactor: Float {
        get { environment.values.curve.rolloff }
        set { environment.change { $0.curve.rolloff = newValue.held(in: 0...1e6) } }
    }
}

/// The formula by which sources become quieter.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
    /// (distance / reference) to the power of -rolloff.
    case exponential = 1
    /// reference / (reference + rolloff (distance - reference)).
    case inverse = 2
    /// 1 - rolloff (distance - reference) / (maximum - reference).
    case linear = 3
}
