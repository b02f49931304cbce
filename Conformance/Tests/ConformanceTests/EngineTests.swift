import AVFAudio
import Foundation
import Testing

extension Conformance {
    /// AVAudioEngine in manual rendering: its modes, its time line, its graph.
    @Suite struct Engines {
        @Test func anEngineBeginsWithoutManualRendering() {
            let engine = AVAudioEngine()
            check("new engine: isInManualRenderingMode", engine.isInManualRenderingMode, is: false)
            check("new engine: isRunning", engine.isRunning, is: false)
            check("new engine: isAutoShutdownEnabled", engine.isAutoShutdownEnabled, is: false)
            check("new engine: manualRenderingMaximumFrameCount", engine.manualRenderingMaximumFrameCount, is: 0)
            check("new engine: rate of manualRenderingFormat", engine.manualRenderingFormat.sampleRate, is: 0)
            check("new engine: channels of manualRenderingFormat", engine.manualRenderingFormat.channelCount, is: 0)
            record("new engine: manualRenderingSampleTime", engine.manualRenderingSampleTime)
        }

        @Test(arguments: [8000.0, 44_100, 48_000, 96_000], [1, 2] as [AVAudioChannelCount])
        func theModeHasTheFormatThatIsAskedFor(rate: Double, channels: AVAudioChannelCount) throws {
            let name = "offline engine, \(channels) ch, \(rate) Hz"
            let engine = AVAudioEngine()
            let format = try standard(rate, channels)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 1000)
            check("\(name): isInManualRenderingMode", engine.isInManualRenderingMode)
            check(
                "\(name): mode", engine.manualRenderingMode.rawValue,
                is: AVAudioEngineManualRenderingMode.offline.rawValue)
            check("\(name): manualRenderingFormat", engine.manualRenderingFormat.isEqual(format))
            check("\(name): maximum", engine.manualRenderingMaximumFrameCount, is: 1000)
            check("\(name): sample time", engine.manualRenderingSampleTime, is: 0)
            check("\(name): rate of the main mixer", engine.mainMixerNode.outputFormat(forBus: 0).sampleRate, is: rate)
            check("\(name): output node's rate", engine.outputNode.inputFormat(forBus: 0).sampleRate, is: rate)
            try engine.start()
            check("\(name): isRunning", engine.isRunning)
            engine.stop()
            check("\(name): isRunning after stop", engine.isRunning, is: false)
            engine.disableManualRenderingMode()
            check("\(name): mode after disabling", engine.isInManualRenderingMode, is: false)
        }

        @Test func theModeCannotChangeWhileTheEngineRuns() throws {
            let offline = try OfflineEngine()
            _ = offline.engine.mainMixerNode
            try offline.engine.start()
            let code = errorCode {
                try offline.engine.enableManualRenderingMode(.offline, format: offline.format, maximumFrameCount: 100)
            }
            check("enabling the mode while running: code", code ?? 0, is: -80_801)
        }

        @Test func anEngineThatDoesNotRunRendersNothing() throws {
            let offline = try OfflineEngine()
            _ = offline.engine.mainMixerNode
            let code = errorCode { _ = try offline.engine.renderOffline(100, to: offline.buffer) }
            check("rendering without start: code", code ?? 0, is: -80_802)
        }

        @Test(arguments: [1, 64, 100, 512, 1024, 4096])
        func theTimeLineCountsFrames(block: Int) throws {
            let offline = try OfflineEngine()
            let player = offline.player()
            try offline.engine.start()
            check("blocks of \(block): time before the first", offline.engine.manualRenderingSampleTime, is: 0)
            for index in 1...5 {
                _ = try offline.render(block)
                check(
                    "blocks of \(block): time after \(index)", offline.engine.manualRenderingSampleTime,
                    is: AVAudioFramePosition(block * index))
            }
            check("blocks of \(block): buffer's length", offline.buffer.frameLength, is: AVAudioFrameCount(block))
            record(
                "blocks of \(block): lastRenderTime of a player",
                player.lastRenderTime.map { "\($0.sampleTime)" } ?? "nil")
        }

