import Glibc
import Synchronization

/// The kind of a message between a device and a process that plays on it.
enum RelayKind: UInt32 {
    // From the process.
    case open = 1
    case start, stop, close
    case rendered, settled
    // From the device.
    case welcome, answer, settle, render
}

/// The fixed part of a message; both sides run on one machine, so it travels as it lies in memory.
struct RelayHeader: BitwiseCopyable {
    var kind: UInt32 = 0
    /// The process's number of the stream.
    var stream: Int32 = 0
    /// The number of the question, the same in its answer.
    var number: Int64 = 0
    /// With `render` the first frame's place on the stream's time line; with `open` the audio class; with `answer` 0 or
    /// why not.
    var time: Int64 = 0
    /// The device's time; with `open` the program's number.
    var nanoseconds: Int64 = 0
    var sampleRate: Double = 0
    /// Frames of the block; with `open` the input channels.
    var frameCount: Int32 = 0
    /// Channels of the samples that follow; with `open` the output channels.
    var channelCount: Int32 = 0

    init(_ kind: RelayKind) { self.kind = kind.rawValue }
    init() {}
}

/// One end of a connection that keeps messages apart.
///
/// - Thread: one receives; any sends.
final class RelaySocket: Sendable {
    /// Longer ones are refused.
    static let longestPayload = 160_000

    private let descriptor: Int32
    private let sending = Mutex(())

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a device's socket.
    ///
    /// - Returns: Nil when no device listens at the path.
    convenience init?(path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard var address = Self.address(path) else {
            Glibc.close(descriptor)
            return nil
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.init(descriptor: descriptor)
    }

    deinit { Glibc.close(descriptor) }

    /// A socket's address; nil when the path is too long for one.
    static func address(_ path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    /// The process at the other end, as the kernel reports it.
    var peerProcess: Int32 {
        // struct ucred: process, user, group; the C library's header hides it from Swift.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (-1, 0, 0)
        var count = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &count) == 0 else { return -1 }
        return credentials.process
    }

    /// Ends the connection for both sides.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Sends a message.
    ///
    /// - Returns: False when the other side is gone or the message too long.
    @discardableResult
    func send(_ header: RelayHeader, _ payload: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0))
        -> Bool
    {
        guard payload.count <= Self.longestPayload else { return false }
        let headerCount = MemoryLayout<RelayHeader>.size
        return withUnsafeTemporaryAllocation(byteCount: headerCount + payload.count, alignment: 16) { bytes in
            bytes.storeBytes(of: header, as: RelayHeader.self)
            if let start = payload.baseAddress {
                bytes.baseAddress?.advanced(by: headerCount).copyMemory(from: start, byteCount: payload.count)
            }
            return sending.withLock { _ in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
            }
        }
    }

    /// Waits for a message.
    ///
    /// - Parameter buffer: Receives the payload behind the header; `longestPayload` bytes and a header long.
    /// - Returns: The header and how many bytes follow it; nil when the connection has ended or the message is none.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> (header: RelayHeader, payload: UnsafeRawBufferPointer)?
    {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_TRUNC))
        let headerCount = MemoryLayout<RelayHeader>.size
        guard count >= headerCount, count <= buffer.count else { return nil }
        let header = buffer.loadUnaligned(as: RelayHeader.self)
        return (header, UnsafeRawBufferPointer(rebasing: buffer[headerCount..<count]))
    }

    /// As much memory as the longest message takes.
    static func makeBuffer() -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: MemoryLayout<RelayHeader>.size + longestPayload, alignment: 16)
    }
}
