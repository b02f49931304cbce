import Glibc

extension AudioBufferList {
    /// The bytes that a list of `maximumBuffers` buffers takes.
    ///
    /// - Parameter maximumBuffers: At least 1.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "AudioBufferList should contain at least 1 AudioBuffer")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// A new list with room for `maximumBuffers` empty buffers, its `count` set to that.
    ///
    /// Release it with `free()`.
    ///
    /// - Parameter maximumBuffers: At least 1.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let byteCount = sizeInBytes(maximumBuffers: maximumBuffers)
        guard let memory = calloc(1, byteCount) else {
            preconditionFailure("there is no memory for a list of \(maximumBuffers) audio buffers")
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.bindMemory(to: AudioBufferList.self, capacity: 1))
        list.count = maximumBuffers
        return list
    }
}

/// The buffers of an `AudioBufferList` as a collection.
///
/// It does not own the list, and copies of it see the same buffers.
@frozen
public struct UnsafeMutableAudioBufferListPointer {
    /// The pointer to the buffer list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// The list itself, for reading.
    @inlinable public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// Looks at the list behind `p`.
    @inlinable public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    /// Refers to the list behind `p`; nil for a nil pointer.
    @inlinable public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        unsafeMutablePointer = p
    }

    /// The number of buffers.
    ///
    /// To set it is to write `mNumberBuffers`; the memory must have the room.
    @inlinable public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    /// A pointer to the first buffer, which follows the count and the padding for the buffers' alignment.
    @inlinable var buffers: UnsafeMutablePointer<AudioBuffer> {
        let first = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + first).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The index of a buffer.
    public typealias Index = Int

    /// The index of the first buffer, always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of buffers.
    @inlinable public var endIndex: Int { count }

    /// The buffer at `index`, to be read or changed in its place.
    @inlinable public subscript(index: Int) -> AudioBuffer {
        get {
            precondition(index >= 0 && index < count, "subscript index out of range")
            return buffers[index]
        }
        nonmutating _modify {
            precondition(index >= 0 && index < count, "subscript index out of range")
            yield &buffers[index]
        }
    }
}

extension AudioBuffer {
    /// A buffer over the memory of `typedBuffer`, which holds frames of `numberOfChannels` interleaved samples.
    @inlinable public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(numberOfChannels),
            mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
            mData: typedBuffer.baseAddress)
    }
}

extension UnsafeBufferPointer {
    /// The samples of `audioBuffer`, whole ones only.
    @inlinable public init(_ audioBuffer: AudioBuffer) {
        self.init(
            start: audioBuffer.mData.map { UnsafePointer($0.assumingMemoryBound(to: Element.self)) },
            count: audioBuffer.mData == nil ? 0 : Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride)
    }
}

extension UnsafeMutableBufferPointer {
    /// The samples of `audioBuffer`, whole ones only.
    @inlinable public init(_ audioBuffer: AudioBuffer) {
        self.init(
            start: audioBuffer.mData?.assumingMemoryBound(to: Element.self),
            count: audioBuffer.mData == nil ? 0 : Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride)
    }
}
