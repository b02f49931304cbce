import CoreAudioTypes
import Dispatch
import SordinoMedia

/// Makes a converter between two formats, one of which has to be linear PCM.
///
/// - Parameters:
///   - inSourceFormat: The input; a rate of 0 stands for the output's.
///   - inDestinationFormat: The output.
///   - outAudioConverter: Receives the converter, to be given up by `AudioConverterDispose`.
/// - Returns: `kAudioConverterErr_FormatNotSupported`, `kAudioConverterErr_InputSampleRateOutOfRange`,
///   `kAudioConverterErr_OutputSampleRateOutOfRange`, or 0.
@discardableResult
public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    outAudioConverter.pointee = nil
    do throws(ConversionError) {
        outAudioConverter.pointee =
            try AudioConverterObject(inSourceFormat.pointee, inDestinationFormat.pointee).hold()
        return noErr
    } catch {
        return AudioConverterStatus.status(of: error)
    }
}

/// Makes a converter, if one of the given codecs fits its formats.
///
/// - Parameters:
///   - inNumberClassDescriptions: Entries in `inClassDescriptions`.
///   - inClassDescriptions: Codecs, as `AudioFormatGetProperty` lists them; one of them has to fit. All codecs here are
///     software.
/// - Returns: As `AudioConverterNew`; `kAudioConverterErr_FormatNotSupported` also if no entry fits.
@discardableResult
public func AudioConverterNewSpecific(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
    _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    outAudioConverter.pointee = nil
    let (source, destination) = (inSourceFormat.pointee, inDestinationFormat.pointee)
    let codecs = UnsafeBufferPointer(start: inClassDescriptions, count: Int(inNumberClassDescriptions))
    let isThere = codecs.contains { codec in
        guard codec.mManufacturer == 0 || codec.mManufacturer == kAppleSoftwareAudioCodecManufacturer else {
            return false
        }
        return codec.mType == kAudioDecoderComponentType
            ? codec.mSubType == source.mFormatID : codec.mSubType == destination.mFormatID
    }
    guard isThere else { return kAudioConverterErr_FormatNotSupported }
    return AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

/// Makes a converter.
///
/// - Parameter inOptions: `.unbuffered` changes nothing: no converter here buffers more than it needs.
/// - Returns: As `AudioConverterNew`.
@discardableResult
public func AudioConverterNewWithOptions(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inOptions: AudioConverterOptions,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

/// Loads the library of codecs in the background, so that making the first converter does not wait for it.
///
/// - Parameters:
///   - inFlags: 0.
///   - ioReserved: Nil.
///   - inCompletionBlock: Called with 0 on another thread after loading.
public func AudioConverterPrepare(
    _ inFlags: UInt32, _ ioReserved: UnsafeMutableRawPointer?, _ inCompletionBlock: ((OSStatus) -> Void)?
) {
    nonisolated(unsafe) let completion = inCompletionBlock
    DispatchQueue.global().async {
        _ = Codecs.named("aac ")?.isDecoded
        completion?(noErr)
    }
}

/// Releases a converter; its reference is invalid afterwards.
@discardableResult
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    AudioConverterObject.release(inAudioConverter) ? noErr : kAudio_ParamError
}

/// Discards all input, also its end, so that an unrelated stream can begin.
@discardableResult
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    object.converter.reset()
    return noErr
}

/// Converts, and calls the callback for input as needed.
///
/// - Parameters:
///   - inInputDataProc: Called for input, perhaps several times; its data has to stay valid until the next call.
///   - ioOutputDataPacketSize: Packets wanted, frames for linear PCM; afterwards those delivered. Fewer mean the end of
///     the input, or that the callback returned an error.
///   - outOutputData: Buffers with `mDataByteSize` bytes of room; afterwards `mDataByteSize` is the bytes written.
///   - outPacketDescription: Receives where each packet lies; may be nil.
/// - Returns: What the callback returned if it had nothing; `kAudioConverterErr_InvalidInputSize`,
///   `kAudioConverterErr_InvalidOutputSize`, `kAudioConverterErr_RequiresPacketDescriptionsError`,
///   `kAudioCodecBadDataError`, or 0.
@discardableResult
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    return object.fill(
        inAudioConverter, inInputDataProc, inInputDataProcUserData, &ioOutputDataPacketSize.pointee, outOutputData,
        outPacketDescription)
}

