import AVFAudio
import CoreAudioTypes
import CoreMedia
import Foundation
import SordinoEngine
import SordinoMedia
import SordinoRealtime
import SordinoSession
import SordinoWork

extension NSNotification.Name {
    /// A renderer has forgotten its sample buffers by itself; its object is the renderer.
    public static let AVSampleBufferAudioRendererWasFlushedAutomatically = NSNotification.Name(
        "AVSampleBufferAudioRendererWasFlushedAutomaticallyNotification")
    /// The output of a renderer has changed; its object is the renderer.
    public static let AVSampleBufferAudioRendererOutputConfigurationDidChange = NSNotification.Name(
        "AVSampleBufferAudioRendererOutputConfigurationDidChangeNotification")
}

/// The key of the time at which sample buffers were forgotten, an `NSValue` of a `CMTime`.
public let AVSampleBufferAudioRendererFlushTimeKey = "AVSampleBufferAudioRendererFlushTimeKey"

/// Plays sample buffers of sound, linear PCM or any codec that is decoded here, on the time line of a synchronizer.
///
/// Each buffer is heard at its time, to the frame; gaps are silent, and a buffer that overlaps others replaces them
/// there. Buffers are kept as they come and decoded shortly before they are heard.
/// - Thread: any. Notifications may come on any thread.
open class AVSampleBufferAudioRenderer: NSObject, AVQueuedSampleBufferRendering, @unchecked Sendable {
    private struct State {
        var line: SampleLine?
        var file: FilePlayer?
        var status = AVQueuedSampleBufferRenderingStatus.unknown
        var error: (any Error)?
        var volume: Float = 1
        var isMuted = false
        var algorithm = AVAudioTimePitchAlgorithm.timeDomain
        var spatialization = AVAudioSpatializationFormats.multichannel
        var isRunning = false
        var rate = 1.0
    }

    /// Another name of `AVSampleBufferAudioRendererWasFlushedAutomatically`.
    public static let wasFlushedAutomaticallyNotification = NSNotification.Name
        .AVSampleBufferAudioRendererWasFlushedAutomatically
    /// Another name of `AVSampleBufferAudioRendererOutputConfigurationDidChange`.
    public static let configurationDidChangeNotification = NSNotification.Name
        .AVSampleBufferAudioRendererOutputConfigurationDidChange

    /// Seconds of media beyond which no more should come, and below which the program is asked for more.
    private static let (fullSeconds, lowSeconds) = (3.0, 2.0)
    /// Seconds of media with which playing can begin.
    private static let startSeconds = 0.1
    /// Buffers beyond which no more should come.
    private static let fullBufferCount = 16_384

    let context = AppContext.current
    private let state = Guarded(State())
    private let requests: MediaRequests
    private let watchers = PropertyWatchers<AVSampleBufferAudioRenderer>()
    private let observer = Guarded<Int?>(nil)
    private let standing = CMTimebase.standing()
    weak var synchronizer: AVSampleBufferRenderSynchronizer?

    /// Makes a renderer without sample buffers; it has to be added to a synchronizer.
    public override init() {
        requests = MediaRequests(context)
        super.init()
        requests.setLook { [weak self] in self?.need ?? .none }
        // Makes the session, so that interruptions are notified even if the program never asks for it.
        _ = AVAudioSession.session(of: context)
        let number = context.client.addObserver { [weak self] notification in
            switch notification {
            case .routeChanged: self?.outputChanged()
            case .mediaServicesLost: self?.servicesLost()
            default: break
            }
        }
        observer.withLock { $0 = number }
    }

    deinit {
        requests.end()
        if let number = observer.withLock({ $0 }) { context.client.removeObserver(number) }
        state.withLock { $0.file }?.pause()
    }

    // MARK: State

