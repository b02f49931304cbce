import SordinoRealtime

/// A list of places under a number, so that it can be copied and compared like one.
///
/// - Thread: any but the render thread.
package struct ChannelOrder: Hashable, Sendable, BitwiseCopyable {
    private let number: UInt16

    /// Lists that are kept at most; files of strangers may name any order.
    private static let limit = 4096
    private static let known = Guarded<[[ChannelPlace]]>([])

    /// Keeps a list of places.
    ///
    /// - Returns: Nil when too many different lists are kept already.
    package init?(_ places: [ChannelPlace]) {
        let number = Self.known.withLock { known -> Int? in
            if let index = known.firstIndex(of: places) { return index }
            guard known.count < Self.limit else { return nil }
            known.append(places)
            return known.count - 1
        }
        guard let number else { return nil }
        self.number = UInt16(number)
    }

    /// The places, in the order of the channels.
    package var places: [ChannelPlace] { Self.known.withLock { $0[Int(number)] } }
}
