import Glibc

/// The standard input by lines, without the lock of the C library's stream.
///
/// From glibc 2.41 on `exit` waits for that lock, which `readLine` holds while it waits: the program never ended.
package enum StandardInput {
    /// Waits for the next line; nothing beyond it is read.
    ///
    /// - Returns: The line without its end; nil at the end of the input.
    package static func line() -> String? {
        var (bytes, byte) = ([UInt8](), UInt8(0))
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
