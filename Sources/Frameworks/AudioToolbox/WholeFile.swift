import Foundation
import SordinoRealtime

/// Reads regular files only: reading a named pipe would wait for its writer, and reading a device may never end.
package enum WholeFile {
    /// The maximum number of bytes of a file that is read as a whole: 64 MiB.
    package static let byteLimit = 1 << 26

    /// Reads a file.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: Foundation's own if the file cannot be opened, `NSFileReadTooLargeError` for more than
    ///   `limit` bytes, `NSFileReadUnknownError` for a pipe, socket or device, `NSFileReadUnsupportedSchemeError` for no file URL.
    package static func data(_ url: URL, limit: Int = byteLimit) throws -> Data {
        guard url.isFileURL else { throw failure(.fileReadUnsupportedScheme, url, "\(url) is no file") }
        guard let bytes = SmallFile.bytes(url.path, limit: limit + 1) else {
            guard errno == ESPIPE else {
                // Foundation names the reason.
                _ = try FileHandle(forReadingFrom: url)
                throw failure(.fileReadUnknown, url, "cannot read \(url.path)")
            }
            throw failure(.fileReadUnknown, url, "cannot open \(url.path): it is not a regular file")
        }
        guard bytes.count <= limit else {
            throw failure(.fileReadTooLarge, url, "\(url.path) has more than \(limit) bytes")
        }
        return Data(bytes)
    }

    private static func failure(_ code: CocoaError.Code, _ url: URL, _ text: String) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: text, NSFilePathErrorKey: url.path])
    }
}
