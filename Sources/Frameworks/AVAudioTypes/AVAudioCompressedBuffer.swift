import Foundation

/// Packets of compressed sound in memory.
///
/// A new buffer has room and no packets: the code that fills it sets `packetCount`, `byteLength` and, for packets of
/// different sizes, `packetDescriptions`.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    /// The capacity in packets.
    public let packetCapacity: AVAudioPacketCount

    /// The capacity of one packet, in bytes.
    public let maximumPacketSize: Int

    /// The capacity in bytes.
    public let byteCapacity: UInt32

    /// The positions and sizes of the packets, `packetCapacity` entries; nil if all packets have the same size.
    public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

    /// The dependencies between packets, for a codec with packets that cannot be decoded alone; nil otherwise.
    public package(set) var packetDependencies: [AudioStreamPacketDependencyDescription]?

    private var packets: AVAudioPacketCount = 0

    /// A buffer without packets.
    ///
    /// - Parameters:
    ///   - format: Of any codec; linear PCM stops the program.
    ///   - packetCapacity: Packets to make room for.
    ///   - maximumPacketSize: Bytes of the largest of them, such as `AVAudioConverter.maximumOutputPacketSize`.
    public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
        let stream = format.streamDescription.pointee
        requireCondition(!stream.isLinearPCM, "required condition is false: !isPCMFormat")
        requireCondition(maximumPacketSize >= 0, "required condition is false: maximumPacketSize >= 0")
        let (byteCount, overflow) = Int(packetCapacity).multipliedReportingOverflow(by: maximumPacketSize)
        let places = stream.mBytesPerPacket == 0 ? Self.descriptions(packetCapacity) : nil
        guard !overflow, let capacity = UInt32(exactly: byteCount), places != nil || stream.mBytesPerPacket > 0,
            let memory = BufferMemory.zeros(
                bufferCount: 1, channelsPerBuffer: stream.mChannelsPerFrame, byteCount: capacity)
        else { preconditionFailure("there is no memory for \(packetCapacity) packets of \(maximumPacketSize) bytes") }
        self.packetCapacity = packetCapacity
        self.maximumPacketSize = maximumPacketSize
        byteCapacity = capacity
        packetDescriptions = places
        super.init(format: format, memory: memory)
    }

    /// A buffer without packets, for a format whose packets have all the same size.
    ///
    /// - Parameter format: Any other stops the program.
    public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        let bytesPerPacket = format.streamDescription.pointee.mBytesPerPacket
        requireCondition(bytesPerPacket != 0, "required condition is false: fmt.mBytesPerPacket != 0")
        self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: Int(bytesPerPacket))
    }

    deinit {
        guard let packetDescriptions else { return }
        let byteCount = Self.byteCount(ofDescriptions: packetCapacity)
        if byteCount < Self.heapByteLimit { free(packetDescriptions) } else { munmap(packetDescriptions, byteCount) }
    }

    /// Less than this comes from the heap.
    private static let heapByteLimit = 1 << 16

    private static func byteCount(ofDescriptions count: AVAudioPacketCount) -> Int {
        max(1, Int(count)) * MemoryLayout<AudioStreamPacketDescription>.stride
    }

    /// Makes descriptions of zeros, which take memory only where they are used; nil if there is no room.
    private static func descriptions(
        _ count: AVAudioPacketCount
    ) -> UnsafeMutablePointer<AudioStreamPacketDescription>? {
        let byteCount = byteCount(ofDescriptions: count)
        let memory: UnsafeMutableRawPointer? =
            byteCount < heapByteLimit
            ? calloc(1, byteCount)
            : mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        return memory.bindMemory(to: AudioStreamPacketDescription.self, capacity: max(1, Int(count)))
    }

    /// The bytes of the packets, `byteCapacity` of them.
    open var data: UnsafeMutableRawPointer {
        guard let data = used[0].mData else { preconditionFailure("a buffer of packets always has memory") }
        return data
    }

    /// Packets in use; more than `packetCapacity` stop the program.
    open var packetCount: AVAudioPacketCount {
        get { packets }
        set {
            requireCondition(newValue <= packetCapacity, "required condition is false: packetCount <= packetCapacity")
            packets = newValue
            let bytesPerPacket = format.streamDescription.pointee.mBytesPerPacket
            if bytesPerPacket != 0 { used[0].mDataByteSize = newValue * bytesPerPacket }
        }
    }

    /// Bytes in use; more than `byteCapacity` stop the program.
    open var byteLength: UInt32 {
        get { used[0].mDataByteSize }
        set {
            requireCondition(newValue <= byteCapacity, "required condition is false: byteLength <= byteCapacity")
            used[0].mDataByteSize = newValue
        }
    }

    /// A buffer with the same room and the same packets, in memory of its own.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVAudioCompressedBuffer(
            format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
        copy.data.copyMemory(from: data, byteCount: Int(byteLength))
        copy.packetCount = packetCount
        copy.byteLength = byteLength
        copy.packetDependencies = packetDependencies
        if let mine = packetDescriptions {
            copy.packetDescriptions?.update(from: mine, count: Int(packetCount))
        }
        return copy
    }
}
