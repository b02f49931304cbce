import AllocationProbe
import SordinoEngine
import SordinoMIDI
import Testing

/// The part of a sequencer that runs on the render thread, without an engine.
@Suite struct SequencerHeapTests {
    /// Counts messages, in memory of its own.
    private final class Counter: @unchecked Sendable {
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        init() { place.initialize(to: 0) }
        deinit { place.deallocate() }
    }

    @Test(.enabled(if: allocationProbeWorks)) func sendingEventsTouchesNoHeap() {
        let counter = Counter()
        let place = counter.place
        let store = SequenceStore()
        store.edit { content in
            var track = SequenceTrack()
            for step in 0..<2000 {
                track.add(
                    SequenceEvent(
                        beat: Double(step) / 50,
                        .note(
                            SequenceNote(
                                channel: 0, key: UInt8(step % 128), velocity: 90, duration: Double(step % 7)))))
            }
            track.loop.isEnabled = true
            track.loop.place = .range(start: 1, length: 3)
            _ = content.addTrack(track)
        }
        store.destinations.standard = SequenceTarget(
            bytes: { _ in place.pointee += 1 }, parameter: nil, setState: nil)
        let sequencer = Sequencer()
        sequencer.sequence = store
        sequencer.start()
        let state = sequencer.state
        state.pointee.render(frameCount: 512, sampleRate: 48_000, hostNanoseconds: -1)
        let calls = countingHeapCalls {
            for _ in 0..<2000 { state.pointee.render(frameCount: 512, sampleRate: 48_000, hostNanoseconds: -1) }
        }
        #expect(calls == .none)
        #expect(place.pointee > 2000)
        withExtendedLifetime((sequencer, counter)) {}
    }
}
