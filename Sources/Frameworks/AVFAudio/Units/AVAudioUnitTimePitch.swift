import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoGraph

/// Changes the speed and the pitch of its input independently of each other.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// Makes one that changes neither.
    public init() { super.init(processor: .required(TimePitchUnit.identity)) }

    /// Makes a node for a unit of the type 'aufc' that has the same parameters.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// The speed, 1/32 to 32; initially 1.
    open var rate: Float {
        get { parameter(UInt64(kNewTimePitchParam_Rate)) }
        set { setParameter(UInt64(kNewTimePitchParam_Rate), to: newValue) }
    }

    /// The change of pitch in cents, -2400 to 2400; initially 0.
    open var pitch: Float {
        get { parameter(UInt64(kNewTimePitchParam_Pitch)) }
        set { setParameter(UInt64(kNewTimePitchParam_Pitch), to: newValue) }
    }

    /// The overlap of the segments that the output is made of, 3 to 32; initially 8.
    open var overlap: Float {
        get { parameter(UInt64(kNewTimePitchParam_Smoothness)) }
        set { setParameter(UInt64(kNewTimePitchParam_Smoothness), to: newValue) }
    }
}

/// Changes the speed and the pitch of its input together, as a tape does.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// Makes one that changes nothing.
    public init() { super.init(processor: .required(VarispeedUnit.identity)) }

    /// Makes a node for a unit of the type 'aufc' that has the same parameters.
    ///
    /// A program that names a unit that does not exist is stopped; `instantiate` reports it.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// The speed, 0.25 to 4; initially 1.
    open var rate: Float {
        get { parameter(UInt64(kVarispeedParam_PlaybackRate)) }
        set { setParameter(UInt64(kVarispeedParam_PlaybackRate), to: newValue) }
    }
}
