import Glibc
import SordinoBus
import SordinoDevice
import SordinoPolicy
import SordinoRealtime
import SordinoSession

/// The files that configure a device, and what they say together.
///
/// `policy.conf` in three layers: the vendor's, the machine's, the person's; each changes what those before it say. The older
/// files (`programs.conf`, `control.conf`, `modes.conf`) are read before it.
package struct PolicyFiles: Hashable, Sendable {
    /// Everything that the files say.
    package struct Contents: Sendable {
        package var policy = PolicyConfiguration()
        package var streams = GuestRules()
        package var control = ControlRules()
        package var tones = ModeTones()
        package var speakers = SpeakerLayouts()

        package init() {}
    }

    /// A `policy.conf` to read instead of the three usual ones, none of which need be there.
    package var policy: String?
    /// Likewise for the older files.
    package var programs: String?
    package var control: String?
    package var modes: String?
    /// The folders with the desktop entries of installed programs.
    package var entryFolders = InstalledRoles.folders

    package init() {}

    private static let vendorFolder = "/usr/share/sordino", systemFolder = "/etc/sordino"

    /// The folder for the files of a person: `sordino` in `$XDG_CONFIG_HOME`, else in `~/.config`; nil without a home.
    package static var userFolder: String? { BaseFolders().configuration.map { $0 + "/sordino" } }

    /// The file in which `audioctl setup` keeps a person's loudspeakers; nil without a home.
    package static var speakersPath: String? { userFolder.map { $0 + "/speakers.conf" } }

    /// The usual paths of `policy.conf`, vendor first.
    package static var usualPaths: [String] { layers("policy.conf") }

    private static func layers(_ name: String) -> [String] {
        ([vendorFolder, systemFolder] + (userFolder.map { [$0] } ?? [])).map { "\($0)/\(name)" }
    }

    /// The paths that may be read, in their order.
    package var paths: [String] {
        var paths = programs.map { [$0] } ?? Self.layers("programs.conf")
        paths.append(control ?? Self.systemFolder + "/control.conf")
        paths += modes.map { [$0] } ?? Array(Self.layers("modes.conf").prefix(2))
        if policy == nil, let speakers = Self.speakersPath { paths.append(speakers) }
        return paths + (policy.map { [$0] } ?? Self.usualPaths)
    }

    /// Reads everything.
    ///
    /// - Thread: one that may wait for the files that the configuration names; no event loop.
    /// - Throws: The first fault, with its file and line; a file that was asked for by name must be there.
    package func load() throws(ConfigurationFault) -> Contents {
        var contents = Contents()
        for path in programs.map({ [$0] }) ?? Self.layers("programs.conf") {
            try Self.read(path, isNamed: programs != nil) { text throws(ConfigurationFault) in
                try contents.streams.add(text)
            }
        }
        try Self.read(control ?? Self.systemFolder + "/control.conf", isNamed: control != nil) {
            text throws(ConfigurationFault) in
            contents.control = try ControlRules(text)
        }
        for path in modes.map({ [$0] }) ?? Array(Self.layers("modes.conf").prefix(2)) {
            try Self.read(path, isNamed: modes != nil) { text throws(ConfigurationFault) in
                try contents.tones.add(text)
            }
        }
        // Below the files that are written by hand: those have the last word.
        if policy == nil, let path = Self.speakersPath {
            try Self.read(path, isNamed: false) { text throws(ConfigurationFault) in try contents.speakers.add(text) }
        }
        try contents.addPolicies(policy.map { [$0] } ?? Self.usualPaths, areNamed: policy != nil)
        contents.control.addTargets(Self.target)
        contents.streams.trust.addTargets(Self.target)
        for (role, executable) in InstalledRoles.all(in: entryFolders, resolve: Self.target) {
            contents.streams.trust.add(role, ofInstalled: executable)
            if role.lowercased() == "ringtone" { contents.streams.addRingtone(ofInstalled: executable) }
        }
        return contents
    }

    /// Returns the path of the file that a path leads to, without links; nil if there is none.
    private static func target(_ path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }

    /// Passes the text of a file to `take`; a missing file is skipped unless `isNamed` is true.
    package static func read(
        _ path: String, isNamed: Bool, _ take: (String) throws(ConfigurationFault) -> Void
    ) throws(ConfigurationFault) {
        errno = 0
        guard let text = FileLook.text(of: path, atMost: ConfigurationText.longestFile + 1) else {
            if !isNamed, errno == ENOENT || errno == EACCES || errno == ENOTDIR { return }
            let reason = errno == 0 ? "not a regular file" : String(cString: strerror(errno))
            throw ConfigurationFault(line: 0, reason, file: path)
        }
        guard text.utf8.count <= ConfigurationText.longestFile else {
            throw ConfigurationFault(line: 0, "the file is longer than 256 KiB", file: path)
        }
        do throws(ConfigurationFault) {
            try take(text)
        } catch {
            throw error.file.isEmpty ? ConfigurationFault(line: error.line, error.sentence, file: path) : error
        }
    }
}

