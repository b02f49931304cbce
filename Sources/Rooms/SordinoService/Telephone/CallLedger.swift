import SordinoPolicy

/// The present telephone calls, and their sum for the audio session: one call that rings or is connected.
///
/// A value; the adapters of the telephone services feed it.
package struct CallLedger: Hashable, Sendable {
    /// The phase of one call.
    package enum Call: Hashable, Sendable {
        /// An incoming call that rings.
        case ringing
        /// The person calls or talks, also on hold.
        case connected
    }

    private enum Summary { case quiet, ringing, connected }

    private var calls: [String: Call] = [:]

    /// Makes a ledger without calls.
    package init() {}

    /// Notes what a call does now; nil: it has ended.
    ///
    /// - Returns: What happens to the device, in order.
    package mutating func note(_ id: String, _ call: Call?) -> [Event] {
        let before = summary
        calls[id] = call
        return Self.events(from: before, to: summary)
    }

    /// The telephone service is gone, and all its calls with it.
    package mutating func clear() -> [Event] {
        let before = summary
        calls = [:]
        return Self.events(from: before, to: .quiet)
    }

    private var summary: Summary {
        if calls.values.contains(.connected) { return .connected }
        return calls.values.contains(.ringing) ? .ringing : .quiet
    }

    private static func events(from old: Summary, to new: Summary) -> [Event] {
        switch (old, new) {
        case (.quiet, .quiet), (.ringing, .ringing), (.connected, .connected): []
        case (.quiet, .ringing): [.callRings(.fullScreen)]
        case (.quiet, .connected), (.ringing, .connected): [.callAccepted]
        case (.ringing, .quiet): [.callDeclined]
        case (.connected, .quiet): [.callEnded]
        // Without an end in between, at which players would be told to play.
        case (.connected, .ringing): [.callGivesWay(.fullScreen)]
        }
    }
}
