import AllocationProbe
import SordinoGraph
import Testing

@Suite struct PlanTests {
    /// A random tree and mesh of mixers over players with constant sounds; what must come out is computed beside.
    private struct RandomMesh {
        let rig = Rig(channelCount: 1)
        var expected: Float = 0

        init(seed: UInt64) throws {
            var noise = Noise(seed: seed)
            let layers = 2 + noise.below(4)
            var values: [[Float]] = []
            var nodes: [[NodeID]] = []
            for layer in 0..<layers {
                let width = layer == layers - 1 ? 1 : 1 + noise.below(5)
                values.append([])
                nodes.append([])
                for _ in 0..<width {
                    let mixer = Mixer()
                    let node = rig.add(mixer)
                    var sum: Float = 0
                    var bus = 0
                    for _ in 0..<(1 + noise.below(3)) {
                        let value = Float(1 + noise.below(8))
                        let player = Player()
                        player.schedule(.samples([[Float](repeating: value, count: 256)]))
                        player.play()
                        _ = try rig.connect(rig.add(player), to: node, bus)
                        sum += value
                        bus += 1 + noise.below(3)
                    }
                    // Splits: any mixer of the layer above may be read by several.
                    if layer > 0 {
                        for above in nodes[layer - 1].indices where noise.below(2) == 0 || width == 1 {
                            let connection = try rig.connect(nodes[layer - 1][above], to: node, bus)
                            connection.mix.volume = 0.5
                            sum += values[layer - 1][above] * 0.5
                            bus += 1
                        }
                    }
                    values[layer].append(sum)
                    nodes[layer].append(node)
                }
            }
            _ = try rig.connect(nodes[layers - 1][0], to: rig.outputNode)
            expected = values[layers - 1][0]
        }
    }

    @Test(arguments: Array(UInt64(1)...40)) func everyMeshRendersTheSumOfItsPaths(seed: UInt64) throws {
        let mesh = try RandomMesh(seed: seed)
        try mesh.rig.publish()
        // Halves of small whole numbers: exact in float, so order does not matter.
        #expect(mesh.rig.render(128)[0] == [Float](repeating: mesh.expected, count: 128), "seed \(seed)")
    }

    @Test func aSplitRendersItsSourceOncePerBlock() throws {
        let rig = Rig(channelCount: 1)
        let player = Player()
        let node = rig.add(player)
        let mixer = rig.add(Mixer())
        for bus in 0..<3 { _ = try rig.connect(node, to: mixer, bus) }
        _ = try rig.connect(mixer, to: rig.outputNode)
        player.schedule(.samples([[1, 2, 3, 4]]))
        player.play()
        try rig.publish()
        #expect(rig.render(6)[0] == [3, 6, 9, 12, 0, 0])
    }

    @Test func buffersAreUsedAgainWhenTheirLastReaderIsDone() throws {
        func bytes(_ count: Int) throws -> Int {
            let rig = Rig(channelCount: 1)
            var last = rig.add(Mixer())
            _ = try rig.connect(rig.add(Player()), to: last)
            for _ in 1..<count {
                let next = rig.add(Mixer())
                _ = try rig.connect(last, to: next)
                last = next
            }
            _ = try rig.connect(last, to: rig.outputNode)
            let plan = try rig.compiler.compile(
                rig.graph,
                PlanCompiler.Request(roots: [rig.outputNode], sampleRate: 48_000, maximumFrameCount: 512))
            defer {
                plan.deinitialize(count: 1)
                plan.deallocate()
            }
            return plan.pointee.sampleByteCount
        }
        #expect(try bytes(100) == bytes(3))
    }

    @Test func aChainOfTenThousandNodesIsCompiled() throws {
        let rig = Rig(channelCount: 1)
        let player = Player()
        var last = rig.add(player)
        for _ in 0..<10_000 {
            let next = rig.add(Mixer())
            _ = try rig.graph.connect(BusID(last, 0), to: BusID(next, 0), format: rig.format)
            last = next
            if rig.graph.nodes.count % 100 != 0 { continue }
        }
        _ = try rig.connect(last, to: rig.outputNode)
        player.schedule(.samples([[5, 6]]))
        player.play()
        try rig.publish()
        #expect(rig.render(2)[0] == [5, 6])
    }

    @Test func aNodeThatDoesNotConvertRefusesTwoFormats() throws {
        let rig = Rig()
        let through = Through()
        let node = rig.add(through)
        _ = try rig.connect(rig.add(Player()), to: node, 0, BusFormat(sampleRate: 44_100, channelCount: 2))
        _ = try rig.connect(node, to: rig.outputNode)
        #expect(throws: GraphError.self) { try rig.publish() }
    }

    @Test func aSplitAcrossRatesIsRefused() throws {
        let rig = Rig()
        let low = BusFormat(sampleRate: 44_100, channelCount: 2)
        let player = rig.add(Player())
        let inner = rig.add(Mixer())
        let outer = rig.add(Mixer())
        _ = try rig.connect(player, to: inner, 0, low)
        _ = try rig.connect(inner, to: outer, 0, rig.format)
        _ = try rig.connect(player, to: outer, 1, low)
        _ = try rig.connect(outer, to: rig.outputNode)
        // The same ratio into the same region: both read from one clock.
        try rig.publish()
        let lower = rig.add(Mixer())
        _ = try rig.connect(player, to: lower, 0, low)
        _ = try rig.connect(lower, to: outer, 2, BusFormat(sampleRate: 32_000, channelCount: 2))
        #expect(throws: GraphError.splitAcrossRates(player, bus: 0)) { try rig.publish() }
    }

