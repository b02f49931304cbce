import Foundation

/// Frames of linear PCM in memory.
///
/// A new buffer holds zeros in all its `frameCapacity` frames, and no frame is in use: set `frameLength` before
/// reading.
open class AVAudioPCMBuffer: AVAudioBuffer {
    /// The capacity in frames.
    public let frameCapacity: AVAudioFrameCount

    /// The distance of two samples of the same channel, in samples: the number of channels if interleaved, 1 otherwise.
    public let stride: Int

    private var length: AVAudioFrameCount = 0
    /// Programs ask for these once per sample: they are kept, not worked out.
    private let bytesPerFrame: UInt32
    private let channels: ChannelPointers

    /// Makes a buffer without samples.
    public convenience init() { self.init(format: AVAudioFormat(), memory: .none, frameCapacity: 0) }

    /// A buffer of zeros.
    ///
    /// Nil if a frame has no bytes, if the bytes of a channel (of all channels when interleaved) do not fit into 32
    /// bits, or if there is no memory.
    ///
    /// - Parameters:
    ///   - format: Linear PCM; any other format stops the program.
    ///   - frameCapacity: The frames to make room for.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let stream = Self.linearPCM(format)
        let (byteCount, overflow) = frameCapacity.multipliedReportingOverflow(by: stream.mBytesPerFrame)
        guard
            stream.mBytesPerFrame > 0, !overflow,
            let memory = BufferMemory.zeros(
                bufferCount: stream.bufferCount, channelsPerBuffer: stream.channelsPerBuffer, byteCount: byteCount)
        else { return nil }
        self.frameCapacity = frameCapacity
        (stride, bytesPerFrame) = (Int(stream.channelsPerBuffer), stream.mBytesPerFrame)
        channels = ChannelPointers(to: memory.list, format, stride: stride)
        super.init(format: format, memory: memory)
    }

    /// A buffer over samples that stay where they are, all of them in use.
    ///
    /// Nil if a frame has no bytes, if the number of buffers is not the format's (one if interleaved, one per channel
    /// otherwise), or if a buffer has no samples.
    ///
    /// - Parameters:
    ///   - format: Linear PCM; any other format stops the program.
    ///   - bufferList: The samples. They must stay until `deallocator` is called.
    ///   - deallocator: Called with `bufferList` when this object goes, on the thread that lets it go.
    public init?(
        pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let stream = Self.linearPCM(format)
        let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        guard
            stream.mBytesPerFrame > 0, given.count > 0, given.count == stream.bufferCount,
            given.allSatisfy({ $0.mData != nil })
        else { return nil }
        let frames = given.reduce(UInt32.max) { min($0, $1.mDataByteSize) } / stream.mBytesPerFrame
        let memory = BufferMemory.borrowed(given, byteCount: frames * stream.mBytesPerFrame) {
            deallocator?(bufferList)
        }
        frameCapacity = frames
        (stride, bytesPerFrame) = (Int(stream.channelsPerBuffer), stream.mBytesPerFrame)
        channels = ChannelPointers(to: memory.list, format, stride: stride)
        super.init(format: format, memory: memory)
        frameLength = frames
    }

    private init(format: AVAudioFormat, memory: BufferMemory, frameCapacity: AVAudioFrameCount) {
        let stream = format.streamDescription.pointee
        self.frameCapacity = frameCapacity
        (stride, bytesPerFrame) = (Int(stream.channelsPerBuffer), stream.mBytesPerFrame)
        channels = ChannelPointers(to: memory.list, format, stride: stride)
        super.init(format: format, memory: memory)
    }

    /// A buffer with the format, the room and the frames of `source`, in memory of its own.
    public convenience init(copying source: AVAudioPCMBuffer) {
        let stream = source.format.streamDescription.pointee
        guard
            let memory = BufferMemory.zeros(
                bufferCount: source.used.count, channelsPerBuffer: stream.channelsPerBuffer,
                byteCount: source.frameCapacity * stream.mBytesPerFrame)
        else { preconditionFailure("there is no memory for a copy of \(source.frameCapacity) frames") }
        self.init(format: source.format, memory: memory, frameCapacity: source.frameCapacity)
        frameLength = source.frameLength
        for (mine, its) in zip(used, source.used) {
            if let target = mine.mData, let samples = its.mData {
                target.copyMemory(from: samples, byteCount: Int(mine.mDataByteSize))
            }
        }
    }

    deinit { channels.deallocate() }

    // MARK: - The frames

    /// The frames in use, from the start.
    ///
    /// At most `frameCapacity`; more stops the program.
    ///
    /// Setting it sets the sizes in `audioBufferList`. The samples stay as they are.
    public var frameLength: AVAudioFrameCount {
        get { length }
        set {
            requireCondition(newValue <= frameCapacity, "required condition is false: frameLength <= frameCapacity")
            length = newValue
            let byteCount = newValue * bytesPerFrame
            for index in used.indices { used[index].mDataByteSize = byteCount }
        }
    }

    /// A pointer per channel to its first sample, the next lying `stride` samples on; nil if samples are not `Float`.
    public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { channels.float }

    /// A pointer per channel to its first sample, the next lying `stride` samples on; nil if samples are not `Int16`.
    public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { channels.int16 }

    /// A pointer per channel to its first sample, the next lying `stride` samples on; nil if samples are not `Int32`.
    public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? { channels.int32 }

    /// A pointer per channel to its first sample, whichever type it has; of interleaved samples the first leads to all.
    ///
    /// There are none in a buffer without memory.
    package var channelStarts: UnsafePointer<UnsafeMutableRawPointer> { UnsafePointer(channels.starts) }

    /// A buffer with the same room and the same frames, in memory of its own.
    open override func copy(with zone: NSZone? = nil) -> Any { AVAudioPCMBuffer(copying: self) }

    private static func linearPCM(_ format: AVAudioFormat) -> AudioStreamBasicDescription {
        let stream = format.streamDescription.pointee
        requireCondition(stream.isLinearPCM, "required condition is false: isPCMFormat")
        return stream
    }
}

