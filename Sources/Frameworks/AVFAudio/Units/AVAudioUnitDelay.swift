import AudioToolbox
import Foundation
import SordinoGraph

/// Repeats its input after a time, each time softer and duller.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    /// Makes a delay of 1 s with 50 % feedback that gives the repeats alone.
    public init() {
        super.init(processor: .required(DelayUnit.identity))
        wetDryMix = 100
    }

    /// Seconds to the first repeat, 0 to 2; 1 at first.
    open var delayTime: TimeInterval {
        get { TimeInterval(parameter(UInt64(kDelayParam_DelayTime))) }
        set { setParameter(UInt64(kDelayParam_DelayTime), to: Float(newValue)) }
    }

    /// Percent of the output that comes in again, -100 to 100; 50 at first.
    open var feedback: Float {
        get { parameter(UInt64(kDelayParam_Feedback)) }
        set { setParameter(UInt64(kDelayParam_Feedback), to: newValue) }
    }

    /// Hertz above which repeats lose more each time, 10 to half the sample rate; 15,000 at first.
    open var lowPassCutoff: Float {
        get { parameter(UInt64(kDelayParam_LopassCutoff)) }
        set { setParameter(UInt64(kDelayParam_LopassCutoff), to: newValue) }
    }

    /// Percent of repeats in the output, 0 to 100; 100 at first.
    open var wetDryMix: Float {
        get { parameter(UInt64(kDelayParam_WetDryMix)) }
        set { setParameter(UInt64(kDelayParam_WetDryMix), to: newValue) }
    }
}

extension UnitProcessor {
    /// A unit that is always there.
    static func required(_ identity: UnitIdentity) -> UnitProcessor {
        guard let unit = BuiltInUnits.make(identity) else {
            preconditionFailure("Sordino has no unit \(identity)")
        }
        return unit
    }
}