/// Converts on an audio thread, without waiting or allocating.
///
/// - Returns: As `AudioConverterFillComplexBuffer`; `kAudioConverterErr_OperationNotSupported` if a codec is involved.
@discardableResult
public func AudioConverterFillComplexBufferRealtimeSafe(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProcRealtimeSafe,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    guard object.converter.isRealtimeSafe else { return kAudioConverterErr_OperationNotSupported }
    return object.fill(
        inAudioConverter, inInputDataProc, inInputDataProcUserData, &ioOutputDataPacketSize.pointee, outOutputData,
        outPacketDescription)
}

/// Converts, and describes for each packet whether it can be decoded without others.
///
/// - Parameter outPacketDependencies: Receives an entry for each packet: independently decodable, with the number of
///   packets that the codec needs before it.
/// - Returns: As `AudioConverterFillComplexBuffer`.
@discardableResult
public func AudioConverterFillComplexBufferWithPacketDependencies(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    _ outPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>?
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    let status = object.fill(
        inAudioConverter, inInputDataProc, inInputDataProcUserData, &ioOutputDataPacketSize.pointee, outOutputData,
        outPacketDescriptions)
    guard let outPacketDependencies else { return status }
    for index in 0..<Int(ioOutputDataPacketSize.pointee) {
        outPacketDependencies[index] = AudioStreamPacketDependencyDescription(
            mIsIndependentlyDecodable: 1, mPreRollCount: object.converter.prerollPacketCount, mFlags: 0, mReserved: 0)
    }
    return status
}

/// Converts interleaved frames in one call between formats of the same rate.
///
/// - Parameters:
///   - inInputDataSize: Bytes of input, whole frames.
///   - ioOutputDataSize: Bytes of room; afterwards those written.
/// - Returns: `kAudioConverterErr_InvalidInputSize`, `kAudioConverterErr_InvalidOutputSize`;
///   `kAudioConverterErr_OperationNotSupported` if the rates differ, a codec is needed or channels are not interleaved.
@discardableResult
public func AudioConverterConvertBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32, _ inInputData: UnsafeRawPointer,
    _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    let (source, destination) = (object.source, object.destination)
    guard let input = object.converter.input.pcm, let output = object.converter.output.pcm,
        object.converter.input.media.sampleRate == object.converter.output.media.sampleRate,
        input.bufferCount(channelCount: Int(source.mChannelsPerFrame)) == 1,
        output.bufferCount(channelCount: Int(destination.mChannelsPerFrame)) == 1
    else { return kAudioConverterErr_OperationNotSupported }
    let bytesPerFrame = UInt32(input.bytesPerFrame(channelCount: Int(source.mChannelsPerFrame)))
    guard inInputDataSize % bytesPerFrame == 0 else { return kAudioConverterErr_InvalidInputSize }
    let frameCount = Int(inInputDataSize / bytesPerFrame)
    let room = Int(ioOutputDataSize.pointee) / output.bytesPerFrame(channelCount: Int(destination.mChannelsPerFrame))
    guard frameCount <= room else { return kAudioConverterErr_InvalidOutputSize }
    var from = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
            mNumberChannels: source.mChannelsPerFrame, mDataByteSize: inInputDataSize,
            mData: UnsafeMutableRawPointer(mutating: inInputData)))
    var to = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
            mNumberChannels: destination.mChannelsPerFrame, mDataByteSize: ioOutputDataSize.pointee,
            mData: outOutputData))
    let status = object.convert(&from, &to, frameCount: frameCount)
    ioOutputDataSize.pointee = status == noErr ? to.mBuffers.mDataByteSize : 0
    return status
}

/// Converts frames in one call between formats of the same rate, interleaved or not.
///
/// - Parameters:
///   - inNumberPCMFrames: Frames to convert.
///   - outOutputData: Buffers with room for as many; afterwards `mDataByteSize` is the bytes written.
/// - Returns: As `AudioConverterConvertBuffer`.
@discardableResult
public func AudioConverterConvertComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32,
    _ inInputData: UnsafePointer<AudioBufferList>, _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    return object.convert(
        inInputData, outOutputData, frameCount: Int(inNumberPCMFrames))
}
