import AudioToolbox
import CoreAudioTypes
import SordinoGraph
import Synchronization

/// Where one source's MIDI leads.
struct MIDIWays {
    /// A unit that takes MIDI, by its own blocks.
    struct Destination {
        let node: NodeID
        let bytes: AUScheduleMIDIEventBlock?
        let list: AUMIDIEventListBlock?
    }

    var destinations: [Destination] = []
    var bytesTap: AUMIDIOutputEventBlock?
    var listTap: AUMIDIEventListBlock?
}

/// Hands what a unit sends on to its destinations, while they are rendered and the ways may change.
///
/// The blocks that the unit holds hold this. What was in force before stays until the hub goes: the render thread may still
/// be in it; it is a few words for each change.
final class MIDIHub: @unchecked Sendable {
    private final class Box {
        let ways: MIDIWays
        init(_ ways: MIDIWays) { self.ways = ways }
    }

    private let present: Atomic<UInt>
    /// Under the engine's lock.
    private var boxes: [Box]

    init() {
        let first = Box(MIDIWays())
        present = Atomic(UInt(bitPattern: Unmanaged.passUnretained(first).toOpaque()))
        boxes = [first]
    }

    /// Changes the ways; they hold from the next message on.
    ///
    /// - Thread: control, with the engine locked.
    func change(_ body: (inout MIDIWays) -> Void) {
        var next = ways
        body(&next)
        let box = Box(next)
        boxes.append(box)
        present.store(UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()), ordering: .releasing)
    }

    /// Whether anybody gets what is sent.
    var leadsAnywhere: Bool {
        let ways = ways
        return !ways.destinations.isEmpty || ways.bytesTap != nil || ways.listTap != nil
    }

    /// What is in force.
    ///
    /// - Thread: control, with the engine locked.
    var ways: MIDIWays { boxes[boxes.count - 1].ways }

    private func withWays(_ body: (borrowing MIDIWays) -> Void) {
        guard let opaque = UnsafeRawPointer(bitPattern: present.load(ordering: .acquiring)) else { return }
        Unmanaged<Box>.fromOpaque(opaque)._withUnsafeGuaranteedRef { body($0.ways) }
    }

    /// Hands packets on.
    ///
    /// - Thread: render.
    func send(_ time: AUEventSampleTime, _ cable: UInt8, _ list: UnsafePointer<MIDIEventList>) -> OSStatus {
        var status = noErr
        withWays { ways in
            for index in 0..<ways.destinations.count {
                guard let schedule = ways.destinations[index].list else { continue }
                let result = schedule(time, cable, list)
                if result != noErr { status = result }
            }
            if let tap = ways.listTap { _ = tap(time, cable, list) }
        }
        return status
    }

    /// Hands a message of MIDI 1.0 on.
    ///
    /// - Thread: render.
    func send(_ time: AUEventSampleTime, _ cable: UInt8, _ count: Int, _ bytes: UnsafePointer<UInt8>) -> OSStatus {
        withWays { ways in
            for index in 0..<ways.destinations.count {
                if let schedule = ways.destinations[index].bytes { schedule(time, cable, count, bytes) }
            }
            if let tap = ways.bytesTap { _ = tap(time, cable, count, bytes) }
        }
        return noErr
    }
}
