import Foundation
import Glibc

/// A program that writes the bytes of D-Bus itself, so that it can send what no library sends.
///
/// Source: D-Bus Specification 0.43, "Message Format" and "Authentication Protocol".
final class RawSocket {
    struct Failure: Error {
        let sentence: String
    }

    private let descriptor: Int32
    private var serial: UInt32 = 0

    /// Connects to a bus at a path, and says hello.
    init(_ address: String) throws {
        let path = address.split(separator: ",")[0].split(separator: "=")[1]
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let isConnected = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                connect(descriptor, place, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw Failure(sentence: "no bus at \(path)") }
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        try write([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
        guard String(decoding: try read(), as: UTF8.self).hasPrefix("OK") else { throw Failure(sentence: "not let in") }
        try write(Array("BEGIN\r\n".utf8))
        try write(
            message(
                type: 1,
                fields: [
                    (1, "o", text("/org/freedesktop/DBus")), (2, "s", text("org.freedesktop.DBus")),
                    (3, "s", text("Hello")), (6, "s", text("org.freedesktop.DBus")),
                ]))
        _ = try read()
    }

    deinit { close(descriptor) }

    /// Sends an answer that carries one text, asked for or not.
    func answer(_ replied: UInt32, to destination: String, text answer: String) throws {
        let fields: [(UInt8, String, [UInt8])] = [
            (5, "u", number(replied)), (6, "s", text(destination)), (8, "g", [1] + Array("s".utf8) + [0]),
        ]
        try write(message(type: 2, fields: fields, body: text(answer)))
    }

    /// Sends a call with an array of bytes.
    func call(_ destination: String, path: String, body: [UInt8]) throws {
        let fields: [(UInt8, String, [UInt8])] = [
            (1, "o", text(path)), (3, "s", text("Call")), (6, "s", text(destination)),
            (8, "g", [2] + Array("ay".utf8) + [0]),
        ]
        try write(message(type: 1, fields: fields, body: number(UInt32(body.count)) + body))
    }

    // MARK: Bytes

    private func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    private func text(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + Array(text.utf8) + [0] }

    private func message(type: UInt8, fields: [(UInt8, String, [UInt8])], body: [UInt8] = []) -> [UInt8] {
        serial += 1
        var array: [UInt8] = []
        func pad(_ bytes: inout [UInt8], to alignment: Int) {
            while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
        }
        for (code, signature, value) in fields {
            pad(&array, to: 8)
            array += [code, 1] + Array(signature.utf8) + [0]
            pad(&array, to: signature == "g" ? 1 : 4)
            array += value
        }
        var bytes: [UInt8] = [UInt8(ascii: "l"), type, 0, 1]
        bytes += number(UInt32(body.count)) + number(serial) + number(UInt32(array.count)) + array
        pad(&bytes, to: 8)
        return bytes + body
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(sentence: "the bus is gone") }
            rest = rest.dropFirst(count)
        }
    }

    private func read() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw Failure(sentence: "the bus is gone") }
        return Array(bytes.prefix(count))
    }
}
