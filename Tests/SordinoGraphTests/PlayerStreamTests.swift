import SordinoGraph
import Testing

/// A stream of a rising line.
private final class LineStream: PlayerStream, @unchecked Sendable {
    let channelCount = 1
    let frameCount: Int
    private(set) var position = 0

    init(frameCount: Int) { self.frameCount = frameCount }

    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        let count = min(wanted, frameCount - position)
        for frame in 0..<count { channels[0][frame] = Float(position + frame + 1) }
        position += count
        return count
    }

    func rewind() { position = 0 }
}

@Suite struct PlayerStreamTests {
    private let rig: Rig
    private let player = Player()

    init() throws {
        rig = Rig(channelCount: 1)
        rig.maximumFrameCount = 4096
        _ = try rig.connect(rig.add(player), to: rig.outputNode)
        try rig.publish()
    }

    private func line(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) } }

    @Test func aStreamLongerThanItsRingIsHeardWhole() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 200_000)), frameCount: 200_000))
        player.play()
        var made: [Float] = []
        while made.count < 200_000 { made += rig.render(4000)[0] }
        #expect(made == line(1...200_000))
        #expect(player.starvationCount == 0)
    }

    @Test func streamsFollowOneAnotherWithoutAGap() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 1000)), frameCount: 1000))
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 500)), frameCount: 500))
        player.play()
        #expect(rig.render(1500)[0] == line(1...1000) + line(1...500))
    }

    @Test func aStreamThatEndsEarlyIsSilenceToItsEnd() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 100)), frameCount: 300))
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 10)), frameCount: 10))
        player.play()
        #expect(rig.render(310)[0] == line(1...100) + [Float](repeating: 0, count: 200) + line(1...10))
    }

    @Test func aLateStreamIsCountedAndGoesOnWhereItIs() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 20_000)), frameCount: 20_000))
        player.play()
        // Read 4096 frames at once, and no more.
        _ = player.serve(ServiceRequest(readAheadFrames: 1)) { $0() }
        let planes = Planes(channelCount: 1, frameCount: 4000)
        for block in 0..<2 {
            rig.renderer.state.pointee.render(
                frameCount: 4000, hostNanoseconds: -1, output: UnsafePointer(planes.pointers), outputChannelCount: 1,
                input: nil, inputChannelCount: 0)
            #expect(player.starvationCount == block)
        }
        #expect(planes.arrays[0] == line(4001...4096) + [Float](repeating: 0, count: 3904))
        #expect(rig.render(10)[0] == line(4097...4106))
    }

    @Test func aStreamThatNobodyReadIsSilenceAndCounted() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 100)), frameCount: 100))
        player.play()
        let planes = Planes(channelCount: 1, frameCount: 32)
        rig.renderer.state.pointee.render(
            frameCount: 32, hostNanoseconds: -1, output: UnsafePointer(planes.pointers), outputChannelCount: 1,
            input: nil, inputChannelCount: 0)
        #expect(planes.arrays[0] == [Float](repeating: 0, count: 32))
        #expect(player.starvationCount == 1)
        #expect(rig.render(100)[0] == line(1...100))
    }

    @Test func aRewindReadsTheCurrentStreamAnew() {
        player.schedule(PlayerSound(source: .stream(LineStream(frameCount: 90_000)), frameCount: 90_000))
        player.play()
        _ = rig.render(3000)
        player.rewind()
        #expect(rig.render(3000)[0] == line(1...3000))
    }
}
