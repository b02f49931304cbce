import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import Synchronization

/// Records the input into a file.
///
/// A recorder that starts activates the audio session if it is not active, and asks for permission if the person was
/// not asked yet: until there is an answer, and if it is no, the file gets silence. An interruption pauses it where it
/// is.
///
/// The file is whole at any moment: a program that is killed leaves all but the last second of a file that opens.
/// - Thread: any. Delegate calls come on the main queue.
/// - Source: Apple, AVFAudio, `AVAudioRecorder`; rules.md R4.17, R4.18 and R6.15.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    /// The file that is recorded into.
    public let url: URL
    /// The format of the file.
    public let format: AVAudioFormat

    let recorder: FileRecorder
    let levels = LevelMeter()
    private let usedSettings: [String: Any]
    private let assignments = Mutex<[AVAudioSessionChannelDescription]?>(nil)
    private let startRefusal = Mutex<String?>(nil)
    private let weakDelegate = Guarded(WeakDelegate())

    /// Prepares to record into a file; it is made by `prepareToRecord()` or `record()`.
    ///
    /// - Parameters:
    ///   - url: The file. Its extension decides its kind, unless `settings` has `AVAudioFileTypeKey`.
    ///   - settings: The file's format, as `AVAudioFile` takes it. What they leave out is as the input and the kind of
    ///     file have it.
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`: `kAudioFileUnsupportedFileTypeError`,
    ///   `kAudioFileUnsupportedDataFormatError`, `kAudioCodecUnsupportedFormatError` for settings that an encoder
    ///   refuses, `kAudioFileUnspecifiedError` for a URL that is not of a file.
    public init(url: URL, settings: [String: Any]) throws {
        let context = AppContext.current
        let asked = try AVAudioRecorderSettings(settings, url, context)
        self.url = url
        (format, usedSettings) = (asked.format, asked.used)
        recorder = FileRecorder(asked.target, context: context)
        super.init()
        takeRecorderEvents()
    }

    /// Prepares to record into a file; it is made by `prepareToRecord()` or `record()`.
    ///
    /// - Parameters:
    ///   - url: The file; its extension decides its kind.
    ///   - format: The file's format. Files hold their channels interleaved in any case.
    /// - Throws: The errors of `init(url:settings:)`.
    public convenience init(url: URL, format: AVAudioFormat) throws {
        try self.init(url: url, settings: format.settings)
    }

    /// Indicates whether echo and noise are removed from the recording, and speech is brought to one level; for our own
    /// tools.
    package var isVoiceProcessed: Bool {
        get { recorder.isVoiceProcessed }
        set { recorder.isVoiceProcessed = newValue }
    }

    /// The reason for which the last start failed, as a sentence; for our own tools.
    package var refusal: String? { startRefusal.withLock { $0 } }

    /// The delegate; held weakly.
    public weak var delegate: (any AVAudioRecorderDelegate)? {
        get { weakDelegate.withLock { Lent($0.object) }.value }
        set {
            let new = Lent(newValue)
            weakDelegate.withLock { $0.object = new.value }
        }
    }

    /// The settings in use: those of the file format, and the ones given for the encoder and the rate converter.
    open var settings: [String: Any] { usedSettings }

    // MARK: Recording

    /// Activates the session and makes the file, in the place of one that may be there, so that `record()` begins at
    /// once.
    ///
    /// Changes nothing while a recording is under way or paused.
    /// - Returns: False if the session refuses or the file cannot be made.
    @discardableResult
    open func prepareToRecord() -> Bool {
        do {
            try recorder.prepare()
            return true
        } catch {
            return false
        }
    }

    /// Starts or continues recording; after `stop()` a new recording replaces the last one.
    ///
    /// - Returns: False if the session or the hardware refuses, or the file cannot be made.
    @discardableResult
    open func record() -> Bool { start(at: nil, forSeconds: nil) }

    /// Starts recording at a given time, exact to the frame.
    ///
    /// - Parameter time: On the clock of `deviceCurrentTime`; a time that has passed means now.
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval) -> Bool { start(at: time, forSeconds: nil) }

    /// Records for a duration, then stops; pauses do not count.
    ///
    /// - Parameter duration: Seconds.
    /// - Returns: As `record()`.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool { start(at: nil, forSeconds: duration) }

    /// Starts recording at a given time, and stops after a duration.
    ///
    /// - Parameters:
    ///   - time: On the clock of `deviceCurrentTime`; a time that has passed means now.
    ///   - duration: Seconds.
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        start(at: time, forSeconds: duration)
    }

    private func start(at time: TimeInterval?, forSeconds seconds: TimeInterval?) -> Bool {
        // Seconds that no clock reaches would overflow one of nanoseconds.
        let moment = time.flatMap { $0.isFinite ? Moment(seconds: max(-1e9, min($0, 9e9))) : nil }
        let limit = seconds.map { $0.isFinite ? max(0, min($0, 1e9)) : 1e9 }
        do {
            return try recorder.record(at: moment, forSeconds: limit)
        } catch {
            // Apple's method can only report that recording did not begin.
            startRefusal.withLock { $0 = Self.error(error, url.path).localizedDescription }
            return false
        }
    }

    /// Pauses; `record()` continues from here.
    open func pause() { recorder.pause() }

    /// Ends the recording; the file is closed when this returns.
    open func stop() { recorder.stop() }

    /// Removes the file of a recording that was stopped.
    ///
    /// - Returns: False while a recording is under way or paused, or if there is no file that can be removed.
    @discardableResult
    open func deleteRecording() -> Bool {
        guard recorder.isStopped else { return false }
        do {
            try FileManager.default.removeItem(at: url)
            return true
        } catch {
            return false
        }
    }

    /// Indicates whether the recorder records; false while an interruption pauses it.
    open var isRecording: Bool { recorder.isRecording }

    // MARK: Time

    /// The duration of the recording so far, in seconds; 0 when it is stopped.
    open var currentTime: TimeInterval { recorder.currentTime }

    /// The time on the clock of the device, in seconds, for `record(atTime:)`.
    open var deviceCurrentTime: TimeInterval { recorder.context.system.hardware.now.seconds }

    // MARK: Channels

    /// For each channel of the file the channel of a port that it is; nil at first: the input's channels in their
    /// order.
    ///
    /// Channels of the file beyond the list are silent, as are those of ports that are not in use.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { assignments.withLock { $0 } }
        set {
            assignments.withLock { $0 = newValue }
            recorder.channelAssignments = newValue?.map(\.assignedChannel)
        }
    }

    // MARK: Private

    private func takeRecorderEvents() {
        // Makes the session, so that interruptions are notified even if the program never asks for it.
        _ = AVAudioSession.session(of: recorder.context)
        recorder.setEvents(
            FileRecorder.Events(
                finished: { [weak self] successfully in
                    guard let self else { return }
                    delegate?.audioRecorderDidFinishRecording(self, successfully: successfully)
                },
                failed: { [weak self] failure in
                    guard let self else { return }
                    delegate?.audioRecorderEncodeErrorDidOccur(self, error: Self.error(failure, url.path))
                },
                interruption: { [weak self] began, shouldResume in
                    guard let self else { return }
                    if began {
                        delegate?.audioRecorderBeginInterruption(self)
                    } else {
                        delegate?.audioRecorderEndInterruption(self, withOptions: shouldResume ? 1 : 0)
                    }
                }))
    }

    private static func error(_ failure: FileRecorder.Failure, _ path: String) -> NSError {
        switch failure {
        case .session(let error): NSError(error)
        case .servicesLost: NSError(.mediaServicesFailed, "the media services were lost while \(path) was recorded")
        case .hardware(let error): NSError(.cannotStartRecording, "cannot record \(path): \(error)")
        case .media(let error):
            NSError(
                domain: NSOSStatusErrorDomain, code: Int(AVAudioFileError.status(of: error)),
                userInfo: [NSLocalizedDescriptionKey: "cannot record \(path): \(error)", NSFilePathErrorKey: path])
        }
    }
}

private struct WeakDelegate {
    weak var object: (any AVAudioRecorderDelegate)?
}
