import CoreAudioTypes
import Foundation
import SordinoMedia

/// A new file being written, or the changed copy of an existing file, which replaces that file in `finish()`.
///
/// Used with the lock of its `AudioFileObject` held.
final class AudioFileDraft {
    /// The location of a file.
    enum Place: Sendable {
        case path(String)
        case client(ClientBytes)
    }

    /// Bytes moved at a time when a file is copied.
    private static let copyByteCount = 1 << 16

    /// The kind of file.
    let container: Container
    /// The description of the contents, including everything that was set later.
    private(set) var description: MediaDescription
    /// The chunks that have no meaning to the container; they are appended when the file is completed.
    var userChunks: [UserChunks.Chunk] = []

    private let place: Place
    private let store: any ByteSource & ByteSink
    /// The path of the changed copy of an existing file, until the copy replaces the file.
    private let copyPath: String?
    private var writer: MediaWriter
    /// Set when the writer could not apply a property that was set after audio: `finish()` writes the file again.
    private var isToBeRewritten = false
    /// Set by `AudioFileOptimize`: `finish()` puts the file's parts in their best order.
    var isToBeOptimized = false
    /// The positions of packets of differing sizes.
    private(set) var packets: [StoredPacket] = []
    private(set) var largestPacketByteCount = 0
    private var isFinished = false
    /// The memory that packets are read back into.
    var readBack = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// A packet of a file that is being made.
    struct StoredPacket {
        var offset: Int64
        var byteCount: Int
        var firstFrame: Int64
        var frameCount: Int
    }

    /// Begins a new file.
    ///
    /// - Parameters:
    ///   - format: The data format.
    ///   - replaces: Whether an older file of that name is emptied; if not, it is refused.
    init(making container: Container, _ format: MediaFormat, _ place: Place, replaces: Bool) throws {
        self.container = container
        self.place = place
        copyPath = nil
        description = Self.description(of: format, container)
        try Self.check(container, description)
        store = try Self.open(place, replaces ? .replacing : .new)
        writer = try MediaWriter(LentSink(store), container, description, encodes: false)
    }

    /// Begins a changed copy of a file.
    init(changing file: PacketFile, _ place: Place) throws {
        guard let container = Containers.named(file.properties.fileType), container.makeWriter != nil else {
            throw StatusError(kAudioFileOperationNotSupportedError)
        }
        self.container = container
        self.place = place
        description = Self.description(of: file)
        try Self.check(container, description)
        let path = Self.copyPath(for: place)
        copyPath = path
        store = try FileByteStore(path: path, .replacing)
        do {
            writer = try MediaWriter(LentSink(store), container, description, encodes: false)
            try copyPackets(of: file)
            userChunks = try Self.userChunks(of: file)
        } catch {
            unlink(path)
            throw error
        }
    }

    deinit {
        readBack.deallocate()
        if let copyPath, !isFinished { unlink(copyPath) }
    }

    private static func check(_ container: Container, _ description: MediaDescription) throws {
        guard let make = container.makeWriter else { throw StatusError(kAudioFileUnsupportedFileTypeError) }
        _ = try make(description)
    }

    /// Returns the description of a new file; a container that cannot begin without a cookie gets a provisional one
    /// from the encoder here.
    private static func description(of format: MediaFormat, _ container: Container) -> MediaDescription {
        var description = MediaDescription(format)
        guard format.encoding == nil, (try? check(container, description)) == nil else { return description }
        description.cookie = ((try? Codecs.encoder(for: format)) ?? nil)?.cookie
        return description
    }

    private static func open(_ place: Place, _ opening: FileByteStore.Opening) throws -> any ByteSource & ByteSink {
        switch place {
        case .path(let path): return try FileByteStore(path: path, opening)
        case .client(let client):
            _ = client.setSize(0)
            return ClientStore(client)
        }
    }

    private static func copyPath(for place: Place) -> String {
        let name = ".\(UUID().uuidString).sordino"
        switch place {
        case .path(let path): return (path as NSString).deletingLastPathComponent.appending("/" + name)
        case .client: return NSTemporaryDirectory().appending("/" + name)
        }
    }

