import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMIDI

// The C functions of tracks. An invalid handle returns -50 (`kAudio_ParamError`).

/// Runs `body` with the track of a handle; -50 for an invalid handle.
func withTrack(_ handle: MusicTrack, _ body: (MusicTrackObject) -> OSStatus) -> OSStatus {
    MusicTrackObject.all.object(handle).map(body) ?? kAudio_ParamError
}

/// Returns the sequence of a track.
@discardableResult
public func MusicTrackGetSequence(
    _ inTrack: MusicTrack, _ outSequence: UnsafeMutablePointer<MusicSequence?>
) -> OSStatus {
    withTrack(inTrack) { track in
        outSequence.pointee = track.sequence?.handle
        return noErr
    }
}

/// Plays a track to a node of the graph that plays its sequence.
///
/// - Returns: `kAUGraphErr_NodeNotFound` if the graph has no such node.
@discardableResult
public func MusicTrackSetDestNode(_ inTrack: MusicTrack, _ inNode: AUNode) -> OSStatus {
    withTrack(inTrack) { track in
        guard let graph = track.sequence?.graphMakingOne() else { return kAUGraphErr_NodeNotFound }
        let status = AUGraphNodeInfo(graph, inNode, nil, nil)
        if status == noErr { track.setNode(inNode) }
        return status
    }
}

/// Returns the node that a track plays to.
///
/// - Returns: `kAudioToolboxErr_IllegalTrackDestination` if no node was set.
@discardableResult
public func MusicTrackGetDestNode(_ inTrack: MusicTrack, _ outNode: UnsafeMutablePointer<AUNode>) -> OSStatus {
    withTrack(inTrack) { track in
        guard let node = track.node else { return kAudioToolboxErr_IllegalTrackDestination }
        outNode.pointee = node
        return noErr
    }
}

// MARK: - Properties

/// Sets a property of a track, `kSequenceTrackProperty_…`.
///
/// - Parameter inLength: The size of the value in bytes; 0 for the size of the property.
/// - Returns: `kAudioUnitErr_InvalidProperty` for a property that is unknown or can only be read,
///   `kAudioUnitErr_InvalidPropertyValue` for a wrong size or value, and for making an automation track of one that has
///   other events than parameters.
@discardableResult
public func MusicTrackSetProperty(
    _ inTrack: MusicTrack, _ inPropertyID: UInt32, _ inData: UnsafeMutableRawPointer, _ inLength: UInt32
) -> OSStatus {
    withTrack(inTrack) { track in
        func value<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
            inLength == 0 || Int(inLength) >= MemoryLayout<Value>.size ? inData.loadUnaligned(as: type) : nil
        }
        // Programs pass 8 or 32 bits. If the length is 0, the first byte is read, which both have in common.
        func flag() -> Bool? { inLength >= 4 ? value(UInt32.self).map { $0 != 0 } : value(UInt8.self).map { $0 != 0 } }
        var isSet: Bool?
        switch inPropertyID {
        case kSequenceTrackProperty_LoopInfo:
            guard let loop = value(MusicTrackLoopInfo.self), loop.loopDuration >= 0, loop.numberOfLoops >= 0 else {
                break
            }
            isSet = track.edit { track in
                track.loop.isEnabled = loop.loopDuration > 0
                track.loop.place = .lastBeats(loop.loopDuration)
                track.loop.count = Int(loop.numberOfLoops)
                return true
            }
        case kSequenceTrackProperty_OffsetTime:
            guard let beats = value(MusicTimeStamp.self), beats.isFinite else { break }
            isSet = track.edit { track in
                track.offset = beats
                return true
            }
        case kSequenceTrackProperty_TrackLength:
            guard let beats = value(MusicTimeStamp.self), beats >= 0, beats.isFinite else { break }
            isSet = track.edit { track in
                track.chosenLength = beats
                return true
            }
        case kSequenceTrackProperty_MuteStatus, kSequenceTrackProperty_SoloStatus:
            guard let flag = flag() else { break }
            isSet = track.edit { track in
                if inPropertyID == kSequenceTrackProperty_MuteStatus {
                    track.isMuted = flag
                } else {
                    track.isSoloed = flag
                }
                return true
            }
        case kSequenceTrackProperty_AutomatedParameters:
            guard let flag = flag() else { break }
            isSet = track.edit { track in
                let isAllowed =
                    !flag || track.events.allSatisfy { if case .parameter = $0.kind { true } else { false } }
                if isAllowed { track.isAutomation = flag }
                return isAllowed
            }
        default: return kAudioUnitErr_InvalidProperty
        }
        return isSet == true ? noErr : kAudioUnitErr_InvalidPropertyValue
    }
}

