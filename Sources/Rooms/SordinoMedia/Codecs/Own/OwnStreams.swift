import SordinoCodecs

/// The encoder of an Apple Lossless stream.
final class ALACStream: StreamEncoding {
    private let encoder: ALACEncoder
    private let channelCount: Int

    /// Wraps an encoder of so many channels.
    init(_ encoder: ALACEncoder, _ channelCount: Int) { (self.encoder, self.channelCount) = (encoder, channelCount) }

    var framesPerPacket: Int { encoder.description.framesPerPacket }
    var primingFrameCount: Int { 0 }
    var cookie: [UInt8]? { encoder.cookie }

    func packet(
        _ planes: UnsafePointer<UnsafeRawPointer>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        try encoder.encode(integerPlanes(planes, channelCount), frameCount: frameCount)
    }

    func rest() -> UnsafeRawBufferPointer? {
        encoder.finish()
        return nil
    }
}

/// The encoder of a FLAC stream.
final class FLACStream: StreamEncoding {
    private let encoder: FLACEncoder
    private let channelCount: Int

    /// Wraps an encoder of so many channels.
    init(_ encoder: FLACEncoder, _ channelCount: Int) { (self.encoder, self.channelCount) = (encoder, channelCount) }

    var framesPerPacket: Int { encoder.framesPerPacket }
    var primingFrameCount: Int { 0 }
    var cookie: [UInt8]? { FLACStreamInfo.cookie(encoder.cookie) }

    func packet(
        _ planes: UnsafePointer<UnsafeRawPointer>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        try encoder.encode(integerPlanes(planes, channelCount), frameCount: frameCount)
    }

    func rest() -> UnsafeRawBufferPointer? {
        encoder.finish()
        return nil
    }
}

/// The encoder of an iLBC stream.
final class ILBCStream: StreamEncoding {
    private let encoder: ILBCEncoder

    /// Wraps an encoder of one channel.
    init(_ encoder: ILBCEncoder) { self.encoder = encoder }

    var framesPerPacket: Int { encoder.framesPerPacket }
    var primingFrameCount: Int { encoder.primingFrameCount }
    var cookie: [UInt8]? { nil }

    func packet(
        _ planes: UnsafePointer<UnsafeRawPointer>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        encoder.encode(planes[0].assumingMemoryBound(to: Float.self), frameCount: frameCount)
    }

    func rest() -> UnsafeRawBufferPointer? { encoder.finish() }
}

/// The encoder of an AAC stream, of any kind.
final class AACStream: StreamEncoding {
    private let encoder: AACEncoder
    private let channelCount: Int
    let cookie: [UInt8]?

    /// Wraps an encoder for packets of a format.
    init(_ encoder: AACEncoder, _ format: MediaFormat) {
        self.encoder = encoder
        channelCount = format.channelCount
        cookie = AudioSpecificConfig.cookie(encoder.cookie, bitRate: encoder.settings.bitRate)
    }

    var framesPerPacket: Int { encoder.framesPerPacket }
    var primingFrameCount: Int { encoder.primingFrameCount }

    func packet(
        _ planes: UnsafePointer<UnsafeRawPointer>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        let floats = UnsafeRawPointer(planes).assumingMemoryBound(to: UnsafePointer<Float>?.self)
        return encoder.encode(UnsafeBufferPointer(start: floats, count: channelCount), frameCount: frameCount)
    }

    func rest() -> UnsafeRawBufferPointer? { encoder.finish() }
}

/// Planes as the encoders without loss take them.
private func integerPlanes(
    _ planes: UnsafePointer<UnsafeRawPointer>, _ count: Int
) -> UnsafeBufferPointer<UnsafePointer<Int32>> {
    UnsafeBufferPointer(
        start: UnsafeRawPointer(planes).assumingMemoryBound(to: UnsafePointer<Int32>.self), count: count)
}
