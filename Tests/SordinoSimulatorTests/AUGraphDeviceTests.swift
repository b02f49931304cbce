import AVFAudio
import Foundation
import SordinoSimulator
import Testing

/// Graphs of units on simulated hardware, as tutorials build them.
@Suite struct AUGraphDeviceTests {
    let device = SimulatedDevice(.phone)

    /// Mixer, effect and the hardware.
    private final class Graph: @unchecked Sendable {
        let graph: AUGraph
        let mixer: AUNode
        let effect: AUNode
        let output: AUNode

        init() throws {
            var made: AUGraph?
            try #require(NewAUGraph(&made) == noErr)
            graph = try #require(made)
            mixer = try Self.add(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            effect = try Self.add(graph, kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay)
            output = try Self.add(graph, kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            try #require(AUGraphOpen(graph) == noErr)
        }

        deinit { _ = DisposeAUGraph(graph) }

        private static func add(_ graph: AUGraph, _ type: OSType, _ subtype: OSType) throws -> AUNode {
            var description = AudioComponentDescription(
                componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
                componentFlags: 0, componentFlagsMask: 0)
            var node: AUNode = 0
            try #require(AUGraphAddNode(graph, &description, &node) == noErr)
            return node
        }

        func unit(_ node: AUNode) throws -> AudioUnit {
            var unit: AudioUnit?
            try #require(AUGraphNodeInfo(graph, node, nil, &unit) == noErr)
            return try #require(unit)
        }

        func setFormat(_ node: AUNode, _ scope: AudioUnitScope, _ bus: UInt32, channels: UInt32 = 2) throws {
            var format = AudioStreamBasicDescription(
                mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved,
                mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: channels,
                mBitsPerChannel: 32, mReserved: 0)
            let size = UInt32(MemoryLayout.size(ofValue: format))
            let status = AudioUnitSetProperty(
                try unit(node), kAudioUnitProperty_StreamFormat, scope, bus, &format, size)
            try #require(status == noErr)
        }

        /// Feeds an input of the mixer with hundredths.
        func feed(_ bus: UInt32, hundredths: Int) -> OSStatus {
            var callback = AURenderCallbackStruct(
                inputProc: { context, _, _, _, frameCount, list in
                    guard let list else { return kAudio_ParamError }
                    let value = Float(UInt(bitPattern: context)) / 100
                    for buffer in UnsafeMutableAudioBufferListPointer(list) {
                        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                        for frame in 0..<Int(frameCount) { samples?[frame] = value }
                    }
                    return noErr
                }, inputProcRefCon: UnsafeMutableRawPointer(bitPattern: hundredths))
            return AUGraphSetNodeInputCallback(graph, mixer, bus, &callback)
        }

        var isRunning: Bool {
            var flag: DarwinBoolean = false
            return AUGraphIsRunning(graph, &flag) == noErr && flag.boolValue
        }
    }

    private func app(_ category: AVAudioSession.Category) throws -> SimulatedApp {
        device.plug(.headphones)
        let app = device.app("Synth", backgroundModes: .audio)
        try app.activate(category)
        device.advance(0.2)
        return app
    }

    private func makeMixer() throws -> Graph {
        let graph = try Graph()
        for bus: UInt32 in 0..<2 { try graph.setFormat(graph.mixer, kAudioUnitScope_Input, bus) }
        try graph.setFormat(graph.mixer, kAudioUnitScope_Output, 0)
        try graph.setFormat(graph.effect, kAudioUnitScope_Output, 0)
        #expect(AUGraphConnectNodeInput(graph.graph, graph.mixer, 0, graph.effect, 0) == noErr)
        #expect(AUGraphConnectNodeInput(graph.graph, graph.effect, 0, graph.output, 0) == noErr)
        #expect(graph.feed(0, hundredths: 25) == noErr)
        #expect(AUGraphInitialize(graph.graph) == noErr)
        #expect(AUGraphStart(graph.graph) == noErr)
        return graph
    }

    private func heard(since start: Double, channel: Int = 0) -> [Float] {
        device.output(.headphones)?.samples(channel: channel, from: start) ?? []
    }

    @Test func aMixerAnEffectAndTheHardwareAreHeardAndFollowAnUpdateFromOneBlockToTheNext() throws {
        let app = try app(.playback)
        let graph = try app.perform { try makeMixer() }
        device.advance(0.5)
        #expect(graph.isRunning)
        #expect(abs((heard(since: 0).last ?? 0) - 0.25) < 1e-4)
        app.perform { #expect(graph.feed(1, hundredths: 50) == noErr) }
        let written = device.now
        device.advance(0.3)
        // Written down, and not told the units yet.
        #expect(heard(since: written).allSatisfy { abs($0 - 0.25) < 1e-4 })
        app.perform {
            var isUpdated: DarwinBoolean = false
            #expect(AUGraphUpdate(graph.graph, &isUpdated) == noErr && isUpdated == true)
        }
        let updated = device.now
        device.advance(0.3)
        let after = heard(since: updated)
        #expect(abs((after.last ?? 0) - 0.75) < 1e-4)
        // One step, nothing between: at the beginning of a block.
        let step = try #require(after.firstIndex { $0 > 0.26 })
        #expect(after[..<step].allSatisfy { abs($0 - 0.25) < 1e-4 })
        #expect(after[step...].allSatisfy { abs($0 - 0.75) < 1e-4 })
        var (load, most): (Float32, Float32) = (-1, -1)
        #expect(AUGraphGetCPULoad(graph.graph, &load) == noErr && load > 0)
        #expect(AUGraphGetMaxCPULoad(graph.graph, &most) == noErr && most > 0 && most.isFinite)
        // The output unit counts the same; an effect does not count.
        var (share, size) = (Float64(-1), UInt32(8))
        for (node, status) in [(graph.output, noErr), (graph.effect, kAudioUnitErr_InvalidProperty)] {
            #expect(
                AudioUnitGetProperty(
                    try graph.unit(node), kAudioUnitProperty_CPULoad, kAudioUnitScope_Global, 0, &share, &size)
                    == status)
        }
        #expect(Float32(share) == load)
        app.perform { #expect(AUGraphStop(graph.graph) == noErr) }
        #expect(!graph.isRunning)
        let stopped = device.now
        device.advance(0.2)
        #expect(heard(since: stopped + 0.1).allSatisfy { $0 == 0 })
    }

    @Test func anInterruptionStopsTheGraphAndTheProgramStartsItAgain() throws {
        let app = try app(.playback)
        let graph = try app.perform { try makeMixer() }
        device.advance(0.3)
        device.ring()
        device.advance(0.5)
        #expect(!graph.isRunning)
        device.declineCall()
        device.advance(0.5)
        #expect(!graph.isRunning)
        try app.perform {
            try app.session.setActive(true)
            #expect(AUGraphStart(graph.graph) == noErr)
        }
        device.advance(0.5)
        #expect(graph.isRunning)
        #expect(abs((heard(since: 0).last ?? 0) - 0.25) < 1e-4)
        app.perform { _ = AUGraphStop(graph.graph) }
    }

    /// The graph of every guitar amplifier: what comes in goes through an effect and out again.
    @Test func whatComesInGoesThroughAnEffectAndOut() throws {
        let app = try app(.playAndRecord)
        device.microphone(hears: .tone(hertz: 1000, amplitude: 0.5))
        let graph = try app.perform {
            let graph = try Graph()
            var one: UInt32 = 1
            let remote = try graph.unit(graph.output)
            #expect(
                AudioUnitSetProperty(
                    remote, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one, 4) == noErr)
            try graph.setFormat(graph.output, kAudioUnitScope_Output, 1, channels: 1)
            try graph.setFormat(graph.effect, kAudioUnitScope_Input, 0, channels: 1)
            try graph.setFormat(graph.effect, kAudioUnitScope_Output, 0, channels: 1)
            #expect(AUGraphConnectNodeInput(graph.graph, graph.output, 1, graph.effect, 0) == noErr)
            #expect(AUGraphConnectNodeInput(graph.graph, graph.effect, 0, graph.output, 0) == noErr)
            #expect(AUGraphInitialize(graph.graph) == noErr)
            #expect(AUGraphStart(graph.graph) == noErr)
            return graph
        }
        device.advance(0.3)
        let start = device.now
        device.advance(0.5)
        app.perform { #expect(AUGraphStop(graph.graph) == noErr) }
        let samples = heard(since: start).prefix(20_000)
        #expect(abs((samples.max() ?? 0) - 0.5) < 0.01 && abs((samples.min() ?? 0) + 0.5) < 0.01)
        // A sine of 1 kHz goes no further than this from one sample to the next: nothing is missing.
        let limit = Float(0.5 * 2 * Double.pi * 1000 / 48_000 * 1.02)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) <= limit })
    }
}
