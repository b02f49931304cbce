import CoreAudioTypes
import SordinoMedia

/// Returns the size of a property's value, and whether it can be set.
///
/// - Returns: `kAudioConverterErr_PropertyNotSupported` if this converter does not have it.
@discardableResult
public func AudioConverterGetPropertyInfo(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    let isQuestion = AudioConverterObject.questions.contains(inPropertyID)
    guard let value = isQuestion ? [0, 0, 0, 0] : object.value(of: inPropertyID) else {
        return kAudioConverterErr_PropertyNotSupported
    }
    outSize?.pointee = UInt32(value.count)
    outWritable?.pointee = DarwinBoolean(object.isWritable(inPropertyID))
    return noErr
}

/// Reads a property.
///
/// - Parameters:
///   - ioPropertyDataSize: Bytes of room; afterwards those written.
///   - outPropertyData: Receives the value; for the two `Calculate...` properties it holds the question first.
/// - Returns: `kAudioConverterErr_PropertyNotSupported`, `kAudioConverterErr_BadPropertySizeError`.
@discardableResult
public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    if AudioConverterObject.questions.contains(inPropertyID) {
        guard ioPropertyDataSize.pointee >= 4 else { return kAudioConverterErr_BadPropertySizeError }
        let asked = outPropertyData.loadUnaligned(as: UInt32.self)
        guard let answer = object.answer(inPropertyID, asked) else { return kAudioConverterErr_PropertyNotSupported }
        outPropertyData.storeBytes(of: answer, as: UInt32.self)
        ioPropertyDataSize.pointee = 4
        return noErr
    }
    guard let value = object.value(of: inPropertyID) else { return kAudioConverterErr_PropertyNotSupported }
    // Arrays are cut to whole entries; any other value has to fit.
    let room = Int(ioPropertyDataSize.pointee)
    let unit = AudioConverterObject.entryByteCount(of: inPropertyID) ?? max(1, value.count)
    let count = min(value.count, room / unit * unit)
    guard count > 0 || value.isEmpty else { return kAudioConverterErr_BadPropertySizeError }
    value.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress { outPropertyData.copyMemory(from: base, byteCount: count) }
    }
    ioPropertyDataSize.pointee = UInt32(count)
    return noErr
}

/// Sets a property.
///
/// Frames that are already converted keep the earlier settings.
///
/// - Returns: `kAudioConverterErr_PropertyNotSupported`, also for a property that can only be read;
///   `kAudioConverterErr_BadPropertySizeError`; `kAudioCodecUnsupportedFormatError` for a bit rate, rate or depth that
///   the encoder does not take; `kAudio_ParamError` for any other impossible value.
@discardableResult
public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    guard let object = AudioConverterObject.object(inAudioConverter) else { return kAudio_ParamError }
    guard object.isWritable(inPropertyID) else { return kAudioConverterErr_PropertyNotSupported }
    let bytes = UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize))
    return object.set(inPropertyID, bytes)
}
