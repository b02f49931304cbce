import AudioToolbox
import CoreMIDI
import Foundation
import SordinoEngine
import SordinoMIDI

/// A track of a sequencer: events, where they go, and how they are played.
///
/// - Thread: any.
/// - Source: Apple, AVFAudio, `AVMusicTrack`.
open class AVMusicTrack: NSObject, @unchecked Sendable {
    let store: SequenceStore
    /// The number of the track in its sequence; 0 for the tempo track.
    let id: Int
    private weak var unit: AVAudioUnit?
    private var endpoint: MIDIEndpointRef = 0

    init(store: SequenceStore, id: Int) { (self.store, self.id) = (store, id) }

    private func track<Value>(_ path: KeyPath<SequenceTrack, Value>, or other: Value) -> Value {
        store.read { $0[id]?[keyPath: path] ?? other }
    }

    @discardableResult
    private func change<Result>(_ body: (inout SequenceTrack) -> Result) -> Result? {
        store.edit { $0.change(id, body) }
    }

    // MARK: Destination

    /// The unit that receives the events; nil for the first instrument in the engine of the sequencer.
    open var destinationAudioUnit: AVAudioUnit? {
        get { unit }
        set {
            requireCondition(
                id != 0 || newValue == nil, "required condition is false: the tempo track has no destination")
            let target = newValue?.unit.sequenceTarget()
            requireCondition(
                newValue == nil || target != nil, "required condition is false: the destination's audio unit takes MIDI"
            )
            (unit, endpoint) = (newValue, 0)
            store.destinations.targets[id] = target
        }
    }

    /// The destination of MIDI that the events go to, instead of a unit; 0 for none.
    ///
    /// Events are sent so that they arrive when a unit would sound. A number that is no destination changes nothing.
    open var destinationMIDIEndpoint: MIDIEndpointRef {
        get { endpoint }
        set {
            requireCondition(
                id != 0 || newValue == 0, "required condition is false: the tempo track has no destination")
            let target = newValue == 0 ? nil : sequenceTarget(ofEndpoint: newValue)
            guard target != nil || newValue == 0 else { return }
            (unit, endpoint) = (nil, newValue)
            store.destinations.targets[id] = target
        }
    }

    // MARK: Playing

    /// The beats that are repeated; the whole track until a range is set.
    open var loopRange: AVBeatRange {
        get {
            store.read { content in
                guard let track = content[id] else { return AVBeatRange() }
                switch track.loop.place {
                case .wholeTrack: return AVBeatRange(start: 0, length: track.length)
                case .lastBeats(let count):
                    return AVBeatRange(start: max(track.length - count, 0), length: min(count, track.length))
                case .range(let start, let length): return AVBeatRange(start: start, length: length)
                }
            }
        }
        set {
            requireCondition(
                newValue.start >= 0 && newValue.length > 0,
                "required condition is false: range.start >= 0 && range.length > 0")
            change { $0.loop.place = .range(start: newValue.start, length: newValue.length) }
        }
    }

    /// Indicates whether `loopRange` is repeated; false at first.
    open var isLoopingEnabled: Bool {
        get { track(\.loop.isEnabled, or: false) }
        set { change { $0.loop.isEnabled = newValue } }
    }

    /// Times that `loopRange` is played in all, or `AVMusicTrackLoopCount.forever`, which it is at first.
    open var numberOfLoops: Int {
        get {
            let count = track(\.loop.count, or: 0)
            return count == 0 ? AVMusicTrackLoopCount.forever.rawValue : count
        }
        set {
            requireCondition(
                newValue == AVMusicTrackLoopCount.forever.rawValue || newValue > 0,
                "required condition is false: loopCount == AVMusicTrackLoopCountForever || loopCount > 0")
            change { $0.loop.count = max(newValue, 0) }
        }
    }

    /// Beats by which the track begins later; 0 at first.
    open var offsetTime: AVMusicTimeStamp {
        get { track(\.offset, or: 0) }
        set { if newValue.isFinite { change { $0.offset = newValue } } }
    }

    /// Indicates whether the notes of the track are silent; false at first.
    open var isMuted: Bool {
        get { track(\.isMuted, or: false) }
        set { change { $0.isMuted = newValue } }
    }

    /// Indicates whether the notes of other tracks are silent, unless they are soloed too; false at first.
    open var isSoloed: Bool {
        get { track(\.isSoloed, or: false) }
        set { change { $0.isSoloed = newValue } }
    }

    /// The length in beats: the one that was set, unless the events are longer.
    open var lengthInBeats: AVMusicTimeStamp {
        get { track(\.length, or: 0) }
        set { if newValue >= 0, newValue.isFinite { change { $0.chosenLength = newValue } } }
    }

    /// The length in seconds, by the tempo track.
    open var lengthInSeconds: TimeInterval {
        get { store.read { $0.tempoMap.seconds(atBeat: $0[id]?.length ?? 0) } }
        set { lengthInBeats = store.read { $0.tempoMap.beats(atSecond: newValue) } }
    }

    /// Ticks of a quarter note in files; 480 unless the sequence came from a file.
    open var timeResolution: Int { store.read { $0.resolution } }

    /// Indicates whether the track holds values of parameters alone, with straight lines between them.
    ///
    /// It becomes true by itself with the first such event of an empty track. A track with other events cannot become
    /// one.
    open var usesAutomatedParameters: Bool {
        get { track(\.isAutomation, or: false) }
        set {
            requireCondition(
                !newValue || store.read { $0[id]?.events.allSatisfy { $0.isParameter } ?? true },
                "required condition is false: the track has no events but parameters")
            change { $0.isAutomation = newValue }
        }
    }
}

extension SequenceEvent {
    /// Indicates whether the event is a value of a parameter.
    var isParameter: Bool { if case .parameter = kind { true } else { false } }
}
