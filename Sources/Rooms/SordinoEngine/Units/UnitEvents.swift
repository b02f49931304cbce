import CoreAudioTypes
import SordinoRealtime

/// The events that are scheduled for a unit and not rendered yet: parameters and MIDI, in the memory in which the unit
/// reads them.
///
/// Any thread schedules, also the one that renders; when all places are taken, an event is refused.
package final class UnitEvents: Sendable {
    /// Short events that can wait at once: parameters and channel messages, as many as a dense score has in a long block.
    static let shortCapacity = 1024
    /// Long events that can wait at once.
    static let longCapacity = 64
    /// Bytes of a long event: packets, and a system exclusive message of some length behind its header.
    static let longBytes = UnitEventPlaces.longBytes

    private let freeShort = SharedRing<Int>(capacity: shortCapacity)
    private let freeLong = SharedRing<Int>(capacity: longCapacity)
    private let ready = SharedRing<Int>(capacity: shortCapacity + longCapacity)
    private let places: UnitEventPlaces
    /// The render thread's part.
    package var state: UnsafeMutablePointer<UnitEventState> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<UnitEventState>>

    /// Makes an empty store.
    package init() {
        let byteCount = Self.shortCapacity * UnitEventPlaces.shortBytes + Self.longCapacity * Self.longBytes
        places = UnitEventPlaces(
            lent: Lent(.allocate(byteCount: byteCount, alignment: 16)), shortCount: Self.shortCapacity)
        places.memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        for index in 0..<Self.shortCapacity { _ = freeShort.port.push(index) }
        for index in 0..<Self.longCapacity { _ = freeLong.port.push(Self.shortCapacity + index) }
        let state = UnsafeMutablePointer<UnitEventState>.allocate(capacity: 1)
        lent = Lent(state)
        state.initialize(
            to: UnitEventState(
                freeShort: freeShort.port, freeLong: freeLong.port, ready: ready.port, places: places))
    }

    deinit {
        state.deallocate()
        places.memory.deallocate()
    }

    /// Fills a place and puts it into the queue.
    private func schedule(isLong: Bool, _ fill: (UnsafeMutableRawPointer) -> Void) -> Bool {
        guard let index = (isLong ? freeLong : freeShort).port.pop() else { return false }
        fill(places.place(index))
        return ready.port.push(index)
    }

    /// Schedules a value, or a glide to it.
    package func schedule(
        time: AUEventSampleTime, rampFrames: AUAudioFrameCount, address: AUParameterAddress, value: AUValue
    ) -> Bool {
        schedule(isLong: false) { place in
            place.storeBytes(
                of: AUParameterEvent(
                    next: nil, eventSampleTime: time, eventType: rampFrames > 0 ? .parameterRamp : .parameter,
                    reserved: (0, 0, 0), rampDurationSampleFrames: rampFrames, parameterAddress: address, value: value),
                as: AUParameterEvent.self)
        }
    }

    /// Schedules a message of MIDI 1.0; one that no place can hold is refused.
    package func schedule(time: AUEventSampleTime, cable: UInt8, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data), let start = bytes.baseAddress,
            let first = bytes.first,
            bytes.count <= Self.longBytes - offset
        else { return false }
        return schedule(isLong: offset + bytes.count > UnitEventPlaces.shortBytes) { place in
            place.storeBytes(
                of: AUMIDIEvent(
                    next: nil, eventSampleTime: time, eventType: first == 0xF0 ? .midiSysEx : .MIDI, reserved: 0,
                    length: UInt16(bytes.count), cable: cable, data: (0, 0, 0)), as: AUMIDIEvent.self)
            (place + offset).copyMemory(from: start, byteCount: bytes.count)
        }
    }

    /// Schedules packets, each as an event of its own; all or, if there is no room, only the first ones.
    package func schedule(time: AUEventSampleTime, cable: UInt8, list: UnsafePointer<MIDIEventList>) -> Bool {
        guard let start = MemoryLayout<MIDIEventList>.offset(of: \.packet) else { return false }
        var packet = UnsafeRawPointer(list) + start
        for _ in 0..<list.pointee.numPackets {
            let header = MemoryLayout<MIDIEventPacket>.offset(of: \.words) ?? 12
            let wordCount = Int((packet + 8).loadUnaligned(as: UInt32.self))
            guard wordCount <= 64 else { return false }
            let byteCount = header + wordCount * 4
            let isScheduled = schedule(isLong: true) { place in
                let event = place.assumingMemoryBound(to: AURenderEvent.self)
                event.pointee.MIDIEventsList = AUMIDIEventList()
                event.pointee.MIDIEventsList.eventSampleTime = time
                event.pointee.MIDIEventsList.eventType = .midiEventList
                event.pointee.MIDIEventsList.cable = cable
                event.pointee.MIDIEventsList.eventList.protocol = list.pointee.protocol
                event.pointee.MIDIEventsList.eventList.numPackets = 1
                withUnsafeMutableBytes(of: &event.pointee.MIDIEventsList.eventList.packet) {
                    $0.copyMemory(from: UnsafeRawBufferPointer(start: packet, count: byteCount))
                }
            }
            guard isScheduled else { return false }
            packet += byteCount
        }
        return true
    }
}

/// The state of a unit's events on the render thread.
package struct UnitEventState {
    let freeShort: SharedRingPort<Int>
    let freeLong: SharedRingPort<Int>
    let ready: SharedRingPort<Int>
    let places: UnitEventPlaces
    /// Events that have been taken out of the queue and are not due, by time.
    var pending: UnsafeMutablePointer<AURenderEvent>?
}

/// The memory of events that wait: short places, and behind them long ones.
struct UnitEventPlaces: Sendable {
    let lent: Lent<UnsafeMutableRawPointer>
    var memory: UnsafeMutableRawPointer { @_noAllocation @_noLocks get { lent.value } }
    let shortCount: Int
}
