import ByteMutation
import Glibc
import Testing

@testable import SordinoSignal

/// The voices that a key holds are known by the key, so that letting it go looks at no other voice.
@Suite struct HeldKeyTests {
    /// The voices that a key of the keyboard holds: by a look at all, and by the lists.
    private static func held(_ state: SynthesizerState) -> (all: Set<Int>, listed: [Int]) {
        let all = (0..<state.slotCount).filter {
            state.voices[$0].isActive && state.voices[$0].isHeld
                && state.voices[$0].note < SynthesizerRenderer.firstOwnNote
        }
        var listed: [Int] = []
        for place in 0..<16 * 128 {
            var slot = Int(state.heldByKey[place])
            while slot >= 0, listed.count <= state.slotCount {
                #expect(state.voices[slot].channel * 128 + state.voices[slot].key == place)
                listed.append(slot)
                slot = Int(state.voices[slot].behindOfKey)
            }
        }
        return (Set(all), listed)
    }

    @Test(arguments: CallWalk.seeds) func theListsHoldWhatAnOldSearchFinds(seed: UInt64) {
        var walk = CallWalk(seed: seed)
        let stage = NoteStage([TestZone.constant(), TestZone.sine()], voiceCount: 24)
        let renderer = stage.synthesizer.renderer
        for step in 0..<CallWalk.steps(3_000) {
            let (key, channel, frame) = (40 + walk.below(6), walk.below(3), step % 64)
            switch walk.below(16) {
            case 0...6: renderer.start(key: Float(key), velocity: 90, channel: channel, frame: frame)
            case 7...9: renderer.stop(key: key, channel: channel, frame: frame)
            case 10:
                let own = SynthesizerRenderer.firstOwnNote + UInt32(walk.below(4))
                renderer.start(key: Float(key), velocity: 90, channel: channel, frame: frame, note: own)
            case 11: renderer.stop(note: SynthesizerRenderer.firstOwnNote + UInt32(walk.below(4)), frame: frame)
            case 12:
                renderer.control(
                    walk.one(of: [64, 66, 68]) ?? 64, walk.oneIn(2) ? 127 : 0, channel: channel, frame: frame)
            case 13: renderer.control(120 + walk.below(8), 0, channel: channel, frame: frame)
            case 14 where walk.oneIn(20): renderer.clear()
            default: _ = stage.render(64)
            }
            let (all, listed) = Self.held(renderer.state.pointee)
            #expect(Set(listed) == all && listed.count == all.count, "seed \(seed), step \(step)")
        }
        for channel in 0..<16 {
            for controller in [64, 66, 68, 123] { renderer.control(controller, 0, channel: channel, frame: 0) }
        }
        for note in 0..<4 { renderer.stop(note: SynthesizerRenderer.firstOwnNote + UInt32(note), frame: 0) }
        #expect(Self.held(renderer.state.pointee).listed.isEmpty)
        _ = stage.render(48_000)
        #expect(renderer.soundingCount == 0)
    }

    /// The processor time that this thread has used, in nanoseconds.
    private static func used() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    @Test func lettingAKeyGoCostsTheSameHoweverManyVoicesSound() {
        func cost(_ voiceCount: Int) -> Int {
            let stage = NoteStage([TestZone.constant()], voiceCount: voiceCount)
            let renderer = stage.synthesizer.renderer
            for note in 0..<voiceCount {
                let own = SynthesizerRenderer.firstOwnNote + UInt32(note)
                renderer.start(key: 60, velocity: 90, channel: 0, frame: 0, note: own)
            }
            #expect(renderer.soundingCount == voiceCount)
            let start = Self.used()
            for _ in 0..<20_000 { renderer.stop(key: 61, channel: 0, frame: 0) }
            return Self.used() - start
        }
        _ = cost(16)
        #expect(cost(2_048) < 10 * cost(16))
    }
}
