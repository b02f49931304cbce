import Foundation

extension AVAudioPCMBuffer {
    /// The samples of a channel, to be read, in the type that they have.
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

    /// The samples of a channel, to be read and written, in the type that they have.
    ///
    /// In interleaved sound the samples of the other channels lie between them: go by `stride`.
    public enum MutableChannelData: ~Copyable, ~Escapable {
        /// Samples as native `Float`.
        case float(MutableSpan<Float>)
        /// Samples as native `Int16`.
        case int16(MutableSpan<Int16>)
        /// Samples as native `Int32`.
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
        switch start(ofChannel: index) {
        case .float(let data):
            .float(unsafe _overrideLifetime(Span(_unsafeStart: data, count: sampleCount), borrowing: self))
        case .int16(let data):
            .int16(unsafe _overrideLifetime(Span(_unsafeStart: data, count: sampleCount), borrowing: self))
        case .int32(let data):
            .int32(unsafe _overrideLifetime(Span(_unsafeStart: data, count: sampleCount), borrowing: self))
        }
    }

    /// The frames in use of a channel, with bounds, to be written.
    ///
    /// Unsafe, because nothing keeps others from reading and writing meanwhile.
    ///
    /// - Parameter index: The channel, from 0. The format must be `Float`, `Int16` or `Int32`. Anything else stops the
    ///   program.
    @unsafe @_lifetime(borrow self)
    public func mutableChannelData(_ index: Int) -> MutableChannelData {
        switch start(ofChannel: index) {
        case .float(let data):
            .float(unsafe _overrideLifetime(MutableSpan(_unsafeStart: data, count: sampleCount), borrowing: self))
        case .int16(let data):
            .int16(unsafe _overrideLifetime(MutableSpan(_unsafeStart: data, count: sampleCount), borrowing: self))
        case .int32(let data):
            .int32(unsafe _overrideLifetime(MutableSpan(_unsafeStart: data, count: sampleCount), borrowing: self))
        }
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
    private var sampleCount: Int { frameLength == 0 ? 0 : (Int(frameLength) - 1) * stride + 1 }

    /// The start of a channel, in the type of its samples.
    private enum ChannelStart {
        case float(UnsafeMutablePointer<Float>)
        case int16(UnsafeMutablePointer<Int16>)
        case int32(UnsafeMutablePointer<Int32>)
    }

    private func start(ofChannel index: Int) -> ChannelStart {
        requireCondition(
            index >= 0 && index < Int(format.channelCount), "required condition is false: index < channelCount")
        if let data = floatChannelData { return .float(data[index]) }
        if let data = int16ChannelData { return .int16(data[index]) }
        if let data = int32ChannelData { return .int32(data[index]) }
        stopOnMisuse("required condition is false: samples are Float, Int16 or Int32")
    }
}
