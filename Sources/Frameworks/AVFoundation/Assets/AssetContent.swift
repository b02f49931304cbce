import AVAudioTypes
import AVFAudio
import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoStreaming
import Synchronization

/// The contents of a file as its headers describe them, read at the first use.
///
/// - Thread: any; reading waits for the disk.
final class AssetContent: Sendable {
    /// One track of the file.
    struct Track {
        var number: Int
        var format: MediaFormat
        var description: CMFormatDescription
        /// Audible frames, at the rate of `format`.
        var frameCount: Int64
        var byteCount: Int64
    }

    /// The contents of the file.
    struct Contents {
        var tracks: [Track]
        var info: [MediaProperties.Info]
        var chapters: [MediaProperties.Chapter]
        /// Nil for a stream, whose type is not known before it arrives.
        var fileType: FourCC?
        var isPlayable: Bool
        /// The length of a stream, which has no tracks before it is played; infinite for a live one, nil of files.
        var streamSeconds: Double?
    }

    let url: URL
    /// Further fields of the questions to a server.
    let fields: [String: String]
    /// Indicates whether the length must be exact, even if that takes a scan of the file.
    private let isPrecise: Bool
    private let contents = Mutex<Result<Contents, any Error>?>(nil)
    /// Apart from `contents`, whose lock is held while a server or a delegate is waited for.
    private let hasRead = Atomic(false)
    /// Asks the program for the bytes of addresses that are neither a file nor on a server.
    let loader = AVAssetResourceLoader()
    private let questions = Mutex<ByteQuestions?>(nil)

    init(_ url: URL, fields: [String: String] = [:], isPrecise: Bool) {
        self.url = url
        self.fields = fields
        self.isPrecise = isPrecise
    }

    /// Indicates whether reading has been tried.
    var isLoaded: Bool { hasRead.load(ordering: .acquiring) }

    /// The contents, read now if they have not been.
    ///
    /// - Throws: An error of `AVError` or of Foundation.
    func load() throws -> Contents {
        try contents.withLock { stored in
            if let stored { return stored }
            let result = Result { try read() }
            stored = result
            hasRead.store(true, ordering: .releasing)
            return result
        }.get()
    }

    /// The path of the file.
    ///
    /// - Throws: `NSURLErrorUnsupportedURL` for anything but a file.
    func path() throws -> String {
        guard url.isFileURL else {
            throw URLError(
                .unsupportedURL, userInfo: [NSURLErrorKey: url, NSLocalizedDescriptionKey: "unsupported URL"])
        }
        return url.path
    }

    /// Indicates whether the asset lies on a server.
    var isRemote: Bool { ["http", "https"].contains(url.scheme?.lowercased() ?? "") }

    /// Indicates whether the program provides the bytes itself.
    var isAsked: Bool { !isRemote && !url.isFileURL && loader.delegate != nil }

    /// Questions to the program for one reader of the asset.
    func makeQuestions() -> ByteQuestions { loader.questions(about: url) }

    /// Cancels the requests to the program.
    func cancel() { questions.withLock { $0 }?.end() }

    /// The error of a sound that does not arrive: the one that the program gave, or one made of `failure`.
    func error(_ failure: StreamError) -> any Error { isAsked ? loader.error ?? failed(failure) : failed(failure) }

    private func failed(_ failure: StreamError) -> any Error { AVError.error(failure, at: url) }

    /// The contents of an address that is not a file.
    private enum Distant {
        case bytes(any ByteSource)
        case stream(Contents)
    }

    private func distant() throws(StreamError) -> Distant? {
        var address = isRemote ? url.absoluteString : nil
        if isAsked {
            let asked = makeQuestions()
            questions.withLock { $0 = asked }
            switch try AskedByteSource.look(url.absoluteString, asked) {
            case .bytes(let bytes): return .bytes(bytes)
            case .moved(let other): address = other
            }
        }
        guard let address else { return nil }
        switch try HTTPByteSource.look(address, fields: fields) {
        case .file(let bytes): return .bytes(bytes)
        case .stream(let seconds):
            return .stream(
                Contents(
                    tracks: [], info: [], chapters: [], fileType: nil, isPlayable: true,
                    streamSeconds: seconds ?? .infinity))
        }
    }

    private func read() throws -> Contents {
        let found: Distant?
        do throws(StreamError) { found = try distant() } catch { throw self.error(error) }
        var far: (any ByteSource)?
        switch found {
        case .stream(let contents): return contents
        case .bytes(let bytes): far = bytes
        case nil: break
        }
        let path = far == nil ? try path() : ""
        do throws(MediaError) {
            let source: any ByteSource = if let far { far } else { try FileByteSource(path: path) }
            let first = try PacketFile(source)
            let count = min(max(1, first.properties.audioTrackCount), 64)
            var tracks = [track(first, 0)]
            for number in 1..<max(1, count) { tracks.append(track(try PacketFile(source, track: number), number)) }
            return Contents(
                tracks: tracks, info: first.properties.info, chapters: first.properties.chapters,
                fileType: first.scan.container.fileType,
                isPlayable: tracks.contains { $0.format.encoding != nil || Codecs.named($0.format.codec) != nil })
        } catch {
            if case .io = error, isAsked, let own = loader.error { throw own }
            throw AVError.error(error, at: url)
        }
    }

    private func track(_ file: PacketFile, _ number: Int) -> Track {
        let format = file.format
        let layout = AVAudioChannelLayout(file.properties.layout, channelCount: format.channelCount)
        let cookie = file.properties.cookie.map { Data($0) }
        var frames = file.estimatedFrameCount
        if isPrecise {
            let properties = file.properties
            let heard = max(0, file.count().frames - properties.primingFrameCount - properties.remainderFrameCount)
            frames = min(properties.validFrameCount ?? heard, file.count().frames)
        }
        return Track(
            number: number, format: format,
            description: CMFormatDescription(
                sound: format.basicDescription, layout: layout, cookie: cookie, extensions: nil),
            frameCount: frames, byteCount: file.scan.dataByteCount)
    }

    /// The picture in the file; nil if there is none.
    func picture() -> Data? {
        guard let path = try? path(), let source = try? FileByteSource(path: path), let file = try? PacketFile(source)
        else { return nil }
        if let found = try? FileTags.picture(of: file) { return Data(found) }
        guard let tag = try? FileTags.id3Tag(at: 0, of: source), let found = FileTags.picture(inID3: tag) else {
            return nil
        }
        return Data(found)
    }
}

extension CMTime {
    /// A number of frames.
    init(frames: Int64, rate: Double) {
        if rate >= 1, rate < 0x1p31, rate == rate.rounded() {
            self.init(value: frames, timescale: Int32(rate))
        } else {
            self.init(seconds: Double(frames) / rate, preferredTimescale: 1_000_000)
        }
    }

    /// Returns the nearest frame, clamped to `Int64`; 0 if the time is not numeric.
    func frames(rate: Double) -> Int64 {
        guard isNumeric else { return isPositiveInfinity ? .max : 0 }
        if rate == rate.rounded(), rate < 0x1p31, timescale > 0 {
            let exact = convertScale(Int32(rate), method: .default)
            if exact.isNumeric { return exact.value }
        }
        let frames = (seconds * rate).rounded()
        return frames >= 0x1p62 ? 1 << 62 : frames <= -0x1p62 ? -(1 << 62) : Int64(frames)
    }
}
