import SordinoGraph
import Testing

/// A stream of ones that counts how often it is read.
private final class CountedStream: PlayerStream, @unchecked Sendable {
    let channelCount = 1
    private(set) var readCount = 0

    func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) -> Int {
        readCount += 1
        for frame in 0..<frameCount { channels[0][frame] = 1 }
        return frameCount
    }

    func rewind() {}
}

/// Players and taps, served by the renderer's desk as a host serves them.
@Suite struct ServiceDeskTests {
    private let rig: Rig
    private let player = Player()
    private let node: NodeID
    private let planes = Planes(channelCount: 1, frameCount: 512)
    private var desk: ServiceDesk { rig.renderer.desk }

    init() throws {
        rig = Rig(channelCount: 1)
        // The rig itself serves the players that it knows: this one is the desk's.
        node = rig.graph.attach(player)
        _ = try rig.connect(node, to: rig.outputNode)
        try rig.publish()
        rig.renderer.desk.admit(player)
    }

    private func serve(readAhead frames: Int = 0, secondsToAir: Double = 0) -> Double? {
        desk.serve(
            at: rig.renderer.renderedSeconds,
            request: { _ in ServiceRequest(readAheadFrames: frames, secondsToAir: secondsToAir) }, call: { $0() })
    }

    private func render(_ frameCount: Int) {
        rig.renderer.state.pointee.render(
            frameCount: frameCount, hostNanoseconds: -1, output: UnsafePointer(planes.pointers), outputChannelCount: 1,
            input: nil, inputChannelCount: 0)
    }

    private var hasWork: Bool { desk.hasWork(at: rig.renderer.renderedSeconds) }

    @Test func theMiddleOfASoundIsNoWorkAndItsEndIs() {
        let calls = Calls()
        player.schedule(.samples([[Float](repeating: 1, count: 1000)], completion: calls.note("ended")))
        player.play()
        _ = serve()
        render(500)
        // The scheduled sound has begun; the bell is silent before its end.
        _ = serve()
        render(400)
        #expect(!hasWork)
        render(100)
        #expect(hasWork)
        _ = serve()
        #expect(calls.all == ["ended"])
    }

    @Test func aStreamRingsBeforeItRunsDryAndIsReadInLargePieces() {
        let stream = CountedStream()
        player.schedule(PlayerSound(source: .stream(stream), frameCount: 400_000))
        player.play()
        var lookCount = 0
        for _ in 0..<400_000 / 500 {
            if hasWork {
                lookCount += 1
                _ = serve(readAhead: 32_768)
            }
            render(500)
            #expect(planes.arrays[0][0..<500].allSatisfy { $0 == 1 })
        }
        #expect(player.starvationCount == 0)
        // Each time half of 32,768 frames has gone.
        #expect((20...30).contains(lookCount), "\(lookCount) looks")
    }

    @Test func aLookThatReadsNothingDoesNotForgetTheStream() {
        player.schedule(PlayerSound(source: .stream(CountedStream()), frameCount: 100_000))
        player.play()
        for _ in 0..<200 {
            _ = serve(readAhead: 32_768)
            render(500)
            #expect(planes.arrays[0][0..<500].allSatisfy { $0 == 1 })
            _ = serve(readAhead: 0)
        }
        #expect(player.starvationCount == 0)
    }

    @Test func aStreamBehindALongBufferIsReadyWhenTheBufferEnds() {
        let stream = CountedStream()
        player.schedule(.samples([[Float](repeating: 1, count: 100_000)]))
        player.schedule(PlayerSound(source: .stream(stream), frameCount: 1000))
        player.play()
        for _ in 0..<198 {
            _ = serve(readAhead: 32_768)
            render(510)
            #expect(planes.arrays[0][0..<510].allSatisfy { $0 == 1 })
        }
        #expect(player.starvationCount == 0)
    }

    @Test func aSoundIsCompleteWhenItIsHeardAndNotBefore() {
        let calls = Calls()
        player.schedule(.samples([[1, 1, 1]], completesWhen: .playedBack, completion: calls.note("heard")))
        player.play()
        // Its last frame leaves the renderer at frame 3 of 480 a block, and is in the air 25 ms later.
        for block in 1...4 {
            render(480)
            _ = serve(secondsToAir: 0.025)
            #expect(calls.all == (block * 480 >= 3 + 1200 ? ["heard"] : []))
        }
    }

    @Test func aTapRingsWhenABufferIsFull() throws {
        let tap = Tap(format: rig.format, bufferFrameCount: 1000, maximumFrameCount: 512)
        final class Part: Served, @unchecked Sendable {
            let tap: Tap
            var bufferCount = 0
            var bell: ServiceBell? { tap.bell }
            init(_ tap: Tap) { self.tap = tap }
            func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
                tap.collect { _, _, _ in bufferCount += 1 }
                return .whenRung
            }
        }
        let part = Part(tap)
        rig.taps[BusID(node, 0)] = [tap]
        try rig.publish()
        desk.admit(part)
        _ = serve()
        var counts: [Int] = []
        for _ in 0..<10 {
            render(512)
            if hasWork { _ = serve() }
            counts.append(part.bufferCount)
        }
        #expect(counts == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    }

    @Test func aTimeAtTheEndOfABlockHasComeWithThatBlock() {
        final class Part: Served, @unchecked Sendable {
            let bell: ServiceBell? = ServiceBell()
            var count = 0
            func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService {
                count += 1
                return .after(seconds: 4 * 512 / 48_000)
            }
        }
        let part = Part()
        desk.admit(part)
        for round in 1...50 {
            _ = serve()
            #expect(part.count == round)
            for _ in 0..<3 { render(512) }
            #expect(!hasWork)
            render(512)
            #expect(hasWork)
        }
    }

    @Test func aPartThatWasDismissedIsServedNoMore() {
        let calls = Calls()
        player.schedule(.samples([[1, 1, 1]], completion: calls.note("ended")))
        player.play()
        desk.dismiss(player)
        render(480)
        _ = serve()
        #expect(calls.all == [])
        // Its number may be another's now, and its memory is not the desk's.
        let other = Player()
        desk.admit(other)
        other.schedule(.samples([[1]], completion: calls.note("never")))
        _ = serve()
        #expect(calls.all == [])
    }

    @Test func aDeskWakesItsHostWhenAProgramSchedules() {
        let calls = Calls()
        let note = calls.note("wake")
        desk.setWake { note() }
        player.schedule(.samples([[1]]))
        #expect(calls.all == ["wake"])
        player.play()
        #expect(calls.all == ["wake", "wake"])
    }
}
