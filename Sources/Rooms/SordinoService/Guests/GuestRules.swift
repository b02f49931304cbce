import SordinoHardware
import SordinoPolicy
import SordinoSession

/// The treatment of programs without a session: which of them are managed, and as what.
///
/// A value, read from text: one rule per line, `WHO = AS OPTION…`, `manage = off`, `roles` or `all`, and
/// `monitors = ask` or `free`; `#` begins a comment. `WHO`
/// is `app:IDENTIFIER`, `program:EXECUTABLE`, `role:MEDIA-ROLE`, `category:DESKTOP-CATEGORY` or `*`; that order is the order in which
/// rules are looked for, those of files before those that are built in. A later line for the same `WHO` replaces the earlier.
package struct GuestRules: Hashable, Sendable {
    /// The programs without a session that are managed.
    package enum Extent: String, CaseIterable, Sendable {
        /// No program without a session is managed.
        case off
        /// Programs that name a role in their streams, or that a rule names.
        case roles
        /// Every program without a session is managed.
        case all
    }

    /// The kinds of session that a program can be given.
    package enum Kind: String, CaseIterable, Sendable {
        /// Music and films: a session of the category `playback`.
        case playback
        /// Games and notifications: silenced by the ringer switch.
        case ambient
        /// As `ambient`, and others are interrupted.
        case solo
        /// Telephony: a conversation while the program plays and records, else playback that mixes.
        case talk
        /// The ringtone of a call while one rings, and as `ambient` otherwise.
        case ringtone
        /// None: the streams are left alone.
        case leave
    }

    /// The session of a program.
    package struct Treatment: Hashable, Sendable {
        package var kind: Kind
        /// Indicates whether others play on beside it.
        package var mixes = false
        /// Indicates whether others are lower meanwhile.
        package var ducks = false
        /// Indicates whether a media player gets the command to pause at an interruption; else it plays on unheard.
        package var pauses = true

        package init(_ kind: Kind, mixes: Bool = false, ducks: Bool = false, pauses: Bool = true) {
            (self.kind, self.mixes, self.ducks, self.pauses) = (kind, mixes, ducks, pauses)
        }

        /// The configuration of the session while the program plays, records, or both.
        package func configuration(plays: Bool, records: Bool) -> SessionConfiguration {
            var options: CategoryOptions = mixes ? .mixWithOthers : []
            if ducks { options.insert(.duckOthers) }
            guard records else {
                switch kind {
                case .playback, .leave: return SessionConfiguration(category: .playback, options: options)
                case .ambient, .ringtone: return SessionConfiguration(category: .ambient)
                case .solo: return SessionConfiguration(category: .soloAmbient)
                case .talk: return SessionConfiguration(category: .playback, options: .mixWithOthers)
                }
            }
            if kind == .talk, plays {
                return SessionConfiguration(
                    category: .playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP, .defaultToSpeaker])
            }
            // A program that only records leaves the music, its port and a headset's profile as they are.
            options.formUnion([.mixWithOthers, .defaultToSpeaker, .allowBluetoothA2DP])
            return SessionConfiguration(category: .playAndRecord, options: options)
        }
    }

    /// A line that was not understood.
    package typealias Fault = ConfigurationFault

    /// The vendor's file.
    ///
    /// `audiosessiond` reads the files that are there: the vendor's, the machine's, the person's (below the configuration
    /// folder). Each changes what those before it say.
    package static let vendorPath = "/usr/share/sordino/programs.conf"
    package static let systemPath = "/etc/sordino/programs.conf"
    package static let userPath = "sordino/programs.conf"

    package var extent: Extent
    /// Indicates whether a program that records what others play needs the user's permission; only if all programs are managed.
    package var asksForMonitors = false
    /// The settings for permission to record; nil if every program may record.
    package var permissions: PolicySettings?
    /// The programs that may use privileged roles.
    package var trust = RoleTrust()
    /// Adds an installed program that declares the role of a ringtone, unless a file has a rule for it.
    ///
    /// - Parameter executable: The path by which the kernel names it.
    package mutating func addRingtone(ofInstalled executable: String) {
        let key = "program:" + (executable.split(separator: "/").last.map(String.init) ?? "")
        if rules[key] == nil { rules[key] = Treatment(.ringtone) }
    }

    /// The rules from configuration files.
    private var rules: [String: Treatment] = [:]

    /// Makes the built-in rules, which manage no program if the extent is `off`.
    package init(_ extent: Extent = .off) { self.extent = extent }

    /// Changes the rules by the text of a file.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood.
    package mutating func add(_ text: String) throws(Fault) {
        try add(ConfigurationText.lines(text, hasSections: false))
    }

    /// Changes the rules by lines, such as those of `[streams]` in a `policy.conf`.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood.
    package mutating func add(_ lines: [ConfigurationLine]) throws(Fault) {
        for line in lines {
            let words = line.words
            if line.key == "manage" {
                guard words.count == 1, let extent = Extent(rawValue: words[0]) else {
                    throw Fault(line: line.number, "\"manage\" must be \"off\", \"roles\" or \"all\"")
                }
                self.extent = extent
                continue
            }
            if line.key == "monitors" {
                guard words == ["ask"] || words == ["free"] else {
                    throw Fault(line: line.number, "\"monitors\" must be \"ask\" or \"free\"")
                }
                asksForMonitors = words == ["ask"]
                continue
            }
            if let role = RoleTrust.role(key: line.key) {
                try trust.set(role, line)
                continue
            }
            rules[try Self.key(line.key, line.number)] = try Self.treatment(words, line.number)
        }
    }

    private static func key(_ who: String, _ number: Int) throws(Fault) -> String {
        if who == "*" { return who }
        for prefix in ["app:", "program:", "role:", "category:"]
        where who.hasPrefix(prefix) && who.count > prefix.count {
            return prefix == "role:" || prefix == "category:" ? who.lowercased() : who
        }
        throw Fault(
            line: number,
            "\"\(who)\" is no \"app:IDENTIFIER\", \"program:EXECUTABLE\", \"role:ROLE\", \"category:CATEGORY\", \"*\", \"manage\" or "
                + "\"monitors\""
        )
    }

    private static func treatment(_ words: [String], _ number: Int) throws(Fault) -> Treatment {
        guard let kind = words.first.flatMap({ Kind(rawValue: $0) }) else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(line: number, "\"\(words.first ?? "")\" is not one of \(kinds)")
        }
        var treatment = Treatment(kind)
        for word in words.dropFirst() {
            switch word {
            case "mix" where kind == .playback: treatment.mixes = true
            case "duck" where kind == .playback: (treatment.mixes, treatment.ducks) = (true, true)
            case "mute" where kind != .leave: treatment.pauses = false
            default: throw Fault(line: number, "\(kind.rawValue) has no option \"\(word)\"")
            }
        }
        return treatment
    }

    /// Returns the treatment of a program by one of its streams; nil when it is left alone.
    ///
    /// With `roles` the built-in tables of programs and categories do not count: only what a stream or a file says.
    ///
    /// If some programs may not record, every program that records is managed.
    package func treatment(of stream: GuestStream) -> Treatment? {
        // No rule lets a program record what others play.
        if stream.recordsOutput { return guardsOutput ? KnownPrograms.others : nil }
        let found = managed(stream)
        return found == nil && stream.direction == .input && restrictsRecording ? KnownPrograms.others : found
    }

    /// Indicates whether the user is asked about programs that record what others play.
    package var guardsOutput: Bool { extent == .all && asksForMonitors }

    /// Indicates whether there are programs that may not record.
    package var restrictsRecording: Bool {
        guard let permissions else { return false }
        return permissions.recording != .allow
            || permissions.programs.contains { $0.recording.map { $0 != .allow } ?? false }
    }

    /// Returns whether a program may record; the user cannot be asked for it.
    func permission(bundleID: String, name: String) -> RecordPermission {
        guard let permissions else { return .granted }
        let permission = permissions.permission(bundleID: bundleID, name: name)
        guard permission == .undetermined else { return permission }
        return permissions.unansweredMayRecord ? .granted : .denied
    }

    private func managed(_ stream: GuestStream) -> Treatment? {
        guard extent != .off else { return nil }
        // Streams with these roles are actors, not sessions. Roles that are not accepted were replaced before.
        if [.alarm, .accessibility].contains(RoleTrust.Role(media: stream.role)) { return nil }
        let isUnaccepted = stream.role == RoleTrust.unaccepted
        let role = stream.role.isEmpty || isUnaccepted ? nil : "role:" + stream.role
        let categories = stream.categories.map { "category:" + $0.lowercased() }
        // Some tools are one executable with several names.
        let programs = [stream.executable, stream.command].filter { !$0.isEmpty }.map { "program:" + $0 }
        let names = ["app:" + stream.identifier] + programs
        let said = (names + [role].compactMap { $0 } + categories).compactMap { rules[$0] }.first
        var found = said ?? role.flatMap { KnownPrograms.roles[$0] }
        if found == nil, extent == .all {
            found =
                programs.compactMap { KnownPrograms.programs[$0] }.first
                ?? KnownPrograms.categories.first { categories.contains($0.0) }?.1
        }
        if found == nil, extent == .all { found = rules["*"] }
        // A role that is not known has no more rights than that of music, and an unaccepted one no more than none.
        if found == nil, role != nil { found = rules["role:music"] ?? KnownPrograms.roles["role:music"] }
        if found == nil, extent == .all || isUnaccepted { found = KnownPrograms.others }
        guard let treatment = found, treatment.kind != .leave else { return nil }
        return treatment
    }
}
