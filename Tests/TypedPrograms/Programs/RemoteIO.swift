// swift-format-ignore-file
import AudioToolbox
import AVFoundation

final class RemoteIOSine {
    var unit: AudioUnit?
    var phase: Double = 0
    var calls = 0
    var stopsAt = Int.max
}

private let renderSine: AURenderCallback = { user, flags, time, bus, frames, list in
    let sine = Unmanaged<RemoteIOSine>.fromOpaque(user).takeUnretainedValue()
    sine.calls += 1
    for buffer in UnsafeMutableAudioBufferListPointer(list!) {
        let samples = buffer.mData!.assumingMemoryBound(to: Float32.self)
        for frame in 0..<Int(frames) { samples[frame] = Float(sin(sine.phase + Double(frame) * 0.05)) * 0.2 }
    }
    sine.phase += Double(frames) * 0.05
    if sine.calls == sine.stopsAt { AudioOutputUnitStop(sine.unit!) }
    return noErr
}

enum RemoteIO {
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try AVAudioSession.sharedInstance().setActive(true)
        let sine = RemoteIOSine()
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let component = AudioComponentFindNext(nil, &description)!
        check(AudioComponentInstanceNew(component, &sine.unit), "new")
        let unit = sine.unit!
        var format = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32, mReserved: 0)
        check(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format,
                UInt32(MemoryLayout<AudioStreamBasicDescription>.size)), "format")
        var callback = AURenderCallbackStruct(
            inputProc: renderSine, inputProcRefCon: Unmanaged.passUnretained(sine).toOpaque())
        check(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                UInt32(MemoryLayout<AURenderCallbackStruct>.size)), "callback")
        check(AudioUnitInitialize(unit), "initialize")
        check(AudioOutputUnitStart(unit), "start")
        wait { sine.calls > 20 }
        var running: UInt32 = 0
        var size = UInt32(4)
        check(AudioUnitGetProperty(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &running, &size), "running")
        check(running == 1, "is running")
        // Stops itself, from inside its callback.
        sine.stopsAt = sine.calls + 5
        wait { sine.calls >= sine.stopsAt }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.1))
        check(sine.calls <= sine.stopsAt, "\(sine.calls - sine.stopsAt) calls after the stop")
        check(AudioUnitUninitialize(unit), "uninitialize")
        check(AudioComponentInstanceDispose(unit), "dispose")
    }
}
