import SordinoGraph
import Synchronization
import Testing

/// The calls, in order.
final class Calls: Sendable {
    private let names = Mutex<[String]>([])

    func note(_ name: String) -> PlayerCompletion { { self.names.withLock { $0.append(name) } } }

    var all: [String] { names.withLock { $0 } }
}

/// Tells every frame of every sound apart.
private func line(_ start: Int, _ count: Int) -> [Float] { (start..<start + count).map { Float($0) / 1024 } }

private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

@Suite struct PlayerTests {
    private let rig: Rig
    private let player = Player()

    init() throws {
        rig = Rig(channelCount: 1)
        let node = rig.add(player)
        _ = try rig.connect(node, to: rig.outputNode)
        try rig.publish()
    }

    private func rendered(_ blocks: Int...) -> [Float] { rig.render(blocks: blocks)[0] }

    @Test func nothingIsHeardBeforePlay() {
        player.schedule(.samples([line(1, 100)]))
        #expect(rendered(64) == zeros(64))
        player.play()
        #expect(rendered(64, 64) == line(1, 100) + zeros(28))
    }

    @Test func buffersFollowOneAnotherWithoutAGap() {
        player.schedule(.samples([line(1, 37)]))
        player.schedule(.samples([line(101, 5)]))
        player.schedule(.samples([line(201, 300)]))
        player.play()
        #expect(rendered(128, 128, 128) == line(1, 37) + line(101, 5) + line(201, 300) + zeros(42))
    }

    @Test(arguments: [0, 1, 63, 64, 65, 200]) func aSoundBeginsOnItsExactFrame(frame: Int) {
        player.schedule(.samples([line(1, 50)], at: Int64(frame)))
        player.play()
        #expect(rendered(64, 64, 64, 64, 64) == zeros(frame) + line(1, 50) + zeros(270 - frame))
    }

    @Test func aSoundWhoseTimeHasPassedFollowsTheOneBefore() {
        player.schedule(.samples([line(1, 100)]))
        player.schedule(.samples([line(201, 20)], at: 10))
        player.play()
        #expect(rendered(200) == line(1, 100) + line(201, 20) + zeros(80))
    }

    @Test func playAtAFrameBeginsThereAndThePlayersTimeWithIt() {
        player.schedule(.samples([line(1, 30)], at: 5))
        player.play(atFrame: 100)
        #expect(rendered(64, 64, 64) == zeros(105) + line(1, 30) + zeros(57))
        #expect(player.latestReport.origin == 100)
    }

    @Test func aLoopGoesOnUntilStop() {
        player.schedule(.samples([line(1, 48)], options: .loops))
        player.play()
        #expect(rendered(100, 100) == Array((0..<5).flatMap { _ in line(1, 48) }.prefix(200)))
        for completion in player.stop() { completion() }
        #expect(rendered(64) == zeros(64))
    }

    @Test func anInterruptionTakesEffectAtTheNextBlockAndDropsWhatWaited() {
        let calls = Calls()
        player.schedule(.samples([line(1, 500)], completion: calls.note("playing")))
        player.schedule(.samples([line(1001, 500)], completion: calls.note("waiting")))
        player.play()
        #expect(rendered(64) == line(1, 64))
        player.schedule(.samples([line(2001, 40)], options: .interrupts, completion: calls.note("new")))
        #expect(rendered(64) == line(2001, 40) + zeros(24))
        #expect(calls.all == ["playing", "waiting", "new"])
    }

    @Test func aTimedInterruptionTakesEffectOnItsFrame() {
        player.schedule(.samples([line(1, 500)]))
        player.schedule(.samples([line(2001, 40)], at: 100, options: .interrupts))
        player.play()
        #expect(rendered(64, 64, 64) == line(1, 100) + line(2001, 40) + zeros(52))
    }

    @Test func ofSeveralInterruptionsTheEarliestComesFirst() {
        player.schedule(.samples([line(1, 500)]))
        player.schedule(.samples([line(2001, 500)], at: 100, options: .interrupts))
        player.schedule(.samples([line(3001, 10)], at: 150, options: .interrupts))
        player.play()
        #expect(rendered(256) == line(1, 100) + line(2001, 50) + line(3001, 10) + zeros(96))
    }

    @Test func anInterruptionWithoutATimeOvertakesATimedOne() {
        player.schedule(.samples([line(1, 500)]))
        player.play()
        _ = rendered(10)
        player.schedule(.samples([line(2001, 50)], at: 200, options: .interrupts))
        player.schedule(.samples([line(3001, 30)], options: .interrupts))
        #expect(rendered(300) == line(3001, 30) + zeros(270))
    }

    @Test func interruptsAtLoopWaitsForTheLoopsEnd() {
        let calls = Calls()
        player.schedule(.samples([line(1, 48)], options: .loops, completion: calls.note("loop")))
        player.play()
        #expect(rendered(60) == line(1, 48) + line(1, 12))
        player.schedule(.samples([line(2001, 20)], options: .interruptsAtLoop, completion: calls.note("new")))
        #expect(rendered(100) == line(13, 36) + line(2001, 20) + zeros(44))
        #expect(calls.all == ["loop", "new"])
    }

