/// The telephone's call as far as sound cards are concerned: whether the person talks, and where.
///
/// The samples of a modem's call do not pass through the graph: the card carries them from and to the modem while it is in its
/// profile for calls.
package struct TelephoneCall: Hashable, Sendable {
    /// The program that switches cards into their profile for calls.
    package enum Master: String, Hashable, Sendable {
        case service
        /// WirePlumber from version 0.5.11 on, for calls of ModemManager.
        case sessionManager
        case callaudiod
        /// The configuration leaves cards alone.
        case nobody
    }

    /// The configured choice of the master.
    package enum Choice: Hashable, Sendable {
        /// The service, unless another program does it.
        case automatic
        case service
        case never
    }

    /// True from the first digit or the acceptance of a call until the last call has ended.
    package var isTalking = false
    /// The UIDs of the ports of the call.
    package var outputs: [String] = []
    package var inputs: [String] = []
    package var isMicrophoneMuted = false
    package var choice = Choice.automatic
    /// Indicates whether callaudiod runs on the user's bus, or is started when a program calls it.
    package var hasCallaudiod = false
    /// Indicates whether the calls are those of ModemManager.
    package var hasModemManager = false

    package init() {}

    /// Returns the program that switches cards in this graph.
    package func master(in mirror: GraphMirror) -> Master {
        switch choice {
        case .service: return .service
        case .never: return .nobody
        case .automatic: break
        }
        if hasCallaudiod { return .callaudiod }
        return hasModemManager && Self.isManagerThere(mirror) ? .sessionManager : .service
    }

    /// Indicates whether a session manager is there that follows ModemManager.
    package static func isManagerThere(_ mirror: GraphMirror) -> Bool {
        // The setting came with the version that follows ModemManager.
        mirror.metadata[WirePlumberTreaty.object]?[0]?[WirePlumberTreaty.Topic.pausePlayback.rawValue] != nil
    }
}

/// The state of the cards in a call, for logs and status.
package struct TelephoneReport: Hashable, Sendable {
    package var master: TelephoneCall.Master
    /// Empty while there is no call.
    package var findings: [CallCards.Finding] = []

    package init(master: TelephoneCall.Master, findings: [CallCards.Finding] = []) {
        (self.master, self.findings) = (master, findings)
    }
}
