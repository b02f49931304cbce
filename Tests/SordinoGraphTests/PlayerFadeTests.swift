import SordinoGraph
import Testing

/// How a player falls silent at a pause and rises behind it: 5 ms, which are 240 frames.
@Suite struct PlayerFadeTests {
    private static let seconds = 0.005
    private static let frames = 240
    /// Longer than two blocks of any length here.
    private static let soundFrames = 20_000

    /// The ways on which a sound reaches the player.
    enum Way: CaseIterable { case buffer, copied, lent }

    private let rig: Rig
    private let player = Player()

    init() throws {
        rig = Rig(channelCount: 1)
        rig.maximumFrameCount = 4096
        _ = try rig.connect(rig.add(player), to: rig.outputNode)
        try rig.publish()
    }

    /// The sample of a frame: unlike its neighbours, and far above silence.
    private static func sample(_ frame: Int) -> Float { 0.25 + Float(frame % 1_000) / 2_000 }

    private func sound(from first: Int, _ count: Int) -> [Float] { (first..<first + count).map { Self.sample($0) } }

    /// Frames on a straight line to silence, of which the last is silent.
    private func falling(from first: Int, of total: Int = frames) -> [Float] {
        (0..<total).map { Self.sample(first + $0) * Float(total - 1 - $0) / Float(total) }
    }

    /// Frames on a straight line to full level, which the last has.
    private func rising(from first: Int) -> [Float] {
        (0..<Self.frames).map { Self.sample(first + $0) * Float($0 + 1) / Float(Self.frames) }
    }

    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    private func schedule(_ way: Way, frames: Int = soundFrames) {
        let source: PlayerSound
        switch way {
        case .buffer: source = .samples([sound(from: 0, frames)])
        case .copied:
            source = PlayerSound(
                source: .stream(PieceStream(sound(from: 0, frames), lendsFrames: false)), frameCount: frames)
        case .lent:
            source = PlayerSound(
                source: .stream(PieceStream(sound(from: 0, frames), lendsFrames: true)), frameCount: .max)
        }
        player.schedule(source)
    }

    /// Renders so many frames in blocks of a length.
    private func render(_ count: Int, blocks: Int = 512) -> [Float] {
        var made: [Float] = []
        while made.count < count { made += rig.render(min(blocks, count - made.count))[0] }
        return made
    }

    private func isClose(_ made: [Float], _ expected: [Float]) -> Bool {
        made.count == expected.count && zip(made, expected).allSatisfy { abs($0 - $1) <= 1e-6 }
    }

    @Test(arguments: Way.allCases, [1, 7, 64, 239, 240, 241, 512, 4_096])
    func aPauseFallsWithTheFramesThatTheContinuationRisesWith(way: Way, block: Int) {
        schedule(way)
        player.play(fadeSeconds: 0)
        #expect(render(1_000) == sound(from: 0, 1_000))
        player.pause(fadeSeconds: Self.seconds)
        #expect(!player.isSilent)
        #expect(isClose(render(4_096, blocks: block), falling(from: 1_000) + zeros(4_096 - Self.frames)))
        #expect(player.isSilent && player.playedFrames == 1_000)
        player.play(fadeSeconds: Self.seconds)
        let risen = render(4_096, blocks: block)
        #expect(isClose(Array(risen.prefix(Self.frames)), rising(from: 1_000)))
        #expect(Array(risen.dropFirst(Self.frames)) == sound(from: 1_240, 4_096 - Self.frames))
        #expect(player.playedFrames == 5_096)
    }

    @Test(arguments: Way.allCases) func aPauseThatIsTakenBackWithinABlockChangesNothing(way: Way) {
        schedule(way)
        player.play()
        #expect(render(1_000) == sound(from: 0, 1_000))
        for _ in 0..<3 {
            player.pause(fadeSeconds: Self.seconds)
            player.play(fadeSeconds: Self.seconds)
        }
        #expect(render(1_000) == sound(from: 1_000, 1_000))
        #expect(player.latestReport.origin == 0)
    }

