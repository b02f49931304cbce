import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import Foundation
import SordinoMedia

/// A sound file that is read or written frame by frame, in a format that programs compute with.
///
/// Reading and writing wait for the disk: they do not belong on an audio thread. An object may be used from several
/// threads; calls take turns. What is written is complete when the file is closed or the object goes.
open class AVAudioFile: NSObject, @unchecked Sendable {
    private enum Content {
        case closed
        case reading(MediaReader)
        case writing(MediaWriter)
    }

    /// The result of opening a file.
    private struct Opened {
        var content: Content
        var url: URL
        var stored: AVAudioFormat
        var processed: AVAudioFormat
        var kind: SampleBlock.Kind
    }

    private let lock = NSLock()
    private var content: Content
    /// Frames when the file was closed.
    private var lastLength: AVAudioFramePosition = 0
    private let location: URL
    private let stored: AVAudioFormat
    private let processed: AVAudioFormat
    private let kind: SampleBlock.Kind

    /// Opens a file for reading, in deinterleaved `Float`.
    ///
    /// - Throws: An `NSError` of the domain `com.apple.coreaudio.avfaudio` whose code is a `kAudioFile...Error`; its
    ///   description has the path and the reason.
    public init(forReading fileURL: URL) throws {
        let opened = try Self.opened(fileURL, .pcmFormatFloat32, interleaved: false)
        (content, location, kind) = (opened.content, opened.url, opened.kind)
        (stored, processed) = (opened.stored, opened.processed)
        super.init()
    }

