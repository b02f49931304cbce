import Foundation
import Glibc
import Synchronization

/// A receiver of RAOP on this machine: a small RTSP server (RFC 2326) that grants every request, and a port for the
/// packets, whose payload is stereo of 16 bits in frames of Apple Lossless that are not compressed.
final class RAOPReceiver: Sendable {
    /// Of the packets, and of the RTSP server.
    let packets: RTPReceiver
    let port: Int
    private let listener: Int32
    private let methods = Mutex<[String]>([])
    private let address: String

    /// The methods that clients have called.
    var called: [String] { methods.withLock { $0 } }

    /// The module that makes a sink for this receiver, in the words of a configuration.
    func sink(_ name: String, _ description: String) -> String {
        """
        { name = libpipewire-module-raop-sink
          args = { raop.hostname = "\(address)" raop.ip = "\(address)" raop.port = \(port) raop.transport = udp
                   raop.encryption.type = none raop.audio.codec = PCM audio.rate = 44100
                   node.name = "\(name)" node.description = "\(description)"
                   stream.props = { node.group = "test.clock" node.autoconnect = false
                       adapter.auto-port-config = { mode = dsp monitor = true position = preserve } } } }
        """
    }

    /// Listens on ports that are free; nil where there are none.
    ///
    /// - Parameters:
    ///   - namespace: The network namespace; nil for this machine alone.
    ///   - address: The address by which the sender reaches it.
    init?(namespace: String? = nil, address: String = "127.0.0.1") {
        guard let packets = RTPReceiver(payload: .lossless16, namespace: namespace) else { return nil }
        (self.packets, self.address) = (packets, address)
        listener = TwoMachines.within(namespace) { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) } ?? -1
        guard listener >= 0, let port = RTPReceiver.bindLoopback(listener, toAll: namespace != nil),
            listen(listener, 4) == 0
        else { return nil }
        self.port = port
        Thread.detachNewThread { [weak self, listener] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                self?.serve(client)
                close(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Answers a client until it leaves.
    private func serve(_ client: Int32) {
        var waiting: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(client, &piece, piece.count, 0), count > 0 {
            waiting += piece[..<count]
            while let answer = take(from: &waiting) {
                guard send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            }
        }
    }

    /// Takes one request with its body; nil while it is not complete.
    private func take(from bytes: inout [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        func header(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        let length = text[..<end.upperBound].utf8.count + (header("content-length").flatMap { Int($0) } ?? 0)
        guard bytes.count >= length else { return nil }
        bytes.removeFirst(length)
        methods.withLock { $0.append(lines.first.map { String($0.prefix { $0 != " " }) } ?? "") }
        return """
            RTSP/1.0 200 OK\r
            CSeq: \(header("cseq") ?? "0")\r
            Session: 1\r
            Audio-Latency: 11025\r
            Transport: RTP/AVP/UDP;unicast;mode=record;server_port=\(packets.port);control_port=\(packets.other);\
            timing_port=\(packets.other)\r
            Content-Length: 0\r
            \r\n
            """
    }
}
