import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal

// Properties for converting rates and for relating input times to output times.

extension UnitProperty {
    static var times: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_SampleRateConverterComplexity: value(
                UInt32.self,
                read: { place throws(UnitPropertyError) in
                    let quality = try place.converter.quality
                    return UnitPropertyPlace.complexities.first { $0.quality == quality }?.code
                        ?? kAudioUnitSampleRateConverterComplexity_Normal
                },
                write: { place, code throws(UnitPropertyError) in
                    let converter = try place.converter
                    guard !place.unit.renderResourcesAllocated else {
                        throw UnitPropertyError(kAudioUnitErr_Initialized)
                    }
                    guard let row = UnitPropertyPlace.complexities.first(where: { $0.code == code }) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    converter.quality = row.quality
                }),
            kAudioUnitProperty_InputSamplesInOutput: value(
                AUInputSamplesInOutputCallbackStruct?.self,
                read: { place throws(UnitPropertyError) in
                    try place.requireTimeChange()
                    return place.instance.inputSamples
                },
                write: { place, callback throws(UnitPropertyError) in
                    try place.requireTimeChange()
                    place.instance.inputSamples = callback
                }),
            kAudioUnitProperty_InputAnchorTimeStamp: value(
                AudioTimeStamp.self,
                read: { place throws(UnitPropertyError) in
                    try place.requireMixerInput()
                    var stamp = AudioTimeStamp()
                    let time = place.instance.calls.inputTime(bus: place.element)
                    if time.isFinite { (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid) }
                    return stamp
                },
                write: { place, stamp throws(UnitPropertyError) in
                    try place.requireMixerInput()
                    guard stamp.mFlags.contains(.sampleTimeValid), abs(stamp.mSampleTime) < 1e15 else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
                    }
                    place.instance.calls.setInputTime(stamp.mSampleTime, bus: place.element)
                }),
        ]
    }
}

extension UnitPropertyPlace {
    fileprivate static var complexities: [(code: UInt32, quality: ResamplerQuality)] {
        [
            (kAudioUnitSampleRateConverterComplexity_Linear, .linear),
            (kAudioUnitSampleRateConverterComplexity_Normal, .good),
            (kAudioUnitSampleRateConverterComplexity_Mastering, .high),
        ]
    }

    private var processor: UnitProcessor? { (unit.backing as? ProcessorBacking)?.unit }

    fileprivate var converter: ConverterUnit {
        get throws(UnitPropertyError) {
            guard let converter = processor as? ConverterUnit else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            return converter
        }
    }

    fileprivate func requireTimeChange() throws(UnitPropertyError) {
        if processor?.inputPlace == nil { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
    }

    fileprivate func requireMixerInput() throws(UnitPropertyError) {
        guard processor is MultiChannelMixer else { throw UnitPropertyError(kAudioUnitErr_InvalidProperty) }
        guard scope == kAudioUnitScope_Input else { throw UnitPropertyError(kAudioUnitErr_InvalidScope) }
        _ = try bus
    }
}
