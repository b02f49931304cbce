import CoreAudioTypes
import SordinoRealtime

/// The events that are scheduled for a unit and not rendered yet: parameters and MIDI, in the memory in which the unit
/// reads them.
///
/// Any thread schedules, also the one that renders; when all places are taken, an event is refused.
package final class UnitEvents: @unchecked Sendable {
    /// Events that can wait at once.
    static let capacity = 128
    /// Bytes of a place: an event of any kind, and a system exclusive message of some length behind its header.
    static let placeBytes = 512

    private let free = IndexQueue(minimumCapacity: capacity)
    private let ready = IndexQueue(minimumCapacity: capacity)
    private let places: UnsafeMutableRawPointer
    /// The render thread's part.
    package let state: UnsafeMutablePointer<UnitEventState>

    /// Makes an empty store.
    package init() {
        places = .allocate(byteCount: Self.capacity * Self.placeBytes, alignment: 16)
        places.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity * Self.placeBytes)
        for index in 0..<Self.capacity { _ = free.port.push(index) }
        state = .allocate(capacity: 1)
        state.initialize(
            to: UnitEventState(free: free.port, ready: ready.port, places: places, placeBytes: Self.placeBytes))
    }

    deinit {
        state.deallocate()
        places.deallocate()
    }

    private func schedule(_ fill: (UnsafeMutablePointer<AURenderEvent>) -> Void) -> Bool {
        guard let index = free.port.pop() else { return false }
        let event = (places + index * Self.placeBytes).assumingMemoryBound(to: AURenderEvent.self)
        fill(event)
        return ready.port.push(index)
    }

    /// Schedules a value, or a glide to it.
    package func schedule(
        time: AUEventSampleTime, rampFrames: AUAudioFrameCount, address: AUParameterAddress, value: AUValue
    ) -> Bool {
        schedule { event in
            event.pointee.parameter = AUParameterEvent(
                next: nil, eventSampleTime: time, eventType: rampFrames > 0 ? .parameterRamp : .parameter,
                reserved: (0, 0, 0), rampDurationSampleFrames: rampFrames, parameterAddress: address, value: value)
        }
    }

    /// Schedules a message of MIDI 1.0; one that no place can hold is refused.
    package func schedule(time: AUEventSampleTime, cable: UInt8, bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data), let start = bytes.baseAddress,
            let first = bytes.first,
            bytes.count <= Self.placeBytes - offset
        else { return false }
        return schedule { event in
            event.pointee.MIDI = AUMIDIEvent(
                next: nil, eventSampleTime: time, eventType: first == 0xF0 ? .midiSysEx : .MIDI, reserved: 0,
                length: UInt16(bytes.count), cable: cable, data: (0, 0, 0))
            (UnsafeMutableRawPointer(event) + offset).copyMemory(
                from: start, byteCount: bytes.count)
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
            let isScheduled = schedule { event in
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
    let free: IndexQueuePort
    let ready: IndexQueuePort
    let places: UnsafeMutableRawPointer
    let placeBytes: Int
    /// Events that have been taken out of the queue and are not due, by time.
    var pending: UnsafeMutablePointer<AURenderEvent>?
}
