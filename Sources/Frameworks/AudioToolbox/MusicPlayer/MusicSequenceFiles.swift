import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMIDI

// Reads MIDI files into sequences, and writes sequences to MIDI files.

/// Adds the tracks of a MIDI file to a sequence.
///
/// - Parameter inFileTypeHint: The file type; iMelody is not read.
/// - Returns: -43 for a missing file, `kAudioUnitErr_InvalidFile` for one that is no MIDI file.
@discardableResult
public func MusicSequenceFileLoad(
    _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileTypeHint: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
    // fnfErr
    guard let data = try? WholeFile.data(inFileRef as URL) else { return -43 }
    return MusicSequenceFileLoadData(inSequence, data as NSData, inFileTypeHint, inFlags)
}

/// Adds the tracks of a MIDI file in memory to a sequence.
///
/// - Returns: `kAudioUnitErr_InvalidFile` for data that are no MIDI file.
@discardableResult
public func MusicSequenceFileLoadData(
    _ inSequence: MusicSequence, _ inData: CFData, _ inFileTypeHint: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard inFileTypeHint != .iMelodyType, let file = try? MIDIFile(reading: [UInt8](inData as Data)) else {
            return kAudioUnitErr_InvalidFile
        }
        sequence.store.edit { $0.add(file, channelsToTracks: inFlags.contains(.smf_ChannelsToTracks)) }
        return noErr
    }
}

/// Writes a MIDI file of format 1 with the MIDI and meta events.
///
/// - Parameters:
///   - inResolution: Ticks per quarter note, or a result of `MusicSequenceSetSMPTEResolution`; 0 for the resolution of
///     the sequence.
/// - Returns: `kAudio_FilePermissionError` if an existing file may not be replaced or the file cannot be written,
///   `kAudioToolboxErr_InvalidSequenceType` for a sequence of samples.
@discardableResult
public func MusicSequenceFileCreate(
    _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileType: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
    let url = inFileRef as URL
    if !inFlags.contains(.eraseFile), FileManager.default.fileExists(atPath: url.path) {
        return kAudio_FilePermissionError
    }
    var data: Unmanaged<CFData>?
    let status = MusicSequenceFileCreateData(inSequence, inFileType, inFlags, inResolution, &data)
    guard status == noErr, let data = data?.takeRetainedValue() else { return status }
    do { try (data as Data).write(to: url, options: .atomic) } catch { return kAudio_FilePermissionError }
    return noErr
}

/// Makes a MIDI file in memory, which the caller releases.
///
/// - Returns: As `MusicSequenceFileCreate`; -50 for a resolution out of range and for events too far apart.
@discardableResult
public func MusicSequenceFileCreateData(
    _ inSequence: MusicSequence, _ inFileType: MusicSequenceFileTypeID, _ inFlags: MusicSequenceFileFlags,
    _ inResolution: Int16, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        let division = MIDIFile.Division(value: inResolution)
        guard division != nil || inResolution == 0 else { return kAudio_ParamError }
        guard let file = sequence.store.read({ $0.file(division: division) }) else {
            return kAudioToolboxErr_InvalidSequenceType
        }
        guard let bytes = try? file.written() else { return kAudio_ParamError }
        outData.pointee = .passRetained(Data(bytes) as NSData)
        return noErr
    }
}

/// Returns the division of a MIDI file with SMPTE time: frames per second (24, 25, 29 or 30) and ticks per frame.
@discardableResult
public func MusicSequenceSetSMPTEResolution(_ fps: Int8, _ ticks: UInt8) -> Int16 {
    // Frames of either sign are accepted; files store them negative.
    Int16(bitPattern: UInt16(UInt8(bitPattern: fps > 0 ? 0 &- fps : fps)) << 8 | UInt16(ticks))
}

/// Splits a division into frames per second, which are negative, and ticks per frame.
public func MusicSequenceGetSMPTEResolution(
    _ inRes: Int16, _ fps: UnsafeMutablePointer<Int8>, _ ticks: UnsafeMutablePointer<UInt8>
) {
    fps.pointee = Int8(truncatingIfNeeded: inRes >> 8)
    ticks.pointee = UInt8(truncatingIfNeeded: inRes)
}

/// Returns the meta data of a sequence by the keys of audio files: title, copyright, tempo, signatures, duration.
@discardableResult
public func MusicSequenceGetInfoDictionary(_ inSequence: MusicSequence) -> CFDictionary {
    guard let facts = MusicSequenceObject.all.object(inSequence)?.store.read({ $0.facts }) else { return [:] }
    var info: [String: Any] = [
        kAFInfoDictionary_Tempo: NSNumber(value: facts.tempo),
        kAFInfoDictionary_ApproximateDurationInSeconds: NSNumber(value: facts.seconds),
    ]
    info[kAFInfoDictionary_Title] = facts.title
    info[kAFInfoDictionary_Copyright] = facts.copyright
    info[kAFInfoDictionary_TimeSignature] = facts.timeSignature
    info[kAFInfoDictionary_KeySignature] = facts.keySignature
    return NSDictionary(dictionary: info)
}
