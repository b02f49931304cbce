import SordinoHardware
import SordinoPolicy

/// Sounds of programs without a session that count as actors: the alarm, the screen reader.
///
/// A value; the hardware feeds it.
package struct OtherSoundLedger: Hashable, Sendable {
    /// One actor begins or ends.
    package struct Change: Hashable, Sendable {
        /// The actor that begins or ends.
        package var actor: SystemActor
        /// Indicates whether it begins.
        package var begins: Bool
        /// The event that the sound causes.
        package var event: Event
    }

    private var sounding = Set<OtherSound>()

    /// Makes a ledger in which no actor sounds.
    package init() {}

    /// Notes what sounds now.
    ///
    /// - Returns: What that changes, ends before beginnings.
    package mutating func note(_ sounds: Set<OtherSound>) -> [Change] {
        defer { sounding = sounds }
        let ended = OtherSound.allCases.filter { sounding.contains($0) && !sounds.contains($0) }
        let begun = OtherSound.allCases.filter { !sounding.contains($0) && sounds.contains($0) }
        return ended.map { Self.change($0, begins: false) } + begun.map { Self.change($0, begins: true) }
    }

    private static func change(_ sound: OtherSound, begins: Bool) -> Change {
        switch sound {
        case .alarm: Change(actor: .alarm, begins: begins, event: begins ? .alarmStarts : .alarmAcknowledged)
        case .screenReader:
            Change(actor: .screenReader, begins: begins, event: .screenReader(speaking: begins))
        }
    }
}
