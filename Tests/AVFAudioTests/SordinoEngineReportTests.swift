import AVFAudio
import Foundation
import Synchronization
import Testing

@Suite struct SordinoEngineReportTests {
    /// A source that always makes the same sample.
    private func source(_ format: AVAudioFormat, _ sample: @escaping @Sendable () -> Float) -> AVAudioSourceNode {
        AVAudioSourceNode(format: format) { _, _, count, list in
            let value = sample()
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let data = buffer.mData?.assumingMemoryBound(to: Float.self)
                for index in 0..<Int(count) { data?[index] = value }
            }
            return noErr
        }
    }

    @Test func theDescriptionListsNodesConnectionsAndFormats() throws {
        let offline = try OfflineEngine()
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let player = offline.player(mono)
        player.installTap(onBus: 0, bufferSize: 4410, format: nil) { _, _ in }
        #expect(
            offline.engine.description == """
                AVAudioEngine: stopped, to be rendered by hand, offline, 3 nodes
                  PlayerNode 1
                    bus 0 -> MixerNode 2 bus 0: 1 ch, 44100 Hz
                    bus 0 -> tap
                  MixerNode 2
                    bus 0 -> OutputNode 3 bus 0: 2 ch, 48000 Hz
                  OutputNode 3
                """)
    }

    @Test func thePlanIsWrittenStepByStepWithItsConvertersAndTaps() throws {
        let offline = try OfflineEngine()
        let player = offline.player(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        #expect(offline.engine.sordinoReport.planText.isEmpty)
        try offline.engine.start()
        player.play()
        let lines = offline.engine.sordinoReport.planText.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("plan: 5 steps, 2 clocks, 48000 Hz, blocks of up to 4096 frames, ") == true)
        #expect(
            Array(lines.dropFirst()) == [
                "   1  PlayerNode 1:  -> a(1)",
                "   2    44100 -> 48000 Hz before bus 0 of MixerNode 2: a(1) -> b(1)",
                "   3  MixerNode 2: b(1) -> c(2)",
                "   4    tap on bus 0 of MixerNode 2: c(2)",
                "   5  OutputNode 3: c(2)",
            ])
    }

    @Test func nodesAndCyclesAreCountedAndMeasured() throws {
        let offline = try OfflineEngine()
        let busy = source(offline.format) {
            var sum: Float = 0
            for number in 0..<20_000 { sum += Float(number % 7) * 1e-9 }
            return sum
        }
        let idle = offline.player()
        offline.engine.attach(busy)
        offline.engine.connect(busy, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        for _ in 0..<100 { _ = try offline.render(480) }
        let report = offline.engine.sordinoReport
        #expect(report.cycleCount == 100)
        #expect(report.load > 0 && report.longestCycleSeconds > 0 && report.sampleByteCount > 0)
        let loads = Dictionary(uniqueKeysWithValues: report.nodes.map { ($0.node, $0.load) })
        // Blocks 7 and 71 were measured.
        #expect(try #require(loads[busy]) > 2 * (try #require(loads[idle])))
        #expect(report.nodes.allSatisfy { $0.faultCount == 0 && !$0.isMuted })
        #expect(report.planText.contains(" %"))
    }

    @Test func blocksSlowerThanTheyLastAreCountedLate() throws {
        let offline = try OfflineEngine(channels: 1)
        // Two frames last 42 microseconds; the source takes longer than that, on any machine.
        let slow = source(offline.format) {
            let end = DispatchTime.now().uptimeNanoseconds + 300_000
            while DispatchTime.now().uptimeNanoseconds < end {}
            return 0.5
        }
        offline.engine.attach(slow)
        offline.engine.connect(slow, to: offline.engine.mainMixerNode, format: nil)
        try offline.engine.start()
        for _ in 0..<10 { #expect(try offline.render(2)[0] == [0.5, 0.5]) }
        #expect(offline.engine.sordinoReport.lateCycleCount == 10)
    }

    @Test func aFaultMutesOneNodeIsCountedAndReported() throws {
        let offline = try OfflineEngine(channels: 1)
        let sample = Mutex<Float>(.infinity)
        let bad = source(offline.format) { sample.withLock { $0 } }
        offline.engine.attach(bad)
        offline.engine.connect(bad, to: offline.engine.mainMixerNode, format: nil)
        let player = offline.player()
        player.scheduleBuffer(try .samples([ramp(1..<301)]))
        let told = Mutex<[ObjectIdentifier]>([])
        let token = NotificationCenter.default.addObserver(
            forName: .SordinoEngineNodeFault, object: offline.engine, queue: nil
        ) { note in
            guard let node = note.userInfo?[SordinoEngineNodeKey] as? AVAudioNode else { return }
            told.withLock { $0.append(ObjectIdentifier(node)) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try offline.engine.start()
        player.play()
        #expect(try offline.render(100)[0] == ramp(1..<101))
        #expect(try offline.render(100)[0] == ramp(101..<201))
        let node = try #require(offline.engine.sordinoReport.nodes.first { $0.node === bad })
        #expect(node.isMuted && node.faultCount == 1)
        #expect(offline.engine.description.contains("SourceNode 1, muted after 1 faults"))
        #expect(offline.engine.sordinoReport.svg.contains("muted by a fault"))
        #expect(told.withLock { $0 } == [ObjectIdentifier(bad)])
        // Reset, it is heard again.
        sample.withLock { $0 = 1 }
        bad.reset()
        #expect(try offline.render(100)[0] == ramp(201..<301).map { $0 + 1 })
        #expect(told.withLock { $0.count } == 1)
    }

    @Test func thePictureShowsEveryNodeAndManyAlikeAsOne() throws {
        let offline = try OfflineEngine()
        for _ in 0..<40 { _ = offline.player() }
        let svg = offline.engine.sordinoReport.svg
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("PlayerNode x 40") && svg.contains("MixerNode 2") && svg.contains("stereo 48 kHz"))
        #expect(!svg.contains("PlayerNode 7"))
        #expect(svg.utf8.count < 4000)
    }
}