/// Returns a property of a track.
///
/// - Parameter ioLength: Room in bytes, 0 for the size of the property; afterwards the size of the value.
/// - Returns: `kAudioUnitErr_InvalidProperty` for an unknown property, `kAudioUnitErr_InvalidPropertyValue` for too
///   little room.
@discardableResult
public func MusicTrackGetProperty(
    _ inTrack: MusicTrack, _ inPropertyID: UInt32, _ outData: UnsafeMutableRawPointer,
    _ ioLength: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    withTrack(inTrack) { track in
        func give<Value>(_ value: Value) -> OSStatus {
            guard ioLength.pointee == 0 || Int(ioLength.pointee) >= MemoryLayout<Value>.size else {
                return kAudioUnitErr_InvalidPropertyValue
            }
            withUnsafeBytes(of: value) { bytes in
                if let start = bytes.baseAddress { outData.copyMemory(from: start, byteCount: bytes.count) }
            }
            ioLength.pointee = UInt32(MemoryLayout<Value>.size)
            return noErr
        }
        let content = track.read { $0 }
        switch inPropertyID {
        case kSequenceTrackProperty_LoopInfo:
            let looped = content.loopedBeats
            return give(
                MusicTrackLoopInfo(
                    loopDuration: looped.map { $0.upperBound - $0.lowerBound } ?? 0,
                    // A new track is played once.
                    numberOfLoops: content.loop == SequenceTrack.Loop() ? 1 : Int32(clamping: content.loop.count)))
        case kSequenceTrackProperty_OffsetTime: return give(content.offset)
        case kSequenceTrackProperty_TrackLength: return give(content.length)
        case kSequenceTrackProperty_MuteStatus: return give(UInt8(content.isMuted ? 1 : 0))
        case kSequenceTrackProperty_SoloStatus: return give(UInt8(content.isSoloed ? 1 : 0))
        case kSequenceTrackProperty_AutomatedParameters: return give(UInt32(content.isAutomation ? 1 : 0))
        case kSequenceTrackProperty_TimeResolution:
            guard track.id == 0 else { return kAudioUnitErr_InvalidProperty }
            return give(Int16(clamping: track.store.read { $0.resolution }))
        default: return kAudioUnitErr_InvalidProperty
        }
    }
}

// MARK: - Half-open ranges

private func isRange(_ start: MusicTimeStamp, _ end: MusicTimeStamp) -> Bool { start >= 0 && end >= start }

/// Moves the events of a range by an amount of beats.
///
/// - Returns: -50 if an event would come before beat 0.
@discardableResult
public func MusicTrackMoveEvents(
    _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp, _ inMoveTime: MusicTimeStamp
) -> OSStatus {
    withTrack(inTrack) { track in
        guard isRange(inStartTime, inEndTime), inStartTime + inMoveTime >= 0, inMoveTime.isFinite else {
            return kAudio_ParamError
        }
        _ = track.edit { $0.moveEvents(from: inStartTime, to: inEndTime, by: inMoveTime) }
        return noErr
    }
}

/// Removes the events of a range, and leaves the others in place.
@discardableResult
public func MusicTrackClear(
    _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
    withTrack(inTrack) { track in
        guard isRange(inStartTime, inEndTime) else { return kAudio_ParamError }
        _ = track.edit { $0.clear(from: inStartTime, to: inEndTime) }
        return noErr
    }
}

/// Removes the events of a range, and moves the later ones forward by its length.
@discardableResult
public func MusicTrackCut(
    _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
    withTrack(inTrack) { track in
        guard isRange(inStartTime, inEndTime) else { return kAudio_ParamError }
        _ = track.edit { $0.cut(from: inStartTime, to: inEndTime) }
        return noErr
    }
}

/// Copies the events of a range to a beat of a track, and moves the later events back by its length.
@discardableResult
public func MusicTrackCopyInsert(
    _ inSourceTrack: MusicTrack, _ inSourceStartTime: MusicTimeStamp, _ inSourceEndTime: MusicTimeStamp,
    _ inDestTrack: MusicTrack, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
    copy(inSourceTrack, inSourceStartTime, inSourceEndTime, inDestTrack, inDestInsertTime) { track, copies, length in
        track.insert(copies, length: length, at: inDestInsertTime)
    }
}

/// Copies the events of a range to a beat of a track, among the events there.
@discardableResult
public func MusicTrackMerge(
    _ inSourceTrack: MusicTrack, _ inSourceStartTime: MusicTimeStamp, _ inSourceEndTime: MusicTimeStamp,
    _ inDestTrack: MusicTrack, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
    copy(inSourceTrack, inSourceStartTime, inSourceEndTime, inDestTrack, inDestInsertTime) { track, copies, _ in
        track.merge(copies, at: inDestInsertTime)
    }
}

private func copy(
    _ source: MusicTrack, _ start: MusicTimeStamp, _ end: MusicTimeStamp, _ target: MusicTrack,
    _ place: MusicTimeStamp, _ put: (inout SequenceTrack, [SequenceEvent], Double) -> Void
) -> OSStatus {
    withTrack(source) { source in
        guard isRange(start, end), place >= 0, place.isFinite else { return kAudio_ParamError }
        let (copies, length) = source.read { track in
            (track.copies(from: start, to: end), min(end, max(track.length, start)) - start)
        }
        return withTrack(target) { target in
            _ = target.edit { put(&$0, copies, length) }
            return noErr
        }
    }
}
