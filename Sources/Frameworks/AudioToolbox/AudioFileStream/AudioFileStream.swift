import CoreAudioTypes
import Foundation
import SordinoMedia

/// A handle of an open stream, made by `AudioFileStreamOpen`.
public typealias AudioFileStreamID = OpaquePointer

/// Called when a property of a stream has become known: reference, stream, property, flags.
public typealias AudioFileStream_PropertyListenerProc =
    @convention(c) (
        UnsafeMutableRawPointer, AudioFileStreamID, AudioFileStreamPropertyID,
        UnsafeMutablePointer<AudioFileStreamPropertyFlags>
    ) -> Void

/// Gets packets: reference, bytes, packets, the bytes, and where each packet lies if they differ in size.
public typealias AudioFileStream_PacketsProc =
    @convention(c) (
        UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer, UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) -> Void

/// Opens a stream of a file's bytes.
///
/// - Parameters:
///   - inClientData: Handed to both functions, with every call.
///   - inPropertyListenerProc: Called with each property that becomes known;
///     `kAudioFileStreamProperty_ReadyToProducePackets` comes after those that a decoder needs, before the first
///     packet.
///   - inPacketsProc: Gets the packets, whole and in order.
///   - inFileTypeHint: The kind of file if it is known, else 0.
///   - outAudioFileStream: Receives the stream, which `AudioFileStreamClose` closes.
/// - Returns: `noErr`; a file type or format that is not supported is reported by `AudioFileStreamParseBytes`.
///
/// Thread: a stream is used by one thread at a time; its functions are called during `AudioFileStreamParseBytes`, and
/// may ask the stream for properties, seek or close it.
@discardableResult
public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?, _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc,
    _ inPacketsProc: AudioFileStream_PacketsProc, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>
) -> OSStatus {
    let stream = AudioFileStreamObject(
        inClientData, inPropertyListenerProc, inPacketsProc, hint: FourCC(rawValue: inFileTypeHint))
    let handle = AudioFileStreamObject.all.insert(stream)
    stream.handle = handle
    outAudioFileStream.pointee = handle
    return noErr
}

/// Parses the next bytes of a stream.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inDataByteSize: Bytes; any number, also 1.
///   - inData: The bytes.
///   - inFlags: `discontinuity` if they do not follow those of the last call.
/// - Returns: `kAudioFileStreamError_UnsupportedFileType`, `kAudioFileStreamError_UnsupportedDataFormat`,
///   `kAudioFileStreamError_NotOptimized`, `kAudioFileStreamError_InvalidFile`,
///   `kAudioFileStreamError_DiscontinuityCantRecover`; after one of them every further call gives the same.
@discardableResult
public func AudioFileStreamParseBytes(
    _ inAudioFileStream: AudioFileStreamID, _ inDataByteSize: UInt32, _ inData: UnsafeRawPointer?,
    _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
    AudioFileStreamObject.with(inAudioFileStream) { stream in
        guard inData != nil || inDataByteSize == 0 else { throw StatusError(paramError) }
        try stream.parse(
            .init(start: inData, count: Int(inDataByteSize)), isDiscontinuous: inFlags.contains(.discontinuity))
    }
}

/// Makes a packet the next one.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPacketOffset: The packet, from 0.
///   - outDataByteOffset: Receives the position to read the next bytes from, counted from the first byte of the audio.
///   - ioFlags: Receives `offsetIsEstimated` if the position follows from the mean size of the packets.
/// - Returns: `kAudioFileStreamError_InvalidPacketOffset` if there is no such packet,
///   `kAudioFileStreamError_DataUnavailable` before the audio.
@discardableResult
public func AudioFileStreamSeek(
    _ inAudioFileStream: AudioFileStreamID, _ inPacketOffset: Int64, _ outDataByteOffset: UnsafeMutablePointer<Int64>,
    _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>
) -> OSStatus {
    AudioFileStreamObject.with(inAudioFileStream) { stream in
        let place = try stream.seek(toPacket: inPacketOffset)
        outDataByteOffset.pointee = place.offset
        ioFlags.pointee = place.isEstimate ? [.offsetIsEstimated] : []
    }
}

/// Returns the size of a property's value, and that it cannot be set.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - outPropertyDataSize: Receives the size of its value, in bytes; may be nil.
///   - outWritable: Receives false; may be nil.
/// - Returns: `kAudioFileStreamError_ValueUnknown`, `kAudioFileStreamError_UnsupportedProperty`.
@discardableResult
public func AudioFileStreamGetPropertyInfo(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    AudioFileStreamObject.with(inAudioFileStream) { stream in
        let byteCount =
            try AudioFileTranslations.byteCount(of: inPropertyID).map { UInt32($0) }
            ?? stream.property(inPropertyID).byteCount
        outPropertyDataSize?.pointee = byteCount
        outWritable?.pointee = false
    }
}

/// Copies the value of a property.
///
/// - Parameters:
///   - inAudioFileStream: The stream.
///   - inPropertyID: The property.
///   - ioPropertyDataSize: Room for the value; afterwards its bytes.
///   - outPropertyData: Receives the value. Translations hold the question before and the answer after.
/// - Returns: `kAudioFileStreamError_ValueUnknown`, `kAudioFileStreamError_UnsupportedProperty`,
///   `kAudioFileStreamError_BadPropertySize`.
@discardableResult
public func AudioFileStreamGetProperty(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    AudioFileStreamObject.with(inAudioFileStream) { stream in
        if let byteCount = AudioFileTranslations.byteCount(of: inPropertyID) {
            guard Int(ioPropertyDataSize.pointee) >= byteCount else {
                throw StatusError(kAudioFileStreamError_BadPropertySize)
            }
            try stream.translate(inPropertyID, outPropertyData)
            ioPropertyDataSize.pointee = UInt32(byteCount)
            return
        }
        guard try stream.property(inPropertyID).copy(&ioPropertyDataSize.pointee, to: outPropertyData) else {
            throw StatusError(kAudioFileStreamError_BadPropertySize)
        }
    }
}

/// Sets the value of a property; a stream has none that can be set.
///
/// - Returns: `kAudioFileStreamError_UnsupportedProperty`; `kAudioFileStreamError_IllegalOperation` for a closed
///   stream.
@discardableResult
public func AudioFileStreamSetProperty(
    _ inAudioFileStream: AudioFileStreamID, _ inPropertyID: AudioFileStreamPropertyID,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    AudioFileStreamObject.with(inAudioFileStream) { _ in throw StatusError(kAudioFileStreamError_UnsupportedProperty) }
}

/// Closes a stream; its functions are not called any more.
///
/// - Returns: `kAudioFileStreamError_IllegalOperation` if it is closed already.
@discardableResult
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID) -> OSStatus {
    guard let stream = AudioFileStreamObject.all.remove(inAudioFileStream) else {
        return kAudioFileStreamError_IllegalOperation
    }
    stream.close()
    return noErr
}
