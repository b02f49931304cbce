import Glibc

/// The small files of `Fuzz/Seeds`: one of each container and codec, made of our own signals.
package enum SeedFiles {
    /// A file and its name.
    package struct File: Sendable {
        package var name: String
        package var bytes: [UInt8]

        /// Gives bytes a name.
        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// All of them in the order of their names; none if the project's sources are not there.
    ///
    /// They are looked for beside the sources that this was compiled from.
    package static func all() -> [File] {
        // This file lies three folders below the project's.
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let folder = parts.joined(separator: "/") + "/Fuzz/Seeds"
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().compactMap { name in
            bytes(path: folder + "/" + name, limit: 1 << 16).map { File(name: name, bytes: $0) }
        }
    }

    /// Reads the first bytes of a file; nil if it cannot be opened.
    package static func bytes(path: String, limit: Int) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = fread(buffer.baseAddress, 1, limit, file)
        }
    }
}
