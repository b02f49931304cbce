import CoreAudioTypes

// Codecs as components: the functions that a program calls, and the function types of a codec made of C functions. The
// first argument of those is always the component's interface. A `Boolean` that C writes is a `UInt8` here.

/// An instance of a codec, made by `AudioComponentInstanceNew`.
public typealias AudioCodec = AudioComponentInstance

/// The way in which a user interface shows a setting of a codec.
public struct AudioSettingsFlags: OptionSet, Sendable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Makes a set of flags from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The setting is shown to expert users only.
    public static var expertParameter: AudioSettingsFlags { AudioSettingsFlags(rawValue: 1) }
    /// The setting is not shown to users.
    public static var invisibleParameter: AudioSettingsFlags { AudioSettingsFlags(rawValue: 2) }
    /// The setting changes other settings.
    public static var metaParameter: AudioSettingsFlags { AudioSettingsFlags(rawValue: 4) }
    /// The setting is shown and concerns only the user interface.
    public static var userInterfaceParameter: AudioSettingsFlags { AudioSettingsFlags(rawValue: 8) }
}

/// The type of `kAudioCodecGetPropertyInfoSelect`: property, size, whether it may be written.
public typealias AudioCodecGetPropertyInfoProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioCodecPropertyID, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt8>?
    ) -> OSStatus
/// The type of `kAudioCodecGetPropertySelect`: property, size, value.
public typealias AudioCodecGetPropertyProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioCodecPropertyID, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer
    ) -> OSStatus
/// The type of `kAudioCodecSetPropertySelect`: property, size, value.
public typealias AudioCodecSetPropertyProc =
    @convention(c) (UnsafeMutableRawPointer, AudioCodecPropertyID, UInt32, UnsafeRawPointer) -> OSStatus
/// The type of `kAudioCodecInitializeSelect`: input format, output format, cookie and its size.
public typealias AudioCodecInitializeProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<AudioStreamBasicDescription>?,
        UnsafePointer<AudioStreamBasicDescription>?, UnsafeRawPointer?, UInt32
    ) -> OSStatus
/// The type of `kAudioCodecUninitializeSelect`.
public typealias AudioCodecUninitializeProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
/// The type of `kAudioCodecAppendInputDataSelect`: input, bytes, packets, where they lie.
public typealias AudioCodecAppendInputDataProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
        UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus
/// The type of `kAudioCodecProduceOutputDataSelect`: output, bytes, packets, where they lie, how the call ended.
public typealias AudioCodecProduceOutputPacketsProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
        UnsafeMutablePointer<AudioStreamPacketDescription>?, UnsafeMutablePointer<UInt32>
    ) -> OSStatus
/// The type of `kAudioCodecResetSelect`.
public typealias AudioCodecResetProc = @convention(c) (UnsafeMutableRawPointer) -> OSStatus
/// The type of `kAudioCodecAppendInputBufferListSelect`: input, packets, where they lie, bytes taken.
public typealias AudioCodecAppendInputBufferListProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<AudioBufferList>, UnsafeMutablePointer<UInt32>,
        UnsafePointer<AudioStreamPacketDescription>?, UnsafeMutablePointer<UInt32>
    ) -> OSStatus
/// The type of `kAudioCodecProduceOutputBufferListSelect`: output, packets, where they lie, how the call ended.
public typealias AudioCodecProduceOutputBufferListProc =
    @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<UInt32>,
        UnsafeMutablePointer<AudioStreamPacketDescription>?, UnsafeMutablePointer<UInt32>
    ) -> OSStatus

// MARK: - Calls

/// Returns the size of a property's value, and whether it can be set.
///
/// - Returns: `kAudioCodecUnknownPropertyError` if the codec does not have it.
@discardableResult
public func AudioCodecGetPropertyInfo(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    CodecInstance.of(inCodec)?.propertyInfo(inPropertyID, outSize, outWritable) ?? UnitError.invalidComponent
}

/// Reads a property.
///
/// - Parameter ioPropertyDataSize: Bytes of room; afterwards the bytes written.
/// - Returns: `kAudioCodecUnknownPropertyError` if the codec does not have it, `kAudioCodecBadPropertySizeError` if
///   there is too little room.
@discardableResult
public func AudioCodecGetProperty(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    CodecInstance.of(inCodec)?.property(inPropertyID, ioPropertyDataSize, outPropertyData) ?? UnitError.invalidComponent
}

/// Sets a property.
///
/// - Returns: `kAudioCodecUnknownPropertyError` if the codec does not have it, `kAudioCodecIllegalOperationError` if it
///   can only be read.
@discardableResult
public func AudioCodecSetProperty(
    _ inCodec: AudioCodec, _ inPropertyID: AudioCodecPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    CodecInstance.of(inCodec)?.setProperty(inPropertyID, inPropertyDataSize, inPropertyData)
        ?? UnitError.invalidComponent
}

