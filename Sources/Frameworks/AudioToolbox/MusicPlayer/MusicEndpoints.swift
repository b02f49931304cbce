import CoreAudioTypes
import CoreMIDI
import SordinoEngine
import SordinoMIDIPorts

/// Returns the sequence target of an endpoint; nil if the endpoint is no MIDI destination.
package func sequenceTarget(ofEndpoint endpoint: MIDIEndpointRef) -> SequenceTarget? {
    let system = MIDIPlace.current.system
    guard (try? system.read { $0.object(endpoint, .destination) != nil }) == true else { return nil }
    return SequenceTarget(endpoint: endpoint, of: system)
}

/// Returns the target for an endpoint that may not exist yet: messages sent before it exists are lost.
private func sequenceTarget(ofEndpointToCome endpoint: MIDIEndpointRef) -> SequenceTarget {
    SequenceTarget(endpoint: endpoint, of: MIDIPlace.current.system)
}

/// Returns the clock that drives a sequencer which is not part of an engine or graph.
package func midiClock(of sequencer: Sequencer) -> SequencerClock {
    SequencerClock(sequencer, system: MIDIPlace.current.system)
}

/// Plays all present and later tracks of a sequence to a MIDI destination.
///
/// - Returns: `kMIDIUnknownEndpoint` if the endpoint is no destination.
@discardableResult
public func MusicSequenceSetMIDIEndpoint(_ inSequence: MusicSequence, _ inEndpoint: MIDIEndpointRef) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard let target = sequenceTarget(ofEndpoint: inEndpoint) else { return kMIDIUnknownEndpoint }
        sequence.setEndpoint(inEndpoint, target)
        return noErr
    }
}

/// Plays a track to a MIDI destination instead of a node.
///
/// The destination need not exist yet; events played before it exists are lost.
@discardableResult
public func MusicTrackSetDestMIDIEndpoint(_ inTrack: MusicTrack, _ inEndpoint: MIDIEndpointRef) -> OSStatus {
    withTrack(inTrack) { track in
        track.setEndpoint(inEndpoint, sequenceTarget(ofEndpointToCome: inEndpoint))
        return noErr
    }
}

/// Returns the MIDI destination that a track plays to.
///
/// - Returns: `kAudioToolboxErr_IllegalTrackDestination` if none was set.
@discardableResult
public func MusicTrackGetDestMIDIEndpoint(
    _ inTrack: MusicTrack, _ outEndpoint: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    withTrack(inTrack) { track in
        guard let endpoint = track.endpoint else { return kAudioToolboxErr_IllegalTrackDestination }
        outEndpoint.pointee = endpoint
        return noErr
    }
}
