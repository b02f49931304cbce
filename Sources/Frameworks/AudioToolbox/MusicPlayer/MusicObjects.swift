import AVAudioTypes
import CoreAudioTypes
import CoreMIDI
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoMIDI
import Synchronization

/// The object behind a `MusicSequence` handle.
final class MusicSequenceObject: @unchecked Sendable {
    static let all = HandleTable<MusicSequenceObject>()

    let store = SequenceStore()
    private let lock = NSRecursiveLock()
    private var handles: [Int: MusicTrackObject] = [:]
    private var userCallback: (proc: MusicSequenceUserCallback, context: UnsafeMutableRawPointer?)?
    private var handleOfItself: MusicSequence?
    /// The graph that plays the tracks; nil until one is set or made.
    private(set) var graph: AUGraph?
    /// Indicates whether the graph was made here and is disposed of with the sequence.
    private var ownsGraph = false
    /// The engine that plays the tracks instead of a graph.
    private(set) weak var engine: EngineCore?
    /// Finds the engine's instrument for tracks without a destination.
    private var findStandard: (@Sendable () -> SequenceTarget?)?

    /// Makes a sequence and its handle.
    static func make() -> MusicSequence {
        let object = MusicSequenceObject()
        let handle = all.insert(object)
        object.handleOfItself = handle
        return handle
    }

    func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// The handle of this object; nil after its disposal.
    var handle: MusicSequence? { locked { handleOfItself } }

    /// Removes the handles of the tracks, and disposes of a graph that was made here.
    func dispose() {
        let (tracks, graph) = locked { () -> ([MusicTrackObject], AUGraph?) in
            defer {
                handles = [:]
                self.graph = nil
                handleOfItself = nil
            }
            return (Array(handles.values), ownsGraph ? self.graph : nil)
        }
        for track in tracks { _ = MusicTrackObject.all.remove(track.handle) }
        if let graph { _ = DisposeAUGraph(graph) }
    }

    // MARK: Tracks

    /// Returns the object of a track by its number, made with the first call.
    func track(_ id: Int) -> MusicTrackObject {
        locked {
            if let track = handles[id] { return track }
            let track = MusicTrackObject(self, id: id)
            handles[id] = track
            shareTracks()
            return track
        }
    }

    func removeTrack(_ track: MusicTrackObject) {
        store.edit { $0.removeTrack(track.id) }
        store.destinations.targets[track.id] = nil
        locked { handles[track.id] = nil }
        _ = MusicTrackObject.all.remove(track.handle)
    }

    // MARK: User events

    func setUserCallback(_ proc: MusicSequenceUserCallback?, _ context: UnsafeMutableRawPointer?) {
        locked {
            userCallback = proc.map { ($0, context) }
            for place in store.read({ $0.places }) { _ = track(place.id) }
            shareTracks()
        }
    }

    /// Publishes the user callback with the handles of the tracks to the render thread.
    private func shareTracks() {
        guard let userCallback, let handle = handleOfItself else {
            if store.destinations.user != nil { store.destinations.user = nil }
            return
        }
        let call = MusicUserCall(
            proc: userCallback.proc, context: userCallback.context, sequence: handle,
            tracks: handles.map { ($0.key, $0.value.handle) })
        store.destinations.user = SequenceUserCall { message in
            call.call(message.assumingMemoryBound(to: SequenceUserMessage.self).pointee)
        }
    }

    /// Calls the user callback with all user events before a beat, to which a player is being positioned.
    func chaseUserEvents(before beat: Double) {
        guard let (proc, context) = locked({ userCallback }), let sequence = handle else { return }
        for place in store.read({ $0.places }) {
            for event in place.track.events where event.beat < beat {
                guard case .user(let bytes) = event.kind else { continue }
                MusicEventData.user(bytes).withData { data in
                    proc(
                        context, sequence, track(place.id).handle, event.beat,
                        data.assumingMemoryBound(to: MusicEventUserData.self), beat, beat)
                }
            }
        }
    }

