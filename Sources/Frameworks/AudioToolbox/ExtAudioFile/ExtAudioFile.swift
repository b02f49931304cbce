import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// An open extended audio file.
public typealias ExtAudioFileRef = OpaquePointer

/// Opens a file to read it in any format of linear PCM.
///
/// - Parameters:
///   - inURL: The URL of a file.
///   - outExtAudioFile: Receives the file, which `ExtAudioFileDispose` closes.
/// - Returns: The codes of `AudioFileOpenURL`; `kAudioFileUnsupportedDataFormatError` if nothing here decodes it.
@discardableResult
public func ExtAudioFileOpenURL(_ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    outExtAudioFile.pointee = nil
    var handle: AudioFileID?
    let status = AudioFileOpenURL(inURL, .readPermission, 0, &handle)
    guard status == noErr, let handle else { return status }
    return ExtAudioFileObject.status {
        do {
            let file = try ExtAudioFileObject(handle, isWriting: false, ownsFile: true)
            outExtAudioFile.pointee = ExtAudioFileObject.all.insert(file)
        } catch {
            _ = AudioFileClose(handle)
            throw error
        }
    }
}

/// Reads or writes an open file in any format of linear PCM.
///
/// - Parameters:
///   - inFileID: The file; it has to stay open as long as the other, and is not closed with it.
///   - inForWriting: Whether it is to be written.
///   - outExtAudioFile: Receives the file, which `ExtAudioFileDispose` closes.
/// - Returns: `kAudioFileNotOpenError`, `kAudioFilePermissionsError`, `kAudioFileUnsupportedDataFormatError`.
@discardableResult
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    outExtAudioFile.pointee = nil
    return ExtAudioFileObject.status {
        let file = try ExtAudioFileObject(inFileID, isWriting: inForWriting, ownsFile: false)
        outExtAudioFile.pointee = ExtAudioFileObject.all.insert(file)
    }
}

/// Makes a file to be written in any format of linear PCM.
///
/// - Parameters:
///   - inURL: The URL of the file.
///   - inFileType: The kind of file.
///   - inStreamDesc: The data format. For compressed formats the codec, the rate and the channels are enough.
///   - inChannelLayout: The channel layout; nil if the number of channels is enough.
///   - inFlags: `AudioFileFlags` as a number.
///   - outExtAudioFile: Receives the file, which `ExtAudioFileDispose` completes.
/// - Returns: The codes of `AudioFileCreateWithURL`; `kExtAudioFileError_InvalidChannelMap` if the layout has another
///   number of channels.
@discardableResult
public func ExtAudioFileCreateWithURL(
    _ inURL: CFURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    outExtAudioFile.pointee = nil
    var description = inStreamDesc.pointee
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    let layout = inChannelLayout.map { AudioFormatQuestion.layout(at: $0) }
    if let layout, layout.channelCount != Int(description.mChannelsPerFrame) {
        return kExtAudioFileError_InvalidChannelMap
    }
    _ = AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &description)
    var handle: AudioFileID?
    let status = AudioFileCreateWithURL(inURL, inFileType, &description, AudioFileFlags(rawValue: inFlags), &handle)
    guard status == noErr, let handle else { return status }
    return ExtAudioFileObject.status {
        do {
            let file = try ExtAudioFileObject(handle, isWriting: true, ownsFile: true)
            if let layout { try file.setFileLayout(layout) }
            outExtAudioFile.pointee = ExtAudioFileObject.all.insert(file)
        } catch {
            _ = AudioFileClose(handle)
            throw error
        }
    }
}

/// Closes a file, and completes it first if it was written.
///
/// - Returns: The error of writing in the background, else that of completing the file;
///   `kExtAudioFileError_InvalidOperationOrder` if it is closed already.
@discardableResult
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    guard let file = ExtAudioFileObject.all.remove(inExtAudioFile) else {
        return kExtAudioFileError_InvalidOperationOrder
    }
    return file.close()
}

/// Reads the next frames in the client's format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - ioNumberFrames: Frames wanted, at the client's rate; afterwards those that were read, 0 at the end of the file.
///   - ioData: As many buffers as the client's format has; `mDataByteSize` is their room, and then what they hold.
/// - Returns: `kExtAudioFileError_InvalidOperationOrder` if the file is written,
///   `kExtAudioFileError_NonPCMClientFormat` if a compressed file was given no client's format.
@discardableResult
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in
        let wanted = Int(ioNumberFrames.pointee)
        ioNumberFrames.pointee = 0
        ioNumberFrames.pointee = UInt32(clamping: try file.read(wanted, into: ioData))
    }
}

/// Writes frames in the client's format.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: Frames to write, at the client's rate.
///   - ioData: As many buffers as the client's format has.
/// - Returns: `kExtAudioFileError_InvalidOperationOrder` if the file is read, the codes of the converter and of
///   `AudioFileWritePackets`.
@discardableResult
public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in try file.write(Int(inNumberFrames), ioData) }
}

/// Hands frames over to be written in the background.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inNumberFrames: Frames to write, at the client's rate; 0 in a first call that prepares everything.
///   - ioData: As many buffers as the client's format has; nil in that first call.
/// - Returns: `kExtAudioFileError_AsyncWriteTooLarge` for more than two seconds at once,
///   `kExtAudioFileError_AsyncWriteBufferOverflow` if the disk did not keep up, or the error of writing earlier frames.
///
/// Thread: any; after the preparing call also a render thread, since frames are then only copied.
@discardableResult
public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
    guard let file = ExtAudioFileObject.all.object(inExtAudioFile) else {
        return kExtAudioFileError_InvalidOperationOrder
    }
    return file.writeAsync(Int(inNumberFrames), ioData)
}

/// Makes a frame the next one to be read.
///
/// - Parameters:
///   - inExtAudioFile: The file.
///   - inFrameOffset: The frame at the file's own rate, from 0; no further than the end.
/// - Returns: `kExtAudioFileError_InvalidSeek` if there is no such frame or the file is written.
@discardableResult
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in try file.seek(to: inFrameOffset) }
}

/// Returns the frame that is read or written next, at the file's own rate.
@discardableResult
public func ExtAudioFileTell(_ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>)
    -> OSStatus
{
    ExtAudioFileObject.with(inExtAudioFile) { file in outFrameOffset.pointee = file.position }
}

/// Returns the size of a property's value, and whether it can be set.
///
/// - Returns: `kExtAudioFileError_InvalidProperty`.
@discardableResult
public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in
        let byteCount = try file.propertyByteCount(inPropertyID)
        outSize?.pointee = byteCount
        outWritable?.pointee = DarwinBoolean(file.isWritable(inPropertyID))
    }
}

/// Copies the value of a property.
///
/// - Returns: `kExtAudioFileError_InvalidProperty`, `kExtAudioFileError_InvalidPropertySize`.
@discardableResult
public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in
        guard try file.property(inPropertyID).copy(&ioPropertyDataSize.pointee, to: outPropertyData) else {
            throw StatusError(kExtAudioFileError_InvalidPropertySize)
        }
    }
}

/// Sets the value of a property.
///
/// - Returns: `kExtAudioFileError_InvalidProperty`, `kExtAudioFileError_InvalidPropertySize`,
///   `kExtAudioFileError_NonPCMClientFormat`, `kExtAudioFileError_InvalidChannelMap`, the codes of the converter.
@discardableResult
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    ExtAudioFileObject.with(inExtAudioFile) { file in
        try file.set(inPropertyID, .init(start: inPropertyData, count: Int(inPropertyDataSize)))
    }
}
