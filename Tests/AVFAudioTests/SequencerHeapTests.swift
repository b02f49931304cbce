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

    @Test func aBlockSendsNoMoreThanAnInstrumentPerformsAndNoNoteHangs() {
        let counter = Counter()
        let place = counter.place
        let store = SequenceStore()
        let noteCount = 20_000
        store.edit { content in
            for part in 0..<2 {
                var track = SequenceTrack()
                for note in 0..<noteCount / 2 {
                    track.add(
                        SequenceEvent(
                            beat: 0,
                            .note(
                                SequenceNote(
                                    channel: UInt8(part), key: UInt8(note % 128), velocity: 90, duration: 0.25))))
                }
                _ = content.addTrack(track)
            }
        }
        #expect(store.read { $0.length } == 0.25)
        store.destinations.standard = SequenceTarget(
            bytes: { _ in place.pointee += 1 }, parameter: nil, setState: nil)
        let sequencer = Sequencer()
        sequencer.sequence = store
        sequencer.start()
        let state = sequencer.state
        for frameCount in [512, 64, 1, 128, 4_096] {
            let before = place.pointee
            state.pointee.render(frameCount: frameCount, sampleRate: 48_000, hostNanoseconds: -1)
            // A note may end another one early.
            #expect(place.pointee - before <= 3 * min(max(frameCount, 64), 1_024), "\(frameCount)")
            #expect(place.pointee > before)
        }
        for _ in 0..<400 { state.pointee.render(frameCount: 512, sampleRate: 48_000, hostNanoseconds: -1) }
        #expect(place.pointee == 2 * noteCount)
        withExtendedLifetime((sequencer, counter)) {}
    }
}
