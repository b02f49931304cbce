/// The actions of the session manager that would collide with those of the service: which of its settings are switched off, and the
/// values that are given back.
///
/// A value without a connection: what the settings say goes in, requests come out. A setting is switched off once for each life of
/// the session manager: if it is switched on again after that, a person has done it, and it stays so. What is owed is written down at
/// the server as a note, so that it is not forgotten when the service is killed: its keeper gives it back then, or the next
/// service takes the debt over.
///
/// Source: WirePlumber's settings (`wpctl settings`), a metadata object since version 0.5.
package struct WirePlumberTreaty: Hashable, Sendable {
    /// A setting that is on by default.
    package enum Topic: String, CaseIterable, Sendable {
        /// Media players are paused when their output goes, from WirePlumber 0.5.11 on. The policy does that, and it knows
        /// of zones; the service's own nodes are no outputs that a person has unplugged.
        case pausePlayback = "linking.pause-playback"
        /// A Bluetooth headset leaves its call profile when no other program records: not while a call of the policy is on it.
        case headsetProfile = "bluetooth.autoswitch-to-headset-profile"

        /// The key of the note, in the object `settings` that every server has.
        package var noteKey: String { "sordino.owes.\(rawValue)" }
    }

    /// A request to the session manager.
    package enum Order: Hashable, Sendable {
        case set(Topic, String)
        /// Writes the note, or removes it.
        case note(Topic, String?)
    }

    /// The session manager's metadata object.
    package static let object = "sm-settings"
    /// The metadata object of the notes.
    package static let noteObject = "settings"
    /// The type of its values.
    package static let type = "Spa:String:JSON"
    private static let off = "false"

    /// The note about a value that is owed.
    package struct Note: Hashable, Sendable {
        /// The process of the service that owes it.
        package var process: Int32
        /// The serial number of the session manager's object: another one has forgotten everything.
        package var serial: UInt32
        package var value: String

        package init(process: Int32, serial: UInt32, value: String) {
            (self.process, self.serial, self.value) = (process, serial, value)
        }

        /// The words of the note.
        package var text: String { "\(process) \(serial) \(value)" }

        /// Reads a note; nil for anything else.
        package init?(_ text: String) {
            let words = text.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let process = Int32(words[0]), let serial = UInt32(words[1]) else { return nil }
            self.init(process: process, serial: serial, value: String(words[2]))
        }
    }

    private struct Clause: Hashable, Sendable {
        /// The present value; nil where the session manager has no such setting.
        var value: String?
        var isAsked = false
        var owed: String?
        var requests = RequestsUnderway<String>()
    }

    private let process: Int32
    private var clauses: [Topic: Clause] = [:]
    private var wanted = Set<Topic>()
    private var serial: UInt32 = 0

    /// - Parameter process: The service's.
    package init(process: Int32) { self.process = process }

    /// Another session manager came, with that object.
    package mutating func managerIsNew(serial: UInt32) {
        self.serial = serial
        clauses = [:]
    }

    /// The settings that are to be off from now on.
    package mutating func wants(_ topics: Set<Topic>) -> [Order] {
        guard topics != wanted else { return [] }
        wanted = topics
        return Topic.allCases.flatMap { orders($0, note: nil) }
    }

    /// The session manager has told a setting.
    ///
    /// - Parameter note: The note about it at the server.
    package mutating func heard(_ topic: Topic, _ value: String?, note: String?) -> [Order] {
        if let value { clauses[topic, default: Clause()].requests.show(value) }
        // The answer to an earlier request: the last one is underway.
        if clauses[topic]?.requests.former != nil { return [] }
        clauses[topic, default: Clause()].value = value
        return orders(topic, note: note.flatMap { Note($0) })
    }

    private mutating func orders(_ topic: Topic, note: Note?) -> [Order] {
        var clause = clauses[topic] ?? Clause()
        defer { clauses[topic] = clause }
        guard let value = clause.value else { return [] }
        guard wanted.contains(topic) else {
            guard let owed = clause.owed else { return [] }
            clause.owed = nil
            clause.isAsked = false
            if value == Self.off {
                clause.value = owed
                clause.requests.ask(owed, from: value)
            }
            return (value == Self.off ? [.set(topic, owed)] : []) + [.note(topic, nil)]
        }
        if value == Self.off {
            // A service before this one was killed and has not given it back.
            guard clause.owed == nil, !clause.isAsked, let note, note.serial == serial else { return [] }
            clause.isAsked = true
            clause.owed = note.value
            return [.note(topic, text(note.value))]
        }
        guard !clause.isAsked else {
            // Switched on by a person.
            defer { clause.owed = nil }
            return clause.owed == nil ? [] : [.note(topic, nil)]
        }
        clause.isAsked = true
        clause.owed = value
        clause.value = Self.off
        clause.requests.ask(Self.off, from: value)
        return [.note(topic, text(value)), .set(topic, Self.off)]
    }

    private func text(_ value: String) -> String { Note(process: process, serial: serial, value: value).text }

    /// Returns the requests that give back what a dead service owes.
    ///
    /// - Parameters:
    ///   - metadata: Of the server.
    ///   - serial: Of the session manager's object; nil if there is none.
    package static func debts(
        ofProcess process: Int32, in metadata: [String: [UInt32: [String: String]]], serial: UInt32?
    ) -> [Order] {
        Topic.allCases.flatMap { topic -> [Order] in
            guard let note = metadata[noteObject]?[0]?[topic.noteKey].flatMap({ Note($0) }), note.process == process
            else { return [] }
            let isOff = serial == note.serial && metadata[object]?[0]?[topic.rawValue] == off
            return (isOff ? [.set(topic, note.value)] : []) + [.note(topic, nil)]
        }
    }
}

extension PipeWireConnection {
    /// Carries out requests to the session manager; the loop lock is held.
    package func perform(_ orders: [WirePlumberTreaty.Order]) {
        for order in orders {
            switch order {
            case .set(let topic, let value):
                setMetadata(
                    WirePlumberTreaty.object, subject: 0, key: topic.rawValue, type: WirePlumberTreaty.type,
                    value: value)
            case .note(let topic, let text):
                setMetadata(
                    WirePlumberTreaty.noteObject, subject: 0, key: topic.noteKey,
                    type: text == nil ? nil : "Spa:String",
                    value: text)
            }
        }
    }
}
