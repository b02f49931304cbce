import CoreAudioTypes
import SordinoGraph

// The spatial mixer's properties, with the values that they take.

/// Indicates whether a spatial mixer uses the listener's own responses, with `spatializationAlgorithm_UseOutputType` on
/// headphones.
///
/// They are a SOFA file: `SORDINO_HEAD` names it, else it is `sordino/head.sofa` among the user's data.
public enum AUSpatialMixerPersonalizedHRTFMode: UInt32, Sendable {
    /// The responses are never used.
    case off = 0
    /// The responses are used if there are any.
    case on = 1
    /// As the user wishes: where there are any.
    case auto = 2
}

/// The spatialisation algorithms of a spatial mixer's input.
public enum AUSpatializationAlgorithm: UInt32, Sendable {
    /// Between left and right at equal power.
    case spatializationAlgorithm_EqualPowerPanning = 0
    /// Through a rigid sphere.
    case spatializationAlgorithm_SphericalHead = 1
    /// Through a head.
    case spatializationAlgorithm_HRTF = 2
    /// From all loudspeakers around.
    case spatializationAlgorithm_SoundField = 3
    /// Between the nearest loudspeakers.
    case spatializationAlgorithm_VectorBasedPanning = 4
    /// Channels to channels.
    case spatializationAlgorithm_StereoPassThrough = 5
    /// Through a head.
    case spatializationAlgorithm_HRTFHQ = 6
    /// The best for what the sound is heard on.
    case spatializationAlgorithm_UseOutputType = 7
}

/// The placements of the channels of a spatial mixer's input.
public enum AUSpatialMixerSourceMode: UInt32, Sendable {
    /// One channel is a point; others pass.
    case spatialMixerSourceMode_SpatializeIfMono = 0
    /// Channels to channels.
    case spatialMixerSourceMode_Bypass = 1
    /// The mean of the channels is a point.
    case spatialMixerSourceMode_PointSource = 2
    /// Each channel is a distant source around the listener.
    case spatialMixerSourceMode_AmbienceBed = 3
}

/// The ways to render a point source inside the head.
public enum AUSpatialMixerPointSourceInHeadMode: UInt32, Sendable {
    /// On both sides alike.
    case spatialMixerPointSourceInHeadMode_Mono = 0
    /// Channels to channels.
    case spatialMixerPointSourceInHeadMode_Bypass = 1
}

/// The kinds of output of a spatial mixer.
public enum AUSpatialMixerOutputType: UInt32, Sendable {
    /// Headphones.
    case spatialMixerOutputType_Headphones = 1
    /// The device's own loudspeakers.
    case spatialMixerOutputType_BuiltInSpeakers = 2
    /// Other loudspeakers.
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

/// The same under the name of the earlier 3D mixer.
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

/// Rooms of a reverberation.
public enum AUReverbRoomType: UInt32, Sendable {
    /// Small Room.
    case reverbRoomType_SmallRoom = 0
    /// Medium Room.
    case reverbRoomType_MediumRoom = 1
    /// Large Room.
    case reverbRoomType_LargeRoom = 2
    /// Medium Hall.
    case reverbRoomType_MediumHall = 3
    /// Large Hall.
    case reverbRoomType_LargeHall = 4
    /// Plate.
    case reverbRoomType_Plate = 5
    /// Medium Chamber.
    case reverbRoomType_MediumChamber = 6
    /// Large Chamber.
    case reverbRoomType_LargeChamber = 7
    /// Cathedral.
    case reverbRoomType_Cathedral = 8
    /// Large Room 2.
    case reverbRoomType_LargeRoom2 = 9
    /// Medium Hall 2.
    case reverbRoomType_MediumHall2 = 10
    /// Medium Hall 3.
    case reverbRoomType_MediumHall3 = 11
    /// Large Hall 2.
    case reverbRoomType_LargeHall2 = 12
}

/// The optional parts of a spatial mixer's rendering of an input.
public struct AUSpatialMixerRenderingFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a set of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The delay between the ears, with the algorithms that have one.
    public static var spatialMixerRenderingFlags_InterAuralDelay: AUSpatialMixerRenderingFlags {
        AUSpatialMixerRenderingFlags(rawValue: 1)
    }
    /// The loss by distance.
    public static var spatialMixerRenderingFlags_DistanceAttenuation: AUSpatialMixerRenderingFlags {
        AUSpatialMixerRenderingFlags(rawValue: 4)
    }
}

/// The flags of the earlier 3D mixer; the spatial mixer heeds those that it has.
public struct AU3DMixerRenderingFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a set of bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The delay between the ears.
    public static var k3DMixerRenderingFlags_InterAuralDelay: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 1)
    }
    /// The change of pitch of a source that comes nearer or goes away, for inputs of one channel; to be set before the unit is
    /// initialised.
    ///
    /// The sound is as late as it takes for the distance, which counts up to 343 metres.
    public static var k3DMixerRenderingFlags_DopplerShift: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 2)
    }
    /// The treble that air takes on the way.
    public static var k3DMixerRenderingFlags_DistanceFilter: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 8)
    }
    /// A loss by distance in a straight line, whatever curve is set.
    public static var k3DMixerRenderingFlags_LinearDistanceAttenuation: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 32)
    }
    /// A share of the reverberation that does not change with the distance, as it always is here.
    public static var k3DMixerRenderingFlags_ConstantReverbBlend: AU3DMixerRenderingFlags {
        AU3DMixerRenderingFlags(rawValue: 64)
    }
    /// The loss by distance.
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

    /// The choices of the input that is asked for.
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

    /// A choice for the whole unit.
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

    /// A choice of one input.
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
