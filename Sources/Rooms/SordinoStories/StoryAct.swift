import SordinoPolicy

/// One line of a story, understood.
package enum StoryAct: Hashable, Sendable {
    /// An event of the device, a row of `EventRow.all`.
    case device(Event)
    /// A program, by its name, and what it does or undergoes.
    case app(String, AppAct)
    /// An accessory is plugged in.
    case plug(String)
    /// An accessory is pulled out.
    case unplug(String)
    /// The media services are lost and come back.
    case reset
    /// Time passes before the next line.
    case wait(seconds: Double)
    /// A condition that must hold now.
    case expect(String, Hearing)
}

/// An action of a program, or an action on it.
package enum AppAct: Hashable, Sendable {
    /// Comes to the front; the others go to the background.
    case opens
    /// Moves on the screen; the others stay.
    case lifecycle(Lifecycle)
    /// Ends as a crash ends it.
    case ends
    /// Configures, activates and plays a sound by its name, nil for the first.
    case plays(String?)
    case pauses
    /// Stops its sounds and deactivates its session, with a notification to others.
    case stops
    case activates
    case deactivates(notifyingOthers: Bool)
    case mutes(Bool)
    case command(RemoteCommand)
    case call(begins: Bool)
    /// Goes to another zone of the device.
    case moves(toZone: String)

    /// The acts of one phrase, with the words for each; the further words are those of stories.
    static let phrases: [(words: [String], act: AppAct)] = [
        (["opens"], .opens), (["hides", "back"], .lifecycle(.background)), (["front"], .lifecycle(.foreground)),
        (["suspends", "sleeps"], .lifecycle(.suspended)), (["ends", "dies"], .ends), (["plays"], .plays(nil)),
        (["pauses"], .pauses), (["stops"], .stops), (["activates", "on"], .activates),
        (["deactivates", "off"], .deactivates(notifyingOthers: true)),
        (["deactivates quietly", "quiet"], .deactivates(notifyingOthers: false)), (["mutes"], .mutes(true)),
        (["unmutes"], .mutes(false)), (["told-to-pause"], .command(.pause)), (["calls"], .call(begins: true)),
        (["hangs-up", "hangs"], .call(begins: false)),
    ]

    /// Returns the event that the act is for the policy; nil for acts that are requests of the program.
    package func event(of app: AppID) -> Event? {
        switch self {
        case .lifecycle(let lifecycle): .appMoved(app, lifecycle)
        case .ends: .appEnded(app)
        case .command(let command): .remoteCommand(app, command)
        case .call(let begins): .appCall(app, begins: begins)
        case .moves(let zone): .appZone(app, zone)
        case .opens, .plays, .pauses, .stops, .activates, .deactivates, .mutes: nil
        }
    }
}

/// The loudness of a program.
package enum Hearing: String, CaseIterable, Sendable {
    /// Heard at full level.
    case heard
    case ducked
    case silent
}
