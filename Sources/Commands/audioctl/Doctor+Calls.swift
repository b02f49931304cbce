import SordinoService

extension Doctor {
    /// Says which program switches a phone's card into its profile for calls, and whether several do.
    func calling(_ status: DeviceStatus?, _ graph: [[String: Any]]?) -> Finding? {
        guard let status, let master = status.callProfileBy, let sentence = status.callProfileSentence else {
            return nil
        }
        let follows = graph.map { Self.metadata($0, "sm-settings", "linking.pause-playback") != nil } ?? false
        let others: [(master: String, name: String, isThere: Bool)] = [
            ("callaudiod", "callaudiod", Self.offers("org.mobian_project.CallAudio", on: bus)),
            ("sessionManager", "WirePlumber", follows && Self.offers("org.freedesktop.ModemManager1")),
        ]
        let rivals = others.filter { $0.isThere && $0.master != master }.map(\.name)
        guard !rivals.isEmpty, master != "nobody" || rivals.count > 1 else {
            return Finding(subject: "calls:", verdict: .ok, sentence: sentence)
        }
        let remedy =
            master == "service"
            ? "write \"telephone-profile = auto\" below [outputs] of policy.conf"
            : "remove callaudiod, or switch WirePlumber's part off: "
                + "wireplumber.profiles = { main = { support.modem-manager = disabled } }"
        return Finding(
            subject: "calls:", verdict: .warning,
            sentence: "\(sentence), and so does \(rivals.joined(separator: " and "))", remedy: remedy)
    }
}
