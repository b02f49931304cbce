import AVFAudio
import AllocationProbe
import AudioToolbox
import Foundation
import Testing

/// A unit that a test renders block by block, with an input that is a function of the frame.
final class PlayedUnit {
    let unit: AUAudioUnit
    private let block: AURenderBlock
    private var time = 0
    /// The sample of an input bus at a frame.
    var input: @Sendable (_ bus: Int, _ frame: Int) -> Float = { _, _ in 0 }
    /// Messages that the unit has sent.
    var sent: [(time: Int64, bytes: [UInt8])] { messages.all }
    private final class Messages { var all: [(time: Int64, bytes: [UInt8])] = [] }
    private let messages = Messages()

    init(_ unit: AUAudioUnit, sampleRate: Double = 48_000, maximumFrames: Int = 8_192) throws {
        self.unit = unit
        for busses in [unit.inputBusses, unit.outputBusses] {
            for bus in 0..<busses.count {
                let channels = busses[bus].format.channelCount
                try busses[bus].setFormat(
                    try #require(AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: channels)))
            }
        }
        unit.maximumFramesToRender = AUAudioFrameCount(maximumFrames)
        unit.midiOutputEventBlock = { [messages] time, _, count, bytes in
            messages.all.append((time, Array(UnsafeBufferPointer(start: bytes, count: count))))
            return noErr
        }
        try unit.allocateRenderResources()
        block = unit.renderBlock
    }

    /// Finds a plug-in by its name, and makes a unit of it.
    static func named(_ name: String, _ options: AudioComponentInstantiationOptions = []) throws -> AUAudioUnit {
        let found = AVAudioUnitComponentManager.shared().components { component, _ in component.name == name }
        return try AUAudioUnit(componentDescription: #require(found.first).audioComponentDescription, options: options)
    }

    /// Renders a block, and returns the samples of each channel of the first output.
    func render(_ frameCount: Int) throws -> [[Float]] {
        let channels = unit.outputBusses.count > 0 ? Int(unit.outputBusses[0].format.channelCount) : 1
        let list = AudioBufferList.allocate(maximumBuffers: channels)
        let samples = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frameCount) }
        defer {
            for plane in samples { plane.deallocate() }
            list.unsafeMutablePointer.deallocate()
        }
        for channel in 0..<channels {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4),
                mData: UnsafeMutableRawPointer(samples[channel]))
        }
        var flags = AudioUnitRenderActionFlags()
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mFlags) = (Double(time), .sampleTimeValid)
        let (start, input) = (time, input)
        let status = block(&flags, &stamp, AUAudioFrameCount(frameCount), 0, list.unsafeMutablePointer) {
            _, _, count, bus, list in
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                for frame in 0..<Int(count) { data[frame] = input(bus, start + frame) }
            }
            return noErr
        }
        #expect(status == noErr)
        time += frameCount
        return samples.map { Array(UnsafeBufferPointer(start: $0, count: frameCount)) }
    }

    /// Renders several blocks one after the other.
    func render(blocks: [Int]) throws -> [[Float]] {
        try blocks.reduce(into: [[Float]]()) { all, count in
            let next = try render(count)
            all = all.isEmpty ? next : zip(all, next).map(+)
        }
    }

    /// Counts the heap calls of a block.
    func heapCalls(_ frameCount: Int) -> HeapCalls {
        let channels = Int(unit.outputBusses[0].format.channelCount)
        let list = AudioBufferList.allocate(maximumBuffers: channels)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: frameCount * channels)
        defer {
            samples.deallocate()
            list.unsafeMutablePointer.deallocate()
        }
        for channel in 0..<channels {
            list[channel] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(frameCount * 4), mData: samples + channel * frameCount)
        }
        let pull: AURenderPullInputBlock = { _, _, count, _, list in
            withUnsafeMutablePointer(to: &list.pointee.mBuffers) { buffer in
                guard let data = buffer.pointee.mData?.assumingMemoryBound(to: Float.self) else { return }
                for frame in 0..<Int(count) { data[frame] = 0.25 }
            }
            return noErr
        }
        var flags = AudioUnitRenderActionFlags()
        var stamp = AudioTimeStamp()
        stamp.mFlags = .sampleTimeValid
        let (block, pointer, count) = (block, list.unsafeMutablePointer, AUAudioFrameCount(frameCount))
        for _ in 0..<3 {
            _ = block(&flags, &stamp, count, 0, pointer, pull)
            stamp.mSampleTime += Double(frameCount)
        }
        return countingHeapCalls { _ = block(&flags, &stamp, count, 0, pointer, pull) }
    }

    func parameter(_ name: String) throws -> AUParameter {
        try #require(unit.parameterTree?.allParameters.first { $0.displayName == name })
    }
}
