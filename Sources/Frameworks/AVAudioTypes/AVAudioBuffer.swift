import Foundation

/// Sound in memory, with its format.
///
/// What the sound is, packets or frames, is for the subclasses to say. A buffer is no thread's in particular and may be
/// used by one at a time. Its pointers are good for as long as somebody holds it: nothing here keeps a buffer alive that is
/// only mentioned in passing, as an autorelease pool would.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    /// The format of the sound.
    public let format: AVAudioFormat

    /// The samples with the bytes in use.
    let used: UnsafeMutableAudioBufferListPointer
    /// The samples with the bytes that there are.
    private let whole: UnsafeMutableAudioBufferListPointer
    /// The bytes that each buffer has.
    private let wholeByteCount: UInt32
    /// Gives the samples back.
    private let release: () -> Void

    /// A buffer of nothing.
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

    /// The samples, with all the bytes that there are, for functions that fill a list and note in it how far.
    ///
    /// Every call sets the sizes anew. Who has changed how much is in use tells the buffer by its length.
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

    /// No samples.
    static var none: BufferMemory {
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        list.count = 0
        return BufferMemory(list: list, byteCount: 0) {}
    }

    /// Zeros for `bufferCount` buffers of `byteCount` bytes each; nil if there is no room.
    static func zeros(bufferCount: Int, channelsPerBuffer: UInt32, byteCount: UInt32) -> BufferMemory? {
        // Each buffer starts at a cache line, which is also where the widest vectors start. One more line between two of
        // them keeps channels whose bytes are a power of two from competing for the same places in the cache.
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
