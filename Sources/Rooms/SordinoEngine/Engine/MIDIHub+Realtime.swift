import CoreAudioTypes
import SordinoGraph
import SordinoRealtime

extension MIDIHub {
    /// Forwards packets to each receiver.
    ///
    /// - Returns: The last status of a destination that was not 0.
    /// - Thread: render.
    @_noAllocation @_noLocks
    package func send(_ time: Int64, _ cable: UInt8, _ list: UnsafePointer<MIDIEventList>) -> Int32 {
        var message = MIDIListMessage(time: time, cable: cable, list: list)
        var status: Int32 = 0
        if let ways = state.pointee.enter() {
            for index in 0..<ways.pointee.ways.count {
                let way = ways.pointee.ways[index]
                guard let take = way.list else { continue }
                let result = take(&message)
                if result != 0 && !way.isTap { status = result }
            }
        }
        state.pointee.leave()
        return status
    }

    /// Hands a message of MIDI 1.0 on.
    ///
    /// - Thread: render.
    @_noAllocation @_noLocks
    package func send(_ time: Int64, _ cable: UInt8, _ count: Int, _ bytes: UnsafePointer<UInt8>) -> Int32 {
        var message = MIDIBytesMessage(time: time, cable: cable, count: count, bytes: bytes)
        if let ways = state.pointee.enter() {
            for index in 0..<ways.pointee.ways.count {
                if let take = ways.pointee.ways[index].bytes { _ = take(&message) }
            }
        }
        state.pointee.leave()
        return 0
    }
}

extension MIDIHubState {
    /// Begins to hand a message on, with the newest ways unless another message is under way.
    @_noAllocation @_noLocks
    mutating func enter() -> UnsafeMutablePointer<MIDIWays>? {
        if depth == 0 { current = ways.takeUp() }
        depth &+= 1
        return current
    }

    /// The message has been handed on.
    @_noAllocation @_noLocks
    mutating func leave() { depth &-= 1 }
}