    @Test func aSecondPauseDoesNotBeginTheFallAnew() {
        schedule(.copied)
        player.play()
        _ = render(1_000)
        player.pause(fadeSeconds: Self.seconds)
        player.pause(fadeSeconds: Self.seconds)
        let first = render(100)
        player.pause(fadeSeconds: Self.seconds)
        // Begun and paused again while it still falls.
        player.play(fadeSeconds: Self.seconds)
        player.pause(fadeSeconds: Self.seconds)
        #expect(isClose(first + render(400), falling(from: 1_000) + zeros(260)))
        #expect(player.isSilent)
    }

    @Test(arguments: Way.allCases) func aContinuationWaitsForTheEndOfTheFall(way: Way) {
        schedule(way)
        player.play()
        _ = render(1_000)
        player.pause(fadeSeconds: Self.seconds)
        let first = render(64)
        player.play(fadeSeconds: Self.seconds)
        #expect(!player.isSilent)
        // The fall is over in the fourth block; the fifth rises.
        let second = render(3 * 64, blocks: 64)
        #expect(isClose(first + second, falling(from: 1_000) + zeros(16)))
        #expect(isClose(render(Self.frames), rising(from: 1_000)))
        #expect(render(500) == sound(from: 1_240, 500))
    }

    @Test func aPauseOnTheWayUpFallsFromThere() {
        schedule(.lent)
        player.play()
        _ = render(1_000)
        player.pause(fadeSeconds: Self.seconds)
        _ = render(512)
        player.play(fadeSeconds: Self.seconds)
        #expect(isClose(render(100), Array(rising(from: 1_000).prefix(100))))
        player.pause(fadeSeconds: Self.seconds)
        let expected = falling(from: 1_100).enumerated().map { frame, sample in
            sample * min(Float(101 + frame) / Float(Self.frames), 1)
        }
        #expect(isClose(render(300), expected + zeros(60)))
        player.play(fadeSeconds: Self.seconds)
        #expect(isClose(render(Self.frames), rising(from: 1_100)))
    }

    @Test(arguments: Way.allCases, [1, 2, 10, 239]) func aSoundWithFewFramesLeftFallsWithinThose(way: Way, left: Int) {
        schedule(way, frames: 1_000 + left)
        player.play()
        #expect(render(1_000) == sound(from: 0, 1_000))
        player.pause(fadeSeconds: Self.seconds)
        #expect(isClose(render(512), falling(from: 1_000, of: left) + zeros(512 - left)))
        #expect(player.waitingCount == 1)
        player.play(fadeSeconds: Self.seconds)
        #expect(isClose(render(512), Array(rising(from: 1_000).prefix(left)) + zeros(512 - left)))
        #expect(player.waitingCount == 0)
    }

    @Test func aPauseBehindTheEndIsSilent() {
        schedule(.copied, frames: 1_000)
        player.play()
        #expect(render(1_000) == sound(from: 0, 1_000))
        player.pause(fadeSeconds: Self.seconds)
        #expect(render(512) == zeros(512))
        #expect(player.isSilent)
    }

    @Test func aPauseBeforeTheFirstFrameIsSilentAndTheStartAfterItExact() {
        schedule(.buffer)
        player.play(atFrame: 5_000)
        #expect(render(512) == zeros(512))
        player.pause(fadeSeconds: Self.seconds)
        #expect(render(512) == zeros(512))
        player.play(fadeSeconds: 0)
        #expect(render(512) == sound(from: 0, 512))
    }

    @Test func aContinuationInSilenceIsExact() {
        let samples = [0.5] + zeros(9) + [0.000_9, 0.5] + sound(from: 0, 1_000)
        player.schedule(.samples([samples]))
        player.play()
        #expect(render(1) == [0.5])
        for first in [1, 10] {
            player.pause(fadeSeconds: Self.seconds)
            _ = render(512)
            player.play(fadeSeconds: Self.seconds)
            #expect(render(9) == Array(samples[first..<first + 9]))
        }
    }

