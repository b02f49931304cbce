import Glibc
import SordinoRealtime

/// Bytes of a file, read by offset.
///
/// Opening and reading files happens here and nowhere else in the room.
package final class FileByteSource: ByteSource {
    /// The path as it was given.
    package let name: String
    /// The file as it was when it was opened.
    package let identity: ByteIdentity?
    private let descriptor: Int32

    /// Opens the file at `path` for reading.
    ///
    /// - Throws: `io` if it cannot be opened or is a folder.
    package init(path: String) throws(MediaError) {
        name = path
        descriptor = try opened(path, flags: O_RDONLY | O_CLOEXEC)
        identity = fileIdentity(of: descriptor)
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Returns whether a file is there that this program may read.
    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// The size of the file at this moment.
    package func byteCount() throws(MediaError) -> Int64 {
        try fileByteCount(descriptor, name)
    }

    /// Reads with `pread`, again if a signal interrupts it.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        try fill(buffer, from: descriptor, name, at: offset)
    }
}

/// A file that is being written, by offset.
package final class FileByteSink: ByteSink {
    /// The path as it was given.
    package let name: String
    /// The path at which the bytes are, which is another one until a new file takes the place of an old one.
    package let location: String
    /// The file that is replaced.
    private let replaced: String?
    private var descriptor: Int32
    /// Indicates whether the file's name outlives the loss of power.
    private var isNameKept = false

    /// Makes the file at `path`, or empties the one that is there.
    ///
    /// - Parameter name: The path that errors name, if another.
    /// - Throws: `io` if that fails.
    package init(path: String, called name: String? = nil) throws(MediaError) {
        self.name = name ?? path
        location = path
        replaced = nil
        descriptor = try opened(path, flags: O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC)
    }

    /// Makes the file at `path`; where one is there, a new one beside it, for `takePlace` once it is complete.
    ///
    /// A file is emptied in its place where its folder takes no new ones.
    ///
    /// - Throws: `io` if that fails.
    package static func replacing(_ path: String) throws(MediaError) -> FileByteSink {
        guard let old = replaceable(path) else { return try FileByteSink(path: path) }
        do throws(MediaError) { return try FileByteSink(beside: old, called: path) } catch {
            guard case .io(let failure) = error, [EACCES, EPERM, EROFS].contains(failure.number) else { throw error }
            return try FileByteSink(path: path)
        }
    }

    /// The file behind a path and its links, if it is a regular one that this program may write.
    private static func replaceable(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, W_OK) == 0,
            let resolved = realpath(path, nil)
        else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Gives the complete file the place and the permissions of the old one beside it.
    ///
    /// - Throws: `io`.
    package func takePlace() throws(MediaError) {
        if let replaced { try Self.rename(location, over: replaced) }
    }

    /// Makes a new file in the folder of another file, under a random name.
    ///
    /// The folder may be shared, and another user could have created a symbolic link under a predictable name. Only
    /// this user can access the file until `takePlace` gives it the permissions of the other.
    ///
    /// - Parameter name: The path that errors name, if another.
    /// - Throws: `io` if that fails.
    package init(beside path: String, called name: String? = nil) throws(MediaError) {
        self.name = name ?? path
        replaced = path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var template = Array((folder + ".sordino-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        location = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw ioFailure("make a file beside", self.name) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

    /// Writes with `pwrite`, again if a signal interrupts it.
    package func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        try store(source, in: descriptor, name, at: offset)
    }

    /// Gives a complete file the name, the owner and the permissions of another, which goes.
    private static func rename(_ path: String, over other: String) throws(MediaError) {
        var status = stat()
        if stat(other, &status) == 0 {
            // Only the administrator's programs write files of others.
            _ = chown(path, status.st_uid, status.st_gid)
            _ = chmod(path, status.st_mode & 0o7777)
        }
        guard Glibc.rename(path, other) == 0 else { throw ioFailure("replace", other) }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) { _ = unlink(path) }

    /// Cuts the file to `byteCount` bytes; returns false if it is closed or the system refuses.
    package func truncate(to byteCount: Int64) -> Bool {
        descriptor >= 0 && ftruncate(descriptor, off_t(byteCount)) == 0
    }

    /// Waits until the bytes are on the disk, and with the first ones the file's name.
    package func keep() throws(MediaError) {
        guard descriptor >= 0 else { return }
        guard fdatasync(descriptor) == 0 else {
            // A pipe or a device has no disk to wait for.
            if errno == EINVAL || errno == EROFS { return }
            throw ioFailure("fdatasync", name)
        }
        guard !isNameKept else { return }
        isNameKept = true
        let folder = location.lastIndex(of: "/").map { String(location[...$0]) } ?? "."
        // A folder that cannot be opened keeps its names in its own time.
        let names = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard names >= 0 else { return }
        _ = fsync(names)
        _ = Glibc.close(names)
    }

    /// Closes the file; later calls do nothing.
    package func close() throws(MediaError) {
        try closeOnce(&descriptor, name)
    }
}

/// A file that is written and read back, by offset.
package final class FileByteStore: ByteSource, ByteSink {
    /// The treatment of an existing file of that name.
    package enum Opening: Equatable, Sendable {
        /// It is emptied; one is made if there is none.
        case replacing
        /// A new file is made; an existing one is refused.
        case new
        /// It is kept and changed.
        case existing
    }

    /// The path as it was given.
    package let name: String
    private var descriptor: Int32

    /// Opens the file at `path`.
    ///
    /// - Throws: `io` if that fails.
    package init(path: String, _ opening: Opening) throws(MediaError) {
        name = path
        let more: Int32 =
            switch opening {
            case .replacing: O_CREAT | O_TRUNC
            case .new: O_CREAT | O_EXCL
            case .existing: 0
            }
        descriptor = try opened(path, flags: O_RDWR | O_CLOEXEC | more)
    }

    deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

    /// The size of the file at this moment.
    package func byteCount() throws(MediaError) -> Int64 {
        try fileByteCount(descriptor, name)
    }

    /// Reads with `pread`, again if a signal interrupts it.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        try fill(buffer, from: descriptor, name, at: offset)
    }

    /// Writes with `pwrite`, again if a signal interrupts it.
    package func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        try store(source, in: descriptor, name, at: offset)
    }

    /// Cuts the file to `byteCount` bytes; returns false if it is closed or the system refuses.
    package func truncate(to byteCount: Int64) -> Bool {
        descriptor >= 0 && ftruncate(descriptor, off_t(byteCount)) == 0
    }

    /// Closes the file; later calls do nothing.
    package func close() throws(MediaError) {
        try closeOnce(&descriptor, name)
    }
}

