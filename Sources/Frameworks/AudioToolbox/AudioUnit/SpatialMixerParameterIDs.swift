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

/// Playback rate of AUSpatialMixer: input; 0.5 to 2.
///
/// The pitch changes with the rate.
///
/// The input's source is asked for `rate` times as many frames.
public var kSpatialMixerParam_PlaybackRate: AudioUnitParameterID { 4 }

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

/// Playback rate of the 3D mixer: input; 0.5 to 2.
///
/// The pitch changes with the rate.
public var k3DMixerParam_PlaybackRate: AudioUnitParameterID { 4 }

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

/// Bus enable of the 3D mixer: input; 0 or 1; a bus is heard when it and `k3DMixerParam_Enable` are 1.
public var k3DMixerParam_BusEnable: AudioUnitParameterID { 20 }

/// Min gain of the 3D mixer: input; the least factor after all losses, -120 (none) to 20 dB.
public var k3DMixerParam_MinGainInDecibels: AudioUnitParameterID { 21 }

/// Max gain of the 3D mixer: input; the greatest factor after all losses, -120 to 20 dB (none).
public var k3DMixerParam_MaxGainInDecibels: AudioUnitParameterID { 22 }

/// Reverb blend of the 3D mixer: input; 0 to 100 %; the greater of it and `k3DMixerParam_ReverbBlend` counts.
public var k3DMixerParam_DryWetReverbBlend: AudioUnitParameterID { 23 }

/// Global reverb gain of the 3D mixer: global; -40 to 40 dB, added to `k3DMixerParam_GlobalReverbGain`.
public var k3DMixerParam_GlobalReverbGainInDecibels: AudioUnitParameterID { 24 }

/// Occlusion of the 3D mixer: input; -100 to 0 dB at 5 kHz, added to `k3DMixerParam_OcclusionAttenuation`.
public var k3DMixerParam_OcclusionAttenuationInDecibels: AudioUnitParameterID { 25 }

/// Obstruction of the 3D mixer: input; -100 to 0 dB at 5 kHz, added to `k3DMixerParam_ObstructionAttenuation`.
public var k3DMixerParam_ObstructionAttenuationInDecibels: AudioUnitParameterID { 26 }

/// Frequency of the band behind the shared reverberation: global; 10 to 20,000 Hz.
public var kReverbParam_FilterFrequency: AudioUnitParameterID { 14 }

/// Bandwidth of that band: global; 0.05 to 4 octaves.
public var kReverbParam_FilterBandwidth: AudioUnitParameterID { 15 }

/// Gain of that band: global; -18 to 18 dB.
public var kReverbParam_FilterGain: AudioUnitParameterID { 16 }

/// Type of that band: global; an index as of AUNBandEQ's filter types.
public var kReverbParam_FilterType: AudioUnitParameterID { 17 }

/// Indicates whether that band is on: global; 0 or 1.
public var kReverbParam_FilterEnable: AudioUnitParameterID { 18 }

/// Average power of a bus of the 3D mixer before its gain: input, to be read; -120 dB up; measured where
/// `kAudioUnitProperty_MeteringMode` is on.
public var k3DMixerParam_PreAveragePower: AudioUnitParameterID { 1000 }

/// Held peak of a bus of the 3D mixer before its gain: input, to be read; -120 dB up.
public var k3DMixerParam_PrePeakHoldLevel: AudioUnitParameterID { 2000 }

/// Average power of a bus of the 3D mixer behind gain and attenuation by distance: input, to be read; -120 dB up.
public var k3DMixerParam_PostAveragePower: AudioUnitParameterID { 3000 }

/// Held peak of a bus of the 3D mixer behind gain and attenuation by distance: input, to be read; -120 dB up.
public var k3DMixerParam_PostPeakHoldLevel: AudioUnitParameterID { 4000 }
