import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Opens a file that is there.
///
/// - Parameters:
///   - inFileRef: The URL of a file.
///   - inPermissions: What is to be done with it.
///   - inFileTypeHint: The kind of file if it is known, else 0. Files tell by themselves, so that it is not needed.
///   - outAudioFile: Receives the file, which `AudioFileClose` closes.
/// - Returns: `kAudioFileFileNotFoundError`, `kAudioFilePermissionsError`, `kAudioFileUnsupportedFileTypeError`,
///   `kAudioFileUnsupportedDataFormatError` or `kAudioFileInvalidFileError`.
@discardableResult
public func AudioFileOpenURL(
    _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return StatusError.status {
        let path = try pathOfFile(inFileRef)
        let source: any ByteSource =
            inPermissions == .readPermission
            ? try FileByteSource(path: path) : try FileByteStore(path: path, .existing)
        let file = try AudioFileObject(reading: source, .path(path), inPermissions)
        outAudioFile.pointee = AudioFileObject.all.insert(file)
    }
}

/// Makes a file.
///
/// - Parameters:
///   - inFileRef: The URL of the file.
///   - inFileType: The kind of file.
///   - inFormat: What it is to hold.
///   - inFlags: `eraseFile` empties an older file of that name, which is refused otherwise.
///   - outAudioFile: Receives the file, which `AudioFileClose` completes.
/// - Returns: `kAudioFileUnsupportedFileTypeError`, `kAudioFileUnsupportedDataFormatError` or
///   `kAudioFilePermissionsError`, also if there is such a file and it is not to be emptied.
@discardableResult
public func AudioFileCreateWithURL(
    _ inFileRef: CFURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return StatusError.status {
        let place = AudioFileDraft.Place.path(try pathOfFile(inFileRef))
        let draft: AudioFileDraft
        do {
            draft = try makeDraft(inFileType, inFormat.pointee, place, replaces: inFlags.contains(.eraseFile))
        } catch MediaError.io(let failure) where failure.number == EEXIST {
            throw StatusError(kAudioFilePermissionsError)
        }
        outAudioFile.pointee = AudioFileObject.all.insert(AudioFileObject(making: draft, place))
    }
}

/// Opens a file whose bytes the client keeps.
///
/// - Parameters:
///   - inClientData: Handed to the functions, with every call.
///   - inReadFunc: Reads bytes.
///   - inWriteFunc: Writes bytes; nil if the file is only read.
///   - inGetSizeFunc: Tells the size.
///   - inSetSizeFunc: Sets the size; nil if the file is only read.
///   - inFileTypeHint: The kind of file if it is known, else 0.
///   - outAudioFile: Receives the file, which `AudioFileClose` closes.
/// - Returns: The codes of `AudioFileOpenURL`.
///
/// Thread: the functions are called on the threads that use the file.
@discardableResult
public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc, _ inWriteFunc: AudioFile_WriteProc?,
    _ inGetSizeFunc: AudioFile_GetSizeProc, _ inSetSizeFunc: AudioFile_SetSizeProc?,
    _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return StatusError.status {
        let client = ClientBytes(
            reference: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc, resize: inSetSizeFunc)
        let file = try AudioFileObject(
            reading: client.makeSource(), .client(client),
            inWriteFunc == nil || inSetSizeFunc == nil ? .readPermission : .readWritePermission)
        outAudioFile.pointee = AudioFileObject.all.insert(file)
    }
}

/// Makes a file whose bytes the client keeps.
///
/// - Parameters:
///   - inClientData: Handed to the functions, with every call.
///   - inReadFunc: Reads bytes.
///   - inWriteFunc: Writes bytes.
///   - inGetSizeFunc: Tells the size.
///   - inSetSizeFunc: Sets the size.
///   - inFileType: The kind of file.
///   - inFormat: What it is to hold.
///   - inFlags: None has a meaning here.
///   - outAudioFile: Receives the file, which `AudioFileClose` completes.
/// - Returns: The codes of `AudioFileCreateWithURL`.
///
/// Thread: the functions are called on the threads that use the file.
@discardableResult
public func AudioFileInitializeWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc, _ inWriteFunc: AudioFile_WriteProc,
    _ inGetSizeFunc: AudioFile_GetSizeProc, _ inSetSizeFunc: AudioFile_SetSizeProc, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return StatusError.status {
        let place = AudioFileDraft.Place.client(
            ClientBytes(
                reference: inClientData, read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc,
                resize: inSetSizeFunc))
        let draft = try makeDraft(inFileType, inFormat.pointee, place, replaces: true)
        outAudioFile.pointee = AudioFileObject.all.insert(AudioFileObject(making: draft, place))
    }
}

/// Closes a file; one that was made or changed is completed first.
///
/// - Returns: `kAudioFileNotOpenError` if it is closed already; what completing it gives.
@discardableResult
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
    guard let file = AudioFileObject.all.remove(inAudioFile) else { return kAudioFileNotOpenError }
    file.lock.lock()
    defer { file.lock.unlock() }
    return StatusError.status { try file.close() }
}

/// Brings everything into its best order: nothing behind the audio, so that more can be written, and the tables of MPEG-4
/// before it, so that it can be streamed.
///
/// The file on the disk is in order once it is closed.
/// - Returns: `kAudioFilePermissionsError` if the file was opened for reading only and is not in order.
@discardableResult
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
    AudioFileObject.with(inAudioFile) { file in
        // A draft has nothing behind its audio until it is completed.
        if case .reading = file.content, file.isOptimized { return }
        try file.draft().isToBeOptimized = true
    }
}

private func makeDraft(
    _ fileType: AudioFileTypeID, _ description: AudioStreamBasicDescription, _ place: AudioFileDraft.Place,
    replaces: Bool
) throws -> AudioFileDraft {
    guard let container = Containers.named(FourCC(rawValue: fileType)), container.makeWriter != nil else {
        throw StatusError(kAudioFileUnsupportedFileTypeError)
    }
    guard let format = MediaFormat(description) else { throw StatusError(kAudioFileUnsupportedDataFormatError) }
    return try AudioFileDraft(making: container, format, place, replaces: replaces)
}

/// The path of a file's URL.
///
/// - Throws: `kAudioFileFileNotFoundError` for a URL of anything else.
func pathOfFile(_ url: CFURL) throws -> String {
    guard url.isFileURL, let path = url.path else { throw StatusError(kAudioFileFileNotFoundError) }
    return path
}
