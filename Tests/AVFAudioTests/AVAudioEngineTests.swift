import AVFAudio
import AllocationProbe
import Foundation
import Synchronization
import Testing

/// An engine in offline manual rendering, and a way to read what it makes.
final class OfflineEngine {
    let engine = AVAudioEngine()
    let format: AVAudioFormat
    let buffer: AVAudioPCMBuffer

    init(rate: Double = 48_000, channels: AVAudioChannelCount = 2, maximumFrameCount: AVAudioFrameCount = 4096) throws {
        format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
        buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: maximumFrameCount))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: maximumFrameCount)
    }

    /// A player that is attached and connected to the main mixer.
    func player(_ format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format ?? self.format)
        return player
    }

    /// Frames, each channel in its own array.
    func render(_ frames: Int) throws -> [[Float]] {
        var joined = [[Float]](repeating: [], count: Int(format.channelCount))
        var left = frames
        while left > 0 {
            let count = min(left, Int(buffer.frameCapacity))
            #expect(try engine.renderOffline(AVAudioFrameCount(count), to: buffer) == .success)
            #expect(buffer.frameLength == AVAudioFrameCount(count))
            for channel in joined.indices { joined[channel] += buffer.channel(channel) }
            left -= count
        }
        return joined
    }
}

extension AVAudioPCMBuffer {
    /// A copy of a channel's frames.
    func channel(_ channel: Int) -> [Float] {
        guard let data = floatChannelData else { return [] }
        return Array(UnsafeBufferPointer(start: data[channel], count: Int(frameLength)))
    }

    /// A buffer of float channels.
    static func samples(_ channels: [[Float]], rate: Double = 48_000) throws -> AVAudioPCMBuffer {
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: rate, channels: AVAudioChannelCount(channels.count)))
        let count = channels.first?.count ?? 0
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
        buffer.frameLength = AVAudioFrameCount(count)
        for (index, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { buffer.floatChannelData?[index][frame] = sample }
        }
        return buffer
    }
}

/// A rising line that tells every frame apart.
func ramp(_ range: Range<Int>) -> [Float] { range.map { Float($0) / 65_536 } }

