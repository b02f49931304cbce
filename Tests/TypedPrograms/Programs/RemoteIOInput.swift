// swift-format-ignore-file
import AudioToolbox
import AVFoundation

final class MicrophoneUnit {
    var unit: AudioUnit?
    var frames = 0
    var buffers = UnsafeMutablePointer<Float>.allocate(capacity: 8192)
}

private let readMicrophone: AURenderCallback = { user, flags, time, bus, frames, _ in
    let microphone = Unmanaged<MicrophoneUnit>.fromOpaque(user).takeUnretainedValue()
    var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: frames * 4, mData: microphone.buffers))
    let status = AudioUnitRender(microphone.unit!, flags, time, 1, frames, &list)
    if status == noErr { microphone.frames += Int(frames) }
    return status
}

enum RemoteIOInput {
    static func run() throws {
        try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
        try AVAudioSession.sharedInstance().setActive(true)
        let microphone = MicrophoneUnit()
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_VoiceProcessingIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        check(AudioComponentInstanceNew(AudioComponentFindNext(nil, &description)!, &microphone.unit), "new")
        let unit = microphone.unit!
        var one: UInt32 = 1, zero: UInt32 = 0
        check(AudioUnitSetProperty(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one, 4), "input on")
        check(AudioUnitSetProperty(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, &zero, 4), "output off")
        var format = AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1)!.streamDescription.pointee
        check(
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 1, &format,
                UInt32(MemoryLayout.size(ofValue: format))), "format")
        var callback = AURenderCallbackStruct(
            inputProc: readMicrophone, inputProcRefCon: Unmanaged.passUnretained(microphone).toOpaque())
        check(
            AudioUnitSetProperty(
                unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &callback,
                UInt32(MemoryLayout.size(ofValue: callback))), "callback")
        check(AudioUnitInitialize(unit), "initialize")
        check(AudioOutputUnitStart(unit), "start")
        wait { microphone.frames > 8000 }
        check(AudioOutputUnitStop(unit), "stop")
        check(microphone.frames > 8000, "\(microphone.frames)")
        AudioComponentInstanceDispose(unit)
    }
}
