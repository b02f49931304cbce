import Foundation
import Glibc
import SordinoGraph
import Synchronization
import Testing

/// Plans that are made by changing the one before: what an edit costs, and that a plan sounds the same however it was made.
@Suite struct PlanEditTests {
    /// Players on one mixer, compiled.
    private func mix(of count: Int) throws -> (rig: Rig, mixer: NodeID) {
        let rig = Rig(channelCount: 2)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        for bus in 0..<count { _ = try rig.connect(rig.graph.attach(Player()), to: mixer, bus) }
        rig.changes = .graphAlone
        try rig.publish()
        return (rig, mixer)
    }

    /// The parts that the plan after an edit takes.
    private func work(_ rig: Rig, _ edit: () throws -> Void) throws -> PlanCompiler.Work {
        let before = rig.compiler.work
        try edit()
        try rig.publish()
        var work = rig.compiler.work
        work.wholePlanCount -= before.wholePlanCount
        work.patchedPlanCount -= before.patchedPlanCount
        work.preparedNodeCount -= before.preparedNodeCount
        work.movedInputCount -= before.movedInputCount
        return work
    }

    @Test(arguments: [64, 256, 1024, 4096]) func anEditCostsTheSameBesideAnyNumberOfPlayers(count: Int) throws {
        let (rig, mixer) = try mix(of: count)
        #expect(rig.compiler.work.preparedNodeCount == count + 2)
        var node = NodeID(0)
        // The last part is full: the new player begins another.
        var expected = PlanCompiler.Work()
        (expected.patchedPlanCount, expected.preparedNodeCount, expected.movedInputCount) = (1, 1, 1)
        #expect(
            try work(rig) {
                node = rig.graph.attach(Player())
                _ = try rig.connect(node, to: mixer, count)
            } == expected)
        (expected.preparedNodeCount, expected.movedInputCount) = (0, 0)
        #expect(try work(rig) { try rig.graph.detach(node) } == expected)
        // In the middle of the others: the part that it stands in is written again, without it and with it.
        let middle = count / 2 + 5
        expected.movedInputCount = 63
        #expect(try work(rig) { rig.graph.disconnect(input: BusID(mixer, middle)) } == expected)
        (expected.preparedNodeCount, expected.movedInputCount) = (1, 64)
        #expect(try work(rig) { _ = try rig.connect(rig.graph.attach(Player()), to: mixer, middle) } == expected)
        #expect(rig.compiler.outline?.stepCount == count + 2)
    }

    @Test func anEditBehindAnEffectOrInASubmixTouchesItsOwnChainAlone() throws {
        let (rig, mixer) = try mix(of: 200)
        var submixers: [NodeID] = []
        for number in 0..<20 {
            let submixer = rig.graph.attach(Mixer())
            for bus in 0..<10 { _ = try rig.connect(rig.graph.attach(Player()), to: submixer, bus) }
            _ = try rig.connect(submixer, to: mixer, 200 + number)
            submixers.append(submixer)
        }
        #expect(try work(rig) {}.wholePlanCount == 1)
        let player = rig.graph.attach(Player())
        let effect = rig.graph.attach(LowPass())
        let connected = try work(rig) {
            _ = try rig.connect(player, to: effect)
            _ = try rig.connect(effect, to: submixers[7], 10)
        }
        #expect(connected.patchedPlanCount == 1 && connected.preparedNodeCount == 2 && connected.movedInputCount == 11)
        // The effect stays, another player comes before it.
        let replaced = try work(rig) { _ = try rig.connect(rig.graph.attach(Player()), to: effect) }
        #expect(replaced.patchedPlanCount == 1 && replaced.preparedNodeCount == 2 && replaced.movedInputCount == 11)
        // Listening to a player, or leading it to two places, is no matter of one input.
        #expect(try work(rig) { _ = try rig.connect(player, to: submixers[8], 10) }.patchedPlanCount == 1)
        #expect(try work(rig) { _ = try rig.connect(player, to: submixers[9], 10) }.wholePlanCount == 1)
        rig.taps[BusID(effect, 0)] = [Tap(format: rig.format, bufferFrameCount: 480, maximumFrameCount: 512)]
        #expect(try work(rig) {}.wholePlanCount == 1)
        #expect(try work(rig) {}.patchedPlanCount == 1)
    }

    @Test func aChangeThatCannotBeRenderedLeavesThePlanAndTheNextOneRight() throws {
        let (rig, mixer) = try mix(of: 3)
        let effect = rig.graph.attach(LowPass())
        let player = rig.graph.attach(Player())
        _ = try rig.connect(player, to: effect, 0, BusFormat(sampleRate: 44_100, channelCount: 2))
        _ = try rig.connect(effect, to: mixer, 3)
        #expect(throws: GraphError.self) { try rig.publish() }
        #expect(rig.compiler.outline?.stepCount == 5)
        try rig.graph.detach(effect)
        try rig.publish()
        #expect(rig.compiler.outline?.stepCount == 5)
        #expect(rig.compiler.work.wholePlanCount == 1)
    }

    // MARK: Samples

    /// The same graph twice: one whose plans are patched, and one whose plans are made from nothing.
    private final class Twins {
        let patched = Rig()
        let whole = Rig()
        /// Where each chain leads, and its nodes from the player on.
        var chains: [(input: BusID, nodes: [NodeID])] = []
        var mixers: [NodeID] = []
        private var noise: Noise

        init(_ noise: Noise) throws {
            self.noise = noise
            patched.changes = .graphAlone
            let main = add { Mixer() }
            try both { _ = try $0.connect(main, to: $0.outputNode) }
            mixers = [main]
            for bus in 0..<2 {
                let submixer = add { Mixer() }
                try both { _ = try $0.connect(submixer, to: main, 1000 * bus + 7) }
                mixers.append(submixer)
            }
        }

        func both(_ body: (Rig) throws -> Void) rethrows {
            try body(patched)
            try body(whole)
        }

        private func add(_ make: () -> any Processor) -> NodeID {
            let (one, other) = (patched.add(make()), whole.add(make()))
            precondition(one == other, "both graphs count alike")
            return one
        }

        func below(_ bound: Int) -> Int { noise.below(bound) }

        /// A player, with or without an effect, at a rate of its own.
        func addChain() throws {
            let rate = [48_000.0, 48_000, 44_100, 32_000][below(4)]
            let format = BusFormat(sampleRate: rate, channelCount: 1 + below(2))
            let sound = (0..<format.channelCount).map { _ in noise.samples(200 + below(700)) }
            let length = sound.map(\.count).min() ?? 0
            let start: Int64? = below(3) == 0 ? Int64(below(4000)) : nil
            let player = add {
                let player = Player()
                player.schedule(.samples(sound.map { Array($0[..<length]) }, options: .loops))
                player.play(atFrame: start)
                return player
            }
            var nodes = [player]
            for _ in 0..<below(3) {
                let kind = below(2)
                let effect = add { kind == 0 ? LowPass() : DelayUnit() }
                try both { _ = try $0.connect(nodes[nodes.count - 1], to: effect, 0, format) }
                nodes.append(effect)
            }
            let input = BusID(mixers[below(mixers.count)], 8 + below(300))
            chains.removeAll { $0.input == input }
            let (volume, pan) = (Float(below(100)) / 100, Float(below(21)) / 10 - 1)
            try both {
                let connection = try $0.graph.connect(
                    BusID(nodes[nodes.count - 1], 0), to: input, format: format)
                connection.mix.volume = volume
                connection.mix.pan = pan
            }
            chains.append((input, nodes))
        }

        func edit() throws {
            switch below(10) {
            case 0..<5: try addChain()
            case 5, 6:
                guard !chains.isEmpty else { return }
                let chain = chains.remove(at: below(chains.count))
                let node = chain.nodes[below(chain.nodes.count)]
                try both { try $0.graph.detach(node) }
            case 7:
                guard !chains.isEmpty else { return }
                let chain = chains.remove(at: below(chains.count))
                both { $0.graph.disconnect(input: chain.input) }
            case 8:
                // A split, which belongs to the trunk, for one of both mixers alone or for good.
                guard let chain = chains.last else { return }
                let input = BusID(mixers[0], 400 + below(3))
                try both {
                    guard let connection = $0.graph.connection(into: chain.input) else { return }
                    _ = try $0.graph.connect(connection.source, to: input, format: connection.format)
                }
            default:
                let input = BusID(mixers[0], 400 + below(3))
                both { $0.graph.disconnect(input: input) }
            }
        }

        /// Returns whether both render the same.
        func renderAlike(_ frameCount: Int) throws -> Bool {
            try both { try $0.publish() }
            let same = patched.render(frameCount) == whole.render(frameCount)
            both { $0.renderer.collect() }
            return same
        }
    }

    @Test(arguments: Array(UInt64(1)...9)) func nobodyHearsHowAPlanWasMade(seed: UInt64) throws {
        let twins = try Twins(Noise(seed: seed))
        // Enough for several parts of a bank.
        if seed % 3 == 0 { for _ in 0..<200 { try twins.addChain() } }
        for round in 0..<60 {
            for _ in 0..<(1 + twins.below(3)) { try twins.edit() }
            #expect(try twins.renderAlike(1 + twins.below(512)), "seed \(seed), round \(round)")
            #expect(
                twins.patched.compiler.outline?.stepCount == twins.whole.compiler.outline?.stepCount,
                "seed \(seed), round \(round)")
            #expect(
                twins.patched.compiler.outline?.clockCount == twins.whole.compiler.outline?.clockCount,
                "seed \(seed), round \(round)")
            #expect(
                twins.patched.players.map(\.latestReport.sampleTime)
                    == twins.whole.players.map(\.latestReport.sampleTime), "seed \(seed), round \(round)")
        }
        #expect(twins.patched.compiler.work.patchedPlanCount > 10)
        #expect(twins.whole.compiler.work.patchedPlanCount == 0)
    }

    @Test func theRightNumberOfInputsIsSummedInTheirOrderWhateverTheOrderOfEdits() throws {
        let rig = Rig(channelCount: 1)
        rig.changes = .graphAlone
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        try rig.publish()
        var noise = Noise(seed: 9)
        var samples: [Int: Float] = [:]
        for round in 0..<600 {
            let bus = noise.below(250)
            // Fuller and fuller, then emptier and emptier.
            if noise.below(300) > round / 2 {
                let sample = noise.sample()
                let player = Player()
                player.schedule(.samples([[Float](repeating: sample, count: 4)], options: .loops))
                player.play()
                _ = try rig.connect(rig.graph.attach(player), to: mixer, bus)
                samples[bus] = sample
            } else {
                rig.graph.disconnect(input: BusID(mixer, bus))
                samples[bus] = nil
            }
            try rig.publish()
            // Sums of floats tell their order.
            let ordered = samples.keys.sorted().compactMap { samples[$0] }
            let expected = ordered.count == 1 ? ordered[0] : ordered.reduce(Float(0)) { $0 + $1 }
            #expect(rig.render(2)[0] == [expected, expected], "round \(round)")
        }
        #expect(rig.compiler.work.wholePlanCount == 1)
    }

    // MARK: Removal

    /// Counts where objects end.
    private final class Ends: Sendable {
        let all = Atomic<Int>(0)
        let onRenderThread = Atomic<Int>(0)
        let renderThread = Atomic<UInt>(0)
    }

    /// A node without sound that tells where it ends.
    private final class Witness: Processor, @unchecked Sendable {
        let name = "Witness"
        let health = Health()
        let standsAlone = true
        private let ends: Ends
        private let held = Held(0)

        init(_ ends: Ends) { self.ends = ends }

        func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
            StepRecipe(
                run: { _, io in io.assumingMemoryBound(to: StepIO.self).pointee.outputs[0].pointee.publishSilence() },
                state: UnsafeMutableRawPointer(held.pointer), owner: self)
        }

        deinit {
            ends.all.add(1, ordering: .relaxed)
            if ends.renderThread.load(ordering: .relaxed) == UInt(pthread_self()) {
                ends.onRenderThread.add(1, ordering: .relaxed)
            }
        }
    }

    /// One thread renders; another edits, and lets a block pass now and then.
    @Test(arguments: [UInt64(31), 32]) func whatHasGoneIsFreedByTheEditingThread(seed: UInt64) throws {
        let (rig, mixer) = try mix(of: 100)
        let steady = Player()
        let length = 1 << 15
        steady.schedule(
            .samples([[Float]](repeating: (0..<length).map { Float($0) }, count: 2), options: .loops))
        steady.play()
        _ = try rig.connect(rig.graph.attach(steady), to: mixer, 500)
        try rig.publish()

        let ends = Ends()
        let isDone = Atomic<Bool>(false)
        let gaps = Atomic<Int>(0)
        /// The editing thread waits for blocks: how many were rendered since it asked.
        let blocks = NSCondition()
        let blockCount = Mutex(0)
        let state = RenderedState(rig.renderer.state)
        let ended = DispatchSemaphore(value: 0)
        Thread {
            ends.renderThread.store(UInt(pthread_self()), ordering: .relaxed)
            let planes = Planes(channelCount: 2, frameCount: 64)
            var expected = 0
            while !isDone.load(ordering: .acquiring) {
                state.pointer.pointee.render(
                    frameCount: 64, hostNanoseconds: -1, output: UnsafePointer(planes.pointers),
                    outputChannelCount: 2, input: nil, inputChannelCount: 0)
                for frame in 0..<64 where planes.pointers[0][frame] != Float((expected + frame) % length) {
                    gaps.add(1, ordering: .relaxed)
                }
                expected += 64
                blocks.lock()
                blockCount.withLock { $0 += 1 }
                blocks.broadcast()
                blocks.unlock()
            }
            ended.signal()
        }.start()
        func letBlocksPass(_ count: Int) {
            blocks.lock()
            let aim = blockCount.withLock { $0 } + count
            while blockCount.withLock({ $0 }) < aim { blocks.wait() }
            blocks.unlock()
        }

        var noise = Noise(seed: seed)
        var present: [NodeID] = []
        var made = 0
        for round in 0..<1500 {
            if noise.below(2) == 0 || present.isEmpty {
                let node = rig.graph.attach(Witness(ends))
                made += 1
                let format = BusFormat(sampleRate: noise.below(4) == 0 ? 44_100 : 48_000, channelCount: 2)
                _ = try rig.connect(node, to: mixer, 100 + noise.below(200), format)
                present.append(node)
            } else {
                try rig.graph.detach(present.remove(at: noise.below(present.count)))
            }
            try rig.publish()
            if round % 50 == 49 { letBlocksPass(1 + noise.below(3)) }
        }
        for node in present { try rig.graph.detach(node) }
        try rig.publish()
        // Taken up by the block after the one that runs; then the plan before is back.
        letBlocksPass(2)
        rig.renderer.collect()
        #expect(ends.all.load(ordering: .relaxed) == made, "seed \(seed)")
        #expect(ends.onRenderThread.load(ordering: .relaxed) == 0, "seed \(seed)")
        isDone.store(true, ordering: .releasing)
        ended.wait()
        #expect(gaps.load(ordering: .relaxed) == 0, "seed \(seed)")
        #expect(rig.compiler.work.wholePlanCount == 1)
    }
}

/// Carries the render thread's pointer to it.
private struct RenderedState: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<RendererState>

    init(_ pointer: UnsafeMutablePointer<RendererState>) { self.pointer = pointer }
}