    /// Opens a file for reading.
    ///
    /// - Parameters:
    ///   - fileURL: The file.
    ///   - format: The numbers that reading delivers. Not `.otherFormat`.
    ///   - interleaved: Whether all channels come in one buffer.
    /// - Throws: The errors of `init(forReading:)`; also `kAudio_ParamError` for `.otherFormat`.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let opened = try Self.opened(fileURL, format, interleaved: interleaved)
        (content, location, kind) = (opened.content, opened.url, opened.kind)
        (stored, processed) = (opened.stored, opened.processed)
        super.init()
    }

    /// Makes a file for writing deinterleaved `Float`, in the place of one that may be there.
    ///
    /// - Parameters:
    ///   - fileURL: The file. Its extension decides its kind, unless `settings` has `AVAudioFileTypeKey`.
    ///   - settings: The format on disk, as `AVAudioFormat.init(settings:)` takes it.
    /// - Throws: An `NSError` of the domain `com.apple.coreaudio.avfaudio` whose code is a `kAudioFile...Error`.
    public init(forWriting fileURL: URL, settings: [String: Any]) throws {
        let opened = try Self.created(fileURL, settings, .pcmFormatFloat32, interleaved: false)
        (content, location, kind) = (opened.content, opened.url, opened.kind)
        (stored, processed) = (opened.stored, opened.processed)
        super.init()
    }

    /// Makes a file for writing, in the place of one that may be there.
    ///
    /// - Parameters:
    ///   - fileURL: The file. Its extension decides its kind, unless `settings` has `AVAudioFileTypeKey`.
    ///   - settings: The format on disk, as `AVAudioFormat.init(settings:)` takes it.
    ///   - format: The numbers that will be written. Not `.otherFormat`.
    ///   - interleaved: Whether all channels come in one buffer.
    /// - Throws: The errors of `init(forWriting:settings:)`; also `kAudio_ParamError` for `.otherFormat`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let opened = try Self.created(fileURL, settings, format, interleaved: interleaved)
        (content, location, kind) = (opened.content, opened.url, opened.kind)
        (stored, processed) = (opened.stored, opened.processed)
        super.init()
    }

    /// A file that is closed and has nothing in it.
    public override init() {
        content = .closed
        location = URL(fileURLWithPath: "/")
        stored = AVAudioFormat()
        processed = AVAudioFormat()
        kind = .float32
        super.init()
    }

    /// Closes the file.
    ///
    /// Nothing can be read or written afterwards; closing again does nothing.
    ///
    /// A written file is completed. A failure of that, such as a full disk, cannot be reported here.
    open func close() {
        lock.withLock {
            switch content {
            case .closed: return
            case .reading(let reader): lastLength = reader.frameCount
            case .writing(let writer):
                lastLength = writer.frameCount
                // Apple's method has no way to report; every failure to write audio was reported by `write(from:)`.
                try? writer.finish()
            }
            content = .closed
        }
    }

    /// Indicates whether the file is open.
    open var isOpen: Bool {
        lock.withLock {
            if case .closed = content { return false }
            return true
        }
    }

    /// The location of the file.
    open var url: URL { location }

    /// The format on disk.
    open var fileFormat: AVAudioFormat { stored }

    /// The format of the buffers that are read and written.
    open var processingFormat: AVAudioFormat { processed }

    /// The number of frames in the file.
    open var length: AVAudioFramePosition {
        lock.withLock {
            switch content {
            case .closed: lastLength
            case .reading(let reader): reader.frameCount
            case .writing(let writer): writer.frameCount
            }
        }
    }

    /// The frame at which the next read begins; of a file that is written, its end.
    ///
    /// A position beyond the ends becomes the nearer end; a file that is written keeps its position.
    open var framePosition: AVAudioFramePosition {
        get {
            lock.withLock {
                switch content {
                case .closed: 0
                case .reading(let reader): reader.position
                case .writing(let writer): writer.frameCount
                }
            }
        }
        set {
            lock.withLock {
                if case .reading(let reader) = content { reader.seek(to: newValue) }
            }
        }
    }

    /// Fills a buffer with the next frames, as many as it has room for and the file still has.
    ///
    /// - Parameter buffer: In `processingFormat`. Its `frameLength` is set to the frames read.
    /// - Throws: At the end of the file `kAudioFileEndOfFileError` in `NSOSStatusErrorDomain`, with `frameLength` 0;
    ///   for another format `kAudio_ParamError`; the errors of the disk.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads the next frames into a buffer.
    ///
    /// - Parameters:
    ///   - buffer: In `processingFormat`. Its `frameLength` is set to the frames read.
    ///   - frames: The number of frames to read, limited by the capacity of the buffer.
    /// - Throws: The errors of `read(into:)`.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        buffer.frameLength = 0
        try check(buffer, "read")
        let wanted = min(frames, buffer.frameCapacity)
        let done = try lock.withLock {
            guard case .reading(let reader) = content else { throw notOpen("read") }
            guard wanted > 0 else { return 0 }
            return try AVAudioFileError.wrap(call("read"), at: location) { () throws(MediaError) in
                try reader.read(into: buffer.block(kind), frameCount: Int(wanted))
            }
        }
        buffer.frameLength = AVAudioFrameCount(done)
        if done == 0, wanted > 0 {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kAudioFileEndOfFileError),
                userInfo: [NSFilePathErrorKey: location.path])
        }
    }

    /// Writes the frames of a buffer at the end of the file.
    ///
    /// - Parameter buffer: In `processingFormat`; its first `frameLength` frames are written.
    /// - Throws: `kAudio_ParamError` for another format, `kAudioFilePermissionsError` for a file opened for reading,
    ///   `kAudioFileDoesNotAllow64BitDataSizeError` when the container is full, the errors of the disk.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        try check(buffer, "write")
        try lock.withLock {
            guard case .writing(let writer) = content else { throw notOpen("write") }
            guard buffer.frameLength > 0 else { return }
            try AVAudioFileError.wrap(call("write"), at: location) { () throws(MediaError) in
                try writer.write(buffer.block(kind), frameCount: Int(buffer.frameLength))
            }
        }
    }

    /// The attempted operation, for the text of an error.
    private func call(_ verb: String) -> String { "\(verb) \(location.path)" }

    /// Refuses a buffer of another format.
    private func check(_ buffer: AVAudioPCMBuffer, _ verb: String) throws {
        if buffer.format === processed || buffer.format == processed { return }
        throw AVAudioFileError.error(
            kAudio_ParamError, call(verb), at: location,
            because: "the buffer's format is \(buffer.format), not \(processed)")
    }

    /// Opens another reader of the same file, so that playback does not move the position of this object.
    ///
    /// - Throws: The errors of `init(forReading:)`.
    package func makeReader() throws -> MediaReader {
        let call = "open \(location.path) for reading"
        let path = try AVAudioFileError.path(of: location, call)
        return try AVAudioFileError.wrap(call, at: location) { () throws(MediaError) in try MediaReader(path: path) }
    }

    private static func opened(_ url: URL, _ format: AVAudioCommonFormat, interleaved: Bool) throws -> Opened {
        let call = "open \(url.path) for reading"
        let kind = try SampleBlock.Kind(format, call)
        let path = try AVAudioFileError.path(of: url, call)
        let reader = try AVAudioFileError.wrap(call, at: url) { () throws(MediaError) in try MediaReader(path: path) }
        let layout = AVAudioChannelLayout(reader.layout, channelCount: reader.format.channelCount)
        var description = reader.format.basicDescription
        guard let stored = AVAudioFormat(streamDescription: &description, channelLayout: layout),
            let processed = AVAudioFormat(format, stored, interleaved: interleaved, layout)
        else { throw AVAudioFileError.error(kAudioFileUnsupportedDataFormatError, call, at: url) }
        if let cookie = reader.properties.cookie { stored.magicCookie = Data(cookie) }
        return Opened(content: .reading(reader), url: url, stored: stored, processed: processed, kind: kind)
    }

    private static func created(
        _ url: URL, _ settings: [String: Any], _ format: AVAudioCommonFormat, interleaved: Bool
    ) throws -> Opened {
        let call = "create \(url.path)"
        let kind = try SampleBlock.Kind(format, call)
        let container = try AVAudioFileSettings.container(settings, url)
        let (stored, description) = try AVAudioFileSettings.formats(settings, container, url)
        guard let processed = AVAudioFormat(format, stored, interleaved: interleaved, stored.channelLayout) else {
            throw AVAudioFileError.error(kAudioFileUnsupportedDataFormatError, call, at: url)
        }
        let path = try AVAudioFileError.path(of: url, call)
        let writer = try AVAudioFileError.wrap(call, at: url) { () throws(MediaError) in
            // Checked first: a format that cannot be written must not replace an existing file.
            try MediaWriter.check(container, description)
            return try MediaWriter(FileByteSink(path: path), container, description)
        }
        return Opened(content: .writing(writer), url: url, stored: stored, processed: processed, kind: kind)
    }

    private func notOpen(_ verb: String) -> NSError {
        var status = kAudioFilePermissionsError
        if case .closed = content { status = kAudioFileNotOpenError }
        return AVAudioFileError.error(status, call(verb), at: location)
    }
}

extension AVAudioPCMBuffer {
    /// The buffer's memory, of which there has to be some, in a reader's or writer's terms.
    fileprivate func block(_ kind: SampleBlock.Kind) -> SampleBlock {
        SampleBlock(
            kind, channelCount: Int(format.channelCount), isInterleaved: format.isInterleaved, buffers: channelStarts)
    }
}
