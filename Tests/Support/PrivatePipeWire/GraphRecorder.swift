import CPipeWire
import Foundation
import Patience
import SordinoPipeWire
import SordinoRealtime
import Synchronization

/// A node that keeps every sample that comes to it, and can play some in the same cycle.
package final class GraphRecorder: @unchecked Sendable {
    private let hand: GraphHand
    private let node: FilterNode
    private let tape: UnsafeMutablePointer<Tape>
    private var links: [OpaquePointer?]
    /// The ports between which the links were asked for.
    private var linked: [GraphLinkEnds?]
    private let (sink, own): (UInt32, UInt32)
    private let channelCount: Int
    /// What is found in the samples when the recorder ends.
    package let inspection: RecordingOfGraph

    /// So much is looked at for artefacts: more than a test plays.
    private static let inspected = 25 * 48_000
    /// Cycles whose times are kept.
    private static let markedCycles = 1 << 16

    /// The state written by the data thread.
    struct Tape: ~Copyable {
        let frames = Atomic<Int>(0)
        let cycles = Atomic<Int>(0)
        /// Cycles that did not follow the one before: a driver's late cycle or a change of drivers.
        let gaps = Atomic<Int>(0)
        var nextPosition: UInt64 = 0
        /// For each cycle its first frame, and the time at which it began, in nanoseconds; the latest of `cycleCapacity`.
        let marks: UnsafeMutablePointer<(frame: Int, nanoseconds: UInt64)>
        let capacity: Int
        let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
        let ports: UnsafeMutablePointer<OpaquePointer>
        let channelCount: Int
        /// The samples for the output port, once, from their beginning; and the frame of the tape at which it began.
        let sound: UnsafeMutablePointer<Float>
        let soundFrames: Int
        var soundPlace = 0
        var output: OpaquePointer?
        let begun = Atomic<Int>(-1)
        let plays = Atomic<Bool>(false)
    }

    /// Records a sink's monitor.
    ///
    /// - Parameters:
    ///   - seconds: What is kept. A busy machine may let minutes pass in which a test only waits.
    ///   - sound: What `play` will play on the recorder's own output port.
    package init?(
        _ hand: GraphHand, monitorOf sink: UInt32, channels: Int, seconds: Int = 600, sound: [Float] = []
    ) {
        self.hand = hand
        channelCount = channels
        inspection = RecordingOfGraph("the monitor of node \(sink)")
        tape = .allocate(capacity: 1)
        let samples = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels)
        let capacity = seconds * 48_000
        for channel in 0..<channels {
            // Pages that are never recorded to cost nothing.
            guard let memory = calloc(capacity, MemoryLayout<Float>.stride) else { return nil }
            (samples + channel).initialize(to: memory.assumingMemoryBound(to: Float.self))
        }
        let soundMemory = UnsafeMutablePointer<Float>.allocate(capacity: max(sound.count, 1))
        soundMemory.initialize(from: sound, count: sound.count)
        let ports = UnsafeMutablePointer<OpaquePointer>.allocate(capacity: channels)
        let marks = UnsafeMutablePointer<(frame: Int, nanoseconds: UInt64)>.allocate(capacity: Self.markedCycles)
        marks.initialize(repeating: (0, 0), count: Self.markedCycles)
        tape.initialize(
            to: Tape(
                marks: marks, capacity: capacity, channels: samples, ports: ports, channelCount: channels,
                sound: soundMemory,
                soundFrames: sound.count))
        let name = "recorder.\(sink)"
        let tape = tape
        let node = hand.connection.locked { () -> FilterNode? in
            let node = FilterNode(
                hand.connection, name: name,
                properties: ["node.name": name, "node.autoconnect": "false", "node.always-process": "true"],
                process: { context, cycle in
                    GraphRecorder.process(
                        context.assumingMemoryBound(to: Tape.self),
                        cycle.assumingMemoryBound(to: cpw_cycle.self).pointee)
                }, context: tape)
            guard let node else { return nil }
            for channel in 0..<channels {
                guard let port = node.addPort(isInput: true, name: "in_\(channel)") else { return nil }
                (ports + channel).initialize(to: port)
            }
            if !sound.isEmpty { tape.pointee.output = node.addPort(isInput: false, name: "out") }
            return node.connect(isActive: true) ? node : nil
        }
        guard let node else { return nil }
        self.node = node
        let own = hand.wait { mirror -> UInt32? in
            guard let id = hand.connection.locked({ node.id }) else { return nil }
            return mirror.ports(of: id, isInput: true).count == channels ? id : nil
        }
        guard let own else { return nil }
        (self.sink, self.own) = (sink, own)
        (links, linked) = (.init(repeating: nil, count: channels), .init(repeating: nil, count: channels))
        // Every channel runs when samples come in.
        guard wait({ frames > 0 && !links.contains(nil) }) else { return nil }
    }

    deinit {
        for case let link? in links { hand.unlink(link) }
        hand.connection.locked { node.close() }
        // A cycle that came late, as on a busy machine, is missing here: what plays around it is cut.
        if gaps == 0 { inspection.inspect(samples(0..<min(frames, Self.inspected))) }
        for channel in 0..<channelCount { free(tape.pointee.channels[channel]) }
        tape.pointee.channels.deallocate()
        tape.pointee.ports.deallocate()
        tape.pointee.sound.deallocate()
        tape.pointee.marks.deallocate()
        tape.deinitialize(count: 1)
        tape.deallocate()
    }

    /// Frames recorded up to now.
    package var frames: Int { tape.pointee.frames.load(ordering: .acquiring) }

    /// The latest cycles: the first frame of each, and the monotonic time at which it began, in nanoseconds.
    package func cycles(_ count: Int) -> [(frame: Int, nanoseconds: UInt64)] {
        let done = tape.pointee.cycles.load(ordering: .acquiring)
        return (max(done - min(count, Self.markedCycles / 2), 0)..<done).map {
            tape.pointee.marks[$0 % Self.markedCycles]
        }
    }

    /// Cycles that did not follow the one before.
    package var gaps: Int { tape.pointee.gaps.load(ordering: .relaxed) }

    /// The node's number.
    package var id: UInt32? { hand.connection.locked { node.id } }

    /// Begins to play the sound on the output port.
    package func play() { tape.pointee.plays.store(true, ordering: .releasing) }

    /// The frame of the recording at which the sound began to be played.
    package var soundBegan: Int? {
        let begun = tape.pointee.begun.load(ordering: .acquiring)
        return begun >= 0 ? begun : nil
    }

    /// All that was recorded, planar.
    package var samples: [[Float]] { samples(0..<frames) }

    /// A part of what was recorded, planar.
    package func samples(_ range: Range<Int>) -> [[Float]] {
        (0..<channelCount).map { channel in
            Array(UnsafeBufferPointer(start: tape.pointee.channels[channel], count: range.upperBound)[range])
        }
    }

    /// Waits until so many more frames were recorded.
    @discardableResult
    package func pass(_ count: Int) -> Bool {
        let goal = frames + count
        return wait { frames >= goal }
    }

    /// Waits for a condition, as `Patience` does.
    @discardableResult
    package func wait(_ condition: () -> Bool) -> Bool {
        Patience.until {
            keepLinked()
            return condition()
        }
    }

    /// Links each channel of the sink that is not linked: a session manager that finds a sink, or is started anew, makes its ports
    /// again.
    private func keepLinked() {
        let (from, to) = (hand.ports(of: sink, isInput: false), hand.ports(of: own, isInput: true))
        guard from.count >= channelCount, to.count >= channelCount else { return }
        for channel in 0..<channelCount {
            let ends = GraphLinkEnds(output: from[channel].id, input: to[channel].id)
            guard linked[channel] != ends else { continue }
            if let old = links[channel] { hand.unlink(old) }
            links[channel] = hand.link(from[channel], to[channel])
            linked[channel] = ends
        }
    }

    private static func process(_ tape: UnsafeMutablePointer<Tape>, _ cycle: cpw_cycle) {
        let count = Int(cycle.frames)
        let done = tape.pointee.frames.load(ordering: .relaxed)
        if let output = tape.pointee.output, let samples = cpw_port_samples(output, cycle.frames) {
            let plays = tape.pointee.plays.load(ordering: .acquiring)
            let place = tape.pointee.soundPlace
            if plays, place == 0 { tape.pointee.begun.store(done, ordering: .releasing) }
            for frame in 0..<count {
                let index = place + frame
                samples[frame] = plays && index < tape.pointee.soundFrames ? tape.pointee.sound[index] : 0
            }
            if plays { tape.pointee.soundPlace = place + count }
        }
        guard done + count <= tape.pointee.capacity else { return }
        var isLinked = false
        for channel in 0..<tape.pointee.channelCount {
            guard let samples = cpw_port_samples(tape.pointee.ports[channel], cycle.frames) else { continue }
            isLinked = true
            for frame in 0..<count { tape.pointee.channels[channel][done + frame] = samples[frame] }
        }
        guard isLinked else { return }
        if done > 0, cycle.position != tape.pointee.nextPosition {
            tape.pointee.gaps.wrappingAdd(1, ordering: .relaxed)
        }
        tape.pointee.nextPosition = cycle.position + UInt64(count)
        let number = tape.pointee.cycles.load(ordering: .relaxed)
        tape.pointee.marks[number % markedCycles] = (done, cycle.nanoseconds)
        tape.pointee.cycles.store(number + 1, ordering: .releasing)
        tape.pointee.frames.store(done + count, ordering: .releasing)
    }
}
