import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import Synchronization

/// Plays the sound of one file or of data in memory.
///
/// All players of a program share one stream of the device. A player that starts activates the audio session if it is
/// not active; an interruption pauses it where it is.
/// - Thread: any. Delegate calls come on the main queue.
/// - Source: Apple, AVFAudio, `AVAudioPlayer`; rules.md R4.17 and R4.18.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    /// The file that is played; nil if the sound came as data.
    public let url: URL?
    /// The data that is played; nil if the sound came from a file.
    public let data: Data?
    /// The sound's format on disk.
    public let format: AVAudioFormat

    let player: FilePlayer
    let levels = LevelMeter()
    private let assignments = Mutex<[AVAudioSessionChannelDescription]?>(nil)
    private let startRefusal = Mutex<String?>(nil)
    private let weakDelegate = Guarded(WeakDelegate())

    /// Opens the file at a URL.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`: `kAudioFileUnsupportedFileTypeError` if no container is
    ///   recognised, `kAudioFileUnsupportedDataFormatError`, `kAudioFileInvalidFileError` for broken bytes,
    ///   `kAudioFileUnspecifiedError` if the file cannot be opened; the description names the path.
    public required convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

    /// Opens the file at a URL.
    ///
    /// - Parameter utiString: The file's type, such as "com.microsoft.waveform-audio"; the bytes themselves decide.
    /// - Throws: The errors of `init(contentsOf:)`.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        let reader = try Self.reading(url.path) { () throws(MediaError) in try MediaReader(path: url.path) }
        self.url = url
        data = nil
        format = try Self.format(of: reader, url.path)
        player = FilePlayer(reader: reader)
        super.init()
        takePlayerEvents()
    }

    /// Opens a file held in memory.
    ///
    /// - Throws: The errors of `init(contentsOf:)`.
    public convenience init(data: Data) throws { try self.init(data: data, fileTypeHint: nil) }

    /// Opens a file held in memory.
    ///
    /// - Parameter utiString: The file's type; the bytes themselves decide.
    /// - Throws: The errors of `init(contentsOf:)`.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        let reader = try Self.reading("data") { () throws(MediaError) in try MediaReader(bytes: [UInt8](data)) }
        url = nil
        self.data = data
        format = try Self.format(of: reader, "data")
        player = FilePlayer(reader: reader)
        super.init()
        takePlayerEvents()
    }

    /// The delegate; held weakly.
    public weak var delegate: (any AVAudioPlayerDelegate)? {
        get { weakDelegate.withLock { Lent($0.object) }.value }
        set {
            let new = Lent(newValue)
            weakDelegate.withLock { $0.object = new.value }
        }
    }

    // MARK: Playing

    /// Activates the session and reads the first part of the sound, so that `play()` sounds at once.
    ///
    /// - Returns: False if the session refuses.
    @discardableResult
    open func prepareToPlay() -> Bool {
        do {
            try player.prepare()
            return true
        } catch {
            return false
        }
    }

    /// Plays from `currentTime`; activates the session if it is not active.
    ///
    /// - Returns: False if the session or the hardware refuses.
    @discardableResult
    open func play() -> Bool { start(at: nil) }

    /// Starts playing at a given time, exact to the frame.
    ///
    /// - Parameter time: On the clock of `deviceCurrentTime`; a time that has passed means now.
    /// - Returns: False if the session or the hardware refuses.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        // Seconds that no clock reaches would overflow one of nanoseconds.
        start(at: time.isFinite ? Moment(seconds: max(-1e9, min(time, 9e9))) : nil)
    }

    private func start(at moment: Moment?) -> Bool {
        do {
            startRefusal.withLock { $0 = nil }
            return try player.play(at: moment)
        } catch {
            // Apple's method can only report that playback did not begin.
            let sentence =
                switch error {
                case .session(let error): NSError(error).localizedDescription
                case .hardware(let error): "\(error)"
                }
            startRefusal.withLock { $0 = sentence }
            return false
        }
    }

    /// The reason for which the last start failed, as a sentence; for our own tools.
    package var refusal: String? { startRefusal.withLock { $0 } }

    /// Pauses; `play()` continues from here.
    open func pause() { player.pause() }

    /// Stops, keeps the position, and releases the memory of `prepareToPlay()`.
    open func stop() { player.stop() }

    /// Indicates whether the player plays; false while an interruption pauses it.
    open var isPlaying: Bool { player.isPlaying }

    /// The number of repetitions; a negative number repeats for ever.
    ///
    /// 0 at first.
    open var numberOfLoops: Int {
        get { player.loops }
        set { player.loops = newValue }
    }

    // MARK: Speed

    /// Indicates whether `rate` can be changed; false at first.
    ///
    /// Takes effect with the next `prepareToPlay()` or `play()`.
    open var enableRate: Bool {
        get { player.isRateEnabled }
        set { player.isRateEnabled = newValue }
    }

    /// The speed, 0.5 to 2, initially 1; the pitch stays.
    ///
    /// Takes effect only if `enableRate` was set in time. `currentTime` and `duration` stay in the sound's own time.
    open var rate: Float {
        get { Float(player.rate) }
        set { player.rate = Double(newValue) }
    }

    // MARK: Time

    /// The duration of the whole sound, in seconds.
    open var duration: TimeInterval { player.durationSeconds }

    /// The position of the frame that plays next, in seconds; never negative.
    ///
    /// Setting it moves the player, also while playing.
    open var currentTime: TimeInterval {
        get { max(0, player.currentTime) }
        set { player.currentTime = newValue }
    }

    /// The time on the clock of the device, in seconds, for `play(atTime:)`.
    open var deviceCurrentTime: TimeInterval { player.context.system.hardware.now.seconds }

    // MARK: Sound

    /// The linear gain, nominally 0 to 1; during a fade, the fade's target.
    open var volume: Float {
        get { player.volume }
        set { player.setVolume(newValue, fadeSeconds: 0) }
    }

    /// Fades to a volume in a straight line.
    ///
    /// - Parameters:
    ///   - volume: Linear gain, nominally 0 to 1.
    ///   - duration: Seconds, up to six hours at 48 kHz; 0 if it is not finite.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        player.setVolume(volume, fadeSeconds: duration)
    }

    /// The pan: -1 is left, 0 the middle with both sides at full level, 1 right.
    open var pan: Float {
        get { player.pan }
        set { player.pan = newValue }
    }

    /// For each channel of the sound the channel of a port that plays it; nil at first: stereo and mono on the first
    /// two.
    ///
    /// Those of `currentRoute.outputs`, also of several ports at once in the category `.multiRoute`. Channels of the
    /// sound beyond the list are silent, as are those of ports that are not in use. Holds from the next block on, also
    /// while it plays.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { assignments.withLock { $0 } }
        set {
            assignments.withLock { $0 = newValue }
            player.channelAssignments = newValue?.map(\.assignedChannel)
        }
    }

    /// The number of channels of the sound.
    open var numberOfChannels: Int { Int(format.channelCount) }

    /// The sound's format as a settings dictionary.
    open var settings: [String: Any] { format.settings }

    // MARK: Private

    private func takePlayerEvents() {
        // Makes the session, so that interruptions are notified even if the program never asks for it.
        _ = AVAudioSession.session(of: player.context)
        player.setEvents(
            FilePlayer.Events(
                finished: { [weak self] successfully in
                    guard let self else { return }
                    delegate?.audioPlayerDidFinishPlaying(self, successfully: successfully)
                },
                failed: { [weak self] failure in
                    guard let self else { return }
                    let error = Self.error(failure, self.url?.path ?? "data")
                    delegate?.audioPlayerDecodeErrorDidOccur(self, error: error)
                    delegate?.audioPlayerDidFinishPlaying(self, successfully: false)
                },
                interruption: { [weak self] began, shouldResume in
                    guard let self else { return }
                    if began {
                        delegate?.audioPlayerBeginInterruption(self)
                    } else {
                        delegate?.audioPlayerEndInterruption(self, withOptions: shouldResume ? 1 : 0)
                    }
                }))
    }

    private static func format(of reader: MediaReader, _ name: String) throws -> AVAudioFormat {
        var description = reader.format.basicDescription
        let layout = AVAudioChannelLayout(reader.layout, channelCount: reader.format.channelCount)
        guard let format = AVAudioFormat(streamDescription: &description, channelLayout: layout) else {
            throw error(.unsupported(.dataFormat("\(reader.format.channelCount) channels without a layout")), name)
        }
        return format
    }

    private static func reading(
        _ name: String, _ open: () throws(MediaError) -> MediaReader
    ) throws -> sending MediaReader {
        do { return try open() } catch { throw Self.error(error, name) }
    }

    private static func error(_ failure: MediaError, _ name: String) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: Int(AVAudioFileError.status(of: failure)),
            userInfo: [NSLocalizedDescriptionKey: "cannot play \(name): \(failure)", NSFilePathErrorKey: name])
    }
}

private struct WeakDelegate {
    weak var object: (any AVAudioPlayerDelegate)?
}
