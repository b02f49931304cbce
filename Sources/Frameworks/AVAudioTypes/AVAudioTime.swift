import Foundation

/// A moment: on the clock of the machine, on the clock of a stream, or on both.
///
/// Host time counts nanoseconds of `CLOCK_MONOTONIC`. Instances never change.
open class AVAudioTime: NSObject, @unchecked Sendable {
    /// The moment as the C interfaces carry it.
    public let audioTimeStamp: AudioTimeStamp

    /// The frames per second that sample time counts; 0 if there is no sample time.
    public let sampleRate: Double

    /// The moment `ts`, whose sample time counts frames of `sampleRate`.
    ///
    /// - Parameters:
    ///   - ts: What its flags call valid is copied with the rest.
    ///   - sampleRate: Frames per second.
    public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        audioTimeStamp = ts.pointee
        self.sampleRate = sampleRate
        super.init()
    }

    /// No moment: neither time is valid.
    public override convenience init() {
        var stamp = AudioTimeStamp()
        self.init(audioTimeStamp: &stamp, sampleRate: 0)
    }

    /// A moment on the clock of the machine.
    public convenience init(hostTime: UInt64) {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = hostTime
        stamp.mFlags = .hostTimeValid
        self.init(audioTimeStamp: &stamp, sampleRate: 0)
    }

    /// A moment on the clock of a stream.
    ///
    /// - Parameters:
    ///   - sampleTime: Frames, negative before the start.
    ///   - sampleRate: Frames per second.
    public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = Double(sampleTime)
        stamp.mFlags = .sampleTimeValid
        self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
    }

    /// A moment on both clocks: an anchor between them.
    public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = hostTime
        stamp.mSampleTime = Double(sampleTime)
        stamp.mFlags = .sampleHostTimeValid
        self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
    }

    /// Indicates whether `hostTime` means something.
    public var isHostTimeValid: Bool { audioTimeStamp.mFlags.contains(.hostTimeValid) }

    /// The moment on the machine's clock, in nanoseconds.
    public var hostTime: UInt64 { audioTimeStamp.mHostTime }

    /// Indicates whether `sampleTime` and `sampleRate` mean something.
    public var isSampleTimeValid: Bool { audioTimeStamp.mFlags.contains(.sampleTimeValid) }

    /// The moment on the stream's clock, in frames.
    ///
    /// A time stamp's fraction of a frame is dropped.
    public var sampleTime: AVAudioFramePosition { AVAudioFramePosition(saturating: audioTimeStamp.mSampleTime) }

    // MARK: - From one clock to the other

    /// Returns this moment on both clocks, computed from an anchor that is known on both.
    ///
    /// A moment that has only host time is converted to frames at the anchor's rate. Nil if the anchor lacks a time or
    /// a rate, or if this moment has neither time. A moment that has both comes back as it is.
    ///
    /// - Parameter anchorTime: A moment known on both clocks. Its `mRateScalar`, if valid, stretches the way between
    ///   the clocks.
    @discardableResult
    public func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0 else { return nil }
        let anchor = anchorTime.audioTimeStamp
        let isScaled = anchor.mFlags.contains(.rateScalarValid) && anchor.mRateScalar > 0
        let hostTicksPerSecond = Self.ticksPerSecond * (isScaled ? anchor.mRateScalar : 1)

        var stamp = audioTimeStamp
        var rate = sampleRate
        switch (isSampleTimeValid, isHostTimeValid) {
        case (true, true):
            return self
        case (true, false):
            guard rate > 0 else { return nil }
            let seconds = stamp.mSampleTime / rate - anchor.mSampleTime / anchorTime.sampleRate
            stamp.mHostTime = anchor.mHostTime.advanced(byRounded: seconds * hostTicksPerSecond)
        case (false, true):
            if rate <= 0 { rate = anchorTime.sampleRate }
            let ticks = anchor.mHostTime.distanceAsDouble(to: stamp.mHostTime)
            let seconds = anchor.mSampleTime / anchorTime.sampleRate + ticks / hostTicksPerSecond
            stamp.mSampleTime = (seconds * rate).rounded()
        case (false, false):
            return nil
        }
        stamp.mFlags.formUnion(.sampleHostTimeValid)
        if isScaled, !stamp.mFlags.contains(.rateScalarValid) {
            stamp.mRateScalar = anchor.mRateScalar
            stamp.mFlags.insert(.rateScalarValid)
        }
        return AVAudioTime(audioTimeStamp: &stamp, sampleRate: rate)
    }

    /// The ticks of host time in a second.
    private static let ticksPerSecond = 1e9

    /// The host time that lasts `seconds`: nanoseconds, rounded; 0 for less than nothing.
    @discardableResult
    public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        UInt64(0).advanced(byRounded: seconds * ticksPerSecond)
    }

    /// The seconds that `hostTime` lasts.
    @discardableResult
    public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / ticksPerSecond }

    /// The valid times in a line.
    open override var description: String {
        let host = isHostTimeValid ? "host \(hostTime)" : "no host time"
        let sample = isSampleTimeValid ? "frame \(sampleTime) at \(sampleRate) Hz" : "no sample time"
        return "<AVAudioTime: \(host), \(sample)>"
    }
}

extension AVAudioFramePosition {
    /// Converts to whole frames, clamped to the range of the type; NaN becomes 0.
    fileprivate init(saturating frames: Double) {
        if let exact = Int64(exactly: frames.rounded(.towardZero)) {
            self = exact
        } else {
            self = frames.isNaN ? 0 : frames < 0 ? .min : .max
        }
    }
}

extension UInt64 {
    /// This time moved by `ticks`, rounded, within the range.
    fileprivate func advanced(byRounded ticks: Double) -> UInt64 {
        guard let whole = UInt64(exactly: ticks.magnitude.rounded()) else {
            return ticks.isNaN ? self : ticks < 0 ? 0 : .max
        }
        let (moved, overflow) =
            ticks < 0 ? subtractingReportingOverflow(whole) : addingReportingOverflow(whole)
        return overflow ? (ticks < 0 ? 0 : .max) : moved
    }

    /// The signed way to `other`, exact below 2^53.
    fileprivate func distanceAsDouble(to other: UInt64) -> Double {
        other >= self ? Double(other - self) : -Double(self - other)
    }
}