/// The starts of the channels, in the type of the samples.
private struct ChannelPointers {
    /// For samples of every type; those of the first buffer come first.
    let starts: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private(set) var float: UnsafePointer<UnsafeMutablePointer<Float>>?
    private(set) var int16: UnsafePointer<UnsafeMutablePointer<Int16>>?
    private(set) var int32: UnsafePointer<UnsafeMutablePointer<Int32>>?

    init(to list: UnsafeMutableAudioBufferListPointer, _ format: AVAudioFormat, stride: Int) {
        starts = .allocate(capacity: max(list.count * stride, 1))
        let width = Int(format.streamDescription.pointee.bytesPerSample)
        for (index, buffer) in list.enumerated() {
            guard let samples = buffer.mData else { continue }
            for channel in 0..<stride { (starts + index * stride + channel).initialize(to: samples + channel * width) }
        }
        let pointers = UnsafeRawPointer(starts)
        switch format.commonFormat {
        case .pcmFormatFloat32: float = pointers.assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
        case .pcmFormatInt16: int16 = pointers.assumingMemoryBound(to: UnsafeMutablePointer<Int16>.self)
        case .pcmFormatInt32: int32 = pointers.assumingMemoryBound(to: UnsafeMutablePointer<Int32>.self)
        case .pcmFormatFloat64, .otherFormat: break
        }
    }

    func deallocate() { starts.deallocate() }
}

extension AudioStreamBasicDescription {
    /// The buffers that a list of such samples has.
    package var bufferCount: Int { isInterleaved ? 1 : Int(mChannelsPerFrame) }

    /// The channels in each buffer of a list of such samples.
    package var channelsPerBuffer: UInt32 { isInterleaved ? mChannelsPerFrame : 1 }
}