    /// Returns the description of an existing file, for the writer of its copy.
    private static func description(of file: PacketFile) -> MediaDescription {
        let properties = file.properties
        var description = MediaDescription(file.format, layout: properties.layout, info: properties.info)
        description.cookie = properties.cookie
        description.primingFrameCount = Int(clamping: properties.primingFrameCount)
        description.validFrameCount = file.format.encoding == nil ? properties.validFrameCount : nil
        description.chapters = properties.chapters
        description.markers = properties.markers
        description.regions = properties.regions
        description.timeCodeType = properties.timeCodeType
        return description
    }

    private static func userChunks(of file: PacketFile) throws -> [UserChunks.Chunk] {
        let fileType = file.properties.fileType
        guard UserChunks.areIn(fileType) else { return [] }
        return try file.properties.chunks.compactMap { chunk in
            let list = chunk.id == "LIST" ? try file.body(of: chunk, limit: 4) : []
            let kind = list.count == 4 ? FourCC(rawValue: list.reduce(0) { $0 << 8 | UInt32($1) }) : nil
            let isKept = chunk.id == "LIST" && kind != nil && kind != "INFO" && kind != "adtl"
            guard isKept || !UserChunks.isStructure(chunk.id, in: fileType) else { return nil }
            return UserChunks.Chunk(id: chunk.id, body: try file.body(of: chunk, limit: .max))
        }
    }

    // MARK: - Description

    /// Changes the description beside the audio; a change that the writer cannot apply now is applied by `finish()`.
    func describe(_ change: (inout MediaDescription) -> Void) throws {
        let before = description
        change(&description)
        let changed = description
        // Layouts stand before the audio in most containers.
        if changed.layout != before.layout, dataByteCount > 0 { isToBeRewritten = true }
        do throws(MediaError) {
            try writer.redescribe { $0 = changed }
        } catch {
            guard case .unsupported = error else { throw error }
            isToBeRewritten = true
        }
    }

    /// Changes the data format, before the first packet.
    func setFormat(_ format: MediaFormat) throws {
        guard writer.dataByteCount == 0, packets.isEmpty else {
            throw StatusError(kAudioFileOperationNotSupportedError)
        }
        var changed = description
        changed.format = format
        try Self.check(container, changed)
        description = changed
        // The older writer completes its file when it is released; the new one begins it again.
        writer = try MediaWriter(LentSink(store), container, changed, encodes: false)
    }

    // MARK: - Audio

    /// The position of the first byte of audio in the file.
    var dataStart: Int64 { writer.dataStart }
    /// The size of the audio written so far, in bytes.
    var dataByteCount: Int64 { writer.dataByteCount }
    /// Indicates whether packets are single frames of samples.
    private var isOfFrames: Bool { description.format.encoding != nil }

    /// The number of packets written so far; for PCM a packet is one frame.
    var packetCount: Int64 {
        isOfFrames ? dataByteCount / Int64(max(1, description.format.bytesPerPacket)) : Int64(packets.count)
    }

    /// Frames of all packets.
    var frameCount: Int64 {
        isOfFrames ? packetCount : packets.last.map { $0.firstFrame + Int64($0.frameCount) } ?? 0
    }

    /// The number of frames to play: all frames without the codec's priming, at most the described valid frames.
    var heardFrameCount: Int64 {
        let all = max(0, frameCount - (isOfFrames ? 0 : Int64(description.primingFrameCount)))
        return min(all, description.validFrameCount ?? all)
    }

