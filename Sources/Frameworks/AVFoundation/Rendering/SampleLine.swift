import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// The sound of a renderer's sample buffers on a line of frames: decoded when it is read, silent where there is none.
///
/// Frame `origin` lies at time 0, so that negative times have places. Reading never waits: silence is given where the
/// next buffer is known to begin later, and otherwise only shortly before it is due, so that media may still arrive.
/// - Thread: any; one lock for all.
final class SampleLine: FrameSource, Sendable {
    /// The place of time 0; beyond half of it on both sides there are no places.
    static let origin: Int64 = 1 << 48
    /// Buffers that may wait.
    static let capacity = 1 << 18

    let format: MediaFormat
    let layout: ChannelLayout?
    let frameCount = SampleLine.origin * 2
    private let now: @Sendable () -> Int64
    private let failed: @Sendable (any Error) -> Void
    private let state: Guarded<LineState>

    /// - Parameters:
    ///   - now: The time of the device, in nanoseconds.
    ///   - failed: Called once when buffers cannot be decoded; locks may be held.
    init(
        _ format: MediaFormat, layout: ChannelLayout?, now: @escaping @Sendable () -> Int64,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        (self.format, self.layout, self.now, self.failed) = (format, layout, now, failed)
        state = Guarded(LineState(format, layout))
    }

    // MARK: Places

    /// Returns the place of a time; nil if it is no number or too far away.
    func place(of time: CMTime) -> Int64? {
        guard time.isNumeric else { return nil }
        let frames = time.frames(rate: format.sampleRate)
        return (-Self.origin / 2..<Self.origin / 2).contains(frames) ? Self.origin + frames : nil
    }

    /// Returns the time of a place.
    func time(of place: Int64) -> CMTime { CMTime(frames: place - Self.origin, rate: format.sampleRate) }

    /// Says that a frame is heard at a moment, and how fast time goes from then on.
    ///
    /// - Parameters:
    ///   - isJump: Whether the frames before it will not be heard any more.
    ///   - marginSeconds: Seconds before it is due at which missing media becomes silence.
    func begin(at frame: Int64, nanoseconds: Int64, rate: Double, marginSeconds: Double, isJump: Bool) {
        let framesPerSecond = rate * format.sampleRate
        let clock = LineState.Clock(
            frame: frame, nanoseconds: nanoseconds, framesPerNanosecond: framesPerSecond / 1e9,
            marginFrames: (marginSeconds * framesPerSecond).bounded)
        state.withLock { $0.begin(clock, isJump: isJump) }
    }

    /// Says that time stands at a frame.
    func stand(at frame: Int64) { state.withLock { $0.stand(at: frame) } }

    // MARK: Buffers

    /// Takes a buffer.
    ///
    /// - Throws: `AVError` if it cannot be played, or too many wait.
    func append(_ buffer: CMSampleBuffer) throws {
        guard let sample = try QueuedSample(buffer, place: { place(of: $0) }, lineRate: format.sampleRate) else {
            return
        }
        let isTaken = state.withLock { state in
            guard state.waiting.count < Self.capacity else { return false }
            state.waiting.append(sample)
            return true
        }
        guard isTaken else { throw AVError.error(.outOfMemory, "more than \(Self.capacity) sample buffers wait") }
    }

    /// Seconds of media that wait to be heard, and the number of buffers that wait to be decoded.
    var amount: (seconds: Double, bufferCount: Int) {
        let moment = now()
        let (frames, count) = state.withLock { ($0.frameCount(at: moment), $0.waiting.count) }
        return (Double(frames) / format.sampleRate, count)
    }

    /// Forgets all buffers that wait.
    func flush() { state.withLock { $0.flush() } }

    /// Forgets the media from a time on.
    ///
    /// - Returns: False if some of it has been handed on already; then nothing was forgotten.
    func flush(from time: CMTime) -> Bool {
        guard let frame = place(of: time) else { return false }
        let moment = now()
        return state.withLock { $0.flush(from: frame, at: moment) }
    }

    // MARK: Reading

    var isWaiting: Bool { state.withLock { $0.isDry } }

    func rest() {}

    func seek(to frame: Int64) { state.withLock { $0.position = min(max(0, frame), Self.origin * 2) } }

    func read(into block: SampleBlock, atFrame firstFrame: Int, frameCount wanted: Int) throws(MediaError) -> Int {
        let moment = now()
        let lent = Lent(block)
        let (done, error) = state.withLock { $0.read(into: lent, atFrame: firstFrame, frameCount: wanted, at: moment) }
        if let error { failed(error) }
        return done
    }
}
