import CoreAudioTypes
import Foundation
import SordinoMedia

/// The object behind an `AudioFileID`: a file that is read, or one that is being written.
///
/// The first change to a file that was opened for reading and writing turns it into a draft.
final class AudioFileObject: @unchecked Sendable {
    // All state is touched with the lock held; it is recursive because a client's callback may come back.

    /// The open file: read or written.
    enum Content {
        case reading(PacketFile)
        case writing(AudioFileDraft)
    }

    /// The open files, by their handles.
    static let all = HandleTable<AudioFileObject>()

    /// The location of the file.
    let place: AudioFileDraft.Place
    /// The accesses that the file was opened for.
    let permissions: AudioFilePermissions
    /// Held for the whole of each call.
    let lock = NSRecursiveLock()
    var content: Content
    var deferSizeUpdates = false
    var reserveDuration = 0.0
    /// The formats that decoding yields, known after the first request.
    private var knownFormats: [(format: MediaFormat, layout: ChannelLayout?)]?

    /// Opens an existing file.
    init(reading source: any ByteSource, _ place: AudioFileDraft.Place, _ permissions: AudioFilePermissions) throws {
        self.place = place
        self.permissions = permissions
        content = .reading(try PacketFile(source))
    }

    /// Makes a new file.
    init(making draft: AudioFileDraft, _ place: AudioFileDraft.Place) {
        self.place = place
        permissions = .readWritePermission
        content = .writing(draft)
    }

    /// Runs `body` with the file of a handle, alone.
    static func with(_ handle: AudioFileID, _ body: (AudioFileObject) throws -> Void) -> OSStatus {
        guard let file = all.object(handle) else { return kAudioFileNotOpenError }
        file.lock.lock()
        defer { file.lock.unlock() }
        return StatusError.status { try body(file) }
    }

    /// Returns the draft of the file, begun here at the first change to an existing file.
    ///
    /// - Throws: `kAudioFilePermissionsError` if it was opened for reading only; what making a copy throws.
    func draft() throws -> AudioFileDraft {
        switch content {
        case .writing(let draft): return draft
        case .reading(let file):
            guard permissions != .readPermission else { throw StatusError(kAudioFilePermissionsError) }
            let draft = try AudioFileDraft(changing: file, place)
            content = .writing(draft)
            knownFormats = nil
            return draft
        }
    }

    /// Completes a file that was made or changed.
    func close() throws {
        if case .writing(let draft) = content { try draft.finish() }
    }

    // MARK: - Values of both kinds

    /// The data format in the file.
    var format: MediaFormat {
        switch content {
        case .reading(let file): file.format
        case .writing(let draft): draft.description.format
        }
    }

    /// The kind of file.
    var fileType: FourCC {
        switch content {
        case .reading(let file): file.properties.fileType
        case .writing(let draft): draft.container.fileType
        }
    }

    /// The loudspeakers, if the file or its codec names them.
    var layout: ChannelLayout? {
        switch content {
        case .reading(let file):
            file.properties.layout ?? (format.encoding == nil ? .usual(channelCount: format.channelCount) : nil)
        case .writing(let draft): draft.description.layout
        }
    }

    /// The data that a decoder needs.
    var cookie: [UInt8]? {
        switch content {
        case .reading(let file): file.properties.cookie
        case .writing(let draft): draft.description.cookie
        }
    }

    /// The size of the audio, in bytes.
    var dataByteCount: Int64 {
        switch content {
        case .reading(let file): file.scan.dataByteCount
        case .writing(let draft): draft.dataByteCount
        }
    }

    /// The number of packets of audio; counting them may read the whole file.
    var packetCount: Int64 {
        switch content {
        case .reading(let file): file.count().packets
        case .writing(let draft): draft.packetCount
        }
    }

    /// The approximate number of frames to play, at the rate of the data format.
    var estimatedFrameCount: Int64 {
        switch content {
        case .reading(let file): file.estimatedFrameCount
        case .writing(let draft): draft.heardFrameCount
        }
    }

    /// The approximate duration, in seconds; 0 for a format without a rate.
    var estimatedDuration: Double { format.sampleRate > 0 ? Double(estimatedFrameCount) / format.sampleRate : 0 }

    /// The formats that the packets can be decoded as, the richest first.
    var formats: [(format: MediaFormat, layout: ChannelLayout?)] {
        if let knownFormats { return knownFormats }
        let formats =
            switch content {
            case .reading(let file): file.decodableFormats()
            case .writing(let draft): [(draft.description.format, draft.description.layout)]
            }
        knownFormats = formats
        return formats
    }

    /// The file's tags, such as title and artist.
    var info: [MediaProperties.Info] {
        switch content {
        case .reading(let file): file.properties.info
        case .writing(let draft): draft.description.info
        }
    }
}
