import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// The frequency response of a filter, measured with an impulse through a second unit of the same settings.
struct FrequencyResponse {
    /// The measured frames of the impulse response: at 48 kHz a filter of 20 Hz has decayed by then.
    private static let frameCount = 32768

    private let answer: [Float]
    private let sampleRate: Double

    /// Returns whether a unit is a built-in filter or equaliser, which are linear.
    static func isKnown(_ unit: AUAudioUnit) -> Bool {
        let kinds = [
            kAudioUnitSubType_LowPassFilter, kAudioUnitSubType_HighPassFilter, kAudioUnitSubType_BandPassFilter,
            kAudioUnitSubType_LowShelfFilter, kAudioUnitSubType_HighShelfFilter, kAudioUnitSubType_ParametricEQ,
            kAudioUnitSubType_NBandEQ, kAudioUnitSubType_AUiPodEQ,
        ]
        let codes = unit.componentDescription
        return unit.backing is ProcessorBacking && codes.componentType == kAudioUnitType_Effect
            && kinds.contains(codes.componentSubType)
    }

    /// Measures a unit with its present parameters; nil if a second unit cannot be made.
    init?(of unit: AUAudioUnit) {
        guard Self.isKnown(unit), let copy = try? AUAudioUnit.make(unit.componentDescription),
            let format = AVAudioFormat(
                standardFormatWithSampleRate: unit.outputBusses[0].format.sampleRate, channels: 1)
        else { return nil }
        sampleRate = format.sampleRate
        for parameter in unit.parameterTree?.allParameters ?? [] {
            copy.parameterTree?.parameter(withAddress: parameter.address)?.value = parameter.value
        }
        if let preset = unit.currentPreset, preset.number >= 0, unit.parameterTree == nil {
            copy.currentPreset = preset
        }
        copy.shouldBypassEffect = unit.shouldBypassEffect
        copy.maximumFramesToRender = AUAudioFrameCount(Self.frameCount)
        do {
            try copy.inputBusses[0].setFormat(format)
            try copy.outputBusses[0].setFormat(format)
            try copy.allocateRenderResources()
        } catch { return nil }
        defer { copy.deallocateRenderResources() }
        let render = copy.renderBlock
        var samples = [Float](repeating: 0, count: Self.frameCount)
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        // Parameters may ramp at first, so the impulse follows later.
        for impulse in [0, 1] as [Float] {
            let start = time.mSampleTime
            var flags: AudioUnitRenderActionFlags = []
            let status = samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return render(&flags, &time, AUAudioFrameCount(Self.frameCount), 0, &list) { _, time, count, _, list in
                    guard let data = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self) else {
                        return kAudioUnitErr_CannotDoInCurrentContext
                    }
                    data.update(repeating: 0, count: Int(count))
                    if count > 0, time.pointee.mSampleTime == start { data[0] = impulse }
                    return noErr
                }
            }
            guard status == noErr else { return nil }
            time.mSampleTime += Double(Self.frameCount)
        }
        answer = samples
    }

    /// Returns the gain at a frequency, in decibels; -200 for none at all.
    func decibels(at frequency: Double) -> Double {
        // The phase of a tone advances by this angle with each frame; correlating the response with it gives the gain.
        let angle = 2 * Double.pi * frequency / sampleRate
        let (stepReal, stepImaginary) = (cos(angle), -sin(angle))
        var (real, imaginary, sumReal, sumImaginary) = (1.0, 0.0, 0.0, 0.0)
        for sample in answer {
            sumReal += Double(sample) * real
            sumImaginary += Double(sample) * imaginary
            (real, imaginary) = (
                real * stepReal - imaginary * stepImaginary, real * stepImaginary + imaginary * stepReal
            )
        }
        return max(-200, 10 * log10(sumReal * sumReal + sumImaginary * sumImaginary))
    }
}
