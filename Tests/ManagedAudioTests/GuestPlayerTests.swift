import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

/// A program that no one here wrote, playing a file of a constant level on whatever it plays on by itself.
enum GuestProgram: String, CaseIterable, Sendable {
    case pwPlay, paplay, aplay, mpv, mpvPulse, ffplay, playbin, gstPipeWire

    var tool: String {
        switch self {
        case .pwPlay: "pw-play"
        case .paplay: "paplay"
        case .aplay: "aplay"
        case .mpv, .mpvPulse: "mpv"
        case .ffplay: "ffplay"
        case .playbin, .gstPipeWire: "gst-launch-1.0"
        }
    }

    /// Whether it speaks PulseAudio's protocol.
    var needsPulse: Bool { [.paplay, .mpvPulse, .ffplay, .playbin].contains(self) }

    /// - Parameter script: Where mpv finds its MPRIS; nil for mpv without.
    func words(_ file: URL, script: String? = nil) -> [String] {
        let mpv =
            ["--no-config", "--no-video", "--no-terminal", "--volume=100", "--load-scripts=no"]
            + (script.map { ["--script=\($0)"] } ?? [])
        return switch self {
        case .pwPlay, .paplay: [file.path]
        case .aplay: ["-q", "-D", "pipewire", file.path]
        case .mpv: mpv + ["--ao=pipewire", file.path]
        case .mpvPulse: mpv + ["--ao=pulse", file.path]
        case .ffplay: ["-nodisp", "-autoexit", "-loglevel", "error", file.path]
        case .playbin: ["-q", "playbin", "uri=file://\(file.path)", "audio-sink=pulsesink"]
        case .gstPipeWire:
            ["-q", "filesrc", "location=\(file.path)", "!", "wavparse", "!", "audioconvert", "!", "pipewiresink"]
        }
    }

    /// Why it cannot be tried here; nil if it can.
    var obstacle: String? {
        guard PrivatePipeWire.path(of: tool) != nil else { return "\(tool) is not installed" }
        if needsPulse, PrivatePipeWire.path(of: "pipewire-pulse") == nil { return "pipewire-pulse is not installed" }
        if self == .aplay, !OutsidePlayer.alsaKnowsPipeWire { return "ALSA knows no PipeWire here" }
        return nil
    }
}

/// A device on which every program is managed, with one of them playing.
struct GuestScene {
    static let level: Float = 0.25
    let system: WholeSystem
    let player: RunningProgram
    private let pulse: RunningProgram?

    init(
        _ program: GuestProgram, withSessionManager: Bool, options: [String] = [], script: String? = nil,
        level: (Int) -> Float = { _ in Self.level }
    ) throws {
        system = try WholeSystem(
            quantum: 2_048, withDaemon: false, withSessionManager: withSessionManager,
            options: ["--manage", "all"] + options)
        if withSessionManager {
            // The session manager is there first, and has chosen the loudspeaker.
            let isChosen = system.hand.wait { graph in
                graph.metadata["default"]?[0]?["default.audio.sink"].map { $0.contains(WholeSystem.speakerUID) }
            }
            #expect(isChosen == true)
        }
        try system.startDaemon()
        pulse = try program.needsPulse ? system.pulseServer() : nil
        let file = system.server.folder.appendingPathComponent("outside.wav")
        try WaveFile.write((0..<48_000 * 60).map(level), to: file)
        let path = try #require(PrivatePipeWire.path(of: program.tool))
        player = try RunningProgram(path, program.words(file, script: script), environment: system.environment)
    }

    func isHeard(_ level: Float = Self.level) -> Bool {
        system.hear { $0.allSatisfy { abs($0 - level) < 1e-4 } } != nil
    }

    func end() {
        player.kill()
        pulse?.kill()
    }
}

extension ManagedAudioTests {
    /// Players that know nothing of sessions, under the policy: `audiosessiond --manage all`.
    @Suite(.serialized) struct GuestPlayerTests {
        private static let hasManager = PrivatePipeWire.path(of: "wireplumber") != nil
        /// Two of them as a rule, all in a soak: each takes seconds.
        private static let programs = Soak.isLong ? GuestProgram.allCases : [.pwPlay, .paplay]

        /// A call silences it from the first sample of the ringtone's piece on; it is heard after it; and without the service.
        private func aCall(_ program: GuestProgram, withSessionManager: Bool) throws {
            if let obstacle = program.obstacle { return print("skipped: \(obstacle)") }
            if withSessionManager, !Self.hasManager { return print("skipped: WirePlumber is not installed") }
            let scene = try GuestScene(program, withSessionManager: withSessionManager)
            let system = scene.system
            #expect(scene.isHeard(), "\(scene.player.said)")
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            try system.audioctl("call", "decline")
            #expect(scene.isHeard())
            system.daemon?.kill()
            if withSessionManager {
                // The session manager leads it to the loudspeaker.
                #expect(scene.isHeard())
            } else {
                // Nobody does; the service finds it again.
                try system.startDaemon()
                #expect(scene.isHeard())
            }
            scene.end()
        }

        @Test(arguments: programs)
        func aCallSilencesAPlayerAndTheServicesDeathDoesNot(program: GuestProgram) throws {
            try aCall(program, withSessionManager: true)
        }

        /// Where Debian's mpv-mpris stands.
        private static let script = [
            "/usr/lib/mpv-mpris/mpris.so", "/etc/mpv/scripts/mpris.so", "/usr/lib/x86_64-linux-gnu/mpv/mpris.so",
        ].first { FileManager.default.fileExists(atPath: $0) }

        /// mpv's samples tell its place in the file: what it plays after the call is what it would have played then, not later.
        @Test(
            .enabled(if: script != nil, "skipped: mpv-mpris is not installed"),
            .enabled(if: Soak.isLong, "only in a soak"),
            arguments: [true, false])
        func aPlayerWithRemoteControlIsPausedAndResumed(hasScript: Bool) throws {
            if let obstacle = GuestProgram.mpv.obstacle { return print("skipped: \(obstacle)") }
            guard Self.hasManager else { return print("skipped: WirePlumber is not installed") }
            // The level says the second: 1/128 in the first, 2/128 in the next.
            let scene = try GuestScene(
                .mpv, withSessionManager: true, script: hasScript ? Self.script : nil,
                level: { Float($0 / 48_000 + 1) / 128 })
            let system = scene.system
            func second(_ samples: [Float]) -> Int? {
                guard let first = samples.first, first > 0, samples.allSatisfy({ abs($0 - first) < 1e-5 }) else {
                    return nil
                }
                return Int((first * 128).rounded())
            }
            func heard() -> Int? { system.hear { second($0) != nil }.flatMap { second($0[0]) } }
            let before = try #require(heard())
            try system.audioctl("call", "ring")
            #expect(system.hear(until: isRingtoneAlone) != nil)
            // Six seconds of sound pass.
            _ = system.hear(6 * 48_000)
            try system.audioctl("call", "decline")
            let after = try #require(heard())
            if hasScript { #expect(after - before < 5) } else { #expect(after - before >= 6) }
            scene.end()
        }

        @Test(.enabled(if: Soak.isLong, "only in a soak"), arguments: programs)
        func withoutASessionManagerACallSilencesAPlayerToo(program: GuestProgram) throws {
            try aCall(program, withSessionManager: false)
        }
    }
}
