import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMIDI

/// The object behind a `MusicEventIterator` handle: a position in a track, at an event or past the last.
final class MusicIteratorObject: @unchecked Sendable {
    static let all = HandleTable<MusicIteratorObject>()

    let track: MusicTrackObject
    private let lock = NSRecursiveLock()
    private var index = 0
    /// The memory of the event that was returned last, valid until the next is returned.
    private var memory: UnsafeMutableRawPointer?

    init(_ track: MusicTrackObject) { self.track = track }

    deinit { memory?.deallocate() }

    /// Runs `body` with the iterator of a handle: its index, which may be changed, and the track.
    static func with(
        _ handle: MusicEventIterator, _ body: (MusicIteratorObject, inout Int) -> OSStatus
    ) -> OSStatus {
        guard let object = all.object(handle) else { return kAudio_ParamError }
        object.lock.lock()
        defer { object.lock.unlock() }
        return body(object, &object.index)
    }

    var count: Int { track.read { $0.events.count } }

    /// Returns the event at an index; nil past the last.
    func event(_ index: Int) -> SequenceEvent? { track.read { index < $0.events.count ? $0.events[index] : nil } }

    /// Copies the bytes of an event to memory that stays valid until the next call.
    func keep(_ data: MusicEventData) -> UnsafeRawPointer {
        memory?.deallocate()
        let place = UnsafeMutableRawPointer.allocate(byteCount: max(data.bytes.count, 16), alignment: 16)
        data.bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
        }
        memory = place
        return UnsafeRawPointer(place)
    }
}

/// Makes an iterator at the first event of a track; other changes to the track make it invalid.
@discardableResult
public func NewMusicEventIterator(
    _ inTrack: MusicTrack, _ outIterator: UnsafeMutablePointer<MusicEventIterator?>
) -> OSStatus {
    withTrack(inTrack) { track in
        outIterator.pointee = MusicIteratorObject.all.insert(MusicIteratorObject(track))
        return noErr
    }
}

/// Disposes of an iterator.
@discardableResult
public func DisposeMusicEventIterator(_ inIterator: MusicEventIterator) -> OSStatus {
    MusicIteratorObject.all.remove(inIterator) == nil ? kAudio_ParamError : noErr
}

/// Moves to the first event at or after a beat; past the last for `kMusicTimeStamp_EndOfTrack`.
@discardableResult
public func MusicEventIteratorSeek(_ inIterator: MusicEventIterator, _ inTimeStamp: MusicTimeStamp) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        index = iterator.track.read { $0.index(atOrAfter: inTimeStamp) }
        return noErr
    }
}

/// Moves to the next event, or past the last.
///
/// - Returns: `kAudioToolboxErr_EndOfTrack` past the last.
@discardableResult
public func MusicEventIteratorNextEvent(_ inIterator: MusicEventIterator) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard index < iterator.count else { return kAudioToolboxErr_EndOfTrack }
        index += 1
        return noErr
    }
}

/// Moves to the previous event.
///
/// - Returns: `kAudioToolboxErr_StartOfTrack` at the first.
@discardableResult
public func MusicEventIteratorPreviousEvent(_ inIterator: MusicEventIterator) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard index > 0 else { return kAudioToolboxErr_StartOfTrack }
        index = min(index, iterator.count) - 1
        return noErr
    }
}

/// Returns the beat, type and bytes of the present event; the bytes stay valid until the next call.
///
/// - Returns: `kAudioToolboxErr_EndOfTrack` past the last.
@discardableResult
public func MusicEventIteratorGetEventInfo(
    _ inIterator: MusicEventIterator, _ outTimeStamp: UnsafeMutablePointer<MusicTimeStamp>,
    _ outEventType: UnsafeMutablePointer<MusicEventType>, _ outEventData: UnsafeMutablePointer<UnsafeRawPointer?>,
    _ outEventDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard let event = iterator.event(index) else { return kAudioToolboxErr_EndOfTrack }
        let data = MusicEventData(event.kind)
        outTimeStamp.pointee = event.beat
        outEventType.pointee = data.type
        outEventData.pointee = iterator.keep(data)
        outEventDataSize.pointee = UInt32(clamping: data.bytes.count)
        return noErr
    }
}

/// Replaces the present event by another at the same beat.
///
/// - Returns: `kAudioToolboxErr_EndOfTrack` past the last, `kAudioToolboxErr_InvalidEventType` for an event that the
///   track does not accept, and for a message or text of another size.
@discardableResult
public func MusicEventIteratorSetEventInfo(
    _ inIterator: MusicEventIterator, _ inEventType: MusicEventType, _ inEventData: UnsafeRawPointer
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard let event = iterator.event(index) else { return kAudioToolboxErr_EndOfTrack }
        guard let kind = MusicEventData.read(inEventType, inEventData) else { return kAudio_ParamError }
        let hasSameSize: Bool
        switch (event.kind, kind) {
        case (.raw(let old), .raw(let new)), (.meta(_, let old), .meta(_, let new)):
            hasSameSize = old.count == new.count
        default: hasSameSize = true
        }
        guard hasSameSize, iterator.track.takes(kind) else { return kAudioToolboxErr_InvalidEventType }
        let place = index
        _ = iterator.track.edit { $0.replace(at: place, with: kind) }
        return noErr
    }
}

/// Moves the present event to another beat; the iterator follows it.
///
/// - Returns: -50 for a beat before 0, `kAudioToolboxErr_EndOfTrack` past the last.
@discardableResult
public func MusicEventIteratorSetEventTime(
    _ inIterator: MusicEventIterator, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard inTimeStamp >= 0, inTimeStamp.isFinite else { return kAudio_ParamError }
        guard index < iterator.count else { return kAudioToolboxErr_EndOfTrack }
        let place = index
        index = iterator.track.edit { $0.move(at: place, to: inTimeStamp) } ?? place
        return noErr
    }
}

/// Removes the present event, and moves to the one after it.
///
/// - Returns: `kAudioToolboxErr_EndOfTrack` past the last.
@discardableResult
public func MusicEventIteratorDeleteEvent(_ inIterator: MusicEventIterator) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        guard index < iterator.count else { return kAudioToolboxErr_EndOfTrack }
        let place = index
        _ = iterator.track.edit { $0.remove(at: place) }
        return noErr
    }
}

/// Returns whether there is an event before the present one.
@discardableResult
public func MusicEventIteratorHasPreviousEvent(
    _ inIterator: MusicEventIterator, _ outHasPrevEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { _, index in
        outHasPrevEvent.pointee = DarwinBoolean(index > 0)
        return noErr
    }
}

/// Returns whether there is an event after the present one.
@discardableResult
public func MusicEventIteratorHasNextEvent(
    _ inIterator: MusicEventIterator, _ outHasNextEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        outHasNextEvent.pointee = DarwinBoolean(index + 1 < iterator.count)
        return noErr
    }
}

/// Returns whether the iterator is at an event.
@discardableResult
public func MusicEventIteratorHasCurrentEvent(
    _ inIterator: MusicEventIterator, _ outHasCurEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    MusicIteratorObject.with(inIterator) { iterator, index in
        outHasCurEvent.pointee = DarwinBoolean(index < iterator.count)
        return noErr
    }
}
