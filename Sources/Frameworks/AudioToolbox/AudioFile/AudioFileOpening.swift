import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoRealtime

/// Opens an existing file.
///
/// - Parameters:
///   - inFileRef: The URL of a file.
///   - inPermissions: The accesses to open it for.
///   - inFileTypeHint: The file type if it is known, else 0; unused, since the type is read from the file.
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
        // Programs in C may give any number.
        guard [.readPermission, .writePermission, .readWritePermission].contains(inPermissions) else {
            throw StatusError(kAudioFilePermissionsError)
        }
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
///   - inFormat: The data format of its audio.
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
///   - inGetSizeFunc: Returns the size, in bytes.
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
            reference: Lent(inClientData), read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc,
            resize: inSetSizeFunc)
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
///   - inGetSizeFunc: Returns the size, in bytes.
///   - inSetSizeFunc: Sets the size.
///   - inFileType: The kind of file.
///   - inFormat: The data format of its audio.
///   - inFlags: Ignored.
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
                reference: Lent(inClientData), read: inReadFunc, write: inWriteFunc, size: inGetSizeFunc,
                resize: inSetSizeFunc))
        let draft = try makeDraft(inFileType, inFormat.pointee, place, replaces: true)
        outAudioFile.pointee = AudioFileObject.all.insert(AudioFileObject(making: draft, place))
    }
}

/// Closes a file, and completes it first if it was made or changed.
///
/// - Returns: `kAudioFileNotOpenError` if it is closed already; the error of completing it.
@discardableResult
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
    guard let file = AudioFileObject.all.remove(inAudioFile) else { return kAudioFileNotOpenError }
    file.lock.lock()
    defer { file.lock.unlock() }
    return StatusError.status { try file.close() }
}

/// Puts the parts of a file in their best order.
///
/// No chunk stays behind the audio, so that more audio can be written, and the tables of MPEG-4 come before it, so that
/// the file can be streamed. The file is rewritten when it is closed.
///
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

/// Returns the path of a file's URL.
///
/// - Throws: `kAudioFileFileNotFoundError` for a URL of anything else.
func pathOfFile(_ url: CFURL) throws -> String {
    guard url.isFileURL, let path = url.path else { throw StatusError(kAudioFileFileNotFoundError) }
    return path
}
