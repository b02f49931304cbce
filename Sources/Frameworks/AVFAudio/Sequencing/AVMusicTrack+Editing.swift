import AudioToolbox
import Foundation
import SordinoEngine
import SordinoMIDI

// Events of tracks. A range may end at `AVMusicTimeStampEndOfTrack`.
extension AVMusicTrack {
    /// Adds an event behind those of its beat.
    ///
    /// The tempo track takes tempos, time and key signatures and SMPTE offsets alone, and an automation track
    /// parameters alone; a program that adds others is stopped.
    public func addEvent(_ event: AVMusicEvent, at beat: AVMusicTimeStamp) {
        requireCondition(beat >= 0 && beat.isFinite, "required condition is false: beat >= 0")
        guard let kind = event.stored else { stopOnMisuse("required condition is false: the event has a type") }
        requireAllowed(kind)
        store.edit { content in
            content.change(id) { track in
                if case .parameter = kind, track.events.isEmpty, id != 0 { track.isAutomation = true }
                track.add(SequenceEvent(beat: beat, kind))
            }
        }
    }

    private func requireAllowed(_ kind: SequenceEvent.Kind) {
        if id == 0 {
            switch kind {
            case .tempo, .meta: return
            default: stopOnMisuse("required condition is false: the tempo track takes tempo and meta events")
            }
        }
        if usesAutomatedParameters {
            guard case .parameter = kind else {
                stopOnMisuse("required condition is false: an automation track takes parameter events")
            }
        } else if case .tempo = kind {
            stopOnMisuse("required condition is false: tempo events stand in the tempo track")
        }
    }

    /// Moves the events of a range by an amount of beats, which may be negative.
    public func moveEvents(in range: AVBeatRange, by beatAmount: AVMusicTimeStamp) {
        edit { $0.moveEvents(from: range.start, to: range.end, by: beatAmount) }
    }

    /// Removes the events of a range; the others stay where they are.
    public func clearEvents(in range: AVBeatRange) { edit { $0.clear(from: range.start, to: range.end) } }

    /// Removes the events of a range, and moves those behind it to its beginning.
    public func cutEvents(in range: AVBeatRange) { edit { $0.cut(from: range.start, to: range.end) } }

    /// Copies the events of a range of a track to a beat of this one; events behind the beat move back.
    public func copyEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack, insertAt insertStartBeat: AVMusicTimeStamp
    ) {
        let copies = sourceTrack.copies(range)
        edit { $0.insert(copies.events, length: copies.length, at: max(insertStartBeat, 0)) }
    }

    /// Copies the events of a range of a track to a beat of this one; existing events stay.
    public func copyAndMergeEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack, mergeAt mergeStartBeat: AVMusicTimeStamp
    ) {
        let copies = sourceTrack.copies(range)
        edit { $0.merge(copies.events, at: max(mergeStartBeat, 0)) }
    }

    /// Shows the events of a range to a block, which may change them, their beats, or remove them.
    ///
    /// The block receives copies; its changes are written back when it returns. Events that have no class, such as
    /// controllers without a name, are not shown.
    public func enumerateEvents(
        in range: AVBeatRange,
        using block: (AVMusicEvent, UnsafeMutablePointer<AVMusicTimeStamp>, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        edit { track in
            var moved: [SequenceEvent] = []
            var removed: [Int] = []
            for index in track.indices(from: range.start, to: range.end) {
                let before = track.events[index]
                guard let event = AVMusicEvent.event(of: before.kind) else { continue }
                var beat = before.beat
                var isRemoved = ObjCBool(false)
                block(event, &beat, &isRemoved)
                if isRemoved.boolValue {
                    removed.append(index)
                } else if let kind = event.stored {
                    if beat != before.beat, beat >= 0, beat.isFinite {
                        removed.append(index)
                        moved.append(SequenceEvent(beat: beat, kind))
                    } else {
                        track.replace(at: index, with: kind)
                    }
                }
            }
            for index in removed.reversed() { track.remove(at: index) }
            for event in moved { track.add(event) }
        }
    }

    private func edit(_ body: (inout SequenceTrack) -> Void) {
        store.edit { content in _ = content.change(id, body) }
    }

    private func copies(_ range: AVBeatRange) -> (events: [SequenceEvent], length: Double) {
        store.read { content in
            guard let track = content[id] else { return ([], 0) }
            return (
                track.copies(from: range.start, to: range.end),
                min(range.end, max(track.length, range.start)) - range.start
            )
        }
    }
}