    // MARK: Destinations

    /// Plays the tracks to the nodes of a graph from now on.
    func setGraph(_ graph: AUGraph?) {
        let former = locked { () -> AUGraph? in
            defer {
                self.graph = graph
                ownsGraph = false
                engine = nil
            }
            return ownsGraph ? self.graph : nil
        }
        if let former { _ = DisposeAUGraph(former) }
        for track in store.read({ $0.places.map(\.id) }) { self.track(track).forgetDestination() }
        store.destinations.targets = [:]
        store.destinations.standard = nil
    }

    /// Plays the tracks to units of an engine from now on.
    ///
    /// - Parameter findStandard: Finds the unit for tracks without a destination; called when a player is prepared.
    func setEngine(_ core: EngineCore?, _ findStandard: @escaping @Sendable () -> SequenceTarget?) {
        setGraph(nil)
        locked { (engine, self.findStandard) = (core, findStandard) }
    }

    /// Indicates whether the graph was made here, for a sequence that had none.
    var ownsItsGraph: Bool { locked { ownsGraph } }

    /// Returns the graph, made here of a sampler and the output if the sequence has none; nil if an engine plays it.
    func graphMakingOne() -> AUGraph? {
        if let graph = locked({ graph }) { return graph }
        guard locked({ engine == nil }), let made = MusicSequenceObject.makeGraph() else { return nil }
        locked { (graph, ownsGraph) = (made, true) }
        return made
    }

    private static func makeGraph() -> AUGraph? {
        var graph: AUGraph?
        guard NewAUGraph(&graph) == noErr, let graph else { return nil }
        var sampler = AudioComponentDescription(
            componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        var output = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        var (source, target): (AUNode, AUNode) = (0, 0)
        guard AudioComponentFindNext(nil, &sampler) != nil, AUGraphAddNode(graph, &sampler, &source) == noErr,
            AUGraphAddNode(graph, &output, &target) == noErr,
            AUGraphConnectNodeInput(graph, source, 0, target, 0) == noErr
        else {
            _ = DisposeAUGraph(graph)
            return nil
        }
        return graph
    }

    /// Plays all tracks to a MIDI endpoint from now on.
    func setEndpoint(_ endpoint: MIDIEndpointRef, _ target: SequenceTarget) {
        for id in store.read({ $0.places.map(\.id) }) { track(id).setEndpoint(endpoint, target) }
        store.destinations.standard = target
    }

    /// Whether any track plays to a MIDI endpoint, and whether all do.
    var endpointUse: (any: Bool, alone: Bool) {
        let (ids, destinations) = (store.read { $0.places.map(\.id) }, store.destinations)
        let external = ids.map { id in
            // A track with a node plays to a unit, which `findUnits` finds.
            objectIfMade(of: id)?.node == nil && (destinations.targets[id] ?? destinations.standard)?.isExternal == true
        }
        let isFree = locked { (graph == nil || ownsGraph) && engine == nil }
        return (external.contains(true), isFree && !external.isEmpty && external.allSatisfy { $0 })
    }

    /// Returns the object of a track, if one was made.
    private func objectIfMade(of id: Int) -> MusicTrackObject? { locked { handles[id] } }

    /// Finds the units that the tracks play to: the one of a track's node, else the graph's first instrument.
    func findUnits() {
        if let findStandard = locked({ engine == nil ? nil : findStandard }) {
            if store.destinations.standard == nil { store.destinations.standard = findStandard() }
            return
        }
        guard let graph = locked({ graph }) else { return }
        var destinations = store.destinations
        if destinations.standard == nil {
            var count: UInt32 = 0
            _ = AUGraphGetNodeCount(graph, &count)
            for index in 0..<count where destinations.standard == nil {
                var node: AUNode = 0
                guard AUGraphGetIndNode(graph, index, &node) == noErr, let unit = Self.unit(of: node, in: graph),
                    unit.isMusicDeviceOrEffect
                else { continue }
                destinations.standard = unit.sequenceTarget()
            }
        }
        for place in store.read({ $0.places }) where destinations.targets[place.id] == nil {
            guard let node = track(place.id).node else { continue }
            destinations.targets[place.id] = Self.unit(of: node, in: graph)?.sequenceTarget()
        }
        store.destinations = destinations
    }

    private static func unit(of node: AUNode, in graph: AUGraph) -> AUAudioUnit? {
        var unit: AudioUnit?
        guard AUGraphNodeInfo(graph, node, nil, &unit) == noErr, let unit else { return nil }
        return UnitInstance.of(unit)?.unit
    }
}

/// Calls the user callback on the render thread; immutable.
private final class MusicUserCall: Sendable {
    private let proc: MusicSequenceUserCallback
    private nonisolated(unsafe) let context: UnsafeMutableRawPointer?
    private nonisolated(unsafe) let sequence: MusicSequence
    private nonisolated(unsafe) let tracks: [(id: Int, handle: MusicTrack)]

