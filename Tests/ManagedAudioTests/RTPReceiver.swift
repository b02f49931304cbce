import Foundation
import Glibc
import PrivatePipeWire
import Synchronization

/// A receiver of RTP that knows nothing of PipeWire: packets of RFC 3550.
final class RTPReceiver: Sendable {
    enum Payload: Sendable {
        /// Linear samples of 24 bits, the highest byte first (RFC 3190).
        case linear24
        /// One frame of Apple Lossless that is not compressed: a header of 55 bits, then samples of 16 bits.
        case lossless16
    }

    struct Frame: Hashable, Sendable {
        var left: Float
        var right: Float
    }

    private struct State {
        var frames: [Frame] = []
        var lastNumber: UInt16?
        var lost = 0
        var isOver = false
    }

    let port: Int
    /// A port for packets about time.
    let other: Int
    private let payload: Payload
    private let socket: Int32
    private let otherSocket: Int32
    private let state = Mutex(State())

    static var isPossible: Bool { hasModule("rtp-sink") }

    /// Returns whether PipeWire has a module.
    static func hasModule(_ name: String) -> Bool {
        let roots = ["/usr/lib", "/usr/lib64", "/usr/local/lib"]
        let folders =
            roots
            + roots.flatMap { root in
                ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).map { "\(root)/\($0)" }
            }
        return folders.contains {
            FileManager.default.fileExists(atPath: "\($0)/pipewire-0.3/libpipewire-module-\(name).so")
        }
    }

    /// The module that makes a sink whose samples go out to a port of this machine, in the words of a configuration.
    static func sink(
        _ name: String, _ description: String, address: String = "127.0.0.1", port: Int, latency: Int? = nil
    ) -> String {
        let stated = latency.map { "sordino.port.latency.msec = \($0)" } ?? ""
        return """
            { name = libpipewire-module-rtp-sink
              args = { sap.ip = "\(address)" destination.ip = "\(address)" destination.port = \(port)
                       sess.name = "\(description)" audio.format = "S24BE"
                       stream.props = { media.class = "Audio/Sink" node.name = "\(name)" \(stated)
                           node.description = "\(description)" node.group = "test.clock" node.autoconnect = false
                           adapter.auto-port-config = { mode = dsp monitor = true position = preserve } } } }
            """
    }

    /// Listens on a port that is free; nil where there is none.
    ///
    /// - Parameter namespace: The network namespace, on all addresses of which it listens; nil for this machine alone.
    init?(payload: Payload = .linear24, namespace: String? = nil) {
        self.payload = payload
        let sockets = TwoMachines.within(namespace) {
            (0..<2).map { _ in Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0) }
        }
        guard let sockets else { return nil }
        (socket, otherSocket) = (sockets[0], sockets[1])
        var size = Int32(8 << 20)
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let isOpen = namespace != nil
        guard let port = Self.bindLoopback(socket, toAll: isOpen),
            let other = Self.bindLoopback(otherSocket, toAll: isOpen)
        else { return nil }
        (self.port, self.other) = (port, other)
    }

    /// Binds a socket to a free port of this machine and returns the port.
    ///
    /// - Parameter toAll: Whether other machines reach it.
    static func bindLoopback(_ socket: Int32, toAll isOpen: Bool = false) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = isOpen ? 0 : UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    deinit {
        close(socket)
        close(otherSocket)
    }

    /// The frames since the last `take`.
    var frames: Int {
        drain()
        return state.withLock { $0.frames.count }
    }

    /// The packets that came to the other port since the last call.
    func takeOther() -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var packet = [UInt8](repeating: 0, count: 2_000)
        while case let count = recv(otherSocket, &packet, packet.count, Int32(MSG_DONTWAIT)), count > 0 {
            packets.append(Array(packet[..<count]))
        }
        return packets
    }

    var lostPackets: Int { state.withLock { $0.lost } }

    /// Hands over what came.
    func take() -> [Frame] {
        drain()
        return state.withLock { state in
            defer { state.frames = [] }
            return state.frames
        }
    }

    private func drain() {
        var packet = [UInt8](repeating: 0, count: 9_000)
        while case let count = recv(socket, &packet, packet.count, Int32(MSG_DONTWAIT)), count >= 12 {
            note(packet[..<count])
        }
    }

    /// Version 2, sequence numbers, then the payload.
    private func note(_ packet: ArraySlice<UInt8>) {
        guard packet[0] >> 6 == 2 else { return }
        let number = UInt16(packet[2]) << 8 | UInt16(packet[3])
        let samples = packet.dropFirst(12 + 4 * Int(packet[0] & 15))
        let frames = payload == .linear24 ? Self.linear(Array(samples)) : Self.lossless(Array(samples))
        state.withLock { state in
            if let last = state.lastNumber, number != last &+ 1 { state.lost += Int(number &- last &- 1) }
            state.lastNumber = number
            state.frames += frames
        }
    }

    private static func linear(_ bytes: [UInt8]) -> [Frame] {
        func sample(_ place: Int) -> Float {
            let bits = UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
            return Float(Int32(bitPattern: bits) >> 8) / 8_388_608
        }
        return stride(from: 0, to: bytes.count - 5, by: 6).map { Frame(left: sample($0), right: sample($0 + 3)) }
    }

    /// 3 bits of channels, 16 of which nothing is used, "has a size", 2 bits, "is not compressed", 32 bits of size.
    private static func lossless(_ bytes: [UInt8]) -> [Frame] {
        func bits(_ place: Int, _ count: Int) -> UInt32 {
            (place..<place + count).reduce(0) { $0 << 1 | UInt32(bytes[$1 / 8] >> (7 - $1 % 8) & 1) }
        }
        guard bytes.count > 7, bits(0, 3) == 1, bits(19, 1) == 1, bits(22, 1) == 1 else { return [] }
        let count = min(Int(bits(23, 32)), (bytes.count * 8 - 55) / 32)
        return (0..<count).map { frame in
            func sample(_ place: Int) -> Float { Float(Int16(truncatingIfNeeded: Int(bits(place, 16)))) / 32_768 }
            return Frame(left: sample(55 + 32 * frame), right: sample(71 + 32 * frame))
        }
    }
}
