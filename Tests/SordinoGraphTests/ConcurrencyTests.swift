import Foundation
import SordinoGraph
import SordinoRealtime
import Synchronization
import Testing

/// The graph is edited and played by one thread while another renders it.
@Suite struct ConcurrencyTests {
    /// `Scripts/sanitize` says whether it built with RealtimeSanitizer: a run without it must not look like one with it.
    @Test func renderCallsAreWatchedWhereTheyShouldBe() {
        let isExpected = ProcessInfo.processInfo.environment["SORDINO_REALTIME_SANITIZER"] != nil
        #expect(isRealtimeSanitized == isExpected)
    }

    @Test(.enabled(if: isRealtimeSanitized)) func anAllocationInARenderCallStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let visit = RenderThread.enter()
            UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16).deallocate()
            RenderThread.leave(visit)
        }
    }

    @Test(arguments: [UInt64(51), 52]) func editsFromAnotherThreadLeaveTheSoundWhole(seed: UInt64) throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let steady = Player()
        let steadyInput = try rig.connect(rig.graph.attach(steady), to: mixer, 0)
        // A sound that tells its frame, and others that are silent but scheduled, stopped and connected all the time.
        let length = 1 << 16
        steady.schedule(.samples([(0..<length).map { Float($0) }], options: .loops))
        steady.play()
        try rig.publish()

        let isDone = Atomic<Bool>(false)
        let gaps = Atomic<Int>(0)
        let blocks = Atomic<Int>(0)
        let state = SendingPointer(rig.renderer.state)
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            let planes = Planes(channelCount: 1, frameCount: 128)
            var expected = 0
            while !isDone.load(ordering: .acquiring) {
                state.pointer.pointee.render(
                    frameCount: 128, hostNanoseconds: -1, output: UnsafePointer(planes.pointers),
                    outputChannelCount: 1, input: nil, inputChannelCount: 0)
                for frame in 0..<128 where planes.pointers[0][frame] != Float((expected + frame) % length) {
                    gaps.wrappingAdd(1, ordering: .relaxed)
                }
                expected += 128
                blocks.wrappingAdd(1, ordering: .relaxed)
            }
            ended.signal()
        }
        thread.start()

        var noise = Noise(seed: seed)
        var others: [(Player, NodeID)] = []
        let silence = [[Float](repeating: 0, count: 200)]
        for _ in 0..<400 {
            switch noise.below(6) {
            case 0, 1:
                let player = Player()
                let node = rig.graph.attach(player)
                _ = try rig.connect(node, to: mixer, 1 + noise.below(8))
                others.append((player, node))
                try rig.publish()
            case 2 where !others.isEmpty:
                let (player, node) = others.remove(at: noise.below(others.count))
                _ = player.stop()
                try rig.graph.detach(node)
                try rig.publish()
            case 3 where !others.isEmpty:
                let player = others[noise.below(others.count)].0
                player.schedule(.samples(silence, options: noise.below(3) == 0 ? .interrupts : []))
                player.play()
            case 4 where !others.isEmpty:
                let player = others[noise.below(others.count)].0
                for completion in player.stop() { completion() }
            default:
                for (player, _) in others { _ = player.serve(ServiceRequest(readAheadFrames: 100)) { $0() } }
                _ = steady.latestReport
                steadyInput.mix.volume = 1
            }
            rig.renderer.collect()
        }
        isDone.store(true, ordering: .releasing)
        ended.wait()
        #expect(gaps.load(ordering: .relaxed) == 0, "seed \(seed)")
        #expect(blocks.load(ordering: .relaxed) > 0)
    }
}

/// Carries the render thread's pointer to it.
private struct SendingPointer: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<RendererState>

    init(_ pointer: UnsafeMutablePointer<RendererState>) { self.pointer = pointer }
}
