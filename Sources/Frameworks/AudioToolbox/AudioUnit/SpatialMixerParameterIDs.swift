import CoreAudioTypes

// The parameters of the spatial mixer, and those of the earlier 3D mixer that it has.

/// Azimuth of AUSpatialMixer: input; -180 to 180 degrees, 0 ahead, positive to the right.
public var kSpatialMixerParam_Azimuth: AudioUnitParameterID { 0 }

/// Elevation of AUSpatialMixer: input; -90 to 90 degrees, positive up.
public var kSpatialMixerParam_Elevation: AudioUnitParameterID { 1 }

/// Distance of AUSpatialMixer: input; 0 to 10,000 m.
public var kSpatialMixerParam_Distance: AudioUnitParameterID { 2 }

/// Gain of AUSpatialMixer: input and output; -120 to 20 dB.
public var kSpatialMixerParam_Gain: AudioUnitParameterID { 3 }

/// Enable of AUSpatialMixer: input; 0 or 1.
public var kSpatialMixerParam_Enable: AudioUnitParameterID { 5 }

/// Min gain of AUSpatialMixer: input; the least factor after all losses, 0 to 10.
public var kSpatialMixerParam_MinGain: AudioUnitParameterID { 6 }

/// Max gain of AUSpatialMixer: input; the greatest factor after all losses, 0 to 10.
public var kSpatialMixerParam_MaxGain: AudioUnitParameterID { 7 }

/// Reverb blend of AUSpatialMixer: input; 0 to 100 %, 30 at first.
public var kSpatialMixerParam_ReverbBlend: AudioUnitParameterID { 8 }

/// Global reverb gain of AUSpatialMixer: global; -40 to 40 dB.
public var kSpatialMixerParam_GlobalReverbGain: AudioUnitParameterID { 9 }

/// Occlusion attenuation of AUSpatialMixer: input; of the direct and reverberant sound at 5 kHz, -100 to 0 dB.
public var kSpatialMixerParam_OcclusionAttenuation: AudioUnitParameterID { 10 }

/// Obstruction attenuation of AUSpatialMixer: input; of the direct sound at 5 kHz, -100 to 0 dB.
public var kSpatialMixerParam_ObstructionAttenuation: AudioUnitParameterID { 11 }

/// Head yaw of AUSpatialMixer: global; -180 to 180 degrees, positive to the right.
public var kSpatialMixerParam_HeadYaw: AudioUnitParameterID { 19 }

/// Head pitch of AUSpatialMixer: global; degrees, positive up.
public var kSpatialMixerParam_HeadPitch: AudioUnitParameterID { 20 }

/// Head roll of AUSpatialMixer: global; degrees, positive over the right ear.
public var kSpatialMixerParam_HeadRoll: AudioUnitParameterID { 21 }

/// Azimuth of the 3D mixer: input; -180 to 180 degrees, 0 ahead, positive to the right.
public var k3DMixerParam_Azimuth: AudioUnitParameterID { 0 }

/// Elevation of the 3D mixer: input; -90 to 90 degrees, positive up.
public var k3DMixerParam_Elevation: AudioUnitParameterID { 1 }

/// Distance of the 3D mixer: input; 0 to 10,000 m.
public var k3DMixerParam_Distance: AudioUnitParameterID { 2 }

/// Gain of the 3D mixer: input and output; -120 to 20 dB.
public var k3DMixerParam_Gain: AudioUnitParameterID { 3 }

/// Enable of the 3D mixer: input; 0 or 1.
public var k3DMixerParam_Enable: AudioUnitParameterID { 5 }

/// Min gain of the 3D mixer: input; the least factor after all losses, 0 to 10.
public var k3DMixerParam_MinGain: AudioUnitParameterID { 6 }

/// Max gain of the 3D mixer: input; the greatest factor after all losses, 0 to 10.
public var k3DMixerParam_MaxGain: AudioUnitParameterID { 7 }

/// Reverb blend of the 3D mixer: input; 0 to 100 %, 30 at first.
public var k3DMixerParam_ReverbBlend: AudioUnitParameterID { 8 }

/// Global reverb gain of the 3D mixer: global; -40 to 40 dB.
public var k3DMixerParam_GlobalReverbGain: AudioUnitParameterID { 9 }

/// Occlusion attenuation of the 3D mixer: input; of the direct and reverberant sound at 5 kHz, -100 to 0 dB.
public var k3DMixerParam_OcclusionAttenuation: AudioUnitParameterID { 10 }

/// Obstruction attenuation of the 3D mixer: input; of the direct sound at 5 kHz, -100 to 0 dB.
public var k3DMixerParam_ObstructionAttenuation: AudioUnitParameterID { 11 }
