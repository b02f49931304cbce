import Foundation
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import SordinoRealtime

/// Twenty programs play at once while more processes compute than there are processors: each block that one of them missed is a
/// break in the recording of the loudspeaker.
///
/// The peer is `pw-play`, linked to the same loudspeaker.
enum Stress {
    private static let programs = 20
    private static let seconds = 20
    private static let quantum = 256
    /// A power of two: the sum of all is exact.
    private static let level: Float = 1.0 / 64

    /// A process that computes for ever.
    static func burn() -> Never {
        var value: UInt64 = 1
        print("ready")
        fflush(nil)
        while true { value = value &* 6_364_136_223_846_793_005 &+ 1 }
    }

    static func measure() throws {
        let ours = try breaks { device, _ in
            try device.startDaemon()
            return try (0..<programs).map { _ in
                let program = try RunningProgram("session-witness", environment: device.environment)
                try program.wait(for: "ready")
                for order in ["category AVAudioSessionCategoryPlayback 1", "play \(level)"] {
                    guard program.tell(order) else { throw RunningProgram.Missing(what: order) }
                }
                return program
            }
        }
        var peer = "pw-play is not installed"
        if let player = PrivatePipeWire.path(of: "pw-play") {
            let theirs = try breaks { device, file in
                let playing = try (0..<programs).map { _ in
                    try RunningProgram(player, [file.path], environment: device.environment)
                }
                try link(device)
                return playing
            }
            peer = "pw-play: \(theirs)"
        }
        row(
            "\(programs) programs, quantum \(quantum), \(seconds) s, under load", "\(ours) breaks", peer,
            "target 0, \(Self.processes) processes compute")
    }

    private static let processes = 2 * ProcessInfo.processInfo.activeProcessorCount

    /// Does what a session manager does: gives the players their ports and links them.
    private static func link(_ device: Device) throws {
        let hand = device.hand
        let players = hand.wait { graph -> [UInt32]? in
            let all = graph.nodes.values.filter {
                $0.isKnown && $0.properties["media.class"] == "Stream/Output/Audio"
            }
            return all.count == programs ? all.map(\.id) : nil
        }
        guard let players else { throw RunningProgram.Missing(what: "the players' nodes") }
        for player in players {
            hand.configurePorts(player, channels: 2, isSource: true)
            let outputs = hand.wait { graph -> [GraphPort]? in
                let ports = graph.ports(of: player, isInput: false)
                return ports.count == 2 ? ports : nil
            }
            let ends = zip(outputs ?? [], hand.ports(of: device.speaker, isInput: true))
            guard outputs != nil, ends.allSatisfy({ hand.link($0, $1) != nil }) else {
                throw RunningProgram.Missing(what: "a player's links")
            }
        }
    }

    private static func breaks(_ start: (Device, URL) throws -> [RunningProgram]) throws -> Int {
        let device = try Device(quantum: quantum, seconds: 2 * seconds + 60)
        let file = device.server.folder.appendingPathComponent("level.wav")
        try WaveFile.write(level: level, seconds: 10 * seconds, to: file)
        let playing = try start(device, file)
        defer { for program in playing { program.kill() } }
        let sum = Float(programs) * level
        try device.hear("\(programs) programs") { $0.allSatisfy { abs($0 - sum) < 1e-3 } }
        let burning = try (0..<processes).map { _ in
            let program = try RunningProgram("io-bench", ["--burn"], environment: device.environment)
            try program.wait(for: "ready")
            return program
        }
        defer { for program in burning { program.kill() } }
        let first = device.recorder.frames
        device.recorder.pass(seconds * 48_000)
        let heard = device.recorder.samples(first..<first + seconds * 48_000)[0]
        var (count, isWhole) = (0, true)
        for sample in heard {
            let fits = abs(sample - sum) < 1e-3
            if !fits, isWhole { count += 1 }
            isWhole = fits
        }
        return count
    }
}