    /// Overwrites bytes of PCM frames from `offset`, and appends those that reach beyond the end.
    ///
    /// - Throws: `kAudioFilePositionError` if there would be a gap, `kAudioFileOperationNotSupportedError` for packets.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        guard isOfFrames else { throw StatusError(kAudioFileOperationNotSupportedError) }
        guard offset >= 0, offset <= dataByteCount else { throw StatusError(kAudioFilePositionError) }
        let over = Int(min(Int64(bytes.count), dataByteCount - offset))
        if over > 0 { try writer.overwrite(UnsafeRawBufferPointer(rebasing: bytes[..<over]), at: offset) }
        if over < bytes.count { try writer.write(stored: UnsafeRawBufferPointer(rebasing: bytes[over...])) }
    }

    /// Appends a packet of compressed audio.
    func append(packet: UnsafeRawBufferPointer, frameCount: Int) throws {
        let first = self.frameCount
        try writer.write(packet: packet, frameCount: frameCount)
        packets.append(
            StoredPacket(
                offset: writer.dataByteCount - Int64(packet.count), byteCount: packet.count, firstFrame: first,
                frameCount: frameCount))
        largestPacketByteCount = max(largestPacketByteCount, packet.count)
    }

    /// Reads back bytes of the audio.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        guard offset >= 0, offset < dataByteCount else { return 0 }
        try writer.flushStored()
        let count = Int(min(Int64(buffer.count), dataByteCount - offset))
        return try store.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: dataStart + offset)
    }

    /// Brings the header up to date.
    func update() throws { try writer.update() }

    private func copyPackets(of file: PacketFile) throws {
        if file.format.encoding != nil {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.copyByteCount, alignment: 16)
            defer { buffer.deallocate() }
            var offset: Int64 = 0
            while true {
                let count = try file.read(into: buffer, at: offset)
                if count == 0 { return }
                try writer.write(stored: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += Int64(count)
            }
        }
        var number: Int64 = 0
        while let packet = try file.packet(number) {
            try append(packet: packet.bytes, frameCount: packet.frameCount)
            number += 1
        }
    }

    // MARK: - The end

    /// Completes the file; a changed copy takes the place of the older file.
    func finish() throws {
        guard !isFinished else { return }
        isFinished = true
        defer { if let copyPath { unlink(copyPath) } }
        try writer.finish()
        if isToBeRewritten { try rewrite() }
        try UserChunks.append(userChunks, to: store, fileType: container.fileType)
        if isToBeOptimized { try optimize() }
        try store.close()
        if let copyPath { try takePlace(copyPath) }
    }

    /// Writes the whole file again with the final description.
    private func rewrite() throws {
        let path = Self.copyPath(for: place)
        defer { unlink(path) }
        let first = try FileByteStore(path: path, .replacing)
        try Self.copy(store, to: first)
        _ = store.truncate(to: 0)
        writer = try MediaWriter(LentSink(store), container, description, encodes: false)
        packets = []
        try copyPackets(of: try PacketFile(first))
        try writer.finish()
    }

    /// Puts the file's parts in their best order, by way of a copy; does nothing if they are in it already.
    private func optimize() throws {
        let isInOrder = try MediaRewriter.isOptimised(store)
        if isInOrder { return }
        let path = Self.copyPath(for: place)
        defer { unlink(path) }
        let ordered = try FileByteStore(path: path, .replacing)
        try MediaRewriter.rewrite(store, into: LentSink(ordered))
        _ = store.truncate(to: 0)
        try Self.copy(ordered, to: store)
    }

    private func takePlace(_ path: String) throws {
        switch place {
        case .path(let older):
            var status = stat()
            if stat(older, &status) == 0 { chmod(path, status.st_mode & 0o7777) }
            guard rename(path, older) == 0 else { throw StatusError(kAudioFilePermissionsError) }
        case .client(let client):
            let target = ClientStore(client)
            let copy = try FileByteStore(path: path, .existing)
            try Self.copy(copy, to: target)
            _ = client.setSize(try copy.byteCount())
        }
    }

    private static func copy(_ source: any ByteSource, to sink: any ByteSink) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: copyByteCount, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = try source.read(into: buffer, at: offset)
            if count == 0 { return }
            try sink.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += Int64(count)
        }
    }
}

/// A sink whose `close()` does nothing, so that the draft can use the store after its writer has finished.
private final class LentSink: ByteSink {
    private let store: any ByteSource & ByteSink

    init(_ store: any ByteSource & ByteSink) { self.store = store }

    var name: String { store.name }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        try store.write(bytes, at: offset)
    }
    func truncate(to byteCount: Int64) -> Bool { store.truncate(to: byteCount) }
    func close() {}
}

/// A store that writes and reads back bytes by a client's four functions.
private final class ClientStore: ByteSource, ByteSink {
    let name = "callbacks"
    private let client: ClientBytes
    private let source: CallbackByteSource

    init(_ client: ClientBytes) {
        self.client = client
        source = client.makeSource()
    }

    func byteCount() throws(MediaError) -> Int64 { try source.byteCount() }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        try source.read(into: buffer, at: offset)
    }
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        try client.put(bytes, at: offset)
    }
    func truncate(to byteCount: Int64) -> Bool { client.setSize(byteCount) }
    func close() {}
}
