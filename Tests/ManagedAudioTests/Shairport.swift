import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram

/// A receiver of RAOP that others wrote: `shairport-sync`, which writes what it plays into a pipe, as stereo of 16 bits at
/// 44,100 Hz.
final class Shairport {
    private let folder: URL
    private let program: RunningProgram
    private let sound: Int32
    private let life: Int32
    private var rest: [UInt8] = []

    /// The lines that it has written.
    var said: [String] { program.said }

    /// Starts it in a network namespace, on port 5000; it is not announced to anybody.
    init(password: String, namespace: String) throws {
        folder = URL(fileURLWithPath: "/tmp/sordino-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pipe = folder.appendingPathComponent("sound").path
        guard mkfifo(pipe, 0o600) == 0 else { throw RunningProgram.Missing(what: "a pipe") }
        sound = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        // The program that would announce it: this one waits until the test is over.
        let (publisher, life) = (folder.appendingPathComponent("avahi-publish-service"), folder.path + "/life")
        guard mkfifo(life, 0o600) == 0 else { throw RunningProgram.Missing(what: "a pipe") }
        self.life = open(life, O_RDWR | O_CLOEXEC)
        try "#!/bin/sh\nexec cat \(life)\n".write(to: publisher, atomically: true, encoding: .utf8)
        _ = chmod(publisher.path, 0o700)
        let settings = folder.appendingPathComponent("settings").path
        let secret = password.isEmpty ? "" : "password = \"\(password)\";"
        try """
        general = { name = "Room"; output_backend = "pipe"; mdns_backend = "external-avahi"; port = 5000;
            ignore_volume_control = "yes"; \(secret) };
        metadata = { enabled = "no"; };
        pipe = { name = "\(pipe)"; };

        """.write(toFile: settings, atomically: true, encoding: .utf8)
        let ip = PrivatePipeWire.path(of: "ip") ?? "ip"
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        program = try RunningProgram(
            ip, ["netns", "exec", namespace, "shairport-sync", "-vv", "-c", settings],
            environment: ["PATH": "\(folder.path):\(path)"])
    }

    deinit {
        program.kill()
        close(sound)
        close(life)
        try? FileManager.default.removeItem(at: folder)
    }

    /// The module that makes a sink for it, in the words of a configuration.
    func sink(_ name: String, _ description: String, _ address: String, _ password: String) -> String {
        """
        { name = libpipewire-module-raop-sink
          args = { raop.hostname = "\(address)" raop.ip = "\(address)" raop.port = 5000 raop.transport = udp
                   raop.encryption.type = none raop.audio.codec = PCM audio.rate = 44100
                   raop.password = "\(password)" node.name = "\(name)" node.description = "\(description)"
                   stream.props = { node.group = "test.clock" node.autoconnect = false
                       adapter.auto-port-config = { mode = dsp monitor = true position = preserve } } } }
        """
    }

    /// Returns the frames that it has played since the last call.
    func played() -> [(left: Int16, right: Int16)] {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(sound, &piece, piece.count), count > 0 { rest += piece[..<count] }
        let whole = rest.count / 4 * 4
        defer { rest.removeFirst(whole) }
        return stride(from: 0, to: whole, by: 4).map { place in
            func sample(_ at: Int) -> Int16 { Int16(bitPattern: UInt16(rest[at]) | UInt16(rest[at + 1]) << 8) }
            return (sample(place), sample(place + 2))
        }
    }
}

/// Follows the code of a witness through 16 bits, where two places of the code have one value, or values beside it.
struct CodeIn16Bits: CustomStringConvertible {
    /// The ways to round half a step; the receiver's is one of them, the same for all frames.
    private static let roundings: [FloatingPointRoundingRule] = [
        .down, .up, .toNearestOrEven, .toNearestOrAwayFromZero,
    ]
    /// For each way and each of two places that the first frame can have: where the code is.
    private var candidates: [(rounding: FloatingPointRoundingRule, place: Int)] = []
    /// Successive frames of the code up to now, the most that there were, and how often it was broken.
    private(set) var wholeFrames = 0
    private var longest = 0
    private var breaks = 0
    private var frames = 0

    var description: String {
        "\(wholeFrames) whole frames at the end, \(longest) at most, \(breaks) breaks, \(frames) in all"
    }

    private static func value(_ place: Int, _ rounding: FloatingPointRoundingRule) -> Int {
        Int((Double(place) / 2 - 12_288).rounded(rounding))
    }

    mutating func take(_ new: [(left: Int16, right: Int16)]) {
        for frame in new {
            frames += 1
            candidates = candidates.compactMap { rounding, place in
                let next = (place + 1) % 48_000
                return Self.value(next, rounding) == Int(frame.left) && frame.left == frame.right
                    ? (rounding, next) : nil
            }
            if !candidates.isEmpty {
                wholeFrames += 1
                longest = max(longest, wholeFrames)
                continue
            }
            if wholeFrames > 0 { breaks += 1 }
            wholeFrames = 0
            let first = 2 * (Int(frame.left) + 12_288)
            for rounding in Self.roundings {
                for place in first - 1...first + 1
                where (0..<48_000).contains(place) && Self.value(place, rounding) == Int(frame.left) {
                    candidates.append((rounding, place))
                }
            }
        }
    }
}
