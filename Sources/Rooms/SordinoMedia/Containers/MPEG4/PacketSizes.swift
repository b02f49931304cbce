/// Bytes of packets one after the other: runs of equal ones take no room, others four bytes each.
package struct PacketSizes: Sendable {
    /// Packets in a row: all of one size, or listed one by one.
    private struct Segment: Sendable {
        var firstPacket: Int64
        /// Bytes of all packets before these.
        var firstByte: Int64
        /// Bytes of each; nil if they are in the list.
        var each: Int64?
        /// The beginning of the list of these packets.
        var listStart: Int
    }

    /// Listed packets between two sums that are kept.
    private static let packetsPerMark = 64

    /// The number of packets so far.
    package private(set) var packetCount: Int64 = 0
    private var segments: [Segment] = []
    private var list: [UInt32] = []
    /// Bytes of the listed packets before every 64th of the list, from the first on.
    private var marks: [Int64] = []
    private var listByteCount: Int64 = 0
    private var byteCount: Int64 = 0

    /// Makes a list without packets.
    package init() {}

    /// Appends packets of one size.
    ///
    /// - Parameters:
    ///   - each: Bytes of each, at most `PacketLimits.byteCount` count; more cannot be read anyway.
    ///   - count: Packets, at most those that 32 bits count.
    package mutating func append(each: UInt32, count: Int64) {
        guard count > 0 else { return }
        let each = Int64(min(each, UInt32(PacketLimits.byteCount) + 1))
        segments.append(.init(firstPacket: packetCount, firstByte: byteCount, each: each, listStart: list.count))
        packetCount += count
        byteCount += each * count
    }

    /// Appends one packet by its size in bytes.
    package mutating func append(_ size: UInt32) {
        if segments.last?.each != nil || segments.isEmpty {
            segments.append(.init(firstPacket: packetCount, firstByte: byteCount, each: nil, listStart: list.count))
        }
        if list.count % Self.packetsPerMark == 0 { marks.append(listByteCount) }
        list.append(size)
        listByteCount += Int64(size)
        packetCount += 1
        byteCount += Int64(size)
    }

    /// Makes room for packets that are about to be appended one by one.
    package mutating func reserve(_ count: Int) {
        // Growth stays geometric, or many small pieces would each copy the whole.
        if list.capacity < list.count + count { list.reserveCapacity(max(2 * list.capacity, list.count + count)) }
    }

    /// Drops packets at the end until so many are left.
    package mutating func truncate(to count: Int64) {
        guard count < packetCount else { return }
        while let last = segments.last, last.firstPacket >= count { segments.removeLast() }
        packetCount = max(0, count)
        guard let last = segments.last else {
            (list, marks, listByteCount, byteCount) = ([], [], 0, 0)
            return
        }
        let kept = last.listStart + (last.each == nil ? Int(count - last.firstPacket) : 0)
        listByteCount = sum(of: kept)
        list.removeLast(list.count - kept)
        marks.removeLast(marks.count - (kept + Self.packetsPerMark - 1) / Self.packetsPerMark)
        let ofLast = last.each.map { $0 * (count - last.firstPacket) } ?? listByteCount - sum(of: last.listStart)
        byteCount = last.firstByte + ofLast
    }

    /// Bytes of a packet.
    package func size(ofPacket packet: Int64) -> Int64 {
        guard packet >= 0, packet < packetCount, let segment = segment(of: packet) else { return 0 }
        return segment.each ?? Int64(list[segment.listStart + Int(packet - segment.firstPacket)])
    }

    /// Bytes of all packets before one; of all if it is behind the last.
    package func byteCount(before packet: Int64) -> Int64 {
        guard packet > 0 else { return 0 }
        guard packet < packetCount, let segment = segment(of: packet) else { return byteCount }
        let count = packet - segment.firstPacket
        if let each = segment.each { return segment.firstByte + each * count }
        return segment.firstByte + sum(of: segment.listStart + Int(count)) - sum(of: segment.listStart)
    }

    private func segment(of packet: Int64) -> Segment? {
        segments.lastIndex(upTo: packet, by: \.firstPacket).map { segments[$0] }
    }

    /// Bytes of the first so many packets of the list.
    private func sum(of count: Int) -> Int64 {
        guard count < list.count else { return listByteCount }
        let mark = count / Self.packetsPerMark
        var sum = marks[mark]
        for index in (mark * Self.packetsPerMark)..<count { sum += Int64(list[index]) }
        return sum
    }
}

extension Array {
    /// The last element whose key is not above a value, in an array whose keys rise.
    func lastIndex<Key: Comparable>(upTo value: Key, by key: (Element) -> Key) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if key(self[middle]) > value { high = middle } else { low = middle + 1 }
        }
        return low > 0 ? low - 1 : nil
    }
}

/// The starting times of packets in units of a track's clock: runs of packets of one duration.
package struct PacketTimes: Sendable {
    private struct Run: Sendable {
        var firstPacket: Int64
        var firstTime: Int64
        var each: Int64
    }

    /// The longest duration of a packet of audio; greater values in a file are wrong.
    private static let durationLimit: UInt32 = 1 << 20

    /// The number of packets so far.
    package private(set) var packetCount: Int64 = 0
    private var runs: [Run] = []
    private var end: Int64 = 0

    /// Makes a list without packets.
    package init() {}

    /// Appends packets of one duration.
    package mutating func append(each: UInt32, count: Int64) {
        guard count > 0, packetCount < 1 << 33 else { return }
        let each = Int64(min(each, Self.durationLimit))
        if runs.last?.each != each { runs.append(.init(firstPacket: packetCount, firstTime: end, each: each)) }
        packetCount += count
        end += each * count
    }

    /// Cuts or extends the list to so many packets; added packets repeat the last duration.
    package mutating func settle(packetCount count: Int64) {
        if count > packetCount {
            append(each: UInt32(runs.last?.each ?? 0), count: count - packetCount)
            return
        }
        end = time(ofPacket: count)
        packetCount = count
        while let last = runs.last, last.firstPacket >= count { runs.removeLast() }
    }

    /// Returns the starting time of a packet.
    package func time(ofPacket packet: Int64) -> Int64 {
        guard packet < packetCount else { return end }
        guard let index = runs.lastIndex(upTo: packet, by: \.firstPacket) else { return 0 }
        return runs[index].firstTime + (packet - runs[index].firstPacket) * runs[index].each
    }

    /// The packet that lasts at a time, 0 to the end of the last.
    package func packet(ofTime time: Int64) -> Int64 {
        guard let index = runs.lastIndex(upTo: time, by: \.firstTime) else { return 0 }
        let run = runs[index]
        return run.each > 0 ? run.firstPacket + (time - run.firstTime) / run.each : run.firstPacket
    }

    /// Returns the duration of a packet.
    package func duration(ofPacket packet: Int64) -> Int64 {
        runs.lastIndex(upTo: packet, by: \.firstPacket).map { runs[$0].each } ?? 0
    }

    /// The packets around one that last as long as it does.
    package func run(ofPacket packet: Int64) -> Range<Int64> {
        guard let index = runs.lastIndex(upTo: packet, by: \.firstPacket) else { return packet..<packetCount }
        let end = index + 1 < runs.count ? runs[index + 1].firstPacket : packetCount
        return runs[index].firstPacket..<end
    }
}
