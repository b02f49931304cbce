import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMIDI

// MIDI files.
extension AVAudioSequencer {
    /// Adds the tracks of a MIDI file to the existing ones.
    ///
    /// - Throws: Foundation's error if the file cannot be read, `kAudioUnitErr_InvalidFile` if it is no MIDI file.
    public func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
        try load(from: WholeFile.data(fileURL), options: options)
    }

    /// Adds the tracks of a MIDI file in memory to the existing ones.
    ///
    /// - Throws: `kAudioUnitErr_InvalidFile` if it is no MIDI file.
    public func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws {
        let file: MIDIFile
        do { file = try MIDIFile(reading: [UInt8](data)) } catch {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudioUnitErr_InvalidFile),
                userInfo: [NSLocalizedDescriptionKey: "this is not a MIDI file: \(error)"])
        }
        store.edit { $0.add(file, channelsToTracks: options.contains(.smf_ChannelsToTracks)) }
    }

    /// Writes a MIDI file of format 1 with the MIDI and meta events.
    ///
    /// - Parameters:
    ///   - resolution: Ticks of a quarter note, or an SMPTE division as it stands in files; 0 for that of the sequence.
    ///   - replace: Whether an existing file may be replaced.
    /// - Throws: `kAudio_FilePermissionError` if a file exists and must not be replaced.
    public func write(to fileURL: URL, smpteResolution resolution: Int, replaceExisting replace: Bool) throws {
        if !replace, FileManager.default.fileExists(atPath: fileURL.path) {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudio_FilePermissionError),
                userInfo: [NSLocalizedDescriptionKey: "\(fileURL.path) exists already"])
        }
        try bytes(resolution).write(to: fileURL, options: .atomic)
    }

    /// Returns a MIDI file as `write(to:smpteResolution:replaceExisting:)` writes it; empty if it cannot be made.
    @discardableResult
    public func data(withSMPTEResolution SMPTEResolution: Int, error outError: NSErrorPointer) -> Data {
        do { return try bytes(SMPTEResolution) } catch {
            outError?.pointee = error as NSError
            return Data()
        }
    }

    private func bytes(_ resolution: Int) throws -> Data {
        let division = Int16(exactly: resolution).flatMap { MIDIFile.Division(value: $0) }
        guard division != nil || resolution == 0 else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudio_ParamError),
                userInfo: [NSLocalizedDescriptionKey: "a MIDI file cannot have a resolution of \(resolution)"])
        }
        guard let file = store.read({ $0.file(division: division) }) else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: -10846,
                userInfo: [NSLocalizedDescriptionKey: "the sequence cannot be written as a MIDI file"])
        }
        do { return Data(try file.written()) } catch {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudio_ParamError),
                userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// Facts about the music, read from the tracks: title, copyright, tempo, signatures, duration.
    public var userInfo: [String: Any] {
        let facts = store.read { $0.facts }
        var info: [InfoDictionaryKey: Any] = [.tempo: facts.tempo, .approximateDurationInSeconds: facts.seconds]
        info[.title] = facts.title
        info[.copyright] = facts.copyright
        info[.timeSignature] = facts.timeSignature
        info[.keySignature] = facts.keySignature
        return Dictionary(uniqueKeysWithValues: info.map { ($0.key.rawValue, $0.value) })
    }
}