/// The bytes of a whole file as memory: nothing is copied, and the system reads pages from the disk when they are used.
///
/// A file that is shortened while it is mapped ends the program when the lost part is read, as with every mapping; so a
/// bank is replaced by renaming a new file over it, not written anew in place.
package final class MappedBytes: Sendable {
    /// The path as it was given.
    package let name: String
    /// The bytes, at a multiple of 16.
    package var bytes: UnsafeRawBufferPointer { lent.value }
    private let lent: Lent<UnsafeRawBufferPointer>
    private let isMapped: Bool

    /// Maps the file at a path.
    ///
    /// - Throws: `io` if it cannot be opened or mapped.
    package init(path: String) throws(MediaError) {
        let descriptor = try opened(path, flags: O_RDONLY | O_CLOEXEC)
        defer { _ = Glibc.close(descriptor) }
        name = path
        isMapped = true
        let byteCount = Int(try fileByteCount(descriptor, path))
        guard byteCount > 0 else {
            lent = Lent(UnsafeRawBufferPointer(start: nil, count: 0))
            return
        }
        guard let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw ioFailure("map", path)
        }
        lent = Lent(UnsafeRawBufferPointer(start: start, count: byteCount))
    }

    /// Makes the bytes from a copy of `source`.
    package init(_ source: [UInt8], name: String = "memory") {
        self.name = name
        isMapped = false
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
        copy.copyBytes(from: source)
        lent = Lent(UnsafeRawBufferPointer(copy))
    }

    deinit {
        if !isMapped { return bytes.deallocate() }
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }

    /// Reads a range from the disk now, so that looking at it later does not wait; memory that is there already costs
    /// little.
    package func prefetch(_ range: Range<Int>) {
        let present = range.clamped(to: 0..<bytes.count)
        guard isMapped, !present.isEmpty, let start = bytes.baseAddress else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = present.lowerBound / page * page
        // Populate for reading: 22; without it, as before Linux 5.14, a hint.
        let place = UnsafeMutableRawPointer(mutating: start + first)
        if madvise(place, present.upperBound - first, 22) != 0 {
            madvise(place, present.upperBound - first, MADV_WILLNEED)
        }
    }
}

/// Functions for the end of the program.
enum ProgramExit {
    /// Runs a function when the program exits: when `main` returns, or by `exit`.
    static func run(_ handler: @escaping @convention(c) () -> Void) { _ = atexit(handler) }

    /// Sleeps for a millisecond, so that other threads can run.
    static func waitMillisecond() { _ = usleep(1000) }
}