    @Test func aLoopCanInterruptALoop() {
        player.schedule(.samples([line(1, 10)], options: .loops))
        player.play()
        _ = rendered(15)
        player.schedule(.samples([line(101, 7)], options: [.interruptsAtLoop, .loops]))
        #expect(rendered(20) == line(6, 5) + line(101, 7) + line(101, 7) + line(101, 1))
    }

    @Test func pauseStandsStillAtTheBlockAndPlayGoesOnThere() {
        player.schedule(.samples([line(1, 200)]))
        player.play()
        #expect(rendered(64) == line(1, 64))
        player.pause()
        #expect(rendered(50) == zeros(50))
        player.play()
        #expect(rendered(136) == line(65, 136))
        // Time stood still for 50 frames.
        #expect(player.latestReport.origin == 50)
    }

    @Test func stopForgetsTheScheduleAndTheTime() {
        let calls = Calls()
        player.schedule(.samples([line(1, 200)], completion: calls.note("first")))
        player.schedule(.samples([line(1, 200)], completion: calls.note("second")))
        player.play()
        _ = rendered(64)
        for completion in player.stop() { completion() }
        #expect(calls.all == ["first", "second"])
        #expect(!player.isPlaying && player.waitingCount == 0)
        player.schedule(.samples([line(301, 20)], at: 3))
        player.play()
        #expect(rendered(64) == zeros(3) + line(301, 20) + zeros(41))
        #expect(calls.all == ["first", "second"])
    }

    @Test func aCompletionIsCalledOnceWhenTheLastFrameWasTaken() {
        let calls = Calls()
        player.schedule(.samples([line(1, 64)], completion: calls.note("a")))
        player.schedule(.samples([line(1, 65)], completion: calls.note("b")))
        player.play()
        _ = rendered(64)
        #expect(calls.all == ["a"])
        _ = rendered(64)
        #expect(calls.all == ["a"])
        _ = rendered(64)
        #expect(calls.all == ["a", "b"])
    }

    @Test func playedBackWaitsForTheLatency() {
        let calls = Calls()
        player.schedule(.samples([line(1, 64)], completesWhen: .playedBack, completion: calls.note("heard")))
        player.play()
        _ = rig.renderer
        let planes = Planes(channelCount: 1, frameCount: 64)
        func block() {
            rig.renderer.state.pointee.render(
                frameCount: 64, hostNanoseconds: -1, output: UnsafePointer(planes.pointers), outputChannelCount: 1,
                input: nil, inputChannelCount: 0)
            _ = player.serve(ServiceRequest(readAheadFrames: 0, secondsToAir: 100 / 48_000.0)) { $0() }
        }
        block()
        block()
        // 128 frames rendered, 100 on their way: 28 heard.
        #expect(calls.all == [])
        block()
        #expect(calls.all == ["heard"])
    }

    @Test func aRewindBeginsTheCurrentSoundAnew() {
        player.schedule(.samples([line(1, 100)]))
        player.schedule(.samples([line(201, 100)]))
        player.play()
        _ = rendered(130)
        player.rewind()
        #expect(rendered(120) == line(201, 100) + zeros(20))
    }

    @Test func tenThousandSoundsMayWait() {
        for index in 0..<10_000 { player.schedule(.samples([[Float(index)]])) }
        player.play()
        #expect(rendered(10_000) == (0..<10_000).map { Float($0) })
    }

    @Test func samplesInMemoryAreLetGoWhenTheyHaveBeenPlayed() {
        weak var kept: Planes?
        do {
            let planes = Planes([line(1, 64)])
            kept = planes
            let raw = UnsafeRawPointer(planes.pointers).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
            player.schedule(
                PlayerSound(
                    source: .buffer(
                        PlayerSamples(channels: raw, channelCount: 1, kind: .float32, stride: 1), keeping: planes),
                    frameCount: 64))
        }
        player.play()
        _ = rendered(64)
        #expect(kept != nil)
        _ = rendered(64)
        #expect(kept == nil)
    }

    @Test func integersAreDividedByTheirFullScale() {
        let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 12_345]
        let memory = UnsafeMutablePointer<Int16>.allocate(capacity: samples.count)
        memory.initialize(from: samples, count: samples.count)
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 1)
        pointers.initialize(to: UnsafeMutableRawPointer(memory))
        defer {
            memory.deallocate()
            pointers.deallocate()
        }
        player.schedule(
            PlayerSound(
                source: .buffer(
                    PlayerSamples(channels: pointers, channelCount: 1, kind: .int16, stride: 1), keeping: rig),
                frameCount: samples.count))
        player.play()
        #expect(rendered(samples.count) == samples.map { Float($0) / 32_768 })
    }
}
