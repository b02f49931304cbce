import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoGraph

/// Checks that a unit can be made, that its parameters stay in their ranges, that its state can be saved and restored,
/// and that it renders blocks of any length at several formats without an error and without samples that are not
/// numbers.
///
/// An output unit is made and queried, but not rendered.
struct UnitValidation {
    /// A fault of the validated unit.
    struct Fault: Error {
        let result: AudioComponentValidationResult
        let reason: String
    }

    private let unit: AUAudioUnit
    private let deadline: Date

    /// Validates a component.
    ///
    /// - Parameters:
    ///   - component: The component to validate.
    ///   - seconds: The time limit, in seconds.
    /// - Throws: The first failure.
    static func run(_ component: RegisteredComponent, seconds: Double) throws(Fault) {
        let unit: AUAudioUnit
        do { unit = try AUAudioUnit.make(component.description) } catch {
            throw Fault(result: .failed, reason: "it cannot be made: \(error)")
        }
        let validation = UnitValidation(unit: unit, deadline: Date().addingTimeInterval(seconds))
        try validation.lookAtParameters()
        try validation.lookAtState()
        guard unit.backing?.hardware == nil else { return }
        var rendered = 0
        for (rate, channels) in [(44_100.0, 2), (48_000, 2), (44_100, 1), (96_000, 1)] as [(Double, Int)] {
            if try validation.render(rate: rate, channels: channels) { rendered += 1 }
        }
        guard rendered > 0 || unit.outputBusses.count == 0 else {
            throw Fault(result: .failed, reason: "it takes none of the usual formats")
        }
    }

    private func checkTime() throws(Fault) {
        if Date() > deadline { throw Fault(result: .timedOut, reason: "it takes too long") }
    }

    private func lookAtParameters() throws(Fault) {
        let parameters = unit.parameterTree?.allParameters ?? []
        guard Set(parameters.map(\.address)).count == parameters.count else {
            throw Fault(result: .failed, reason: "two parameters have one address")
        }
        for parameter in parameters {
            try checkTime()
            func expect(_ isRight: Bool, _ what: String) throws(Fault) {
                if !isRight { throw Fault(result: .failed, reason: "parameter \(parameter.keyPath) \(what)") }
            }
            let initial = parameter.value
            try expect(parameter.minValue <= parameter.maxValue, "has no range")
            if parameter.flags.contains(.flag_MeterReadOnly) || !parameter.flags.contains(.flag_IsWritable) { continue }
            try expect(
                initial >= parameter.minValue && initial <= parameter.maxValue,
                "begins at \(initial), outside its range")
            for value in [parameter.minValue, parameter.maxValue, initial] {
                parameter.value = value
                let now = parameter.value
                try expect(
                    now >= parameter.minValue && now <= parameter.maxValue, "reads \(now) after \(value) was set")
            }
        }
    }

    private func lookAtState() throws(Fault) {
        let parameters = (unit.parameterTree?.allParameters ?? []).filter {
            $0.flags.contains(.flag_IsWritable) && !$0.flags.contains(.flag_OmitFromPresets)
        }
        let values = parameters.map(\.value)
        guard let state = unit.fullState else { throw Fault(result: .failed, reason: "it has no state") }
        for parameter in parameters { parameter.value = parameter.maxValue }
        unit.fullState = state
        for (parameter, value) in zip(parameters, values) where abs(parameter.value - value) > 1e-3 * max(abs(value), 1)
        {
            throw Fault(result: .failed, reason: "its state does not bring \(parameter.keyPath) back to \(value)")
        }
    }

    /// Renders noise at a format, and then with all parameters at either end.
    ///
    /// - Returns: False if the unit does not support the format.
    private func render(rate: Double, channels: Int) throws(Fault) -> Bool {
        let format = AVAudioFormat.planar(BusFormat(sampleRate: rate, channelCount: channels))
        do {
            for array in [unit.inputBusses, unit.outputBusses] {
                for bus in 0..<array.count { try array[bus].setFormat(format) }
            }
            unit.maximumFramesToRender = 1024
            try unit.allocateRenderResources()
        } catch {
            return false
        }
        defer { unit.deallocateRenderResources() }
        guard unit.outputBusses.count > 0 else { return true }
        let parameters = (unit.parameterTree?.allParameters ?? []).filter { $0.flags.contains(.flag_IsWritable) }
        let values = parameters.map(\.value)
        defer { for (parameter, value) in zip(parameters, values) { parameter.value = value } }
        try renderBlocks(channels: channels)
        for end in [\AUParameter.minValue, \AUParameter.maxValue] {
            for parameter in parameters { parameter.value = parameter[keyPath: end] }
            try renderBlocks(channels: channels)
        }
        unit.reset()
        try renderBlocks(channels: channels)
        return true
    }

    private func renderBlocks(channels: Int) throws(Fault) {
        let list = AudioBufferList.allocate(maximumBuffers: channels)
        defer { list.unsafeMutablePointer.deallocate() }
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 1024 * channels)
        samples.initialize(repeating: 0, count: 1024 * channels)
        defer { samples.deallocate() }
        var noise: UInt32 = 1
        let pull: AURenderPullInputBlock = { _, _, frameCount, _, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else {
                    return kAudioUnitErr_CannotDoInCurrentContext
                }
                for frame in 0..<Int(frameCount) {
                    noise = noise &* 1_664_525 &+ 1_013_904_223
                    data[frame] = Float(Int32(bitPattern: noise)) / 4_294_967_296
                }
            }
            return noErr
        }
        let render = unit.renderBlock
        var time = AudioTimeStamp()
        time.mFlags = .sampleTimeValid
        for frames in [512, 1, 64, 1024, 333] as [UInt32] {
            try checkTime()
            for channel in 0..<channels {
                list[channel] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: frames * 4, mData: samples + 1024 * channel)
            }
            var flags: AudioUnitRenderActionFlags = []
            let status = render(&flags, &time, frames, 0, list.unsafeMutablePointer, pull)
            guard status == noErr else {
                throw Fault(result: .failed, reason: "rendering \(frames) frames ends with \(status)")
            }
            for buffer in list {
                let data = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) where !(data?[frame].isFinite ?? true) {
                    throw Fault(result: .failed, reason: "a sample is not a number")
                }
            }
            time.mSampleTime += Double(frames)
        }
    }
}