    @Test func aSoundIntoWhichAnotherFadesRisesAlsoInSilence() {
        let samples = [0.000_9] + sound(from: 1, 1_000)
        player.schedule(.samples([samples]))
        player.play(fadeSeconds: Self.seconds, isCrossfade: true)
        let expected = zip(samples, 1...Self.frames).map { $0 * Float($1) / Float(Self.frames) }
        #expect(isClose(render(Self.frames), expected))
    }

    @Test func aContinuationAtATimeRisesThere() {
        schedule(.copied)
        player.play()
        _ = render(1_000)
        player.pause(fadeSeconds: Self.seconds)
        _ = render(1_000)
        player.play(atFrame: 3_100, fadeSeconds: Self.seconds)
        #expect(isClose(render(1_100 + Self.frames), zeros(1_100) + rising(from: 1_000)))
    }

    @Test func aFallThatNoBlockFollowsIsOver() {
        schedule(.copied)
        player.play()
        _ = render(1_000)
        player.pause(fadeSeconds: Self.seconds)
        _ = render(100)
        // The stream stops here, and starts again with the next block.
        player.endFall()
        player.play(fadeSeconds: Self.seconds)
        #expect(isClose(render(Self.frames), rising(from: 1_000)))
    }

    @Test func aPauseWithoutAFadeEndsAndBeginsWithTheBlock() {
        schedule(.copied)
        player.play()
        _ = render(1_000)
        player.pause()
        #expect(render(512) == zeros(512))
        player.play()
        #expect(render(512) == sound(from: 1_000, 512))
    }

    @Test func oneOfThreePlayersFallsWhileTheOthersGoOn() throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        let players = (0..<3).map { _ in Player() }
        for (bus, player) in players.enumerated() { _ = try rig.connect(rig.add(player), to: mixer, bus) }
        _ = try rig.connect(mixer, to: rig.outputNode)
        try rig.publish()
        // Sums of these levels are exact.
        for (index, player) in players.enumerated() {
            player.schedule(.samples([[Float](repeating: Float(1 << index) / 16, count: 10_000)]))
            player.play()
        }
        #expect(rig.render(512)[0].allSatisfy { $0 == 7 / 16 })
        players[1].pause(fadeSeconds: Self.seconds)
        let fallen = rig.render(512)[0]
        for frame in 0..<512 {
            let left = max(Float(Self.frames - 1 - frame), 0) / Float(Self.frames)
            #expect(abs(fallen[frame] - (5 + 2 * left) / 16) <= 1e-6)
        }
        players[1].play(fadeSeconds: Self.seconds)
        let risen = rig.render(512)[0]
        for frame in 0..<512 {
            let share = min(Float(frame + 1), Float(Self.frames)) / Float(Self.frames)
            #expect(abs(risen[frame] - (5 + 2 * share) / 16) <= 1e-6)
        }
    }
}

/// A stream of samples in memory; it lends them in pieces of very different lengths.
private final class PieceStream: PlayerStream, @unchecked Sendable {
    let channelCount = 1
    let lendsFrames: Bool
    private let planes: Planes
    private var position = 0
    private var pieces = 0

    init(_ samples: [Float], lendsFrames: Bool) {
        planes = Planes([samples])
        self.lendsFrames = lendsFrames
    }

    var isOpenEnded: Bool { lendsFrames }
    var endFrame: Int? { position == planes.frameCount ? position : nil }

    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        let count = min(wanted, planes.frameCount - position)
        channels[0].update(from: planes.pointers[0] + position, count: count)
        position += count
        return count
    }

    func lend(frameCount wanted: Int) -> LentFrames? {
        guard position < planes.frameCount else { return nil }
        let lengths = [900, 150, 1, 700, 4_096]
        let count = min(wanted, lengths[pieces % lengths.count], planes.frameCount - position)
        defer {
            position += count
            pieces += 1
        }
        return LentFrames(
            keeper: planes, channels: UnsafePointer(planes.pointers), start: position, frameCount: count)
    }

    func rewind() { position = 0 }
}
