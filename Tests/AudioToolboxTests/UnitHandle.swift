import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// A unit in C with the calls that tests make; floats of one rate and any channels on all busses.
final class UnitHandle {
    let unit: AudioUnit
    private var time = 0.0

    init(_ type: OSType, _ subtype: OSType) throws {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
        let component = try #require(AudioComponentFindNext(nil, &description))
        var unit: AudioUnit?
        try #require(AudioComponentInstanceNew(component, &unit) == noErr)
        self.unit = try #require(unit)
    }

    deinit { _ = AudioComponentInstanceDispose(unit) }

    func set<Value>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0,
        _ value: Value
    ) -> OSStatus {
        withUnsafeBytes(of: value) { bytes in
            guard let first = bytes.baseAddress else { return kAudio_ParamError }
            return AudioUnitSetProperty(unit, id, scope, element, first, UInt32(bytes.count))
        }
    }

    func get<Value>(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope = kAudioUnitScope_Global, _ element: UInt32 = 0,
        _ initial: Value
    ) -> Value? {
        var (value, size) = (initial, UInt32(MemoryLayout<Value>.size))
        let status = withUnsafeMutableBytes(of: &value) { bytes in
            guard let first = bytes.baseAddress else { return kAudio_ParamError }
            return AudioUnitGetProperty(unit, id, scope, element, first, &size)
        }
        return status == noErr ? value : nil
    }

    func setFormat(_ channels: UInt32, rate: Double = 48_000, _ scope: AudioUnitScope, _ element: UInt32 = 0)
        -> OSStatus
    {
        set(
            kAudioUnitProperty_StreamFormat, scope, element,
            AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
                mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels,
                mBitsPerChannel: 32, mReserved: 0))
    }

    /// Feeds every input bus by a function of sample time, bus and channel.
    func feed(_ bus: UInt32, _ samples: @escaping (Int, Int, Int) -> Float) -> OSStatus {
        feeds.append(Feed(samples))
        let context = Unmanaged.passUnretained(feeds[feeds.count - 1]).toOpaque()
        return set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, bus,
            AURenderCallbackStruct(
                inputProc: { context, _, time, bus, frameCount, list in
                    guard let list else { return kAudio_ParamError }
                    let feed = Unmanaged<Feed>.fromOpaque(context).takeUnretainedValue()
                    for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for frame in 0..<Int(frameCount) {
                            samples?[frame] = feed.samples(Int(time.pointee.mSampleTime) + frame, Int(bus), channel)
                        }
                    }
                    return noErr
                }, inputProcRefCon: context))
    }

    private var feeds: [Feed] = []

    private final class Feed {
        let samples: (Int, Int, Int) -> Float
        init(_ samples: @escaping (Int, Int, Int) -> Float) { self.samples = samples }
    }

    /// Renders the next block of some busses; nil for a bus that fails.
    func render(_ frameCount: Int, channels: Int, busses: [UInt32] = [0]) -> [[[Float]]?] {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        stamp.mFlags = .sampleTimeValid
        time += Double(frameCount)
        return busses.map { bus in
            let list = AudioBufferList.allocate(maximumBuffers: channels)
            defer { list.unsafeMutablePointer.deallocate() }
            for index in 0..<channels { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
            guard AudioUnitRender(unit, nil, &stamp, bus, UInt32(frameCount), list.unsafeMutablePointer) == noErr else {
                return nil
            }
            return list.map { buffer in
                Array(
                    UnsafeBufferPointer(
                        start: buffer.mData?.assumingMemoryBound(to: Float.self),
                        count: Int(buffer.mDataByteSize) / 4))
            }
        }
    }
}
