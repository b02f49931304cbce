import Foundation

/// Sound in memory, with its format.
///
/// Subclasses hold packets or frames. A buffer belongs to no thread; one thread at a time may use it. Its pointers are
/// valid as long as the buffer is retained: nothing keeps it alive as an autorelease pool would.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    /// The format of the sound.
    public let format: AVAudioFormat

    /// The samples with the bytes in use.
    let used: UnsafeMutableAudioBufferListPointer
    /// The samples, with the bytes in use.
    private let whole: UnsafeMutableAudioBufferListPointer
    /// The samples, with the whole capacity in bytes.
    private let wholeByteCount: UInt32
    /// Gives the samples back.
    private let release: () -> Void

    /// Makes a buffer without samples.
    public override convenience init() { self.init(format: AVAudioFormat(), memory: .none) }

    init(format: AVAudioFormat, memory: BufferMemory) {
        self.format = format
        release = memory.release
        whole = memory.list
        wholeByteCount = memory.byteCount
        used = AudioBufferList.allocate(maximumBuffers: max(whole.count, 1))
        used.count = whole.count
        for index in whole.indices {
            used[index] = whole[index]
            used[index].mDataByteSize = 0
        }
        super.init()
    }

    deinit {
        release()
        free(used.unsafeMutablePointer)
        free(whole.unsafeMutablePointer)
    }

    /// The samples, with the bytes in use.
    ///
    /// The list is not to be changed; the samples may be.
    public var audioBufferList: UnsafePointer<AudioBufferList> { used.unsafePointer }

    /// The samples, with their whole capacity in bytes, for functions that fill a list and note in it how far.
    ///
    /// Every call sets the sizes to the whole capacity; the amount in use is then set by the length of the buffer.
    public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        for index in whole.indices { whole[index].mDataByteSize = wholeByteCount }
        return whole.unsafeMutablePointer
    }

    /// A buffer with samples of its own.
    open func copy(with zone: NSZone? = nil) -> Any { AVAudioBuffer() }

    /// A buffer with samples of its own.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }
}

/// The samples of a buffer before it exists.
struct BufferMemory {
    /// From `AudioBufferList.allocate`; the audio buffer will free it.
    let list: UnsafeMutableAudioBufferListPointer
    /// The bytes of each buffer.
    let byteCount: UInt32
    /// Gives the samples back, not the list.
    let release: () -> Void

    /// Memory without buffers and samples.
    static var none: BufferMemory {
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        list.count = 0
        return BufferMemory(list: list, byteCount: 0) {}
    }

    /// Zeros for `bufferCount` buffers of `byteCount` bytes each; nil if there is no room.
    static func zeros(bufferCount: Int, channelsPerBuffer: UInt32, byteCount: UInt32) -> BufferMemory? {
        // Each buffer starts at a cache line, which is also where the widest vectors start. One more line between two
        // of them keeps channels whose bytes are a power of two from competing for the same places in the cache.
        let line = 64
        let distance = (Int(byteCount) + line - 1) / line * line + line
        let (all, isTooMuch) = (bufferCount + 1).multipliedReportingOverflow(by: distance)
        guard !isTooMuch, let memory = calloc(1, all) else { return nil }
        let start = memory.alignedUp(toMultipleOf: line)
        let list = AudioBufferList.allocate(maximumBuffers: max(bufferCount, 1))
        list.count = bufferCount
        for index in 0..<bufferCount {
            list[index] = AudioBuffer(
                mNumberChannels: channelsPerBuffer, mDataByteSize: byteCount, mData: start + index * distance)
        }
        return BufferMemory(list: list, byteCount: byteCount) { free(memory) }
    }

    /// The samples of `given`, which stay where they are, with `byteCount` bytes of each buffer.
    static func borrowed(
        _ given: UnsafeMutableAudioBufferListPointer, byteCount: UInt32, release: @escaping () -> Void
    ) -> BufferMemory {
        let list = AudioBufferList.allocate(maximumBuffers: max(given.count, 1))
        list.count = given.count
        for index in given.indices { list[index] = given[index] }
        return BufferMemory(list: list, byteCount: byteCount, release: release)
    }
}
