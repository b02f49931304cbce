/// The ports that are there, in the order of their arrival (rules.md §5.3).
struct PortTable: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var port: Port
        /// Grows with each arrival and each pick by the user; 0 for built-in and offered ports that were never picked.
        var arrival: Int

        /// Indicates whether it is used only after a pick, which holds until the next arrival or pick.
        var needsPick: Bool { port.isBuiltIn || port.isOffered }
        /// Indicates whether it was offered, and nothing may be heard there yet.
        var isWaiting: Bool { port.isOffered && arrival == 0 }
    }

    /// Ascending by arrival; built-in ports first, as the device listed them.
    private(set) var entries: [Entry] = []
    private var lastArrival = 0
    /// UIDs of the default devices' ports, also of those that are not there.
    var preferred: [String] = []
    /// The output that the person picked last, until another one arrives: it holds before a configured order.
    private(set) var pickedOutput: String?
    /// The outputs that the person picked together, two or more, in the order of the picks; those that are lost meanwhile stay
    /// among them, as they were, until none is left.
    private(set) var rooms: [Port] = []
    /// The outputs that the person took out of these, as they were: the others stay as late as they are until the next pick, so that
    /// they lose no sound.
    private(set) var formerRooms: [Port] = []

    /// Takes in ports; one that is there already is described anew and keeps its place.
    ///
    /// - Returns: Whether any port is new that takes the sound by its arrival.
    mutating func add(_ ports: [Port]) -> Bool {
        var isNew = false
        for port in ports {
            let room = rooms.firstIndex { $0.uid == port.uid }
            if let room { rooms[room] = port }
            if let index = entries.firstIndex(where: { $0.port.uid == port.uid }) {
                entries[index].port = port
            } else {
                var entry = Entry(port: port, arrival: 0)
                if !entry.needsPick || room != nil { entry.arrival = nextArrival() }
                if !port.isOffered, room == nil { isNew = true }
                insert(entry)
            }
        }
        return isNew
    }

    /// - Returns: The ports that went away, in their order.
    mutating func remove(_ uids: [String]) -> [Port] {
        let left = rooms.first { !uids.contains($0.uid) && port($0.uid) != nil }?.uid
        if left == nil { (rooms, formerRooms) = ([], []) }
        // An offered output that comes back waits again, unless another room plays meanwhile.
        if let picked = pickedOutput, uids.contains(picked), left != nil || port(picked)?.isOffered == true {
            pickedOutput = left
        }
        var gone: [Port] = []
        entries.removeAll { entry in
            guard uids.contains(entry.port.uid) else { return false }
            gone.append(entry.port)
            return true
        }
        return gone
    }

    /// Moves the accessory of this port to the front, as if it had arrived now, and forgets the default of its direction.
    ///
    /// - Returns: False if there is no such port.
    mutating func pick(_ uid: String) -> Bool {
        guard let picked = entries.first(where: { $0.port.uid == uid }) else { return false }
        preferred = preferred.filter { port($0)?.direction != picked.port.direction }
        if picked.port.direction == .output { (pickedOutput, rooms, formerRooms) = (uid, [], []) }
        let device = picked.port.deviceUID
        let moved = entries.filter { $0.port.uid == uid || (!$0.port.isBuiltIn && $0.port.deviceUID == device) }
        entries.removeAll { entry in moved.contains { $0.port.uid == entry.port.uid } }
        endPicks()
        for entry in moved { insert(Entry(port: entry.port, arrival: nextArrival())) }
        return true
    }

    /// Adds an output to the one that was picked.
    ///
    /// - Returns: False if there is no such output, it is among them, or there are `Rooms.most`.
    mutating func join(_ uid: String) -> Bool {
        guard let first = pickedOutput.flatMap({ port($0) }), first.uid != uid, !isRoom(uid), rooms.count < Rooms.most,
            let index = entries.firstIndex(where: { $0.port.uid == uid && $0.port.direction == .output })
        else { return false }
        if rooms.isEmpty { rooms = [first] }
        rooms.append(entries[index].port)
        formerRooms.removeAll { $0.uid == uid }
        var joined = entries.remove(at: index)
        joined.arrival = nextArrival()
        insert(joined)
        return true
    }

    /// Takes an output out of those that were picked together.
    ///
    /// - Returns: False if it is not among them, or no other one plays.
    mutating func part(_ uid: String) -> Bool {
        guard let room = rooms.first(where: { $0.uid == uid }),
            let left = rooms.first(where: { $0.uid != uid && port($0.uid) != nil })?.uid
        else { return false }
        rooms.removeAll { $0.uid == uid }
        formerRooms.append(room)
        if pickedOutput == uid { pickedOutput = left }
        // One that needs a pick waits for the next.
        if let index = entries.firstIndex(where: { $0.port.uid == uid && $0.needsPick }) {
            insert(Entry(port: entries.remove(at: index).port, arrival: 0))
        }
        return true
    }

    /// Indicates whether exactly these outputs are the person's last pick, and nothing else has been wanted since.
    func hasPicked(_ uids: [String]) -> Bool {
        let picked = rooms.isEmpty ? [pickedOutput].compactMap { $0 } : rooms.map(\.uid)
        return Set(picked) == Set(uids) && formerRooms.isEmpty && preferredPort(.output) == nil
    }

    /// Indicates whether an output, also one that is lost meanwhile, is among those that were picked together.
    func isRoom(_ uid: String) -> Bool { rooms.contains { $0.uid == uid } }

    /// Drops the person's picks, but for the order that they left behind: something newer has come.
    mutating func forgetPicks() {
        (pickedOutput, rooms, formerRooms) = (nil, [], [])
        endPicks()
    }

    /// Drops the picks of built-in and offered ports.
    private mutating func endPicks() {
        let picked = entries.filter { $0.needsPick && $0.arrival > 0 }
        entries.removeAll { $0.needsPick && $0.arrival > 0 }
        for entry in picked { insert(Entry(port: entry.port, arrival: 0)) }
    }

    /// Switches spatial sound on or off where it is to be had.
    ///
    /// - Returns: Whether that changed anything.
    mutating func setSpatialAudio(_ isEnabled: Bool) -> Bool {
        var changes = false
        for index in entries.indices where entries[index].port.spatialAudio != .none {
            let wanted: PortSpatialAudio = isEnabled ? .on : .off
            if entries[index].port.spatialAudio != wanted {
                entries[index].port.spatialAudio = wanted
                changes = true
            }
        }
        return changes
    }

    /// Returns the table of those ports that are meant, in the same order.
    func filtered(_ isMeant: (Port) -> Bool) -> PortTable {
        var table = self
        table.entries.removeAll { !isMeant($0.port) }
        return table
    }

    /// The port of the default device in that direction, if it is there.
    func preferredPort(_ direction: PortDirection) -> Port? {
        entries.first { $0.port.direction == direction && preferred.contains($0.port.uid) }?.port
    }

    /// Those of the named ports that are there and lead in a direction, in the order of the names.
    func ports(_ uids: [String], _ direction: PortDirection) -> [Port] {
        uids.compactMap { port($0) }.filter { $0.direction == direction }
    }

    func entry(_ uid: String) -> Entry? { entries.first { $0.port.uid == uid } }

    func port(_ uid: String) -> Port? { entries.first { $0.port.uid == uid }?.port }

    func first(_ type: PortType, _ direction: PortDirection) -> Port? {
        entries.first { $0.port.type == type && $0.port.direction == direction }?.port
    }

    /// Indicates whether the device has anything to record with.
    var hasInput: Bool { entries.contains { $0.port.direction == .input } }

    private mutating func nextArrival() -> Int {
        lastArrival += 1
        return lastArrival
    }

    private mutating func insert(_ entry: Entry) {
        let index = entries.firstIndex { $0.arrival > entry.arrival } ?? entries.endIndex
        entries.insert(entry, at: index)
    }
}
