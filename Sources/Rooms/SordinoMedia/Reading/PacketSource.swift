/// One packet of a file.
package struct Packet {
    /// The packet's bytes; they are there until the source is used again.
    package var bytes: UnsafeRawBufferPointer
    /// Its number in the file, from 0.
    package var number: Int64
    /// First byte of the file that belongs to it.
    package var offset: Int64
    /// Its first frame, from the first that decoding gives, priming included.
    package var firstFrame: Int64
    /// Frames that the packet holds.
    package var frameCount: Int

    /// Describes a packet by its bytes and its place.
    package init(bytes: UnsafeRawBufferPointer, number: Int64, offset: Int64, firstFrame: Int64, frameCount: Int) {
        self.bytes = bytes
        self.number = number
        self.offset = offset
        self.firstFrame = firstFrame
        self.frameCount = frameCount
    }
}

/// Hands out the packets of a file one after the other.
///
/// Used by one thread at a time, on a worker: it waits for the disk.
package protocol PacketSource: AnyObject {
    /// Frames of all packets if that is known without a walk through the file.
    var knownFrameCount: Int64? { get }

    /// Frames and packets of the file; may walk through all of it, once.
    func count() throws(MediaError) -> (packets: Int64, frames: Int64)

    /// Returns an estimate of `count`, from known facts and the first packets.
    func estimate() throws(MediaError) -> (packets: Int64, frames: Int64)

    /// The next packet; nil at the end.
    func next() throws(MediaError) -> Packet?

    /// Makes a packet the next one; beyond the last one means the end.
    func seek(toPacket packet: Int64) throws(MediaError)

    /// The packet that holds a frame; nil beyond the last.
    func packet(ofFrame frame: Int64) throws(MediaError) -> Int64?

    /// Gives the memory that packets are read into back until the next one is wanted.
    func rest()
}

/// The memory that packets are read into, from the first one on: room for eight of them, and no more than the limit.
struct PacketBuffer {
    /// A second of compressed stereo as a rule, so that hundreds of players are not megabytes of bytes to come.
    private static let leastByteCount = 1 << 14
    /// Smaller packets are not read more at a time.
    private static let usualByteCount = 1 << 16
    private static let packetsAtOnce = 8

    private let source: any ByteSource
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Offset in the file of the first byte held, and how many are.
    private(set) var start: Int64 = 0
    private(set) var count = 0

    init(_ source: any ByteSource) { self.source = source }

    /// Gives the memory back; it comes again with the next packet.
    mutating func free() {
        bytes.deallocate()
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
    }

    /// Returns the held bytes from an offset on.
    func held(from offset: Int64) -> UnsafeRawBufferPointer {
        guard offset >= start, offset < start + Int64(count) else { return .init(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: bytes[Int(offset - start)..<count])
    }

    /// Makes sure that bytes are held, unless the file or the range ends before.
    ///
    /// - Returns: The held bytes from `offset` on, `byteCount` bytes or more; fewer only at the end.
    mutating func load(
        _ byteCount: Int, from offset: Int64, end: Int64
    ) throws(MediaError) -> UnsafeRawBufferPointer {
        let there = held(from: offset)
        // At the end of the audio no more bytes can be read.
        if there.count >= byteCount || !there.isEmpty && offset + Int64(there.count) >= end { return there }
        guard byteCount <= PacketLimits.byteCount else {
            throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
        }
        let several = min(max(Self.packetsAtOnce * byteCount, Self.leastByteCount), Self.usualByteCount)
        if max(byteCount, several) > bytes.count {
            free()
            let isLarge = byteCount > Self.usualByteCount
            bytes = .allocate(byteCount: isLarge ? min(2 * byteCount, PacketLimits.byteCount) : several, alignment: 64)
        }
        start = offset
        count = 0
        // The buffer may be large after the end of a file was read; small packets do not fill all of it. For a packet
        // whose length is found step by step, the buffer doubles.
        let wanted = byteCount > Self.usualByteCount ? bytes.count : Self.usualByteCount
        let room = Int(min(Int64(bytes.count), Int64(wanted), max(0, end - offset)))
        count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<room]), at: offset)
        return held(from: offset)
    }
}
