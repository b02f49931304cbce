/// Puts packets in order and waits a little for those that are late.
struct JitterBuffer {
    /// The packet that is due.
    enum Due: Equatable {
        /// Nothing yet: speech has not begun.
        case nothing
        case packet([UInt8])
        /// It did not come in time.
        case lost
    }

    /// Packets that are waited for before the first is played.
    let depth: Int
    private var waiting: [UInt16: [UInt8]] = [:]
    private var next: UInt16?
    private var missed = 0

    /// A sender that is quiet for so many packets begins anew.
    private static let mostMissed = 25
    /// Packets that are kept at most, for any arrivals.
    private static let mostWaiting = 50

    init(depth: Int = 3) { self.depth = depth }

    /// Takes a packet that came; those whose time is over are dropped.
    mutating func take(_ packet: RTPPacket) {
        if let next, Int16(bitPattern: packet.sequence &- next) < 0 { return }
        guard waiting.count < Self.mostWaiting else { return }
        waiting[packet.sequence] = packet.payload
    }

    /// Gives what is due, once for each packet's time.
    mutating func due() -> Due {
        guard let sequence = next else {
            guard waiting.count >= depth, let newest = waiting.keys.first else { return .nothing }
            // The earliest, around the end of the numbers.
            let first = waiting.keys.min { Int16(bitPattern: $0 &- newest) < Int16(bitPattern: $1 &- newest) }
            next = first
            return first == nil ? .nothing : due()
        }
        next = sequence &+ 1
        if let payload = waiting.removeValue(forKey: sequence) {
            missed = 0
            return .packet(payload)
        }
        missed += 1
        if missed > Self.mostMissed {
            next = nil
            waiting = [:]
            missed = 0
            return .nothing
        }
        return .lost
    }
}