extension PolicyFiles.Contents {
    /// Adds `policy.conf` files as layers, later ones over earlier ones, with the sections that others read.
    ///
    /// - Throws: The first fault, with its file and line.
    package mutating func addPolicies(_ paths: [String], areNamed: Bool) throws(ConfigurationFault) {
        for path in paths {
            let isPersonal = !areNamed && PolicyFiles.userFolder.map { path.hasPrefix($0 + "/") } ?? false
            try PolicyFiles.read(path, isNamed: areNamed) { text throws(ConfigurationFault) in
                try addPolicy(text, file: path, mayGrantControl: !isPersonal)
            }
        }
    }

    /// Adds the text of one `policy.conf`.
    ///
    /// - Parameter mayGrantControl: Whether a section `[control]` is accepted. In a user's own file it is not, because every
    ///   program of the user can write to that file.
    package mutating func addPolicy(
        _ text: String, file: String, mayGrantControl: Bool = true
    ) throws(ConfigurationFault) {
        let known = policy.others.count
        try policy.add(text, file: file)
        for other in policy.others.dropFirst(known) {
            do throws(ConfigurationFault) {
                try add(other, mayGrantControl)
            } catch {
                throw ConfigurationFault(line: error.line, error.sentence, file: file)
            }
        }
    }

    private mutating func add(
        _ other: (section: String, file: String, lines: [ConfigurationLine]), _ mayGrantControl: Bool
    ) throws(ConfigurationFault) {
        switch other.section {
        case "streams": try streams.add(other.lines)
        case "tones": try tones.add(other.lines)
        case "speakers": try speakers.add(other.lines)
        default:
            guard mayGrantControl || other.lines.isEmpty else {
                throw ConfigurationFault(
                    line: other.lines[0].number,
                    "[control] is accepted only in the files below /usr/share/sordino and /etc/sordino")
            }
            try control.add(other.lines)
        }
    }

    /// Adds the text of one `policy.conf` without the lines that are not understood.
    ///
    /// - Parameters:
    ///   - faults: The faults so far; those of the text are added.
    ///   - most: The number of faults after which the rest of the text is left out.
    ///   - mayGrantControl: Whether a section `[control]` is accepted.
    /// - Throws: A fault of no single line.
    package mutating func addPolicy(
        _ text: String, file: String, faults: inout [ConfigurationFault], most: Int = 100, mayGrantControl: Bool = true
    ) throws(ConfigurationFault) {
        var lines = ConfigurationText.rows(text)
        while faults.count < most {
            var trial = self
            do throws(ConfigurationFault) {
                try trial.addPolicy(lines.joined(separator: "\n"), file: file, mayGrantControl: mayGrantControl)
                self = trial
                return
            } catch {
                guard lines.indices.contains(error.line - 1), !lines[error.line - 1].isEmpty else { throw error }
                let isSection = lines[error.line - 1].drop { $0.isWhitespace }.hasPrefix("[")
                lines[error.line - 1] = ""
                if isSection {
                    // Its lines are not those of the section before it.
                    for line in error.line..<lines.count {
                        if lines[line].drop(while: { $0.isWhitespace }).hasPrefix("[") { break }
                        lines[line] = ""
                    }
                }
                faults.append(ConfigurationFault(line: error.line, error.sentence, file: file))
            }
        }
    }
}
