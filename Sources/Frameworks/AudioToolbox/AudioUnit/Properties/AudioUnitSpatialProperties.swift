import CoreAudioTypes
import SordinoGraph

// The properties of the spatial mixer, and the types of their values.

/// The use of personal head-related responses, with `spatializationAlgorithm_UseOutputType` on headphones.
///
/// They are read from the SOFA file that `SORDINO_HEAD` names, else from `sordino/head.sofa` among the user's data.
public enum AUSpatialMixerPersonalizedHRTFMode: UInt32, Sendable {
    /// The responses are never used.
    case off = 0
    /// The responses are used if there are any.
    case on = 1
    /// The responses are used if there are any, as with `on`; the default.
    case auto = 2
}

/// The spatialisation algorithms of a spatial mixer's input.
public enum AUSpatializationAlgorithm: UInt32, Sendable {
    /// Pans between left and right at equal power.
    case spatializationAlgorithm_EqualPowerPanning = 0
    /// Filters for two ears by the model of a rigid sphere.
    case spatializationAlgorithm_SphericalHead = 1
    /// Filters for two ears by the head-related responses of the plain head.
    case spatializationAlgorithm_HRTF = 2
    /// Pans over the loudspeakers around the listener.
    case spatializationAlgorithm_SoundField = 3
    /// Pans between the loudspeakers nearest to the source.
    case spatializationAlgorithm_VectorBasedPanning = 4
    /// Passes the channels through, without a position.
    case spatializationAlgorithm_StereoPassThrough = 5
    /// Filters for two ears by the head-related responses of the fine head.
    case spatializationAlgorithm_HRTFHQ = 6
    /// Chooses the algorithm that suits `AUSpatialMixerOutputType`.
    case spatializationAlgorithm_UseOutputType = 7
}

/// The placements of the channels of a spatial mixer's input.
public enum AUSpatialMixerSourceMode: UInt32, Sendable {
    /// An input of one channel is a point source; others pass through.
    case spatialMixerSourceMode_SpatializeIfMono = 0
    /// The channels pass through, without a position.
    case spatialMixerSourceMode_Bypass = 1
    /// The channels are mixed to one point source.
    case spatialMixerSourceMode_PointSource = 2
    /// Each channel is a distant source around the listener.
    case spatialMixerSourceMode_AmbienceBed = 3
}

/// The ways to render a point source inside the head.
public enum AUSpatialMixerPointSourceInHeadMode: UInt32, Sendable {
    /// The source is mixed to one channel and plays equally on both sides.
    case spatialMixerPointSourceInHeadMode_Mono = 0
    /// The channels of the source pass through.
    case spatialMixerPointSourceInHeadMode_Bypass = 1
}

/// The kinds of output of a spatial mixer.
public enum AUSpatialMixerOutputType: UInt32, Sendable {
    /// The output is played on headphones.
    case spatialMixerOutputType_Headphones = 1
    /// The output is played on the device's own loudspeakers.
    case spatialMixerOutputType_BuiltInSpeakers = 2
    /// The output is played on external loudspeakers, the default.
    case spatialMixerOutputType_ExternalSpeakers = 3
}

/// The curves by which a spatial mixer attenuates an input with distance.
public enum AUSpatialMixerAttenuationCurve: UInt32, Sendable {
    /// The loss grows with the logarithm of the distance.
    case spatialMixerAttenuationCurve_Power = 0
    /// The loss in decibels grows with the distance.
    case spatialMixerAttenuationCurve_Exponential = 1
    /// The amplitude falls as one over the distance.
    case spatialMixerAttenuationCurve_Inverse = 2
    /// The amplitude falls in a straight line.
    case spatialMixerAttenuationCurve_Linear = 3
}