private func opened(_ path: String, flags: Int32) throws(MediaError) -> Int32 {
    guard !path.isEmpty else {
        throw .io(.init(operation: "open", name: "''", number: ENOENT, message: "an empty file name"))
    }
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    let descriptor = path.withCString { open($0, flags | O_NONBLOCK, 0o666) }
    guard descriptor >= 0 else { throw ioFailure("open", path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
        let failure = ioFailure("open", path)
        _ = Glibc.close(descriptor)
        throw failure
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFBLK: return descriptor
    case S_IFDIR: errno = EISDIR
    default:
        _ = Glibc.close(descriptor)
        throw .io(.init(operation: "open", name: path, number: ESPIPE, message: "it is not a regular file"))
    }
    let failure = ioFailure("open", path)
    _ = Glibc.close(descriptor)
    throw failure
}

private func fileByteCount(_ descriptor: Int32, _ name: String) throws(MediaError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ioFailure("read the size of", name) }
    return Int64(status.st_size)
}

/// The identity of the file behind a descriptor; nil if it is no regular file.
private func fileIdentity(of descriptor: Int32) -> ByteIdentity? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let changed = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    return ByteIdentity(
        device: UInt64(status.st_dev), number: UInt64(status.st_ino), byteCount: Int64(status.st_size), changed: changed
    )
}

private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, _ name: String, at offset: Int64
) throws(MediaError) -> Int {
    guard let base = buffer.baseAddress, offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
        let count = pread(descriptor, base + filled, buffer.count - filled, off_t(offset) + filled)
        if count > 0 {
            filled += count
        } else if count == 0 {
            break
        } else if errno != EINTR {
            throw ioFailure("read", name)
        }
    }
    return filled
}

private func store(
    _ source: UnsafeRawBufferPointer, in descriptor: Int32, _ name: String, at offset: Int64
) throws(MediaError) {
    guard let base = source.baseAddress else { return }
    var done = 0
    while done < source.count {
        let count = pwrite(descriptor, base + done, source.count - done, off_t(offset) + done)
        if count > 0 {
            done += count
        } else if count == 0 || errno != EINTR {
            throw ioFailure("write", name)
        }
    }
}

private func closeOnce(_ descriptor: inout Int32, _ name: String) throws(MediaError) {
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    // Network file systems report a full disk only here.
    guard Glibc.close(closing) == 0 else { throw ioFailure("close", name) }
}

private func ioFailure(_ operation: String, _ name: String) -> MediaError {
    let number = errno
    return .io(.init(operation: operation, name: name, number: number, message: String(cString: strerror(number))))
}

/// The standard output, which may be a pipe, as the destination of a file: bytes leave in their order, and nothing is
/// written again.
///
/// Headers that a writer brings up to date are left out, so the file has to be readable with the header that it begins
/// with.
package final class StreamByteSink: ByteSink {
    /// The path that stands for it.
    package static let standardOutput = "/dev/stdout"

    /// The name of the stream in messages.
    package let name: String
    private let descriptor: Int32
    private let marksLength: Bool
    private var byteCount: Int64 = 0

    /// The types of files whose first header may say that the length is not known, or says nothing about it.
    private static let fileTypes: [FourCC] = ["WAVE", "caff", "NeXT", "Oggf", "flac", "adts", "ilbc"]

    /// Writes to the standard output, or to another descriptor, which stays open.
    package init(
        _ container: Container, to descriptor: Int32 = STDOUT_FILENO, called name: String = "the standard output"
    ) {
        (self.descriptor, self.name) = (descriptor, name)
        marksLength = container.fileType == "WAVE"
    }

    /// Checks whether such a file can be written into a stream.
    ///
    /// - Throws: `unsupported`.
    package static func check(_ container: Container, _ description: MediaDescription) throws(MediaError) {
        // Packets of different sizes need a table in such files.
        let needsTable = container.fileType == "caff" && description.format.encoding == nil
        guard fileTypes.contains(container.fileType), !needsTable else {
            let reason = "have to be completed at their beginning, which a stream cannot"
            throw .unsupported(.operation("\(container.name) files of this format \(reason)"))
        }
    }

    /// Writes bytes that follow those before; leaves out bytes in the place of earlier ones.
    package func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        if offset + Int64(source.count) <= byteCount { return }
        guard offset == byteCount else { throw failure(ESPIPE) }
        if byteCount == 0, marksLength {
            try put(Self.header(source))
        } else {
            try put(source)
        }
        byteCount += Int64(source.count)
    }

    /// Returns the header of a WAVE file with the lengths by which writers of streams say that they do not know them.
    private static func header(_ source: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes = [UInt8](source)
        for place in [4..<8, bytes.count - 4..<bytes.count] where bytes.count >= 12 {
            bytes.replaceSubrange(place, with: repeatElement(0xFF, count: 4))
        }
        return bytes
    }

    private func put(_ bytes: [UInt8]) throws(MediaError) {
        var fault: MediaError?
        bytes.withUnsafeBytes { bytes in
            do throws(MediaError) { try put(bytes) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    private func put(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            done += count
        }
    }

    private func failure(_ number: Int32) -> MediaError {
        .io(.init(operation: "write", name: name, number: number, message: String(cString: strerror(number))))
    }

    /// Does nothing: the descriptor belongs to its owner.
    package func close() {}
}
