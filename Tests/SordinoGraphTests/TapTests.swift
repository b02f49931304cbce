import SordinoGraph
import Testing

@Suite struct TapTests {
    private let rig: Rig
    private let player = Player()
    private let tap: Tap

    init() throws {
        rig = Rig(channelCount: 1)
        let node = rig.add(player)
        _ = try rig.connect(node, to: rig.outputNode)
        tap = Tap(format: rig.format, bufferFrameCount: 100, maximumFrameCount: 512)
        rig.taps[BusID(node, 0)] = [tap]
        try rig.publish()
    }

    private func collected() -> [(start: Int64, samples: [Float])] {
        var all: [(Int64, [Float])] = []
        tap.collect { channels, time, _ in
            all.append((time, Array(UnsafeBufferPointer(start: channels[0], count: 100))))
        }
        return all
    }

    @Test func buffersComeWholeWithTheTimeOfTheirFirstFrame() {
        let sound = (1...1000).map { Float($0) }
        player.schedule(.samples([sound]))
        player.play()
        var heard: [Float] = []
        for block in [64, 64, 300, 1, 371, 200] {
            _ = rig.render(block)
            for (start, samples) in collected() {
                #expect(start == Int64(heard.count))
                heard += samples
            }
        }
        #expect(heard == sound)
        #expect(tap.lostBlockCount == 0)
    }

    @Test func silenceIsHeardToo() {
        _ = rig.render(250)
        let all = collected()
        #expect(all.map(\.start) == [0, 100])
        #expect(all.allSatisfy { $0.samples.allSatisfy { $0 == 0 } })
    }

    @Test func whenNobodyCollectsBlocksAreLostAndTheNextBufferBeginsBehindThem() {
        player.schedule(.samples([(0..<20_000).map { Float($0) }]))
        player.play()
        for _ in 0..<20 { _ = rig.render(500) }
        #expect(tap.lostBlockCount > 0)
        _ = collected()
        _ = rig.render(500)
        let all = collected()
        #expect(!all.isEmpty)
        for (start, samples) in all { #expect(samples == (0..<100).map { Float(start) + Float($0) }) }
    }
}
