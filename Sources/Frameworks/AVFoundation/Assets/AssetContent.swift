import AVAudioTypes
import AVFAudio
import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoMedia
import SordinoStreaming
import Synchronization

/// What the headers of a file say, read when somebody asks for it first.
///
/// - Thread: any; reading waits for the disk.
final class AssetContent: @unchecked Sendable {
    /// One of the file's tracks.
    struct Track {
        var number: Int
        var format: MediaFormat
        var description: CMFormatDescription
        /// Frames that are heard, at the format's rate.
        var frameCount: Int64
        var byteCount: Int64
    }

    /// What the file holds.
    struct Contents {
        var tracks: [Track]
        var info: [MediaProperties.Info]
        var chapters: [MediaProperties.Chapter]
        var fileType: FourCC
        var isPlayable: Bool
        /// The length of a stream, which has no tracks before it is played; infinite if it goes on by itself, nil of files.
        var streamSeconds: Double?
    }

    let url: URL
    /// Further fields of the questions to a server.
    let fields: [String: String]
    /// Whether the length is to be known exactly, whatever it costs.
    private let isPrecise: Bool
    private let contents = Mutex<Result<Contents, any Error>?>(nil)

    init(_ url: URL, fields: [String: String] = [:], isPrecise: Bool) {
        self.url = url
        self.fields = fields
        self.isPrecise = isPrecise
    }

    /// Whether reading has been tried.
    var isLoaded: Bool { contents.withLock { $0 != nil } }

    /// The contents, read now if they have not been.
    ///
    /// - Throws: An error of `AVError` or of Foundation.
    func load() throws -> Contents {
        try contents.withLock { stored in
            if let stored { return stored }
            let result = Result { try read() }
            stored = result
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

    /// Whether the asset lies on a server.
    var isRemote: Bool { ["http", "https"].contains(url.scheme?.lowercased() ?? "") }

    private func read() throws -> Contents {
        var remote: HTTPByteSource?
        if isRemote {
            do throws(StreamError) {
                switch try HTTPByteSource.look(url.absoluteString, fields: fields) {
                case .file(let bytes): remote = bytes
                case .stream(let seconds):
                    return Contents(
                        tracks: [], info: [], chapters: [], fileType: "", isPlayable: true,
                        streamSeconds: seconds ?? .infinity)
                }
            } catch {
                throw AVError.error(error, at: url)
            }
        }
        let path = remote == nil ? try path() : ""
        do throws(MediaError) {
            let source: any ByteSource = if let remote { remote } else { try FileByteSource(path: path) }
            let first = try PacketFile(source)
            let count = min(max(1, first.properties.audioTrackCount), 64)
            var tracks = [track(first, 0)]
            for number in 1..<max(1, count) { tracks.append(track(try PacketFile(source, track: number), number)) }
            return Contents(
                tracks: tracks, info: first.properties.info, chapters: first.properties.chapters,
                fileType: first.scan.container.fileType,
                isPlayable: tracks.contains { $0.format.encoding != nil || Codecs.named($0.format.codec) != nil })
        } catch {
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

    /// The picture that the file carries; nil if there is none.
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

    /// The nearest frame, clamped to what can be counted; 0 of what is no number.
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
