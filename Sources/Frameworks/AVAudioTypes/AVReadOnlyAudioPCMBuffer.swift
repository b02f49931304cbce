import Foundation

/// Frames of linear PCM that no longer change, so that any number of threads may read them.
public struct AVReadOnlyAudioPCMBuffer: @unchecked Sendable {
    /// The frames, which are only read.
    package let buffer: AVAudioPCMBuffer

    /// A copy of the frames in use.
    public init(copying buffer: AVAudioPCMBuffer) { self.buffer = AVAudioPCMBuffer(copying: buffer) }

    /// Frames that `initialize` writes.
    ///
    /// - Parameters:
    ///   - format: Linear PCM; any other format stops the program.
    ///   - frameCapacity: The frames to make room for.
    ///   - initialize: Fills the list and leaves in `mDataByteSize` of its first buffer how much it has written.
    /// - Throws: `kAudio_ParamError` in `NSOSStatusErrorDomain` if such a buffer cannot be made or the reported byte
    ///   count does not fit; rethrows the errors of `initialize`.
    public init(
        format: AVAudioFormat, frameCapacity: Int,
        initializingWith initialize: (_ audioBufferList: UnsafeMutablePointer<AudioBufferList>) throws -> Void
    ) throws {
        let refused = NSError(domain: NSOSStatusErrorDomain, code: Int(kAudio_ParamError))
        guard
            let capacity = AVAudioFrameCount(exactly: frameCapacity),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity)
        else { throw refused }
        let list = buffer.mutableAudioBufferList
        try initialize(list)
        let written = list.pointee.mNumberBuffers == 0 ? 0 : list.pointee.mBuffers.mDataByteSize
        let frameLength = written / format.streamDescription.pointee.mBytesPerFrame
        guard frameLength <= capacity else { throw refused }
        buffer.frameLength = frameLength
        self.buffer = buffer
    }

    /// Takes `buffer` as it is.
    ///
    /// Unsafe, because nothing keeps others that hold it from writing.
    @unsafe public init(unsafeRetaining buffer: sending AVAudioPCMBuffer) { self.buffer = buffer }

    /// The samples of a channel, in the type that they have.
    ///
    /// In interleaved sound the samples of the other channels lie between them: go by `stride`.
    public enum ChannelData: ~Escapable {
        /// Samples as native `Float`.
        case float(Span<Float>)
        /// Samples as native `Int16`.
        case int16(Span<Int16>)
        /// Samples as native `Int32`.
        case int32(Span<Int32>)
    }

    /// The format of the sound.
    public var format: AVAudioFormat { buffer.format }

    /// The capacity in frames.
    public var frameCapacity: Int { Int(buffer.frameCapacity) }

    /// The frames in use.
    public var frameLength: Int { Int(buffer.frameLength) }

    /// The distance of two samples of the same channel, in samples.
    public var stride: Int { buffer.stride }

    /// The frames in use of a channel.
    ///
    /// - Parameter index: The channel, from 0. The format must be `Float`, `Int16` or `Int32`. Anything else stops the
    ///   program.
    @_lifetime(borrow self)
    public func channelData(_ index: Int) -> ChannelData {
        switch unsafe buffer.channelData(index) {
        case .float(let samples): .float(unsafe _overrideLifetime(samples, borrowing: self))
        case .int16(let samples): .int16(unsafe _overrideLifetime(samples, borrowing: self))
        case .int32(let samples): .int32(unsafe _overrideLifetime(samples, borrowing: self))
        }
    }

    /// Hands `body` the samples in use.
    ///
    /// - Parameter body: May read the list until it returns.
    @unsafe public func withUnsafeAudioBufferList<R>(
        _ body: (UnsafePointer<AudioBufferList>) throws -> R
    ) rethrows -> R {
        try unsafe buffer.withUnsafeAudioBufferList(body)
    }

}

extension AVAudioPCMBuffer {
    /// A buffer with the format, the room and the frames of `readOnlyBuffer`, in memory of its own.
    public convenience init(copying readOnlyBuffer: AVReadOnlyAudioPCMBuffer) {
        self.init(copying: readOnlyBuffer.buffer)
    }
}