    @Test func editsLeaveOtherPathsWithoutAGap() throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let steady = Player()
        _ = try rig.connect(rig.add(steady), to: mixer, 0)
        steady.schedule(.samples([(1...4000).map { Float($0) }]))
        steady.play()
        try rig.publish()
        var made: [Float] = []
        for block in 0..<20 {
            let other = Player()
            let node = rig.add(other)
            _ = try rig.connect(node, to: mixer, 1 + block % 3)
            try rig.publish()
            made += rig.render(100)[0]
            if block % 2 == 0 { try rig.graph.detach(node) }
            try rig.publish()
            made += rig.render(100)[0]
        }
        #expect(made == (1...4000).map { Float($0) })
    }

    @Test func aProcessorThatMakesNoNumberIsMutedAndCounted() throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let bad = Through()
        let badNode = rig.add(bad)
        let player = Player()
        _ = try rig.connect(rig.add(player), to: badNode)
        _ = try rig.connect(badNode, to: mixer, 0)
        player.schedule(.samples([[1, 1, .nan, 1, 1, 1, 1, 1]]))
        player.play()
        let good = Player()
        _ = try rig.connect(rig.add(good), to: mixer, 1)
        good.schedule(.samples([[2, 2, 2, 2, 2, 2, 2, 2]]))
        good.play()
        try rig.publish()
        #expect(rig.render(2)[0] == [3, 3])
        #expect(rig.render(2)[0] == [2, 2])
        #expect(bad.health.faultCount == 1 && bad.health.isMuted)
        #expect(rig.render(2)[0] == [2, 2])
        bad.reset()
        #expect(rig.render(2)[0] == [3, 3])
    }

    @Test func whatIsNoNumberDoesNotReachTheOutput() throws {
        let rig = Rig(channelCount: 1)
        let player = Player()
        _ = try rig.connect(rig.add(player), to: rig.outputNode)
        player.schedule(.samples([[1, .infinity, 1, 1]]))
        player.play()
        try rig.publish()
        #expect(rig.render(2)[0] == [0, 0])
        #expect(rig.render(2)[0] == [1, 1])
        #expect(rig.output.faultCount == 1)
    }

    @Test func whatIsNoNumberIsFoundWhereverItStands() {
        for count in 0..<100 {
            var samples = [Float](repeating: .greatestFiniteMagnitude, count: count)
            #expect(isFinite(samples, count: count))
            for place in 0..<count {
                for bad in [Float.nan, .infinity, -.infinity] {
                    samples[place] = bad
                    #expect(!isFinite(samples, count: count), "\(bad) at \(place) of \(count)")
                }
                samples[place] = -.greatestFiniteMagnitude
            }
        }
    }

    @Test func blocksLongerThanThePlansAreRenderedInPieces() throws {
        let rig = Rig(channelCount: 1)
        rig.maximumFrameCount = 100
        let player = Player()
        _ = try rig.connect(rig.add(player), to: rig.outputNode)
        let sound = (1...999).map { Float($0) }
        player.schedule(.samples([sound]))
        player.play()
        try rig.publish()
        #expect(rig.render(999)[0] == sound)
    }

    @Test(.enabled(if: allocationProbeWorks, "A sanitizer owns the heap: heap tests prove nothing in this build."))
    func renderingTouchesNoHeap() throws {
        let rig = Rig()
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        for (bus, rate) in [48_000.0, 44_100, 96_000].enumerated() {
            let player = Player()
            _ = try rig.connect(rig.add(player), to: mixer, bus, BusFormat(sampleRate: rate, channelCount: 1 + bus % 2))
            let sound = [[Float]](repeating: [Float](repeating: 0.5, count: 700), count: 1 + bus % 2)
            player.schedule(.samples(sound, options: .loops))
            player.play()
        }
        rig.taps[BusID(mixer, 0)] = [Tap(format: rig.format, bufferFrameCount: 4800, maximumFrameCount: 512)]
        try rig.publish()
        let planes = Planes(channelCount: 2, frameCount: 512)
        let state = rig.renderer.state
        func block() {
            state.pointee.render(
                frameCount: 512, hostNanoseconds: 0, output: UnsafePointer(planes.pointers), outputChannelCount: 2,
                input: nil, inputChannelCount: 0)
        }
        #expect(countingHeapCalls { for _ in 0..<8 { block() } } == .none)
        #expect(planes.arrays[0][511] != 0)
    }

    @Test func aPlanInUseIsFreedOnlyAfterItHasComeBack() throws {
        let rig = Rig(channelCount: 1)
        weak var kept: Player?
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        var node = NodeID(0)
        do {
            let player = Player()
            kept = player
            node = rig.graph.attach(player)
            _ = try rig.connect(node, to: mixer)
            try rig.publish()
            _ = rig.render(10)
            try rig.graph.detach(node)
            try rig.publish()
        }
        #expect(kept != nil)
        _ = rig.render(10)
        rig.renderer.collect()
        #expect(kept == nil)
    }
}

/// Passes its input on, and is looked through.
final class Through: Processor, @unchecked Sendable {
    let name = "Through"
    let health = Health()
    let inputBusLimit = 1
    let isExamined = true
    private let held = Held(0)

    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(
            run: { _, io in
                let io = io.assumingMemoryBound(to: StepIO.self)
                let output = io.pointee.outputs[0]
                guard io.pointee.inputCount > 0, !io.pointee.inputs[0].pointee.isSilent else {
                    return output.pointee.publishSilence()
                }
                for channel in 0..<output.pointee.channelCount {
                    for frame in 0..<io.pointee.frameCount {
                        output.pointee.own[channel][frame] = io.pointee.inputs[0].pointee.channels[channel][frame]
                    }
                }
                output.pointee.publishOwn()
            }, state: UnsafeMutableRawPointer(held.pointer), owner: held)
    }
}