@Suite struct AVAudioEngineTests {
    @Test func aScheduledBufferIsRenderedSampleForSample() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let sound = [ramp(1..<3001), ramp(5001..<8001)]
        player.scheduleBuffer(try .samples(sound))
        try offline.engine.start()
        player.play()
        let made = try offline.render(4000)
        #expect(made[0] == sound[0] + [Float](repeating: 0, count: 1000))
        #expect(made[1] == sound[1] + [Float](repeating: 0, count: 1000))
        #expect(offline.engine.manualRenderingSampleTime == 4000)
    }

    @Test func aMainMixerLeadsToTheOutputFromTheStart() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let mixer = engine.mainMixerNode
        #expect(mixer === engine.mainMixerNode)
        let point = try #require(engine.inputConnectionPoint(for: engine.outputNode, inputBus: 0))
        #expect(point.node === mixer && point.bus == 0)
        #expect(engine.outputConnectionPoints(for: mixer, outputBus: 0).map(\.node) == [engine.outputNode])
        #expect(mixer.outputFormat(forBus: 0) == offline.format)
        #expect(engine.attachedNodes == [mixer, engine.outputNode])
    }

    @Test func theMainMixerFollowsTheFormatOfManualRendering() throws {
        let offline = try OfflineEngine(rate: 44_100)
        #expect(offline.engine.mainMixerNode.outputFormat(forBus: 0).sampleRate == 44_100)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 1))
        try offline.engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 100)
        #expect(offline.engine.mainMixerNode.outputFormat(forBus: 0) == format)
    }

    @Test func connectingWithoutABusTakesTheNextFreeOneOfAMixer() throws {
        let offline = try OfflineEngine()
        let players = (0..<3).map { _ in offline.player() }
        let mixer = offline.engine.mainMixerNode
        for (bus, player) in players.enumerated() {
            #expect(offline.engine.inputConnectionPoint(for: mixer, inputBus: bus)?.node === player)
        }
        #expect(mixer.nextAvailableInputBus == 3 && mixer.numberOfInputs == 3)
        offline.engine.disconnectNodeInput(mixer, bus: 1)
        #expect(mixer.nextAvailableInputBus == 1)
        #expect(offline.engine.outputConnectionPoints(for: players[1], outputBus: 0).isEmpty)
        // Connected again to the same mixer: the same bus.
        offline.engine.connect(players[2], to: mixer, format: offline.format)
        #expect(offline.engine.inputConnectionPoint(for: mixer, inputBus: 2)?.node === players[2])
    }

    @Test func aNodeLeavesWithItsConnections() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        #expect(player.engine === offline.engine)
        offline.engine.detach(player)
        #expect(player.engine == nil)
        #expect(offline.engine.inputConnectionPoint(for: offline.engine.mainMixerNode, inputBus: 0) == nil)
        #expect(!offline.engine.attachedNodes.contains(player))
        let other = AVAudioEngine()
        other.attach(player)
        #expect(player.engine === other)
    }

    @Test func aSplitGivesTheWholeSignalToEachPathAndDestinationsHaveTheirOwnVolume() throws {
        let offline = try OfflineEngine(channels: 1)
        let engine = offline.engine
        let mixer = engine.mainMixerNode
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(
            player,
            to: [
                AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: mixer, bus: 1),
                AVAudioConnectionPoint(node: mixer, bus: 4),
            ], fromBus: 0, format: offline.format)
        #expect(engine.outputConnectionPoints(for: player, outputBus: 0).map(\.bus) == [0, 1, 4])
        player.volume = 0.5
        let destination = try #require(player.destination(forMixer: mixer, bus: 4))
        #expect(destination.volume == 0.5)
        destination.volume = 0.25
        #expect(player.volume == 0.5)
        #expect(player.destination(forMixer: mixer, bus: 2) == nil)
        player.scheduleBuffer(try .samples([[1, 1, 1, 1]]))
        try engine.start()
        player.play()
        #expect(try offline.render(4)[0] == [1.25, 1.25, 1.25, 1.25])
        // Set on the source, it holds for all ways again.
        player.volume = 1
        #expect(destination.volume == 1)
    }

    @Test func valuesSetOnASourceHoldForLaterConnectionsAndOverridesDieWithTheirs() throws {
        let offline = try OfflineEngine(channels: 1)
        let engine = offline.engine
        let mixer = engine.mainMixerNode
        let player = AVAudioPlayerNode()
        player.volume = 0.5
        player.pan = -0.25
        engine.attach(player)
        engine.connect(player, to: mixer, format: offline.format)
        #expect(player.destination(forMixer: mixer, bus: 0)?.pan == -0.25)
        player.destination(forMixer: mixer, bus: 0)?.volume = 0.125
        engine.disconnectNodeOutput(player)
        #expect(player.destination(forMixer: mixer, bus: 0) == nil)
        engine.connect(player, to: mixer, format: offline.format)
        #expect(player.destination(forMixer: mixer, bus: 0)?.volume == 0.5)
    }

    @Test func valuesForEnvironmentsAreKeptAndAPlainMixerIgnoresThem() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.player()
        player.position = AVAudio3DPoint(x: 10, y: 0, z: 0)
        player.rate = 2
        player.obstruction = -40
        player.scheduleBuffer(try .samples([[1, 2, 3]]))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(3)[0] == [1, 2, 3])
        #expect(player.position.x == 10 && player.rate == 2 && player.obstruction == -40)
    }

    @Test func editsWhileRenderingLeaveOtherPathsWithoutAGap() throws {
        let offline = try OfflineEngine(channels: 1)
        let steady = offline.player()
        let sound = ramp(1..<2001)
        steady.scheduleBuffer(try .samples([sound]))
        try offline.engine.start()
        steady.play()
        var made: [Float] = []
        for block in 0..<20 {
            let other = offline.player()
            made += try offline.render(50)[0]
            if block % 2 == 0 { offline.engine.disconnectNodeOutput(other) } else { offline.engine.detach(other) }
            made += try offline.render(50)[0]
        }
        #expect(made == sound)
    }

    @Test func theEngineConvertsTheRateAndTheChannelsPerInput() throws {
        let offline = try OfflineEngine()
        let low = try #require(AVAudioFormat(standardFormatWithSampleRate: 24_000, channels: 1))
        let player = offline.player(low)
        let tone = (0..<24_000).map { Float(sin(2 * Double.pi * 500 * Double($0) / 24_000)) }
        player.scheduleBuffer(try .samples([tone], rate: 24_000))
        try offline.engine.start()
        player.play()
        let made = try offline.render(20_000)
        #expect(made[0] == made[1])
        for frame in stride(from: 1000, to: 19_000, by: 777) {
            #expect(abs(Double(made[0][frame]) - sin(2 * .pi * 500 * Double(frame) / 48_000)) < 1e-3)
        }
        #expect(player.lastRenderTime?.sampleRate == 24_000)
    }

    // MARK: Running

    @Test func startAndStop() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.player()
        #expect(!offline.engine.isRunning)
        player.scheduleBuffer(try .samples([ramp(1..<1001)]))
        try offline.engine.start()
        #expect(offline.engine.isRunning)
        player.play()
        #expect(try offline.render(300)[0] == ramp(1..<301))
        offline.engine.pause()
        #expect(!offline.engine.isRunning)
        #expect(offline.engine.manualRenderingSampleTime == 300)
        try offline.engine.start()
        #expect(try offline.render(300)[0] == ramp(301..<601))
        // After a stop what was playing starts anew, and so does the time.
        offline.engine.stop()
        #expect(offline.engine.manualRenderingSampleTime == 0)
        try offline.engine.start()
        #expect(try offline.render(300)[0] == ramp(1..<301))
    }

    @Test func byHandTheLastTimeIsThatOfTheNextFrame() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        #expect(player.lastRenderTime == nil)
        try offline.engine.start()
        player.play()
        #expect(player.lastRenderTime?.sampleTime == 0 && offline.engine.mainMixerNode.lastRenderTime?.sampleTime == 0)
        #expect(player.playerTime(forNodeTime: AVAudioTime(sampleTime: 0, atRate: 48_000)) == nil)
        _ = try offline.render(100)
        let time = try #require(player.lastRenderTime)
        #expect(time.sampleTime == 100 && time.sampleRate == 48_000 && !time.isHostTimeValid)
        _ = try offline.render(100)
        #expect(player.lastRenderTime?.sampleTime == 200)
        #expect(offline.engine.mainMixerNode.lastRenderTime?.sampleTime == 200)
        #expect(player.playerTime(forNodeTime: try #require(player.lastRenderTime))?.sampleTime == 200)
    }

    @Test func manualRenderingSaysWhatIsWrong() throws {
        func code(_ body: () throws -> Void) -> Int? {
            do {
                try body()
                return nil
            } catch {
                #expect((error as NSError).domain == "com.apple.coreaudio.avfaudio")
                return (error as NSError).code
            }
        }
        let offline = try OfflineEngine(maximumFrameCount: 512)
        let (engine, buffer) = (offline.engine, offline.buffer)
        _ = engine.mainMixerNode
        #expect(code { _ = try engine.renderOffline(10, to: buffer) } == -80802)
        try engine.start()
        #expect(code { _ = try engine.renderOffline(513, to: buffer) } == -50)
        let large = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 1000))
        #expect(code { _ = try engine.renderOffline(513, to: large) } == -10874)
        #expect(large.frameLength == 0)
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let other = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 100))
        #expect(code { _ = try engine.renderOffline(10, to: other) } == -50)
        #expect(
            code { try engine.enableManualRenderingMode(.offline, format: mono, maximumFrameCount: 10) } == -80801)
        engine.stop()
        try engine.enableManualRenderingMode(.realtime, format: offline.format, maximumFrameCount: 512)
        try engine.start()
        #expect(code { _ = try engine.renderOffline(10, to: buffer) } == -80800)
        engine.stop()
        engine.disableManualRenderingMode()
        #expect(!engine.isInManualRenderingMode && engine.manualRenderingMaximumFrameCount == 0)
        #expect(engine.manualRenderingFormat.sampleRate == 0 && engine.manualRenderingFormat.channelCount == 0)
    }

    @Test func theRealtimeBlockRendersIntoTheGivenMemoryOrItsOwn() throws {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 256)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        player.scheduleBuffer(try .samples([ramp(1..<513), ramp(1..<513)]))
        let block = engine.manualRenderingBlock
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 256))
        buffer.frameLength = 256
        var status: OSStatus = 0
        #expect(block(256, buffer.mutableAudioBufferList, &status) == .error && status == -80802)
        try engine.start()
        player.play()
        buffer.frameLength = 256
        #expect(block(256, buffer.mutableAudioBufferList, &status) == .success)
        #expect(buffer.channel(0) == ramp(1..<257))
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        for index in 0..<2 { list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil) }
        #expect(block(100, list.unsafeMutablePointer, &status) == .success)
        #expect(list[0].mDataByteSize == 400)
        let data = try #require(list[1].mData?.assumingMemoryBound(to: Float.self))
        #expect(Array(UnsafeBufferPointer(start: data, count: 100)) == ramp(257..<357))
        engine.stop()
    }

    @Test(.enabled(if: allocationProbeWorks, "a sanitizer owns the heap")) func theRealtimeBlockTouchesNoHeap() throws {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let low = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
        for (index, format) in [format, low, format].enumerated() {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
            player.volume = Float(index + 1) / 4
            let sound = [ramp(1..<301), ramp(1..<301)]
            player.scheduleBuffer(try .samples(sound, rate: format.sampleRate), at: nil, options: .loops)
        }
        try engine.start()
        for node in engine.attachedNodes { (node as? AVAudioPlayerNode)?.play() }
        let block = engine.manualRenderingBlock
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
        buffer.frameLength = 512
        let list = buffer.mutableAudioBufferList
        #expect(countingHeapCalls { for _ in 0..<8 { _ = block(512, list, nil) } } == .none)
        #expect(buffer.channel(0).contains { $0 != 0 })
        engine.stop()
    }

    @Test(arguments: [true, false]) func integersAreRenderedRoundedAndClamped(interleaved: Bool) throws {
        let engine = AVAudioEngine()
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: interleaved))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 64)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(
            player, to: engine.mainMixerNode,
            format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        player.scheduleBuffer(try .samples([[0.5, 2, -2, 1.5 / 32_768], [0, -0.25, 0.25, 2.5 / 32_768]]))
        try engine.start()
        player.play()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 64))
        #expect(try engine.renderOffline(4, to: buffer) == .success)
        let data = try #require(buffer.int16ChannelData)
        let made = (0..<2).map { channel in (0..<4).map { data[channel][$0 * buffer.stride] } }
        #expect(made == [[16_384, 32_767, -32_768, 2], [0, -8192, 8192, 2]])
    }

    @Test func theInputBlockIsHeardAndItsLackIsReported() throws {
        let offline = try OfflineEngine(channels: 1)
        let engine = offline.engine
        let input = engine.inputNode
        let source = try AVAudioPCMBuffer.samples([ramp(1..<101)])
        var hasData = true
        #expect(
            input.setManualRenderingInputPCMFormat(offline.format) { frames in
                source.frameLength = frames
                return hasData ? source.audioBufferList : nil
            })
        #expect(input.outputFormat(forBus: 0) == offline.format)
        engine.connect(input, to: engine.mainMixerNode, format: nil)
        try engine.start()
        #expect(try offline.render(50)[0] == ramp(1..<51))
        hasData = false
        #expect(try engine.renderOffline(10, to: offline.buffer) == .insufficientDataFromInputNode)
        #expect(offline.buffer.channel(0) == [Float](repeating: 0, count: 10))
        hasData = true
        #expect(try offline.render(5)[0] == ramp(1..<6))
    }

    // MARK: Taps

    @Test func aTapHearsEverythingInBuffersOfATenthOfASecond() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.player()
        let sound = ramp(1..<48_001)
        player.scheduleBuffer(try .samples([sound]))
        let heard = Mutex<[(AVAudioFramePosition, [Float])]>([])
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, time in
            heard.withLock { $0.append((time.sampleTime, buffer.channel(0))) }
        }
        try offline.engine.start()
        player.play()
        _ = try offline.render(48_000)
        // The next block waits for the callbacks of the last.
        _ = try offline.render(1)
        let all = heard.withLock { $0 }
        #expect(all.map(\.0) == (0..<10).map { Int64($0 * 4800) })
        #expect(Array(all.map(\.1).joined()) == sound)
        offline.engine.mainMixerNode.removeTap(onBus: 0)
        _ = try offline.render(9600)
        _ = try offline.render(1)
        #expect(heard.withLock { $0.count } == 10)
    }

    @Test func aTapOfTheSwiftLayerThrowsWhereTheOtherStops() throws {
        let offline = try OfflineEngine(channels: 1)
        let player = offline.player()
        let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        func code(_ format: AVAudioFormat?) -> Int? {
            do {
                try player.installAudioTap(onBus: 0, bufferSize: 4800, format: format) { _, _ in }
                return nil
            } catch { return (error as NSError).code }
        }
        #expect(code(other) == -10868)
        #expect(code(nil) == nil)
        #expect(code(nil) == -10849)
    }

    // MARK: Misuse

    @Test func connectionsThatCannotBeAreThrownByTheSwiftLayer() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let mixers = (0..<2).map { _ in AVAudioMixerNode() }
        for mixer in mixers { engine.attach(mixer) }
        try engine.connectNode(mixers[0], to: mixers[1], format: nil)
        #expect(throws: NSError.self) { try engine.connectNode(mixers[1], to: mixers[0], format: nil) }
        #expect(engine.inputConnectionPoint(for: mixers[1], inputBus: 0)?.node === mixers[0])
        #expect(engine.outputConnectionPoints(for: mixers[1], outputBus: 0).isEmpty)
        let player = AVAudioPlayerNode()
        #expect(throws: NSError.self) { try player.playAudio() }
        engine.attach(player)
        #expect(throws: NSError.self) { try player.playAudio() }
    }
}
