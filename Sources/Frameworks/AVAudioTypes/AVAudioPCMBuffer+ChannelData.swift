import Foundation

extension AVAudioPCMBuffer {
    /// The samples of a channel, to be read, in the type that they have.
    ///
    /// In interleaved sound the samples of the other channels lie between them: go by `stride`.
    public enum ChannelData: ~Escapable {
        /// Native `Float`.
        case float(Span<Float>)
        /// Native `Int16`.
        case int16(Span<Int16>)
        /// Native `Int32`.
        case int32(Span<Int32>)
    }

    /// The samples of a channel, to be read and written, in the type that they have.
    ///
    /// In interleaved sound the samples of the other channels lie between them: go by `stride`.
    public enum MutableChannelData: ~Copyable, ~Escapable {
        /// Native `Float`.
        case float(MutableSpan<Float>)
        /// Native `Int16`.
        case int16(MutableSpan<Int16>)
        /// Native `Int32`.
        case int32(MutableSpan<Int32>)
    }

    /// The frames in use of a channel, with bounds.
    ///
    /// Unsafe, because nothing keeps others from writing meanwhile.
    ///
    /// - Parameter index: The channel, from 0. The format must be `Float`, `Int16` or `Int32`. Anything else stops the
    ///   program.
    @unsafe @_lifetime(borrow self)
    public func channelData(_ index: Int) -> ChannelData {
        let count = sampleCount(ofChannel: index)
        if let data = floatChannelData {
            return .float(
                unsafe _overrideLifetime(Span(_unsafeStart: data[index], count: count), borrowing: self))
        }
        if let data = int16ChannelData {
            return .int16(
                unsafe _overrideLifetime(Span(_unsafeStart: data[index], count: count), borrowing: self))
        }
        if let data = int32ChannelData {
            return .int32(
                unsafe _overrideLifetime(Span(_unsafeStart: data[index], count: count), borrowing: self))
        }
        stopOnMisuse("required condition is false: samples are Float, Int16 or Int32")
    }

    /// The frames in use of a channel, with bounds, to be written.
    ///
    /// Unsafe, because nothing keeps others from reading and writing meanwhile.
    ///
    /// - Parameter index: The channel, from 0. The format must be `Float`, `Int16` or `Int32`. Anything else stops the
    ///   program.
    @unsafe @_lifetime(borrow self)
    public func mutableChannelData(_ index: Int) -> MutableChannelData {
        let count = sampleCount(ofChannel: index)
        if let data = floatChannelData {
            return .float(
                unsafe _overrideLifetime(MutableSpan(_unsafeStart: data[index], count: count), borrowing: self))
        }
        if let data = int16ChannelData {
            return .int16(
                unsafe _overrideLifetime(MutableSpan(_unsafeStart: data[index], count: count), borrowing: self))
        }
        if let data = int32ChannelData {
            return .int32(
                unsafe _overrideLifetime(MutableSpan(_unsafeStart: data[index], count: count), borrowing: self))
        }
        stopOnMisuse("required condition is false: samples are Float, Int16 or Int32")
    }

    /// Hands `body` the samples in use.
    ///
    /// - Parameter body: May use the list until it returns.
    @unsafe public func withUnsafeAudioBufferList<R>(
        _ body: (UnsafePointer<AudioBufferList>) throws -> R
    ) rethrows -> R {
        try withExtendedLifetime(self) { try body(audioBufferList) }
    }

    /// From the first to the last sample of a channel, those of other channels between them included.
    private func sampleCount(ofChannel index: Int) -> Int {
        requireCondition(
            index >= 0 && index < Int(format.channelCount), "required condition is false: index < channelCount")
        return frameLength == 0 ? 0 : (Int(frameLength) - 1) * stride + 1
    }
}
