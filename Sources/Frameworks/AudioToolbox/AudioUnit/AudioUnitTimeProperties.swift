import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph
import SordinoSignal

// How units convert rates, and how the times of input and output belong together.

/// The quality of AUConverter's rate conversion: a `UInt32`, one of `kAudioUnitSampleRateConverterComplexity_…`, `…_Normal` at first.
///
/// Written while the unit is not initialized.
public var kAudioUnitProperty_SampleRateConverterComplexity: AudioUnitPropertyID { 3014 }

/// Straight lines between samples ('line').
public var kAudioUnitSampleRateConverterComplexity_Linear: UInt32 { 0x6C69_6E65 }

/// A filter of 80 dB ('norm').
public var kAudioUnitSampleRateConverterComplexity_Normal: UInt32 { 0x6E6F_726D }

/// A filter of 131 dB, flat to 0.907 of the lower rate's half ('bats').
public var kAudioUnitSampleRateConverterComplexity_Mastering: UInt32 { 0x6261_7473 }

/// The function that hears which input samples a block was made of: an `AUInputSamplesInOutputCallbackStruct`, of units that change time.
///
/// Called at the end of each render call in C, on the render thread.
public var kAudioUnitProperty_InputSamplesInOutput: AudioUnitPropertyID { 49 }

/// The next sample time of a multichannel mixer's input bus: an `AudioTimeStamp`, of the input scope.
///
/// Times of an input that moves to another bus or mixer go on where they were: read there after the input is disconnected,
/// written here before it is connected. Its sample time is valid alone.
public var kAudioUnitProperty_InputAnchorTimeStamp: AudioUnitPropertyID { 3016 }

/// Hears which input samples a block was made of: the host's pointer, the time of the block, the place of its first sample in the
/// input's times, and how many input samples it covers.
public typealias AUInputSamplesInOutputCallback =
    @convention(c) (
        _ userData: UnsafeMutableRawPointer, _ outputTimeStamp: UnsafePointer<AudioTimeStamp>, _ inputSample: Float64,
        _ numberInputSamples: Float64
    ) -> Void

/// A function that hears of input samples, and the pointer that it gets.
public struct AUInputSamplesInOutputCallbackStruct {
    /// The function.
    public var inputToOutputCallback: AUInputSamplesInOutputCallback
    /// The host's pointer; the function gets the unit for nil.
    public var userData: UnsafeMutableRawPointer?

    /// A function and its pointer.
    public init(inputToOutputCallback: @escaping AUInputSamplesInOutputCallback, userData: UnsafeMutableRawPointer?) {
        self.inputToOutputCallback = inputToOutputCallback
        self.userData = userData
    }
}

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
