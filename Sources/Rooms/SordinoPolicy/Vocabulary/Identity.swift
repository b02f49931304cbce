/// One program with its one session.
///
/// Numbers are given in the order in which programs appear and never used again.
package struct AppID: Hashable, Comparable, Sendable {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (left: AppID, right: AppID) -> Bool { left.number < right.number }
}

/// One I/O object of a program: a player, a recorder, an engine's I/O.
///
/// Numbers are given per program.
package struct IOID: Hashable, Comparable, Sendable {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (left: IOID, right: IOID) -> Bool { left.number < right.number }
}

/// A question that waits for its answer.
///
/// Numbers are given by the program's client.
package struct RequestID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// A point on the device's time line, in nanoseconds since the service started.
///
/// No rule reads any other clock.
package struct Moment: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package init(seconds: Double) {
        // To the nearest, by hand: the library's rounding would have this room link the C mathematics.
        let exact = seconds * 1e9
        nanoseconds = Int64(exact < 0 ? exact - 0.5 : exact + 0.5)
    }

    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package static let zero = Moment(nanoseconds: 0)

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (moment: Moment, seconds: Double) -> Moment {
        Moment(nanoseconds: moment.nanoseconds + Moment(seconds: seconds).nanoseconds)
    }
}

/// The parts of the system that make or take sound beside the apps (rules.md §4.1).
package enum SystemActor: Int, CaseIterable, Hashable, Comparable, Sendable {
    /// `call` is the ringtone first and the voice at the other end later.
    case emergency, call, alarm, assistant, screenReader, systemSounds

    package static func < (left: SystemActor, right: SystemActor) -> Bool { left.rawValue < right.rawValue }
}

/// An owner of streams on the stage: a program or a system actor.
package enum ProgramID: Hashable, Comparable, Sendable {
    case app(AppID)
    case actor(SystemActor)

    package static func < (left: ProgramID, right: ProgramID) -> Bool {
        switch (left, right) {
        case (.app(let a), .app(let b)): a < b
        case (.actor(let a), .actor(let b)): a < b
        case (.actor, .app): true
        case (.app, .actor): false
        }
    }
}

/// The class of a stream; routing is per class (rule R5.12).
package enum AudioClass: Int, CaseIterable, Hashable, Comparable, Sendable {
    /// Sound that the session plays and records.
    case media
    /// System sounds and alerts: they stay on the device itself.
    case local

    package static func < (left: AudioClass, right: AudioClass) -> Bool { left.rawValue < right.rawValue }
}
