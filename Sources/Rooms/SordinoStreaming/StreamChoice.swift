/// Decides which of several streams of one sound a network can bear.
///
/// It goes down as soon as pieces arrive hardly faster than they are heard, and up only after two pieces in a row would
/// have let it.
struct StreamChoice: Equatable, Sendable {
    /// A stream is taken if the network gives this many times its bit rate, and left if it gives less than `least`.
    static let comfortable = 1.5
    static let least = 1.1

    /// Bits per second of each stream.
    let bitRates: [Int]
    /// The stream that is heard.
    private(set) var current: Int
    /// Bits per second that arrive, smoothed; nil before the first piece.
    private(set) var throughput: Double?
    /// Pieces in a row with which a better stream could be borne.
    private var roomyCount = 0

    /// Begins with a stream.
    init(bitRates: [Int], current: Int) {
        self.bitRates = bitRates
        self.current = current
    }

    /// Takes the size of a piece and the seconds that it took to arrive.
    ///
    /// - Returns: The stream that is better taken from now on; nil to stay.
    mutating func arrived(byteCount: Int, seconds: Double) -> Int? {
        guard byteCount > 0, seconds >= 0, bitRates.count > 1, bitRates[current] > 0 else { return nil }
        let now = Double(byteCount) * 8 / max(seconds, 1e-3)
        let smooth = throughput.map { ($0 + now) / 2 } ?? now
        throughput = smooth
        let best = best(for: min(now, smooth))
        if now < Self.least * Double(bitRates[current]), bitRates[best] < bitRates[current] { return best }
        guard bitRates[best] > bitRates[current] else {
            roomyCount = 0
            return nil
        }
        roomyCount += 1
        return roomyCount >= 2 ? best : nil
    }

    /// Another stream is heard now.
    mutating func took(_ stream: Int) { (current, roomyCount) = (stream, 0) }

    /// The best stream that a network bears; the smallest if it bears none.
    private func best(for throughput: Double) -> Int {
        let borne = bitRates.indices.filter {
            bitRates[$0] > 0 && Double(bitRates[$0]) * Self.comfortable <= throughput
        }
        if let best = borne.max(by: { bitRates[$0] < bitRates[$1] }) { return best }
        return bitRates.indices.filter { bitRates[$0] > 0 }.min { bitRates[$0] < bitRates[$1] } ?? current
    }
}