    init(
        proc: @escaping MusicSequenceUserCallback, context: UnsafeMutableRawPointer?, sequence: MusicSequence,
        tracks: [(id: Int, handle: MusicTrack)]
    ) {
        self.proc = proc
        self.context = context
        self.sequence = sequence
        self.tracks = tracks
    }

    func call(_ message: SequenceUserMessage) {
        for index in 0..<tracks.count where tracks[index].id == message.track {
            proc(
                context, sequence, tracks[index].handle, message.beat,
                message.data.assumingMemoryBound(to: MusicEventUserData.self), message.sliceStart, message.sliceEnd)
            return
        }
    }
}

/// The object behind a `MusicTrack` handle.
final class MusicTrackObject: Sendable {
    static let all = HandleTable<MusicTrackObject>()

    weak let sequence: MusicSequenceObject?
    let store: SequenceStore
    /// The number of the track in its sequence; 0 for the tempo track.
    let id: Int
    private let place = Mutex<(handle: UInt, node: AUNode?, endpoint: MIDIEndpointRef?)>((0, nil, nil))

    init(_ sequence: MusicSequenceObject, id: Int) {
        self.sequence = sequence
        store = sequence.store
        self.id = id
        let handle = UInt(bitPattern: Self.all.insert(self))
        place.withLock { $0.handle = handle }
    }

    var handle: MusicTrack {
        guard let handle = OpaquePointer(bitPattern: place.withLock { $0.handle }) else {
            preconditionFailure("a handle is never 0")
        }
        return handle
    }

    /// The node that was set as the destination; nil for none.
    var node: AUNode? { place.withLock { $0.node } }

    func setNode(_ node: AUNode) {
        place.withLock { ($0.node, $0.endpoint) = (node, nil) }
        store.destinations.targets[id] = nil
        sequence?.findUnits()
    }

    /// The MIDI endpoint that was set as the destination; nil for none.
    var endpoint: MIDIEndpointRef? { place.withLock { $0.endpoint } }

    func setEndpoint(_ endpoint: MIDIEndpointRef, _ target: SequenceTarget) {
        place.withLock { ($0.node, $0.endpoint) = (nil, endpoint) }
        store.destinations.targets[id] = target
    }

    func forgetDestination() { place.withLock { ($0.node, $0.endpoint) = (nil, nil) } }

    /// Returns the result of `body` for the track; for an empty track if it was removed.
    func read<Result>(_ body: (SequenceTrack) -> Result) -> Result {
        store.read { body($0[id] ?? SequenceTrack()) }
    }

    /// Changes the track by `body`, and returns its result; nil if the track was removed.
    func edit<Result>(_ body: (inout SequenceTrack) -> Result) -> Result? {
        store.edit { $0.change(id, body) }
    }
}
