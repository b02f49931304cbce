import CoreAudioTypes
import SordinoGraph
import SordinoRealtime

/// One destination of MIDI: functions of the program or of a unit that take it.
package struct MIDIWay: Sendable {
    /// The node that takes it; nil for a tap.
    let node: NodeID?
    /// Takes bytes of MIDI 1.0: a `MIDIBytesMessage`.
    let bytes: ClientBlock?
    /// Takes packets: a `MIDIListMessage`.
    let list: ClientBlock?
    /// Keeps the contexts of the functions.
    let keeper: any AnyObject & Sendable

    /// Makes a destination from its functions.
    package init(
        node: NodeID?, bytes: ClientBlock?, list: ClientBlock?, keeping keeper: any AnyObject & Sendable
    ) {
        (self.node, self.bytes, self.list, self.keeper) = (node, bytes, list, keeper)
    }

    /// Indicates whether it takes bytes of MIDI 1.0.
    package var isOfBytes: Bool { bytes != nil }
}

/// A message of MIDI 1.0 on its way.
package struct MIDIBytesMessage {
    /// The sample time, as the sender gave it.
    package let time: Int64
    package let cable: UInt8
    package let count: Int
    package let bytes: UnsafePointer<UInt8>

    @_noAllocation @_noLocks
    init(time: Int64, cable: UInt8, count: Int, bytes: UnsafePointer<UInt8>) {
        (self.time, self.cable, self.count, self.bytes) = (time, cable, count, bytes)
    }
}

/// Packets on their way.
package struct MIDIListMessage {
    /// The sample time, as the sender gave it.
    package let time: Int64
    package let cable: UInt8
    package let list: UnsafePointer<MIDIEventList>

    @_noAllocation @_noLocks
    init(time: Int64, cable: UInt8, list: UnsafePointer<MIDIEventList>) {
        (self.time, self.cable, self.list) = (time, cable, list)
    }
}

/// Hands what a unit sends on to its destinations, while they are rendered and the ways may change.
///
/// The blocks that the unit holds hold this.
package final class MIDIHub: @unchecked Sendable {
    private let handOver = HandOver<MIDIWays> { ways in
        ways.deinitialize(count: 1)
        ways.deallocate()
    }
    /// The render thread's part.
    let state: UnsafeMutablePointer<MIDIHubState>
    private let held: Held<MIDIHubState>
    /// The ways in force, under the engine's lock.
    private(set) var ways: [MIDIWay] = []

    init() {
        held = Held(MIDIHubState(ways: handOver.renderer))
        state = held.pointer
    }

    /// Changes the ways; they hold from the next message on.
    ///
    /// - Thread: control, with the engine locked.
    func change(_ body: (inout [MIDIWay]) -> Void) {
        body(&ways)
        let next = UnsafeMutablePointer<MIDIWays>.allocate(capacity: 1)
        next.initialize(to: MIDIWays(ways))
        handOver.publish(next)
    }
}

/// The ways of one hub in memory that the render thread can read.
struct MIDIWays: ~Copyable {
    let ways: UnsafeMutableBufferPointer<Way>
    private let keepers: [any AnyObject & Sendable]

    struct Way {
        let bytes: ClientBlock?
        let list: ClientBlock?
        /// Indicates whether its status counts as nothing.
        let isTap: Bool
    }

    init(_ all: [MIDIWay]) {
        keepers = all.map(\.keeper)
        ways = .allocate(capacity: all.count)
        for (index, way) in all.enumerated() {
            ways.initializeElement(
                at: index, to: Way(bytes: way.bytes, list: way.list, isTap: way.node == nil))
        }
    }

    deinit {
        ways.deinitialize()
        ways.deallocate()
    }
}

/// The render thread's part of a hub.
struct MIDIHubState {
    let ways: HandOverRenderer<MIDIWays>
    /// Messages that are being handed on: one can cause the next, and the ways stay until the first is done.
    var depth = 0
    var current: UnsafeMutablePointer<MIDIWays>?

    init(ways: HandOverRenderer<MIDIWays>) { self.ways = ways }
}