        @Test(arguments: [1, 7, 100, 1000, 4096])
        func aScheduledBufferComesOutSampleForSampleInBlocksOfAnySize(block: Int) throws {
            let offline = try OfflineEngine()
            let player = offline.player()
            let sound = [ramp(1..<3001), ramp(5001..<8001)]
            player.scheduleBuffer(try buffer(sound), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(block == 1 ? 500 : 3500, block: block)
            let expected = sound.map { Array(($0 + zeros(500)).prefix(made[0].count)) }
            check("identity in blocks of \(block): left", made[0], near: expected[0], within: 0)
            check("identity in blocks of \(block): right", made[1], near: expected[1], within: 0)
        }

        @Test func aBufferThatIsTooSmallIsRefused() throws {
            let offline = try OfflineEngine()
            _ = offline.player()
            try offline.engine.start()
            let small = try #require(AVAudioPCMBuffer(pcmFormat: offline.format, frameCapacity: 10))
            let found = errorCode { _ = try offline.engine.renderOffline(100, to: small) }
            record("rendering 100 frames into a buffer of 10: code", found.map(String.init) ?? "none")
        }

        @Test func theMainMixerIsMadeAndConnectedWhenAskedFor() throws {
            let offline = try OfflineEngine()
            let engine = offline.engine
            let mixer = engine.mainMixerNode
            check("mainMixerNode is one object", mixer === engine.mainMixerNode)
            let point = try #require(engine.inputConnectionPoint(for: engine.outputNode, inputBus: 0))
            check("the main mixer leads to the output node", point.node === mixer && point.bus == 0)
            check("the main mixer is attached", engine.attachedNodes.contains(mixer))
        }

        @Test func attachingAndDetachingIsSeen() throws {
            let offline = try OfflineEngine()
            let player = AVAudioPlayerNode()
            check("a new node has no engine", player.engine == nil)
            offline.engine.attach(player)
            check("an attached node knows its engine", player.engine === offline.engine)
            check("an attached node is listed", offline.engine.attachedNodes.contains(player))
            offline.engine.connect(player, to: offline.engine.mainMixerNode, format: offline.format)
            offline.engine.detach(player)
            check("a detached node has no engine", player.engine == nil)
            check("a detached node is not listed", !offline.engine.attachedNodes.contains(player))
            let point = offline.engine.inputConnectionPoint(for: offline.engine.mainMixerNode, inputBus: 0)
            check("a detached node leaves its connection", point == nil)
        }

        @Test(arguments: [1, 2, 3, 5, 8])
        func connectingTakesTheMixersNextFreeBus(count: Int) throws {
            let offline = try OfflineEngine()
            let players = (0..<count).map { _ in offline.player() }
            let mixer = offline.engine.mainMixerNode
            for (bus, player) in players.enumerated() {
                let point = offline.engine.inputConnectionPoint(for: mixer, inputBus: bus)
                check("\(count) players: bus \(bus)", point?.node === player)
            }
            check("\(count) players: nextAvailableInputBus", mixer.nextAvailableInputBus, is: count)
        }

        @Test func aNodeWithSeveralConnectionPointsLeadsToEach() throws {
            let offline = try OfflineEngine(channels: 1)
            let (engine, player) = (offline.engine, AVAudioPlayerNode())
            engine.attach(player)
            let points = [0, 1].map { AVAudioConnectionPoint(node: engine.mainMixerNode, bus: $0) }
            engine.connect(player, to: points, fromBus: 0, format: offline.format)
            let found = engine.outputConnectionPoints(for: player, outputBus: 0).map(\.bus).sorted()
            check("buses of a split", found, is: [0, 1])
            player.scheduleBuffer(try buffer([ramp(1..<101)]), completionHandler: nil)
            try engine.start()
            player.play()
            let made = try offline.render(100)[0]
            check("a split to two buses of a mixer is summed", made, near: ramp(1..<101).map { 2 * $0 }, within: 0)
        }

        @Test(arguments: [0, 100, 777, 4096, 5000])
        func aStartInTheFutureIsOnItsFrame(start: Int) throws {
            let offline = try OfflineEngine(channels: 1)
            let player = offline.player()
            try offline.engine.start()
            let time = AVAudioTime(sampleTime: AVAudioFramePosition(start), atRate: 48_000)
            player.scheduleBuffer(try buffer([ramp(1..<101)]), at: time, options: [], completionHandler: nil)
            player.play()
            let made = try offline.render(start + 200)[0]
            check("a buffer at frame \(start)", made, near: zeros(start) + ramp(1..<101) + zeros(100), within: 0)
        }

        @Test func stopAndStartBeginTheTimeLineAnewOrGoOn() throws {
            let offline = try OfflineEngine()
            _ = offline.player()
            try offline.engine.start()
            _ = try offline.render(1000)
            offline.engine.stop()
            record("manualRenderingSampleTime after stop", offline.engine.manualRenderingSampleTime)
            try offline.engine.start()
            record("manualRenderingSampleTime after a second start", offline.engine.manualRenderingSampleTime)
        }

        @Test func pauseKeepsTheTimeLine() throws {
            let offline = try OfflineEngine()
            _ = offline.player()
            try offline.engine.start()
            _ = try offline.render(1000)
            offline.engine.pause()
            check("isRunning after pause", offline.engine.isRunning, is: false)
            try offline.engine.start()
            check("sample time after pause and start", offline.engine.manualRenderingSampleTime, is: 1000)
        }

        @Test(arguments: [1, 2] as [AVAudioChannelCount])
        func theInputBlockIsTheInput(channels: AVAudioChannelCount) throws {
            let format = try standard(48_000, channels)
            let engine = AVAudioEngine()
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            let source = try buffer((0..<Int(channels)).map { ramp(1 + 1000 * $0..<513 + 1000 * $0) })
            let given = engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in
                UnsafePointer(source.mutableAudioBufferList)
            }
            check("input block, \(channels) ch: taken", given)
            engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
            try engine.start()
            let made = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            let status = try engine.renderOffline(512, to: made)
            check("input block, \(channels) ch: status", status.rawValue, is: 0)
            for channel in 0..<Int(channels) {
                check(
                    "input block, \(channels) ch: channel \(channel)", made.samples(channel),
                    near: source.samples(channel), within: 0)
            }
        }

