import Foundation
import Glibc
import SordinoPipeWire

/// A program that no one here wrote (`pw-record`), recording a sink's monitor into a file.
package final class OutsideRecorder {
    /// Indicates whether this machine has it.
    package static var isInstalled: Bool { PrivatePipeWire.path(of: "pw-record") != nil }

    private let process: Process
    private let file: URL
    private let channels: Int
    /// What is found in the samples when the recording is read.
    package let inspection: RecordingOfGraph

    /// Starts it and links it, as a session manager would.
    ///
    /// - Returns: Nil when ten seconds were not enough.
    package init?(_ hand: GraphHand, monitorOf sink: UInt32, channels: Int) throws {
        self.channels = channels
        inspection = RecordingOfGraph("pw-record on the monitor of node \(sink)")
        file = hand.server.folder.appendingPathComponent("monitor-\(sink).wav")
        let known = Set(hand.mirror.nodes.keys)
        process = try PrivatePipeWire.run(
            "pw-record", ["--channels", "\(channels)", "--format", "f32", file.path],
            environment: hand.server.environment)
        let node = hand.wait { graph in
            graph.nodes.values.first {
                $0.properties["node.name"] == "pw-record" && $0.isKnown && !known.contains($0.id)
            }?.id
        }
        guard let node else { return nil }
        hand.configurePorts(node, channels: UInt32(channels))
        let inputs = hand.wait { graph -> [GraphPort]? in
            let ports = graph.ports(of: node, isInput: true)
            return ports.count == channels ? ports : nil
        }
        guard let inputs else { return nil }
        for (from, to) in zip(hand.ports(of: sink, isInput: false), inputs) where hand.link(from, to) == nil {
            return nil
        }
    }

    /// Ends it and reads what it recorded, planar.
    package func finish() throws -> [[Float]] {
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        let recorded = try Data(contentsOf: file)
        guard let start = recorded.range(of: Data("data".utf8)).map({ $0.upperBound + 4 }) else { return [] }
        let values = recorded[start...].withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        let recording = (0..<channels).map { channel in
            stride(from: channel, to: values.count, by: channels).map { values[$0] }
        }
        inspection.inspect(recording)
        return recording
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
