import AVFAudio
import AudioToolbox
import Foundation
import Testing

/// Connections that name no bus: each source gets an input bus of its own, at every node that has several.
@Suite struct FreeBusTests {
    /// Nodes with several input buses, by what makes them.
    enum Several: CaseIterable, Sendable {
        case mixer, environment, multiChannelMixer, matrixMixer, spatialMixer, merger

        func make() async throws -> AVAudioNode {
            switch self {
            case .mixer: return AVAudioMixerNode()
            case .environment: return AVAudioEnvironmentNode()
            case .multiChannelMixer: return try await unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            case .matrixMixer: return try await unit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer)
            case .spatialMixer: return try await unit(kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer)
            case .merger: return try await unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Merger)
            }
        }

        private func unit(_ type: OSType, _ subtype: OSType) async throws -> AVAudioUnit {
            try await AVAudioUnit.instantiate(
                with: AudioComponentDescription(
                    componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
                    componentFlags: 0, componentFlagsMask: 0))
        }
    }

    @Test(arguments: Several.allCases)
    func eachSourceGetsTheNextFreeBus(_ kind: Several) async throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let node = try await kind.make()
        engine.attach(node)
        engine.connect(node, to: engine.mainMixerNode, format: offline.format)
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let players = [AVAudioPlayerNode(), AVAudioPlayerNode()]
        for player in players {
            engine.attach(player)
            engine.connect(player, to: node, format: mono)
        }
        func place(of player: AVAudioPlayerNode) -> [AVAudioNodeBus] {
            engine.outputConnectionPoints(for: player, outputBus: 0).filter { $0.node === node }.map(\.bus)
        }
        #expect(players.map(place) == [[0], [1]])
        try engine.start()
        for player in players { player.play() }
        _ = try offline.render(512)
        #expect(players.map(\.isPlaying) == [true, true])
        // A source that is there already stays at its bus, and one that left makes room.
        engine.connect(players[1], to: node, format: mono)
        #expect(place(of: players[1]) == [1])
        engine.disconnectNodeOutput(players[0])
        let third = AVAudioPlayerNode()
        engine.attach(third)
        engine.connect(third, to: node, format: mono)
        #expect(place(of: third) == [0])
    }

    @Test func aNodeWithOneBusIsConnectedAnew() throws {
        let offline = try OfflineEngine()
        let delay = AVAudioUnitDelay()
        let players = [AVAudioPlayerNode(), AVAudioPlayerNode()]
        for node in [delay] + players { offline.engine.attach(node) }
        for player in players { offline.engine.connect(player, to: delay, format: offline.format) }
        #expect(offline.engine.inputConnectionPoint(for: delay, inputBus: 0)?.node === players[1])
        #expect(offline.engine.outputConnectionPoints(for: players[0], outputBus: 0).isEmpty)
    }
}
