import Foundation
import Glibc
import SordinoPipeWire

/// A program that no one here wrote (`pw-cat`), playing one level on a sink: it has no session.
package final class OutsidePlayer {
    /// Indicates whether this machine has it.
    package static var isInstalled: Bool { PrivatePipeWire.path(of: "pw-cat") != nil }

    /// Indicates whether ALSA's programs find PipeWire by name: its plugin stands in a package of its own.
    package static let alsaKnowsPipeWire: Bool = {
        guard let path = PrivatePipeWire.path(of: "aplay") else { return false }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-L"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return names.split(separator: "\n").contains("pipewire")
    }()

    private let process: Process
    private let hand: GraphHand
    package let node: UInt32

    /// Starts it and links it, as a session manager would.
    ///
    /// - Parameters:
    ///   - role: What it says that its stream is for, in PipeWire's words.
    ///   - level: Of every sample.
    ///   - samples: What is played instead, both channels alike.
    ///   - sampleRate: Hertz of the file, at which it asks the graph to run.
    /// - Returns: Nil when ten seconds were not enough.
    package init?(
        _ hand: GraphHand, on sink: UInt32, role: String, level: Float = 0.25, samples: [Float]? = nil,
        sampleRate: UInt32 = 48_000
    ) throws {
        let file = hand.server.folder.appendingPathComponent("outside.wav")
        try WaveFile.write(samples ?? [Float](repeating: level, count: 48_000 * 60), sampleRate: sampleRate, to: file)
        process = try PrivatePipeWire.run(
            "pw-cat", ["--playback", "--media-role", role, file.path], environment: hand.server.environment)
        self.hand = hand
        let name = hand.wait { graph in
            graph.nodes.values.first { $0.properties["node.name"] == "pw-cat" && $0.isKnown }?.id
        }
        guard let node = name else { return nil }
        self.node = node
        hand.configurePorts(node, channels: 2, isSource: true)
        let outputs = hand.wait { graph -> [GraphPort]? in
            let ports = graph.ports(of: node, isInput: false)
            return ports.count == 2 ? ports : nil
        }
        guard let outputs else { return nil }
        for (from, to) in zip(outputs, hand.ports(of: sink, isInput: true)) where hand.link(from, to) == nil {
            return nil
        }
    }

    /// Ends the program with SIGKILL.
    package func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { end() }
}
