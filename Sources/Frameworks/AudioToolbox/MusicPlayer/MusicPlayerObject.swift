import AVAudioTypes
import CoreAudioTypes
import CoreMIDI
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime
import SordinoSession
import Synchronization

/// The object behind a `MusicPlayer` handle: a sequencer, and the graph or engine that drives it.
final class MusicPlayerObject: @unchecked Sendable {
    static let all = HandleTable<MusicPlayerObject>()

    let sequencer = Sequencer()
    private let lock = NSRecursiveLock()
    private(set) var sequence: MusicSequenceObject?
    private var node: SequencerNode?
    /// The graph that calls the sequencer, with the context of the callback.
    private var hook: (graph: AUGraph, context: MusicGraphHook)?
    /// Sends events to MIDI endpoints, for a sequence that is not part of an engine.
    private var clock: SequencerClock?

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Sets the sequence; nil for none.
    func setSequence(_ new: MusicSequenceObject?) {
        leave()
        locked { sequence = new }
        sequencer.sequence = new?.store
    }

    /// Finds the destinations, and attaches the sequencer to the graph or the engine.
    ///
    /// - Returns: `kAudioToolboxErr_NoSequence`, or the error of the graph.
    func join() -> OSStatus {
        guard let sequence = locked({ sequence }) else { return kAudioToolboxErr_NoSequence }
        if let engine = sequence.engine {
            let node = locked { () -> SequencerNode in
                let node = self.node ?? SequencerNode(sequencer)
                self.node = node
                return node
            }
            if node.seat.attachment?.core !== engine {
                do { try engine.attach(node) } catch { return kAudioToolboxErr_InvalidPlayerState }
            }
            sequence.findUnits()
        } else if sequence.endpointUse.alone {
            locked { clock = clock ?? midiClock(of: sequencer) }
        } else {
            guard let graph = sequence.graphMakingOne() else { return kAudioToolboxError_NoTrackDestination }
            let status = join(graph, makesItRun: sequence.ownsItsGraph)
            guard status == noErr else { return status }
            sequence.findUnits()
            if sequence.endpointUse.any {
                locked { clock = clock ?? SequencerClock(sequencer, system: MIDIPlace.current.system, isHost: false) }
            }
        }
        sequencer.prepare()
        return noErr
    }

    /// Plays from the present position.
    func start() {
        sequencer.start(expectedAt: nextHostNanoseconds)
        locked { clock }?.run()
    }

    /// The host time of the next block; nil if nothing renders on hardware.
    private var nextHostNanoseconds: Int64? {
        if let engine = locked({ sequence })?.engine { return engine.nextHostNanoseconds }
        guard let graph = locked({ hook })?.graph else { return locked({ clock })?.nextHostNanoseconds }
        var isHeard = false
        _ = GraphObject.look(graph) { state in
            isHeard = state.isRunning && state.output?.unit?.unit.backing?.hardware != nil
            return noErr
        }
        return isHeard ? AppContext.current.system.hardware.now.nanoseconds : nil
    }

    private func join(_ graph: AUGraph, makesItRun: Bool) -> OSStatus {
        if makesItRun {
            let steps = [AUGraphOpen, AUGraphInitialize, AUGraphStart]
            for step in steps {
                let status = step(graph)
                if status != noErr { return status }
            }
        }
        let sampleRate = Self.sampleRate(of: graph)
        if let hook = locked({ hook }), hook.graph == graph {
            hook.context.sampleRate = sampleRate
            return noErr
        }
        leave()
        let context = MusicGraphHook(sequencer)
        context.sampleRate = sampleRate
        let status = AUGraphAddRenderNotify(graph, renderMusic, Unmanaged.passUnretained(context).toOpaque())
        if status == noErr { locked { hook = (graph, context) } }
        return status
    }

    /// The rate at which a graph is pulled: that of its output unit.
    private static func sampleRate(of graph: AUGraph) -> Double {
        var output: AudioUnit?
        _ = GraphObject.look(graph) { state in
            output = state.output?.unit?.handle
            return noErr
        }
        var format = AudioStreamBasicDescription()
        var byteCount = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        guard let output,
            AudioUnitGetProperty(
                output, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &byteCount) == noErr,
            format.mSampleRate > 0
        else { return 44_100 }
        return format.mSampleRate
    }

    /// Detaches the sequencer from the graph or the engine.
    func leave() {
        let (hook, node) = locked { () -> ((graph: AUGraph, context: MusicGraphHook)?, SequencerNode?) in
            defer { (self.hook, self.node, clock) = (nil, nil, nil) }
            return (self.hook, self.node)
        }
        if let hook {
            _ = AUGraphRemoveRenderNotify(
                hook.graph, renderMusic, Unmanaged.passUnretained(hook.context).toOpaque())
            // The block that is being rendered may still use the context.
            MusicGraphHook.keep(hook.context)
        }
        if let node, let core = node.seat.attachment?.core { try? core.detach(node) }
    }
}

/// The context of a graph's render callback: the sequencer's state and the sample rate.
final class MusicGraphHook: Sendable {
    let sequencer: Sequencer
    let state: Lent<UnsafeMutablePointer<SequencerState>>
    private static let kept = Guarded<[MusicGraphHook]>([])

    private let rateBits = Atomic<UInt64>(44_100.0.bitPattern)

    init(_ sequencer: Sequencer) { (self.sequencer, state) = (sequencer, Lent(sequencer.state)) }

    /// The sample rate, in hertz.
    var sampleRate: Double {
        get { Double(bitPattern: rateBits.load(ordering: .relaxed)) }
        set { rateBits.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// Keeps the last 16 contexts that were removed.
    static func keep(_ hook: MusicGraphHook) {
        kept.withLock { kept in
            kept.append(hook)
            if kept.count > 16 { kept.removeFirst() }
        }
    }
}

/// Sends the events of a block before the graph renders it.
private let renderMusic: AURenderCallback = { context, flags, time, _, frameCount, list in
    guard flags.pointee.contains(.unitRenderAction_PreRender) else { return noErr }
    let hook = Unmanaged<MusicGraphHook>.fromOpaque(context).takeUnretainedValue()
    let host = time.pointee.mFlags.contains(.hostTimeValid) ? Int64(clamping: time.pointee.mHostTime) : -1
    hook.state.value.pointee.render(frameCount: Int(frameCount), sampleRate: hook.sampleRate, hostNanoseconds: host)
    return noErr
}
