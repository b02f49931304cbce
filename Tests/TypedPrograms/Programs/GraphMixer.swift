// swift-format-ignore-file
import AudioToolbox
import AVFoundation

private let quarter: AURenderCallback = { _, _, _, _, frames, list in
    for buffer in UnsafeMutableAudioBufferListPointer(list!) {
        let samples = buffer.mData!.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frames) { samples[frame] = 0.25 }
    }
    return noErr
}

enum GraphMixer {
    static func run() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        var graph: AUGraph?
        check(NewAUGraph(&graph), "NewAUGraph")
        func node(_ type: OSType, _ sub: OSType) -> AUNode {
            var description = AudioComponentDescription(
                componentType: type, componentSubType: sub, componentManufacturer: kAudioUnitManufacturer_Apple,
                componentFlags: 0, componentFlagsMask: 0)
            var node = AUNode()
            check(AUGraphAddNode(graph!, &description, &node), "AUGraphAddNode")
            return node
        }
        let output = node(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        let mixer = node(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let eq = node(kAudioUnitType_Effect, kAudioUnitSubType_AUiPodEQ)
        check(AUGraphConnectNodeInput(graph!, mixer, 0, eq, 0), "connect")
        check(AUGraphConnectNodeInput(graph!, eq, 0, output, 0), "connect")
        check(AUGraphOpen(graph!), "open")
        var unit: AudioUnit?
        check(AUGraphNodeInfo(graph!, mixer, nil, &unit), "info")
        var busses: UInt32 = 2
        check(AudioUnitSetProperty(unit!, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &busses, 4), "busses")
        var format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)!.streamDescription.pointee
        for bus in 0..<busses {
            var callback = AURenderCallbackStruct(inputProc: quarter, inputProcRefCon: nil)
            check(AUGraphSetNodeInputCallback(graph!, mixer, bus, &callback), "callback")
            check(
                AudioUnitSetProperty(
                    unit!, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, bus, &format,
                    UInt32(MemoryLayout<AudioStreamBasicDescription>.size)), "format")
            check(AudioUnitSetParameter(unit!, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus, 0.5, 0), "volume")
        }
        check(AUGraphInitialize(graph!), "initialize")
        CAShow(UnsafeMutableRawPointer(graph!))
        check(AUGraphStart(graph!), "start")
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
        var running: DarwinBoolean = false
        check(AUGraphIsRunning(graph!, &running), "running")
        check(running.boolValue, "is running")
        var load: Float32 = 0
        AUGraphGetCPULoad(graph!, &load)
        check(AUGraphStop(graph!), "stop")
        check(DisposeAUGraph(graph!), "dispose")
    }
}
