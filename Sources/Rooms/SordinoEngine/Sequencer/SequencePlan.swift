import SordinoGraph
import SordinoMIDI
import SordinoRealtime

/// An event as the render thread reads it.
struct PlannedEvent {
    /// The kinds of events that are sent.
    enum Kind: UInt8 {
        case message
        case note
        case bytes
        case user
        case parameter
        case preset
    }

    var beat: Double
    /// Beats that a note lasts.
    var duration: Double
    var kind: Kind
    var status: UInt8 = 0
    var data1: UInt8 = 0
    var data2: UInt8 = 0
    /// The place at which its bytes begin, or the velocity of a note's end.
    var place: UInt32 = 0
    /// Its index in the track that it comes from.
    var index: UInt32 = 0
}

/// A value of a parameter, and the one to which it glides.
struct PlannedParameter {
    var address: UInt64
    var value: Float
    /// The next value of an automation track; equal to `value` where none follows.
    var nextValue: Float
    /// Beats until the next value; 0 where none follows.
    var beats: Double
}

/// The events of one track in memory that the render thread can read; made again when the track has been edited.
final class PlannedTrack {
    let id: Int
    let revision: Int
    let isAutomation: Bool
    /// The track that it was made of, where user events and presets are found.
    let source: SequenceTrack
    let events: UnsafeMutableBufferPointer<PlannedEvent>
    private let memory: UnsafeMutableRawPointer
    private let parameters: UnsafeMutableBufferPointer<PlannedParameter>

    init(_ track: SequenceTrack, id: Int) {
        self.id = id
        revision = track.revision
        isAutomation = track.isAutomation
        source = track
        var writing = PlanWriting()
        writing.add(track)
        let room = UnsafeMutableBufferPointer<PlannedEvent>.allocate(capacity: max(writing.events.count, 1))
        events = UnsafeMutableBufferPointer(start: room.baseAddress, count: writing.events.count)
        _ = events.initialize(fromContentsOf: writing.events)
        memory = .allocate(byteCount: max(writing.bytes.count, 1), alignment: 4)
        let values = UnsafeMutableBufferPointer<PlannedParameter>.allocate(capacity: max(writing.parameters.count, 1))
        parameters = UnsafeMutableBufferPointer(start: values.baseAddress, count: writing.parameters.count)
        writing.bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
        }
        _ = parameters.initialize(fromContentsOf: writing.parameters)
    }

    deinit {
        events.deallocate()
        memory.deallocate()
        parameters.deallocate()
    }

    /// The first event; there is memory also where there is none.
    var start: UnsafeMutablePointer<PlannedEvent> { place(events) }
    /// Bytes of system exclusive messages and of client events.
    var bytesStart: UnsafeRawPointer { UnsafeRawPointer(memory) }
    /// The first value of a parameter.
    var parametersStart: UnsafeMutablePointer<PlannedParameter> { place(parameters) }

    private func place<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) -> UnsafeMutablePointer<Element> {
        guard let start = buffer.baseAddress else { preconditionFailure("memory of at least one element has a place") }
        return start
    }

    /// The index of the first event at or after a beat.
    func index(atOrAfter beat: Double) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].beat < beat { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Collects what a track becomes.
private struct PlanWriting {
    var events: [PlannedEvent] = []
    var bytes: [UInt8] = []
    var parameters: [PlannedParameter] = []

    mutating func add(_ track: SequenceTrack) {
        events.reserveCapacity(track.events.count)
        for (index, event) in track.events.enumerated() { add(event, index) }
        if track.isAutomation { drawLines() }
    }

    private mutating func add(_ event: SequenceEvent, _ index: Int) {
        var planned = PlannedEvent(
            beat: event.beat, duration: event.duration, kind: .message, index: UInt32(truncatingIfNeeded: index))
        switch event.kind {
        case .note(let note):
            planned.kind = .note
            (planned.status, planned.data1, planned.data2) = (
                0x90 | note.channel & 15, note.key & 127, min(note.velocity, 127)
            )
            planned.place = UInt32(min(note.releaseVelocity, 127))
        case .extendedNote(let note):
            planned.kind = .note
            planned.status = 0x90 | UInt8(truncatingIfNeeded: note.groupID & 15)
            planned.data1 = min(UInt8(nearest: Double(note.pitch)), 127)
            planned.data2 = min(UInt8(nearest: Double(note.velocity)), 127)
        case .channel(let message):
            (planned.status, planned.data1, planned.data2) = (message.status, message.data1, message.data2)
        case .raw(let data):
            planned.kind = .bytes
            planned.place = append(data)
        case .user(let data):
            planned.kind = .user
            planned.place = append(data)
        case .parameter(let parameter):
            planned.kind = .parameter
            planned.place = UInt32(parameters.count)
            let address = UInt64(parameter.id) | UInt64(parameter.scope & 0xFF) << 32 | UInt64(parameter.element) << 40
            parameters.append(
                PlannedParameter(
                    address: address, value: parameter.value, nextValue: parameter.value, beats: 0))
        case .preset: planned.kind = .preset
        case .meta, .tempo: return
        }
        events.append(planned)
    }

    /// Lets each value of a parameter glide to the one that follows.
    private mutating func drawLines() {
        var following: [UInt64: (beat: Double, value: Float)] = [:]
        for event in events.reversed() where event.kind == .parameter {
            let place = Int(event.place)
            let (address, value) = (parameters[place].address, parameters[place].value)
            if let next = following[address] {
                parameters[place].nextValue = next.value
                parameters[place].beats = next.beat - event.beat
            }
            following[address] = (event.beat, value)
        }
    }

    /// Puts a count and so many bytes at a place that is divisible by 4.
    private mutating func append(_ data: [UInt8]) -> UInt32 {
        bytes += [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        let place = bytes.count
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: data.count)) { bytes += $0 }
        bytes += data
        return UInt32(truncatingIfNeeded: place)
    }
}

