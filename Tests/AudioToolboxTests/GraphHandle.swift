import AVAudioTypes
import AudioToolbox
import Foundation
import Testing

/// A graph in C with the calls that tests make; its output unit is pulled by the test.
final class GraphHandle {
    let graph: AUGraph
    private var time = 0.0

    init() throws {
        var made: AUGraph?
        try #require(NewAUGraph(&made) == noErr)
        graph = try #require(made)
    }

    deinit { _ = DisposeAUGraph(graph) }

    static func description(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }

    func add(_ type: OSType, _ subtype: OSType) throws -> AUNode {
        var description = Self.description(type, subtype)
        var node: AUNode = 0
        try #require(AUGraphAddNode(graph, &description, &node) == noErr)
        return node
    }

    func addMixer() throws -> AUNode { try add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer) }
    func addOutput() throws -> AUNode { try add(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput) }

    func unit(_ node: AUNode) -> AudioUnit? {
        var unit: AudioUnit?
        return AUGraphNodeInfo(graph, node, nil, &unit) == noErr ? unit : nil
    }

    /// Mono at 48 kHz on all busses of a node.
    func makeMono(_ node: AUNode, inputs: UInt32, rate: Double = 48_000) throws {
        let unit = try #require(self.unit(node))
        var format = AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
        let size = UInt32(MemoryLayout.size(ofValue: format))
        var busses: [(AudioUnitScope, UInt32)] = (0..<inputs).map { (kAudioUnitScope_Input, $0) }
        busses.append((kAudioUnitScope_Output, 0))
        for (scope, bus) in busses {
            try #require(
                AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, bus, &format, size) == noErr)
        }
    }

    func connect(_ source: AUNode, _ target: AUNode, bus: UInt32 = 0) -> OSStatus {
        AUGraphConnectNodeInput(graph, source, 0, target, bus)
    }

    /// A function that gives a whole number as every sample.
    static func constant(_ value: Int) -> AURenderCallbackStruct {
        AURenderCallbackStruct(
            inputProc: { context, _, _, _, frameCount, list in
                guard let list else { return kAudio_ParamError }
                let value = Float(UInt(bitPattern: context))
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(frameCount) { samples?[frame] = value }
                }
                return noErr
            }, inputProcRefCon: UnsafeMutableRawPointer(bitPattern: value))
    }

    func feed(_ node: AUNode, bus: UInt32, _ value: Int) -> OSStatus {
        var callback = Self.constant(value)
        return AUGraphSetNodeInputCallback(graph, node, bus, &callback)
    }

    /// Updates the graph.
    ///
    /// - Returns: Whether everything holds.
    func update() throws -> Bool {
        var isUpdated: DarwinBoolean = false
        try #require(AUGraphUpdate(graph, &isUpdated) == noErr)
        return isUpdated.boolValue
    }

    /// Pulls the next block of a mono node; nil if it fails.
    func render(_ node: AUNode, _ frameCount: Int = 64) -> [Float]? {
        guard let unit = self.unit(node) else { return nil }
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        stamp.mFlags = .sampleTimeValid
        time += Double(frameCount)
        var list = AudioBufferList(
            mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil))
        guard AudioUnitRender(unit, nil, &stamp, 0, UInt32(frameCount), &list) == noErr else { return nil }
        return Array(
            UnsafeBufferPointer(
                start: list.mBuffers.mData?.assumingMemoryBound(to: Float.self),
                count: Int(list.mBuffers.mDataByteSize) / 4))
    }

    func isRunning() -> Bool {
        var flag: DarwinBoolean = true
        return AUGraphIsRunning(graph, &flag) == noErr && flag.boolValue
    }
}