/// Prepares a codec for a stream.
///
/// - Parameters:
///   - inInputFormat: The format of the input; nil for the value of `kAudioCodecPropertyCurrentInputFormat`.
///   - inOutputFormat: The format of the output; nil for the value of `kAudioCodecPropertyCurrentOutputFormat`.
///   - inMagicCookie: The stream's data for the decoder; may be nil.
/// - Returns: `kAudioCodecStateError` if the codec is ready already, `kAudioCodecUnsupportedFormatError` if it refuses
///   the formats.
@discardableResult
public func AudioCodecInitialize(
    _ inCodec: AudioCodec, _ inInputFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inOutputFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inMagicCookie: UnsafeRawPointer?,
    _ inMagicCookieByteSize: UInt32
) -> OSStatus {
    CodecInstance.of(inCodec)?.initialize(inInputFormat, inOutputFormat, inMagicCookie, inMagicCookieByteSize)
        ?? UnitError.invalidComponent
}

/// Releases the resources of `AudioCodecInitialize` and discards appended input.
@discardableResult
public func AudioCodecUninitialize(_ inCodec: AudioCodec) -> OSStatus {
    CodecInstance.of(inCodec)?.uninitialize() ?? UnitError.invalidComponent
}

/// Appends input: packets to a decoder, interleaved frames to an encoder.
///
/// A call with no bytes and no packets marks the end of the stream: an encoder then makes its last packets.
///
/// - Parameters:
///   - ioInputDataByteSize: Bytes of input; afterwards the bytes taken.
///   - ioNumberPackets: Packets of input; afterwards the packets taken.
///   - inPacketDescription: The place of each packet, for packets of different sizes; else nil.
/// - Returns: `kAudioCodecStateError` before `AudioCodecInitialize`, `kAudioCodecNotEnoughBufferSpaceError` if nothing
///   more can be taken until output is made.
@discardableResult
public func AudioCodecAppendInputData(
    _ inCodec: AudioCodec, _ inInputData: UnsafeRawPointer, _ ioInputDataByteSize: UnsafeMutablePointer<UInt32>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ inPacketDescription: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    CodecInstance.of(inCodec)?.append(inInputData, ioInputDataByteSize, ioNumberPackets, inPacketDescription)
        ?? UnitError.invalidComponent
}

/// Makes output: interleaved frames by a decoder, packets by an encoder.
///
/// - Parameters:
///   - ioOutputDataByteSize: Bytes of room; afterwards the bytes written.
///   - ioNumberPackets: Packets wanted; afterwards the packets written.
///   - outPacketDescription: Receives the place of each packet; nil for frames.
///   - outStatus: Receives one of `kAudioCodecProduceOutputPacket…`.
/// - Returns: `kAudioCodecStateError` before `AudioCodecInitialize`, `kAudioCodecNotEnoughBufferSpaceError` for too
///   little room, `kAudioCodecBadDataError` for damaged packets.
@discardableResult
public func AudioCodecProduceOutputPackets(
    _ inCodec: AudioCodec, _ outOutputData: UnsafeMutableRawPointer,
    _ ioOutputDataByteSize: UnsafeMutablePointer<UInt32>, _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outStatus: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    CodecInstance.of(inCodec)?.produce(
        outOutputData, ioOutputDataByteSize, ioNumberPackets, outPacketDescription, outStatus)
        ?? UnitError.invalidComponent
}

/// Appends the input of a list with one buffer.
///
/// - Returns: As `AudioCodecAppendInputData`; `kAudio_ParamError` for a list of several buffers.
@discardableResult
public func AudioCodecAppendInputBufferList(
    _ inCodec: AudioCodec, _ inBufferList: UnsafePointer<AudioBufferList>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ inPacketDescription: UnsafePointer<AudioStreamPacketDescription>?,
    _ outBytesConsumed: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard let codec = CodecInstance.of(inCodec) else { return UnitError.invalidComponent }
    if let status = codec.append(inBufferList, ioNumberPackets, inPacketDescription, outBytesConsumed) { return status }
    guard inBufferList.pointee.mNumberBuffers == 1, let data = inBufferList.pointee.mBuffers.mData else {
        return kAudio_ParamError
    }
    outBytesConsumed.pointee = inBufferList.pointee.mBuffers.mDataByteSize
    return codec.append(data, outBytesConsumed, ioNumberPackets, inPacketDescription)
}

/// Makes output into a list with one buffer.
///
/// - Returns: As `AudioCodecProduceOutputPackets`; `kAudio_ParamError` for a list of several buffers.
@discardableResult
public func AudioCodecProduceOutputBufferList(
    _ inCodec: AudioCodec, _ ioBufferList: UnsafeMutablePointer<AudioBufferList>,
    _ ioNumberPackets: UnsafeMutablePointer<UInt32>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outStatus: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard let codec = CodecInstance.of(inCodec) else { return UnitError.invalidComponent }
    if let status = codec.produce(ioBufferList, ioNumberPackets, outPacketDescription, outStatus) { return status }
    guard ioBufferList.pointee.mNumberBuffers == 1, let data = ioBufferList.pointee.mBuffers.mData else {
        return kAudio_ParamError
    }
    return codec.produce(
        data, &ioBufferList.pointee.mBuffers.mDataByteSize, ioNumberPackets, outPacketDescription, outStatus)
}

/// Discards appended input and begins a new stream of the same formats.
@discardableResult
public func AudioCodecReset(_ inCodec: AudioCodec) -> OSStatus {
    CodecInstance.of(inCodec)?.reset() ?? UnitError.invalidComponent
}