/// A track as the player plays it.
struct PlannedPart {
    let id: Int
    let revision: Int
    let events: UnsafePointer<PlannedEvent>
    let eventCount: Int
    let bytes: UnsafeRawPointer
    let parameters: UnsafePointer<PlannedParameter>
    /// Beats by which it begins later.
    let offset: Double
    /// The beats that are repeated; none if they are empty.
    let loopStart: Double
    let loopEnd: Double
    /// Times that they are played in all; 0 for ever.
    let loopCount: Int
    /// The events of the repeated beats: the first, and the one behind the last.
    let loopFirst: Int
    let loopLimit: Int
    let isAudible: Bool
    /// The number of the destination; below 0 for none.
    let target: Int
    /// The round of the loop that is played.
    var iteration = 0
    var index = 0
    /// The beat of the player at which the next event is due; infinity for none.
    var nextBeat = Double.infinity
}

/// A sequence as the player plays it: parts, the tempo map, destinations, in memory that the render thread can read.
struct SequencePlan: ~Copyable {
    let parts: UnsafeMutableBufferPointer<PlannedPart>
    /// Indices of parts, as a heap by their next beats.
    let heap: UnsafeMutableBufferPointer<Int32>
    let segments: UnsafeMutableBufferPointer<TempoMap.Segment>
    let targets: UnsafeMutableBufferPointer<PlannedTarget>
    /// Called with each client event, as a `SequenceUserMessage`; nil for none.
    let user: ClientBlock?
    private let keepers: [AnyObject]

    init(
        parts: [PlannedPart], tempoMap: TempoMap, targets: [SequenceTarget], user: ClientBlock?, keeping: [AnyObject]
    ) {
        self.parts = .allocate(capacity: parts.count)
        _ = self.parts.initialize(fromContentsOf: parts)
        heap = .allocate(capacity: parts.count)
        heap.initialize(repeating: 0)
        segments = .allocate(capacity: tempoMap.segments.count)
        _ = segments.initialize(fromContentsOf: tempoMap.segments)
        self.targets = .allocate(capacity: targets.count)
        _ = self.targets.initialize(
            fromContentsOf: targets.map {
                PlannedTarget(bytes: $0.bytes, parameter: $0.parameter, isExternal: $0.isExternal)
            })
        self.user = user
        keepers = keeping
    }

    deinit {
        parts.deallocate()
        heap.deallocate()
        segments.deallocate()
        targets.deallocate()
    }
}

/// The functions of a destination.
struct PlannedTarget {
    let bytes: ClientBlock
    let parameter: ClientBlock?
    /// Indicates whether it is an endpoint of MIDI, which is not rendered.
    let isExternal: Bool
}