    /// The state of the renderer.
    open var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.status } }
    /// The reason why rendering failed; nil if it did not.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The time line of the synchronizer; one that stands at 0 without a synchronizer.
    open var timebase: CMTimebase { synchronizer?.timebase ?? standing }

    /// Linear gain, nominally 0 to 1.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { $0.volume = newValue.isFinite ? max(0, newValue) : 0 }
            setGain()
        }
    }

    /// Indicates whether the renderer is silenced.
    open var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set {
            state.withLock { $0.isMuted = newValue }
            setGain()
        }
    }

    private func setGain() {
        let (file, volume) = state.withLock { ($0.file, $0.isMuted ? 0 : $0.volume) }
        file?.setVolume(volume, fadeSeconds: 0)
        watchers.look(self)
    }

    /// The method of changing the rate: with `varispeed` the pitch follows the rate, otherwise it is kept.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { state.withLock { $0.algorithm } }
        set {
            let isChanged = state.withLock { state in
                defer { state.algorithm = newValue }
                return state.algorithm != newValue && state.isRunning && state.rate != 1
            }
            if isChanged { synchronizer?.renew(self) }
            watchers.look(self)
        }
    }

    /// The formats that the system may place in space; kept, as nothing is placed here.
    open var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
        get { state.withLock { $0.spatialization } }
        set { state.withLock { $0.spatialization = newValue } }
    }

    // MARK: Sample buffers

    /// Hands a sample buffer over, whose data is not copied.
    ///
    /// A buffer that cannot be played makes `status` `failed`; further buffers are ignored until `flush`.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        guard status != .failed else { return }
        do {
            let (line, isNew) = try line(for: sampleBuffer)
            guard let line else { return }
            try line.append(sampleBuffer)
            state.withLock { if $0.status == .unknown { $0.status = .rendering } }
            if isNew { synchronizer?.renew(self) }
            synchronizer?.mediaArrived()
            watchers.look(self)
        } catch { fail(error) }
    }

    /// Returns the line for buffers, made of the format of the first.
    private func line(for buffer: CMSampleBuffer) throws -> (SampleLine?, isNew: Bool) {
        if let line = state.withLock({ $0.line }) { return (line, false) }
        guard CMSampleBufferIsValid(buffer) else { throw QueuedSample.error("the sample buffer was invalidated") }
        guard buffer.numSamples > 0 else { return (nil, false) }
        let (format, stream) = try QueuedSample.sound(buffer)
        let context = context
        let line = SampleLine(
            MediaFormat(
                .float32(.little), sampleRate: stream.mSampleRate, channelCount: Int(stream.mChannelsPerFrame)),
            layout: format.format?.channelLayout.flatMap { ChannelLayout($0) },
            now: { FilePlayer.nowNanoseconds(context) },
            failed: { [weak self] error in
                let renderer = self
                context.system.callbacks.deliver(.secondary, to: context) { renderer?.fail(error) }
            })
        let file = FilePlayer(reader: line, context: context)
        file.setEvents(
            FilePlayer.Events(
                finished: { _ in },
                failed: { [weak self] error in self?.fail(AVError.error(error, at: nil)) },
                interruption: { _, _ in },
                stopped: { [weak self] in self?.synchronizer?.interrupted() }))
        return state.withLock { state in
            if let other = state.line { return (other, false) }
            file.setVolume(state.isMuted ? 0 : state.volume, fadeSeconds: 0)
            (state.line, state.file) = (line, file)
            return (line, true)
        }
    }

    func fail(_ error: any Error) {
        let isFirst = state.withLock { state in
            guard state.status != .failed else { return false }
            (state.status, state.error) = (.failed, error)
            return true
        }
        if isFirst { watchers.look(self) }
    }

    /// Forgets all sample buffers, and ends a failure; the time line keeps running.
    open func flush() {
        forget()
        state.withLock { state in
            if state.status == .failed { (state.status, state.error) = (.unknown, nil) }
        }
        synchronizer?.renew(self)
        requests.wake()
        watchers.look(self)
    }

    private func forget() {
        let (line, file, isRunning) = state.withLock { ($0.line, $0.file, $0.isRunning) }
        line?.flush()
        if !isRunning, let file { file.seek(to: file.currentFrame) }
    }

    /// Forgets the media from a time on, without an interruption of what is heard before.
    ///
    /// - Parameter completionHandler: Receives false, and nothing is forgotten, if media from that time on has been
    ///   handed to the device already: about a sixth of a second before it is heard.
    open func flush(fromSourceTime time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        let (line, file, isRunning) = state.withLock { ($0.line, $0.file, $0.isRunning) }
        let isFlushed = line.map { $0.flush(from: time) } ?? time.isNumeric
        if isFlushed, !isRunning, let file { file.seek(to: file.currentFrame) }
        context.system.callbacks.deliver(.secondary, to: context) { completionHandler(isFlushed) }
        requests.wake()
        watchers.look(self)
    }

    /// Forgets the media from a time on, without an interruption of what is heard before.
    ///
    /// - Returns: False, and nothing is forgotten, if some of it has been handed to the device already.
    @discardableResult
    open func flush(fromSourceTime time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            flush(fromSourceTime: time) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Requests

    /// Indicates whether more sample buffers should be handed over: until some seconds of media wait.
    open var isReadyForMoreMediaData: Bool {
        let (line, rate, status) = state.withLock { ($0.line, $0.rate, $0.status) }
        guard status != .failed, let line else { return status != .failed }
        let amount = line.amount
        return amount.seconds < Self.fullSeconds * max(1, rate) && amount.bufferCount < Self.fullBufferCount
    }

    /// Indicates whether so much media waits that playing can begin without running dry soon.
    ///
    /// A program that requests no media has handed over all that it has.
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
        guard let line = state.withLock({ $0.line }) else { return false }
        let seconds = line.amount.seconds
        return seconds >= Self.startSeconds || (seconds > 0 && !requests.isActive)
    }

    /// Has a function called at once and whenever less than two seconds of media wait.
    ///
    /// - Parameters:
    ///   - queue: The queue of the calls; one call at a time.
    ///   - block: Hands sample buffers over while `isReadyForMoreMediaData`; called again after a moment if it did not.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        requests.begin(queue, block)
    }

    /// Ends the calls of `requestMediaDataWhenReady`.
    open func stopRequestingMediaData() {
        requests.stop()
        synchronizer?.mediaArrived()
        watchers.look(self)
    }

    private var need: MediaRequests.Need {
        let (line, rate, status, isRunning) = state.withLock { ($0.line, $0.rate, $0.status, $0.isRunning) }
        guard status != .failed else { return .none }
        guard let line else { return .now }
        let amount = line.amount
        let isLow = amount.seconds < Self.lowSeconds * max(1, rate) && amount.bufferCount < Self.fullBufferCount / 2
        return isLow ? .now : isRunning ? .later : .none
    }

    // MARK: For the synchronizer

    /// The method's limits of the rate.
    var rates: ClosedRange<Float> { audioTimePitchAlgorithm.rates }

    /// Plays from a moment on; without sample buffers nothing happens.
    ///
    /// - Parameter isJump: Whether the time line jumps there.
    /// - Returns: False if the session does not let it play.
    func run(_ anchor: LineAnchor, isJump: Bool) -> Bool {
        let (line, file, algorithm, wasRunning) = state.withLock { state in
            defer { (state.isRunning, state.rate) = (true, anchor.rate) }
            return (state.line, state.file, state.algorithm, state.isRunning)
        }
        requests.wake()
        guard let line, let file, let frame = line.place(of: anchor.time) else { return true }
        let margin = max(0.06, 3 * FilePlayer.blockSeconds(context) + 0.02) + (anchor.rate == 1 ? 0 : 0.25)
        line.begin(
            at: frame, nanoseconds: anchor.nanoseconds, rate: anchor.rate, marginSeconds: margin, isJump: isJump)
        if !wasRunning || !file.isPlaying { file.seek(to: frame) }
        do {
            return try file.play(
                from: frame, speed: anchor.rate, isTape: algorithm == .varispeed, atNanoseconds: anchor.nanoseconds)
        } catch {
            return false
        }
    }

    /// Stops at once.
    ///
    /// - Returns: The time up to which sound was handed to the device; nil if none was.
    func stand() -> CMTime? {
        let (line, file, wasRunning) = state.withLock { state in
            defer { state.isRunning = false }
            return (state.line, state.file, state.isRunning)
        }
        guard let line, let file else { return nil }
        file.pause()
        guard wasRunning else { return nil }
        let frame = file.currentFrame
        line.stand(at: frame)
        return line.time(of: frame)
    }

    /// Ends the sound at a moment.
    func end(atNanoseconds nanoseconds: Int64) { state.withLock { $0.file }?.end(atNanoseconds: nanoseconds) }

    /// The time that was heard last, and when; nil unless it is certain.
    var heardPlace: (time: CMTime, nanoseconds: Int64)? {
        let (line, file) = state.withLock { ($0.line, $0.file) }
        guard let line, let place = file?.heardPlace else { return nil }
        return (line.time(of: place.frame), place.nanoseconds)
    }

    /// Says that the clock of the device runs otherwise than was thought.
    func follow(_ anchor: LineAnchor) {
        guard let line = state.withLock({ $0.line }), let frame = line.place(of: anchor.time) else { return }
        let margin = max(0.06, 3 * FilePlayer.blockSeconds(context) + 0.02) + (anchor.rate == 1 ? 0 : 0.25)
        line.begin(
            at: frame, nanoseconds: anchor.nanoseconds, rate: anchor.rate, marginSeconds: margin, isJump: false)
    }

    private func outputChanged() {
        guard state.withLock({ $0.file != nil }) else { return }
        NotificationCenter.default.postFromAnywhere(name: Self.configurationDidChangeNotification, object: self)
    }

    /// The services of the system are gone, and with them the player: another is made of the next buffer.
    private func servicesLost() {
        synchronizer?.interrupted()
        let time = synchronizer?.currentTime() ?? .zero
        let file = state.withLock { state in
            defer { (state.line, state.file) = (nil, nil) }
            if state.status == .rendering { state.status = .unknown }
            return state.file
        }
        file?.pause()
        NotificationCenter.default.postFromAnywhere(
            name: Self.wasFlushedAutomaticallyNotification, object: self,
            userInfo: [AVSampleBufferAudioRendererFlushTimeKey: NSValue(time: time)])
        watchers.look(self)
    }

    /// Calls a function when a property changes, on the thread where it does.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVSampleBufferAudioRenderer, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVSampleBufferAudioRenderer, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { watchers.add(self, keyPath, options, changeHandler) }
}
