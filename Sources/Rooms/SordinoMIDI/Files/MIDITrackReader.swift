/// Reads the events of one track chunk.
///
/// An event that is cut short, or a number that never ends, ends the track, because the next event cannot be found.
struct MIDITrackReader {
    private let bytes: [UInt8]
    private let end: Int
    private let remarkLimit: Int
    private var place: Int
    private var tick = 0
    private var runningStatus: UInt8 = 0
    /// Indicates whether a meta or system exclusive event stands between the status and the data that relies on it.
    private var isInterrupted = false
    private var events: MIDIFile.Track = []
    private(set) var remarks: [MIDIFile.Remark] = []

    init(_ bytes: [UInt8], _ range: Range<Int>, room: Int) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
        remarkLimit = room
    }

    mutating func read() -> MIDIFile.Track {
        // 3: a channel message with its delta time and running status, the shortest there is that sounds.
        events.reserveCapacity((end - place) / 3)
        while place < end {
            let start = place
            guard let delta = variableNumber() else {
                remark(start, "the track ends inside of an event")
                return events
            }
            // Up to 2^52 every number of ticks is exact as a floating-point number.
            tick = min(tick + delta, 1 << 52)
            guard readEvent() else {
                remark(start, "the track ends inside of an event")
                return events
            }
            if case .meta(MIDIFile.Meta.endOfTrack, _)? = events.last?.message {
                if place < end { remark(place, "\(end - place) bytes follow the end of the track") }
                return events
            }
        }
        remark(end, "the track has no end-of-track event")
        return events
    }

    /// Reads the event after a delta time.
    ///
    /// - Returns: False if the track ends inside of it.
    private mutating func readEvent() -> Bool {
        guard place < end else { return false }
        let status = bytes[place]
        switch status {
        case 0xFF:
            guard place + 1 < end else { return false }
            let type = bytes[place + 1]
            if type > 0x7F { remark(place + 1, "meta event of type \(type): types end at 127") }
            place += 2
            guard let data = counted() else { return false }
            isInterrupted = true
            events.append(MIDIFile.Event(tick: tick, .meta(type & 0x7F, data)))
        case 0xF0, 0xF7:
            place += 1
            guard let data = counted() else { return false }
            isInterrupted = true
            events.append(MIDIFile.Event(tick: tick, status == 0xF0 ? .systemExclusive(data) : .escape(data)))
        case 0xF1...0xFE:
            // These are for wires alone. Their data bytes are skipped as a wire would.
            remark(place, "status \(status) does not exist in files; skipped")
            place = min(place + [0xF1: 2, 0xF2: 3, 0xF3: 2][status, default: 1], end)
        case 0x80...0xEF:
            place += 1
            runningStatus = status
            isInterrupted = false
            return readData()
        default:
            guard runningStatus > 0 else {
                remark(place, "data without a status; skipped")
                place += 1
                return true
            }
            if isInterrupted {
                remark(place, "running status goes on after a meta or system exclusive event")
                isInterrupted = false
            }
            return readData()
        }
        return true
    }

    /// Reads the data bytes of a channel message.
    private mutating func readData() -> Bool {
        let count = ChannelMessage.byteCount(of: runningStatus) - 1
        guard place + count <= end else { return false }
        let first = data(at: place)
        let second = count > 1 ? data(at: place + 1) : 0
        place += count
        events.append(
            MIDIFile.Event(tick: tick, .channel(ChannelMessage(status: runningStatus, data1: first, data2: second))))
        return true
    }

    private mutating func data(at place: Int) -> UInt8 {
        if bytes[place] > 0x7F { remark(place, "data byte \(bytes[place]); read as 127") }
        return min(bytes[place], 0x7F)
    }

    /// Reads a number of up to four bytes of seven bits each; one of five is forgiven.
    private mutating func variableNumber() -> Int? {
        var number = 0
        for index in 0..<5 {
            guard place < end else { return nil }
            let byte = bytes[place]
            place += 1
            number = number << 7 | Int(byte & 0x7F)
            if byte < 0x80 {
                if index == 4 { remark(place - 5, "a number of five bytes") }
                return number
            }
        }
        return nil
    }

    /// Reads a number of bytes, and then these.
    private mutating func counted() -> [UInt8]? {
        guard let count = variableNumber() else { return nil }
        guard count <= end - place else { return nil }
        defer { place += count }
        return Array(bytes[place..<place + count])
    }

    private mutating func remark(_ at: Int, _ because: String) {
        if remarks.count < remarkLimit { remarks.append(MIDIFile.Remark(at: at, because: because)) }
    }
}