        @Test func anInputBlockWithoutDataSaysSo() throws {
            let format = try standard(48_000, 1)
            let engine = AVAudioEngine()
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            _ = engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil }
            engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
            try engine.start()
            let made = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            let status = try engine.renderOffline(512, to: made)
            check("input block without data: status", status.rawValue, is: 1)
        }

        @Test func theRealtimeModeRendersThroughItsBlock() throws {
            let format = try standard(48_000, 2)
            let engine = AVAudioEngine()
            try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
            let sound = [ramp(1..<513), ramp(2001..<2513)]
            player.scheduleBuffer(try buffer(sound), completionHandler: nil)
            let block = engine.manualRenderingBlock
            try engine.start()
            player.play()
            let made = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            made.frameLength = 512
            var code: OSStatus = 0
            let status = block(512, made.mutableAudioBufferList, &code)
            check("realtime block: status", status.rawValue, is: 0)
            check("realtime block: left", made.samples(0), near: sound[0], within: 0)
            check("realtime block: right", made.samples(1), near: sound[1], within: 0)
        }

        @Test(arguments: [220.0, 1000, 5000])
        func aSourceNodeIsHeard(frequency: Double) throws {
            let offline = try OfflineEngine(channels: 1)
            let format = offline.format
            let frame = Counter()
            let source = AVAudioSourceNode(format: format) { _, _, count, list in
                let buffers = UnsafeMutableAudioBufferListPointer(list)
                let first = frame.add(Int(count))
                for index in 0..<Int(count) {
                    let sample = Float(0.5 * sin(2 * Double.pi * frequency * Double(first + index) / 48_000))
                    for part in buffers { part.mData?.assumingMemoryBound(to: Float.self)[index] = sample }
                }
                return noErr
            }
            offline.engine.attach(source)
            offline.engine.connect(source, to: offline.engine.mainMixerNode, format: format)
            try offline.engine.start()
            let made = try offline.render(4800, block: 480)[0]
            check("source node of \(frequency) Hz", made, near: sine(frequency, 48_000, 4800), within: 1e-6)
        }

        @Test(arguments: [100, 512, 4096])
        func aSinkNodeReceivesWhatIsRendered(block: Int) throws {
            let offline = try OfflineEngine(channels: 1)
            let frames = Counter()
            let sink = AVAudioSinkNode { _, count, _ in
                _ = frames.add(Int(count))
                return noErr
            }
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.attach(sink)
            let points = [
                AVAudioConnectionPoint(node: sink, bus: 0),
                AVAudioConnectionPoint(node: offline.engine.mainMixerNode, bus: 0),
            ]
            offline.engine.connect(player, to: points, fromBus: 0, format: offline.format)
            player.scheduleBuffer(try buffer([ramp(1..<8193)]), completionHandler: nil)
            try offline.engine.start()
            player.play()
            _ = try offline.render(block * 2, block: block)
            record("frames in a sink node beside the mixer after two blocks of \(block)", frames.add(0))
        }

        @Test(arguments: [0, 1, 2])
        func resetClearsWhatIsScheduled(blocks: Int) throws {
            let offline = try OfflineEngine(channels: 1)
            let player = offline.player()
            try offline.engine.start()
            player.scheduleBuffer(try buffer([ramp(1..<10_001)]), completionHandler: nil)
            player.play()
            _ = try offline.render(100 * (blocks + 1), block: 100)
            offline.engine.stop()
            check("a stopped engine stops its players, after \(blocks + 1) blocks", offline.engine.isRunning, is: false)
            record("isPlaying of a player after its engine's stop, after \(blocks + 1) blocks", player.isPlaying)
        }
    }
}
