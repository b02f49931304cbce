import Glibc

/// The files by which the kernel's USB gadgets are set up: those of configfs, or a test's.
package protocol GadgetFiles: Sendable {
    /// The names in a folder, sorted; nil where there is none.
    func names(in folder: String) -> [String]?
    /// The text of a file without white space at its end; nil where there is none.
    func text(of file: String) -> String?
    func makeFolder(_ path: String) throws(GadgetFault)
    func removeFolder(_ path: String) throws(GadgetFault)
    func write(_ text: String, to file: String) throws(GadgetFault)
    func link(_ path: String, to target: String) throws(GadgetFault)
    func unlink(_ path: String) throws(GadgetFault)
}

/// A step of setting up a gadget that the kernel has refused.
package struct GadgetFault: Error, Hashable, Sendable {
    /// The file or folder.
    package var path: String
    package var errno: Int32

    /// Says what the kernel has refused.
    package init(path: String, errno: Int32) { (self.path, self.errno) = (path, errno) }
}

/// The files of the kernel.
package struct KernelGadgetFiles: GadgetFiles {
    /// The most bytes of a file that are read.
    private static let mostBytes = 4_096

    package init() {}

    package func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package func text(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let text = bytes.prefix(count).reversed().drop { $0 <= UInt8(ascii: " ") }.reversed()
        return String(decoding: text, as: UTF8.self)
    }

    package func makeFolder(_ path: String) throws(GadgetFault) { try check(path, mkdir(path, 0o755)) }
    package func removeFolder(_ path: String) throws(GadgetFault) { try check(path, rmdir(path)) }
    package func link(_ path: String, to target: String) throws(GadgetFault) { try check(path, symlink(target, path)) }
    package func unlink(_ path: String) throws(GadgetFault) { try check(path, Glibc.unlink(path)) }

    package func write(_ text: String, to file: String) throws(GadgetFault) {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC | O_TRUNC)
        guard descriptor >= 0 else { throw GadgetFault(path: file, errno: errno) }
        defer { close(descriptor) }
        // Attributes are taken whole in one call, also an empty text: it has its line's end.
        let bytes = Array((text + "\n").utf8)
        try check(file, Glibc.write(descriptor, bytes, bytes.count) == bytes.count ? 0 : -1)
    }

    private func check(_ path: String, _ result: Int32) throws(GadgetFault) {
        if result != 0 { throw GadgetFault(path: path, errno: errno) }
    }
}
