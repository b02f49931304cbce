import AVFAudio
import Foundation
import Synchronization
import Testing

/// The cost of changes of a running engine, and their traces.
@Suite struct EngineChangeTests {
    /// A plan is as long as the graph: a player that comes and goes beside thousands may not ask for one each time.
    @Test func offlineAPlanIsMadeByTheNextBlock() throws {
        let offline = try OfflineEngine()
        _ = offline.player()
        try offline.engine.start()
        _ = try offline.render(10)
        let before = offline.engine.sordinoReport.planText
        let player = offline.player()
        player.scheduleBuffer(try .samples([ramp(1..<11), ramp(1..<11)]))
        player.play()
        #expect(offline.engine.sordinoReport.planText == before)
        #expect(try offline.render(10)[0] == ramp(1..<11))
        #expect(offline.engine.sordinoReport.planText != before)
        offline.engine.detach(player)
        #expect(offline.engine.sordinoReport.planText != before)
        _ = try offline.render(10)
        #expect(offline.engine.sordinoReport.planText == before)
    }

    @Test func whatCannotBeRenderedIsRefusedAndLeavesEverythingAsItWas() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        player.volume = 0.5
        player.scheduleBuffer(try .samples([ramp(0..<1000), ramp(0..<1000)]))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(100)[0] == ramp(0..<100).map { $0 * 0.5 })
        // A player has no input.
        #expect(throws: NSError.self) {
            try offline.engine.connectNode(offline.engine.mainMixerNode, to: player, format: nil)
        }
        let point = offline.engine.outputConnectionPoints(for: player, outputBus: 0).first
        #expect(point?.node === offline.engine.mainMixerNode)
        #expect(try offline.render(100)[0] == ramp(100..<200).map { $0 * 0.5 })
    }

    @Test func aNodeThatGoesHandsOutWhatItsTapsHeard() throws {
        let offline = try OfflineEngine()
        let player = offline.player()
        let heard = Mutex(0)
        player.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            heard.withLock { $0 += Int(buffer.frameLength) }
        }
        player.scheduleBuffer(try .samples([ramp(0..<9600), ramp(0..<9600)]))
        try offline.engine.start()
        player.play()
        _ = try offline.render(9600)
        offline.engine.detach(player)
        #expect(heard.withLock { $0 } == 9600)
    }
}
