import SordinoGraph
import SordinoSignal
import Testing

@testable import SordinoEngine

/// The steps that a rendering engine compiles when a node comes or goes.
@Suite struct LiveEditTests {
    /// A node that stands for a face's.
    private final class Member: EngineMember {
        let processor: any Processor
        let role: EngineRole
        let seat = EngineSeat()
        let levels: MixLevels? = nil
        let latency = 0.0
        let kindName = "Member"

        init(_ processor: any Processor, _ role: EngineRole) { (self.processor, self.role) = (processor, role) }

        func reset() {}
        func willRender(isOffline: Bool) {}

        static func player() -> Member {
            let player = Player()
            return Member(player, .player(player))
        }
    }

    /// An engine that keeps time, with players on its mixer.
    private func engine(players count: Int, _ format: EngineFormat) throws -> (
        core: EngineCore, mixer: any EngineMember
    ) {
        let core = EngineCore()
        try core.enableManualRendering(
            .realtime, format: format, kind: .float32, isInterleaved: false, origin: nil, maximumFrameCount: 512)
        let output = Output()
        let mixer = core.main(make: { Member(Mixer(), .mixer) }, output: { Member(output, .output(output)) })
        for bus in 0..<count {
            let player = Member.player()
            try core.attach(player)
            try core.connect(player, bus: 0, to: [(mixer, bus)], format: format)
        }
        try core.start()
        return (core, mixer)
    }

    @Test(arguments: [16, 1024]) func aPlayerThatComesAndGoesIsOnePlanEachAndNobodyElseIsPrepared(count: Int) throws {
        let format = EngineFormat(BusFormat(sampleRate: 48_000, channelCount: 2))
        let (core, mixer) = try engine(players: count, format)
        defer { core.end() }
        let player = Member.player()
        let before = core.live.compiler.work
        #expect(before.wholePlanCount == 1 && before.preparedNodeCount == count + 2)
        try core.attach(player)
        #expect(core.live.compiler.work == before)
        try core.connect(player, bus: 0, to: [(mixer, count)], format: format)
        let connected = core.live.compiler.work
        #expect(connected.wholePlanCount == 1 && connected.patchedPlanCount == 1)
        #expect(connected.preparedNodeCount == before.preparedNodeCount + 1)
        #expect(connected.movedInputCount - before.movedInputCount <= 64)
        try core.detach(player)
        let detached = core.live.compiler.work
        #expect(detached.wholePlanCount == 1 && detached.patchedPlanCount == 2)
        #expect(detached.preparedNodeCount == connected.preparedNodeCount)
        #expect(detached.movedInputCount - connected.movedInputCount <= 64)
    }

    /// Values that only a node knows, such as the output's channel map, are asked of every node.
    @Test func aChannelMapIsHeardWithTheNextPlan() throws {
        let format = EngineFormat(BusFormat(sampleRate: 48_000, channelCount: 2))
        let (core, mixer) = try engine(players: 2, format)
        defer { core.end() }
        let output = try #require(core.outputNode)
        core.setChannelMap([1, 0], of: output)
        #expect(core.live.compiler.work.wholePlanCount == 2)
        let player = Member.player()
        try core.attach(player)
        try core.connect(player, bus: 0, to: [(mixer, 2)], format: format)
        #expect(core.live.compiler.work.wholePlanCount == 2 && core.live.compiler.work.patchedPlanCount == 1)
    }
}