/// The attenuation curves of the earlier 3D mixer, with the values of `AUSpatialMixerAttenuationCurve`.
public enum AU3DMixerAttenuationCurve: UInt32, Sendable {
    /// The loss grows with the logarithm of the distance.
    case k3DMixerAttenuationCurve_Power = 0
    /// The loss in decibels grows with the distance.
    case k3DMixerAttenuationCurve_Exponential = 1
    /// The amplitude falls as one over the distance.
    case k3DMixerAttenuationCurve_Inverse = 2
    /// The amplitude falls in a straight line.
    case k3DMixerAttenuationCurve_Linear = 3
}

/// The room presets of a reverberation.
public enum AUReverbRoomType: UInt32, Sendable {
    /// The preset named Small Room.
    case reverbRoomType_SmallRoom = 0
    /// The preset named Medium Room.
    case reverbRoomType_MediumRoom = 1
    /// The preset named Large Room.
    case reverbRoomType_LargeRoom = 2
    /// The preset named Medium Hall.
    case reverbRoomType_MediumHall = 3
    /// The preset named Large Hall.
    case reverbRoomType_LargeHall = 4
    /// The preset named Plate.
    case reverbRoomType_Plate = 5
    /// The preset named Medium Chamber.
    case reverbRoomType_MediumChamber = 6
    /// The preset named Large Chamber.
    case reverbRoomType_LargeChamber = 7
    /// The preset named Cathedral.
    case reverbRoomType_Cathedral = 8
    /// The preset named Large Room 2.
    case reverbRoomType_LargeRoom2 = 9
    /// The preset named Medium Hall 2.
    case reverbRoomType_MediumHall2 = 10
    /// The preset named Medium Hall 3.
    case reverbRoomType_MediumHall3 = 11
    /// The preset named Large Hall 2.
    case reverbRoomType_LargeHall2 = 12
}

/// The optional parts of a spatial mixer's rendering of an input.
public struct AUSpatialMixerRenderingFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32
    /// Makes a set of flags from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Renders the time delay between the ears, with the algorithms that model ears.
    public static var spatialMixerRenderingFlags_InterAuralDelay: AUSpatialMixerRenderingFlags {
        AUSpatialMixerRenderingFlags(rawValue: 1)
    }
    /// Attenuates sources by their distance.
    public static var spatialMixerRenderingFlags_DistanceAttenuation: AUSpatialMixerRenderingFlags {
        AUSpatialMixerRenderingFlags(rawValue: 4)
    }
}

/// The rendering flags of the earlier 3D mixer, which the spatial mixer accepts.
public struct AU3DMixerRenderingFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32
    /// Makes a set of flags from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Renders the time delay between the ears.
    public static var k3DMixerRenderingFlags_InterAuralDelay: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 1)
    }
    /// Renders the change of pitch of a moving source, for inputs of one channel; set before the unit is initialised.
    ///
    /// The sound is delayed by its travel time, for distances up to 343 metres.
    public static var k3DMixerRenderingFlags_DopplerShift: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 2)
    }
    /// Filters out the treble that air absorbs over the distance.
    public static var k3DMixerRenderingFlags_DistanceFilter: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 8)
    }
    /// Attenuates linearly by distance instead of by the curve that is set.
    public static var k3DMixerRenderingFlags_LinearDistanceAttenuation: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 32)
    }
    /// Keeps the reverberation blend constant over the distance, as it always is here.
    public static var k3DMixerRenderingFlags_ConstantReverbBlend: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 64)
    }
    /// Attenuates sources by their distance.
    public static var k3DMixerRenderingFlags_DistanceAttenuation: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 4)
    }
}

extension UnitPropertyPlace {
    fileprivate var spatial: SpatialMixer {
        get throws(UnitPropertyError) {
            guard let mixer = (unit.backing as? ProcessorBacking)?.unit as? SpatialMixer else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            return mixer
        }
    }

    /// The settings of the input bus that the property's element names.
    fileprivate var spatialBus: (choices: SpatialChoices, bus: Int) {
        get throws(UnitPropertyError) {
            let mixer = try spatial
            guard scope == kAudioUnitScope_Input else { throw UnitPropertyError(kAudioUnitErr_InvalidScope) }
            guard (0..<SpatialMixer.busLimit).contains(element) else {
                throw UnitPropertyError(kAudioUnitErr_InvalidElement)
            }
            return (mixer.choices, element)
        }
    }
}

