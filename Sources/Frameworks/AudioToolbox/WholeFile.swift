import Foundation

/// The bytes of regular files: reading a named pipe would wait for its writer, and reading a device may never end.
package enum WholeFile {
    /// Reads a file.
    ///
    /// - Throws: Foundation's error if the file cannot be read, and `NSFileReadUnknownError` for a pipe, socket or device.
    package static func data(_ url: URL) throws -> Data {
        guard isReadable(url) else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: CocoaError.Code.fileReadUnknown.rawValue,
                userInfo: [
                    NSLocalizedDescriptionKey: "cannot open \(url.path): it is not a regular file",
                    NSFilePathErrorKey: url.path,
                ])
        }
        return try Data(contentsOf: url)
    }

    /// Indicates whether opening and reading a URL cannot wait for ever: a regular file, or nothing that is there.
    static func isReadable(_ url: URL) -> Bool {
        let path = url.resolvingSymlinksInPath().path
        guard url.isFileURL, let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return true
        }
        let type = attributes[.type] as? FileAttributeType
        return type == .typeRegular || type == .typeDirectory
    }
}
