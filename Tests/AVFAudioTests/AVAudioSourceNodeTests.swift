import AVFAudio
import Foundation
import Synchronization
import Testing

@Suite struct AVAudioSourceNodeTests {
    @Test func aSourceMakesTheSamplesThatItsBlockWrites() throws {
        let offline = try OfflineEngine(channels: 2)
        var frame = 0
        var times: [Double] = []
        let source = AVAudioSourceNode(format: offline.format) { _, time, count, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            times.append(time.pointee.mSampleTime)
            for index in 0..<Int(count) {
                frame += 1
                for (channel, buffer) in buffers.enumerated() {
                    buffer.mData?.assumingMemoryBound(to: Float.self)[index] =
                        Float(frame) / 65_536 * (channel == 0 ? 1 : -1)
                }
            }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: offline.format)
        try offline.engine.start()
        let made = try offline.render(300)
        #expect(made[0] == ramp(1..<301))
        #expect(made[1] == ramp(1..<301).map { -$0 })
        _ = try offline.render(100)
        #expect(times == [0, 300])
    }

    /// As the sample programs have it: no format for the block, one for the connection.
    @Test func withoutAFormatABlockMakesWhatItIsConnectedWith() throws {
        let offline = try OfflineEngine()
        let channels = Mutex<[Int]>([])
        let source = AVAudioSourceNode { _, time, count, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            channels.withLock { $0.append(buffers.count) }
            for (channel, buffer) in buffers.enumerated() {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(count) {
                    samples?[frame] = Float(Int(time.pointee.mSampleTime) + frame + 1000 * channel) / 65_536
                }
            }
            return noErr
        }
        offline.engine.attach(source)
        let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: mono)
        #expect(source.outputFormat(forBus: 0).channelCount == 1)
        try offline.engine.start()
        #expect(try offline.render(100) == [ramp(0..<100), ramp(0..<100)])
        // Connected anew while it runs, with other channels.
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: offline.format)
        #expect(try offline.render(100) == [ramp(100..<200), ramp(1100..<1200)])
        #expect(channels.withLock { $0 } == [1, 2])
    }

    @Test func aMixerConvertsWhatABlockMakesAtAnotherRate() throws {
        let offline = try OfflineEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 24_000, channels: 1))
        let source = AVAudioSourceNode(format: format) { _, time, count, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            #expect(buffers.count == 1)
            let samples = buffers[0].mData?.assumingMemoryBound(to: Float.self)
            for frame in 0..<Int(count) {
                let angle = 2 * Double.pi * 1000 * (time.pointee.mSampleTime + Double(frame)) / 24_000
                samples?[frame] = Float(0.5 * sin(angle))
            }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: offline.format)
        try offline.engine.start()
        let heard = try offline.render(9600)
        for channel in 0..<2 {
            for frame in 2400..<9600 {
                let expected = 0.5 * sin(2 * Double.pi * 1000 * Double(frame) / 48_000)
                #expect(abs(Double(heard[channel][frame]) - expected) < 1e-4, "frame \(frame)")
                if abs(Double(heard[channel][frame]) - expected) >= 1e-4 { return }
            }
        }
    }

    @Test func silenceAndErrorsAreSilence() throws {
        let offline = try OfflineEngine(channels: 1)
        var call = 0
        let source = AVAudioSourceNode(format: offline.format) { isSilence, _, count, list in
            call += 1
            let data = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Float.self)
            for index in 0..<Int(count) { data?[index] = 1 }
            if call == 2 { isSilence.pointee = true }
            return call == 3 ? -50 : noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        #expect(try offline.render(2)[0] == [1, 1])
        #expect(try offline.render(2)[0] == [0, 0])
        #expect(try offline.render(2)[0] == [0, 0])
        #expect(try offline.render(2)[0] == [1, 1])
    }

    @Test func integersInterleavedAreTaken() throws {
        let offline = try OfflineEngine(channels: 2)
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            let data = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Int16.self)
            for index in 0..<Int(count) * 2 { data?[index] = index % 2 == 0 ? 16_384 : -8192 }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        #expect(try offline.render(2) == [[0.5, 0.5], [-0.25, -0.25]])
    }

    @Test func whatIsNoNumberMutesTheSourceAndLeavesTheOthers() throws {
        let offline = try OfflineEngine(channels: 1)
        let source = AVAudioSourceNode(format: offline.format) { _, _, count, list in
            let data = UnsafeMutableAudioBufferListPointer(list)[0].mData?.assumingMemoryBound(to: Float.self)
            for index in 0..<Int(count) { data?[index] = .nan }
            return noErr
        }
        offline.engine.attach(source)
        offline.engine.connect(source, to: offline.engine.mainMixerNode, format: nil)
        let player = offline.player()
        player.scheduleBuffer(try .samples([ramp(1..<101)]))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(100)[0] == ramp(1..<101))
    }

    @Test func aSinkGetsWhatTheInputGives() throws {
        let offline = try OfflineEngine(channels: 1)
        let engine = offline.engine
        let source = try AVAudioPCMBuffer.samples([ramp(1..<101)])
        _ = engine.mainMixerNode
        #expect(
            engine.inputNode.setManualRenderingInputPCMFormat(offline.format) { frames in
                source.frameLength = frames
                return source.audioBufferList
            })
        var heard: [Float] = []
        let sink = AVAudioSinkNode { _, count, list in
            let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
            let data = buffers[0].mData?.assumingMemoryBound(to: Float.self)
            heard += Array(UnsafeBufferPointer(start: data, count: Int(count)))
            return noErr
        }
        engine.attach(sink)
        engine.connect(engine.inputNode, to: sink, format: nil)
        try engine.start()
        _ = try offline.render(60)
        _ = try offline.render(10)
        #expect(heard == ramp(1..<61) + ramp(1..<11))
    }
}
