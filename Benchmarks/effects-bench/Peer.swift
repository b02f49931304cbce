import CEffectsPeers

/// An effect of another library.
enum Peer: Sendable {
    /// A plugin of /usr/lib/ladspa with settings by the beginning of their names.
    case ladspa(String, library: String, label: String, settings: [(String, Float)] = [])
    /// A chain of effects of the command sox.
    case sox(String)
    /// A chain of filters of the command ffmpeg.
    case ffmpeg(String)

    static let lsp = "lsp-plugins-ladspa-1.2.5.so"

    var name: String {
        switch self {
        case .ladspa(let name, _, _, _): name
        case .sox(let effects): "sox " + (effects.split(separator: " ").first ?? "")
        case .ffmpeg(let filters): "ffmpeg " + (filters.split(separator: "=").first ?? "")
        }
    }

    /// nil when it is not installed.
    func timesRealTime() -> Double? {
        switch self {
        case .ladspa(_, let library, let label, let settings):
            guard let peer = effectspeers_open(library, label) else { return nil }
            defer { effectspeers_close(peer) }
            for (name, value) in settings where effectspeers_set(peer, name, value) == 0 {
                print("\(label) has no setting \(name)")
            }
            return Measure.timesRealTime { effectspeers_run(peer, Measure.blockFrames) }
        case .sox(let effects):
            return command(
                with: { "sox -n -r 48000 -c 2 -n synth \($0) whitenoise gain -6 " + effects },
                without: { "sox -n -r 48000 -c 2 -n synth \($0) whitenoise gain -6" })
        case .ffmpeg(let filters):
            let head = "ffmpeg -nostdin -loglevel error -threads 1 -f lavfi -i anoisesrc=r=48000:a=0.5:d="
            return command(
                with: { head + "\($0) -af 'pan=stereo|c0=c0|c1=c0," + filters + "' -f null -" },
                without: { head + "\($0) -af 'pan=stereo|c0=c0|c1=c0' -f null -" })
        }
    }

    private func command(with: (Int) -> String, without: (Int) -> String) -> Double? {
        let seconds = 300
        let quiet = " >/dev/null 2>&1"
        let (all, rest) = (
            effectspeers_command(with(seconds) + quiet), effectspeers_command(without(seconds) + quiet)
        )
        guard all > 0, rest >= 0, all > rest else { return nil }
        return Double(seconds) / (all - rest)
    }
}