extension UnitProperty {
    static var spatial: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_ReverbRoomType: whole(0...12, { $0.roomType }, { $0.roomType = $1 }),
            kAudioUnitProperty_UsesInternalReverb: whole(
                0...1, { $0.usesReverb ? 1 : 0 }, { $0.usesReverb = $1 != 0 }),
            kAudioUnitProperty_SpatialMixerOutputType: whole(1...3, { $0.outputType }, { $0.outputType = $1 }),
            kAudioUnitProperty_SpatialMixerEnableHeadTracking: whole(
                0...1, { $0.isHeadTracked ? 1 : 0 }, { $0.isHeadTracked = $1 != 0 }),
            kAudioUnitProperty_SpatialMixerPersonalizedHRTFMode: whole(
                0...2, { $0.ownHeadMode }, { $0.ownHeadMode = $1 }),
            kAudioUnitProperty_SpatialMixerAnyInputIsUsingPersonalizedHRTF: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in try place.spatial.choices.usesOwnHead ? 1 : 0 }),
            kAudioUnitProperty_SpatializationAlgorithm: choice(0...7, \.algorithm),
            kAudioUnitProperty_SpatialMixerRenderingFlags: choice(0...UInt32.max, \.flags),
            kAudioUnitProperty_SpatialMixerSourceMode: choice(0...3, \.sourceMode),
            kAudioUnitProperty_SpatialMixerPointSourceInHeadMode: choice(0...1, \.inHeadMode),
            kAudioUnitProperty_SpatialMixerAttenuationCurve: choice(0...3, \.distance.curve),
            kAudioUnitProperty_SpatialMixerDistanceParams: value(
                MixerDistanceParams.self,
                read: { place throws(UnitPropertyError) in
                    let (choices, bus) = try place.spatialBus
                    let distance = choices[bus].distance
                    return MixerDistanceParams(
                        mReferenceDistance: distance.reference, mMaxDistance: distance.maximum,
                        mMaxAttenuation: distance.attenuation)
                },
                write: { place, value throws(UnitPropertyError) in
                    let (choices, bus) = try place.spatialBus
                    guard value.mReferenceDistance.isFinite, value.mMaxDistance.isFinite,
                        value.mMaxAttenuation.isFinite, value.mReferenceDistance >= 0, value.mMaxDistance >= 0,
                        value.mMaxAttenuation >= 0
                    else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                    choices[bus].distance.reference = value.mReferenceDistance
                    choices[bus].distance.maximum = value.mMaxDistance
                    choices[bus].distance.attenuation = value.mMaxAttenuation
                }),
        ]
    }

    /// Makes a property of the whole unit: a number in a range.
    private static func whole(
        _ range: ClosedRange<Int>, _ read: @escaping (SpatialChoices) -> Int,
        _ write: @escaping (SpatialChoices, Int) -> Void
    ) -> UnitProperty {
        value(
            UInt32.self,
            read: { place throws(UnitPropertyError) in UInt32(read(try place.spatial.choices)) },
            write: { place, value throws(UnitPropertyError) in
                let mixer = try place.spatial
                guard range.contains(Int(value)) else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                write(mixer.choices, Int(value))
            })
    }

    /// Makes a property of one input bus: a number in a range.
    private static func choice(
        _ range: ClosedRange<UInt32>, _ path: WritableKeyPath<SpatialChoices.Bus, UInt32>
    ) -> UnitProperty {
        value(
            UInt32.self,
            read: { place throws(UnitPropertyError) in
                let (choices, bus) = try place.spatialBus
                return choices[bus][keyPath: path]
            },
            write: { place, value throws(UnitPropertyError) in
                let (choices, bus) = try place.spatialBus
                guard range.contains(value) else { throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue) }
                choices[bus][keyPath: path] = value
            })
    }
}
