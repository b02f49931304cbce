import AVFAudio
import Foundation
import Testing

/// A call that the engine does not allow ends the program with the sentence of Apple's engine.
@Suite struct EngineMisuseTests {
    private func expect(_ sentence: String, in result: ExitTest.Result?) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("required condition is false: " + sentence), "\(text)")
    }

    @Test func anEngineWithoutNodesDoesNotStart() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try AVAudioEngine().start()
        }
        expect("inputNode != nullptr || outputNode != nullptr", in: result)
    }

    @Test func nodesBelongToOneEngine() async {
        let detached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            AVAudioEngine().detach(AVAudioPlayerNode())
        }
        expect("[_nodes containsObject: node]", in: detached)
        let connected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let engine = AVAudioEngine()
            engine.connect(AVAudioPlayerNode(), to: engine.mainMixerNode, format: nil)
        }
        expect("[_nodes containsObject: node]", in: connected)
        let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (first, second) = (AVAudioEngine(), AVAudioEngine())
            let player = AVAudioPlayerNode()
            first.attach(player)
            second.attach(player)
        }
        expect("nil == owningEngine || GetEngine() == owningEngine", in: twice)
    }

    @Test func aPlayerPlaysInAnEngineThatRuns() async {
        let alone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            AVAudioPlayerNode().play()
        }
        expect("_engine != nil", in: alone)
        let resting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            offline.player().play()
        }
        expect("_engine->IsRunning()", in: resting)
        let disconnected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            let player = offline.player()
            try offline.engine.start()
            offline.engine.disconnectNodeOutput(player)
            player.play()
        }
        let text = String(decoding: disconnected?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("player started when in a disconnected state"), "\(text)")
    }

    @Test func buffersHaveThePlayersChannels() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            offline.player().scheduleBuffer(try .samples([[0, 0, 0]]))
        }
        expect("_outputFormat.channelCount == buffer.format.channelCount", in: result)
    }

    @Test func aBusHasOneTap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            let player = offline.player()
            player.installTap(onBus: 0, bufferSize: 4096, format: nil) { _, _ in }
            player.installTap(onBus: 0, bufferSize: 4096, format: nil) { _, _ in }
        }
        expect("nullptr == Tap()", in: result)
    }

    @Test func formatsAndBussesAreThere() async {
        let format = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            let player = offline.player()
            offline.engine.connect(player, to: offline.engine.mainMixerNode, format: AVAudioFormat())
        }
        expect("IsFormatSampleRateAndChannelCountValid(format)", in: format)
        let bus = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            let player = offline.player()
            offline.engine.connect(player, to: offline.engine.mainMixerNode, fromBus: 1, toBus: 0, format: nil)
        }
        expect("outputBus < node1.numberOfOutputs", in: bus)
        let tap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let offline = try OfflineEngine()
            let player = offline.player()
            let other = AVAudioFormat(standardFormatWithSampleRate: 22_050, channels: 2)
            player.installTap(onBus: 0, bufferSize: 4096, format: other) { _, _ in }
        }
        expect("format.sampleRate == hwFormat.sampleRate", in: tap)
    }
}
