import CoreAudioTypes
import SordinoRealtime

extension UnitEventState {
    /// Takes out what is due before a time, in the order of the times; equal times in the order of scheduling.
    ///
    /// Events whose time has passed are due now.
    ///
    /// - Returns: The first event, from which the others hang; nil for none.
    @_noAllocation @_noLocks
    mutating func takeDue(from start: Int64, before end: Int64) -> UnsafeMutablePointer<AURenderEvent>? {
        collect(now: start)
        guard let first = pending, first.pointee.head.eventSampleTime < end else { return nil }
        var last = first
        if last.pointee.head.eventSampleTime < start { last.pointee.head.eventSampleTime = start }
        while let next = last.pointee.head.next, next.pointee.head.eventSampleTime < end {
            if next.pointee.head.eventSampleTime < start { next.pointee.head.eventSampleTime = start }
            last = next
        }
        pending = last.pointee.head.next
        last.pointee.head.next = nil
        return first
    }

    /// Gives the places of rendered events back.
    @_noAllocation @_noLocks
    func release(_ events: UnsafeMutablePointer<AURenderEvent>?) {
        var event = events
        while let present = event {
            event = present.pointee.head.next
            let index = places.index(UnsafeMutableRawPointer(present))
            _ = index < places.shortCount ? freeShort.push(index) : freeLong.push(index)
        }
    }

    /// Forgets everything that is scheduled.
    @_noAllocation @_noLocks
    package mutating func discardAll() {
        collect(now: 0)
        release(pending)
        pending = nil
    }

    /// Puts what has been scheduled since the last block in its order.
    @_noAllocation @_noLocks
    private mutating func collect(now: Int64) {
        while let index = ready.pop() {
            let event = places.place(index).assumingMemoryBound(to: AURenderEvent.self)
            // From this time on, frames from the start of the next block; 2^20: longer than any block.
            let offset = event.pointee.head.eventSampleTime &- -4_294_967_296
            if offset >= 0 && offset < 1 << 20 { event.pointee.head.eventSampleTime = now &+ offset }
            insert(event)
        }
    }

    @_noAllocation @_noLocks
    private mutating func insert(_ event: UnsafeMutablePointer<AURenderEvent>) {
        let time = event.pointee.head.eventSampleTime
        guard var before = pending, before.pointee.head.eventSampleTime <= time else {
            event.pointee.head.next = pending
            pending = event
            return
        }
        while let next = before.pointee.head.next, next.pointee.head.eventSampleTime <= time { before = next }
        event.pointee.head.next = before.pointee.head.next
        before.pointee.head.next = event
    }
}

extension UnitEventPlaces {
    /// Bytes of a short place: a parameter, a channel message, a short system exclusive message.
    static var shortBytes: Int { @_noAllocation @_noLocks get { 64 } }
    /// Bytes of a long place.
    static var longBytes: Int { @_noAllocation @_noLocks get { 512 } }

    /// The place of a number.
    @_noAllocation @_noLocks
    func place(_ index: Int) -> UnsafeMutableRawPointer {
        guard index >= shortCount else { return memory + index &* UnitEventPlaces.shortBytes }
        let longPlaces = memory + shortCount &* UnitEventPlaces.shortBytes
        return longPlaces + (index &- shortCount) &* UnitEventPlaces.longBytes
    }

    /// The number of a place.
    @_noAllocation @_noLocks
    func index(_ place: UnsafeMutableRawPointer) -> Int {
        let offset = place - memory
        let shortEnd = shortCount &* UnitEventPlaces.shortBytes
        return offset < shortEnd
            ? offset / UnitEventPlaces.shortBytes : shortCount &+ (offset &- shortEnd) / UnitEventPlaces.longBytes
    }
}
