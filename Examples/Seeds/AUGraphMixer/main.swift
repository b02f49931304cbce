// Two tones in a mixer, a low-pass behind it: swift run augraph-mixer [SECONDS]
//
// The second tone joins at half of the time, while the graph runs.

import AVFoundation
import AudioToolbox
import Foundation

/// Ends the program if a call fails.
func check(_ status: OSStatus, _ what: String) {
    guard status != noErr else { return }
    FileHandle.standardError.write(Data("augraph-mixer: \(what): \(status)\n".utf8))
    exit(1)
}

/// The state of a tone's render callback.
final class Tone: @unchecked Sendable {
    let hertz: Double
    let sampleRate: Double
    var phase = 0.0
    var frames = 0

    init(hertz: Double, sampleRate: Double) { (self.hertz, self.sampleRate) = (hertz, sampleRate) }
}

let renderTone: AURenderCallback = { context, _, _, _, frameCount, list in
    let tone = Unmanaged<Tone>.fromOpaque(context).takeUnretainedValue()
    guard let list, let samples = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self) else {
        return kAudio_ParamError
    }
    for frame in 0..<Int(frameCount) {
        samples[frame] = Float(sin(tone.phase))
        tone.phase += 2 * .pi * tone.hertz / tone.sampleRate
    }
    tone.frames += Int(frameCount)
    return noErr
}

let seconds = CommandLine.arguments.count > 1 ? Double(CommandLine.arguments[1]) ?? 2 : 2
let session = AVAudioSession.sharedInstance()
try session.setCategory(.playback)
try session.setActive(true)

// The nodes: a mixer, a low-pass, the hardware.
var made: AUGraph?
check(NewAUGraph(&made), "NewAUGraph")
guard let graph = made else { exit(1) }
var (mixerNode, filterNode, outputNode) = (AUNode(), AUNode(), AUNode())
func addNode(_ type: OSType, _ subtype: OSType, _ node: inout AUNode) {
    var description = AudioComponentDescription(
        componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
    check(AUGraphAddNode(graph, &description, &node), "AUGraphAddNode")
}
addNode(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, &mixerNode)
addNode(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter, &filterNode)
addNode(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, &outputNode)
check(AUGraphConnectNodeInput(graph, mixerNode, 0, filterNode, 0), "mixer to filter")
check(AUGraphConnectNodeInput(graph, filterNode, 0, outputNode, 0), "filter to output")

// The units: two mono inputs, all else in stereo.
check(AUGraphOpen(graph), "AUGraphOpen")
var (mixerUnit, filterUnit): (AudioUnit?, AudioUnit?)
check(AUGraphNodeInfo(graph, mixerNode, nil, &mixerUnit), "AUGraphNodeInfo")
check(AUGraphNodeInfo(graph, filterNode, nil, &filterUnit), "AUGraphNodeInfo")
guard let mixer = mixerUnit, let filter = filterUnit else { exit(1) }
let rate = session.sampleRate
func setFormat(_ unit: AudioUnit, _ scope: AudioUnitScope, _ bus: UInt32, channels: UInt32) {
    var format = AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
        mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
    let size = UInt32(MemoryLayout.size(ofValue: format))
    check(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, bus, &format, size), "format")
}
var busCount: UInt32 = 2
check(
    AudioUnitSetProperty(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &busCount, 4), "busses")
for bus in 0..<busCount { setFormat(mixer, kAudioUnitScope_Input, bus, channels: 1) }
setFormat(mixer, kAudioUnitScope_Output, 0, channels: 2)
setFormat(filter, kAudioUnitScope_Output, 0, channels: 2)
for bus in 0..<busCount {
    check(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, bus, 0.25, 0), "volume")
}
check(AudioUnitSetParameter(filter, kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, 10_000, 0), "cutoff")

// The first tone.
let tones = [Tone(hertz: 500, sampleRate: rate), Tone(hertz: 1_000, sampleRate: rate)]
@MainActor func play(_ tone: Int) {
    var callback = AURenderCallbackStruct(
        inputProc: renderTone, inputProcRefCon: Unmanaged.passUnretained(tones[tone]).toOpaque())
    check(AUGraphSetNodeInputCallback(graph, mixerNode, UInt32(tone), &callback), "callback")
}
play(0)
check(AUGraphInitialize(graph), "AUGraphInitialize")
check(AUGraphStart(graph), "AUGraphStart")

/// Waits until the first tone has played so long.
@MainActor func wait(until seconds: Double) {
    while Double(tones[0].frames) < seconds * rate { RunLoop.main.run(until: Date().addingTimeInterval(0.01)) }
}
wait(until: seconds / 2)
play(1)
var isUpdated: DarwinBoolean = false
while !isUpdated.boolValue { check(AUGraphUpdate(graph, &isUpdated), "AUGraphUpdate") }
wait(until: seconds)

check(AUGraphStop(graph), "AUGraphStop")
check(DisposeAUGraph(graph), "DisposeAUGraph")
print("played \(tones[0].frames) and \(tones[1].frames) frames")
