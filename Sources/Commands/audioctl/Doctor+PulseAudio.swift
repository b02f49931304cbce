import Foundation

extension Doctor {
    /// Names a PulseAudio server of this user, and those of its modules that decide by roles: the service does not reach its
    /// programs.
    ///
    /// The server of PipeWire for programs of PulseAudio has another name, and none of these modules.
    func pulseAudio(_ processes: [(id: Int, name: String)]) -> Finding? {
        guard processes.contains(where: { $0.name == "pulseaudio" && Self.isOwn($0.id) }) else { return nil }
        let list = Self.program("pactl").map { output(of: $0, ["list", "short", "modules"]) } ?? Data()
        let words = String(decoding: list, as: UTF8.self).split { $0.isNewline || $0 == "\t" }
        let rules = Set(words.filter { $0.hasPrefix("module-role-") && $0.utf8.count <= 40 }).sorted()
        let others =
            rules.isEmpty ? "" : "; silenced or ducked by roles there: \(rules.joined(separator: ", "))"
        return Finding(
            subject: "PulseAudio:", verdict: .warning,
            sentence: "pulseaudio runs: the service decides nothing about the programs that play through it\(others)",
            remedy: "install pipewire-pulse, then systemctl --user mask --now pulseaudio.socket pulseaudio.service")
    }
}
