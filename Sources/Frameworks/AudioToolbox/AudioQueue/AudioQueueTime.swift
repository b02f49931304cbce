import CoreAudioTypes
import SordinoEngine

/// Makes a time line of a queue, which notices when time was torn apart.
@discardableResult
public func AudioQueueCreateTimeline(
    _ inAQ: AudioQueueRef, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>
) -> OSStatus {
    outTimeline.pointee = nil
    return AudioQueueObject.with(inAQ) { object in
        let line = AudioQueueTimeline(object)
        let reference = AudioQueueTimeline.all.insert(line)
        object.state.withLock { $0.timelines[UInt(bitPattern: reference)] = 0 }
        outTimeline.pointee = reference
        return noErr
    }
}

/// Gives a time line back.
@discardableResult
public func AudioQueueDisposeTimeline(_ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard AudioQueueTimeline.all.object(inTimeline)?.owner === object else { return kAudio_ParamError }
        _ = AudioQueueTimeline.all.remove(inTimeline)
        object.state.withLock { $0.timelines[UInt(bitPattern: inTimeline)] = nil }
        return noErr
    }
}

/// Tells the queue's time: frames of its format since it was started, pauses left out.
///
/// - Parameters:
///   - inTimeline: A time line of the queue, or nil.
///   - outTimeStamp: Receives the sample time.
///   - outTimelineDiscontinuity: Receives whether time was torn apart since the time line was asked last: buffers came too
///     late, the device changed its rate, the queue was reset.
/// - Returns: `kAudioQueueErr_InvalidRunState` while the queue is stopped, or 0.
@discardableResult
public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    AudioQueueObject.with(inAQ, inTap: true) { object in
        let line = inTimeline.flatMap { AudioQueueTimeline.all.object($0) }
        if inTimeline != nil, line?.owner !== object { return kAudio_ParamError }
        let (time, count): (Double?, Int) =
            switch object.kind {
            case .output(let queue): (queue.currentTime, queue.discontinuityCount)
            case .input(let queue): (queue.currentTime, queue.discontinuityCount)
            }
        guard let time else { return kAudioQueueErr_InvalidRunState }
        outTimeStamp?.pointee = AudioTimeStamp(queueTime: time)
        outTimelineDiscontinuity?.pointee = DarwinBoolean(line?.hasChanged(count) ?? false)
        return noErr
    }
}

/// Tells the device's time: host time, and the frames of the device that have passed by then.
@discardableResult
public func AudioQueueDeviceGetCurrentTime(
    _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        outTimeStamp.pointee = object.deviceTime(nanoseconds: object.deviceNanoseconds)
        return noErr
    }
}

/// Brings a time of the device into all forms: host time into sample time, and the other way round.
///
/// - Returns: `kAudio_ParamError` for a time that says neither.
@discardableResult
public func AudioQueueDeviceTranslateTime(
    _ inAQ: AudioQueueRef, _ inTime: UnsafePointer<AudioTimeStamp>, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard let nanoseconds = object.hostNanoseconds(of: inTime.pointee) else { return kAudio_ParamError }
        outTime.pointee = object.deviceTime(nanoseconds: nanoseconds)
        return noErr
    }
}

/// Tells when a queue can start, if it is to be at a time.
///
/// - Parameters:
///   - ioRequestedStartTime: The wish; afterwards the nearest time that has not passed.
///   - inFlags: 0.
@discardableResult
public func AudioQueueDeviceGetNearestStartTime(
    _ inAQ: AudioQueueRef, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>, _ inFlags: UInt32
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard inFlags == 0, let wanted = object.hostNanoseconds(of: ioRequestedStartTime.pointee) else {
            return kAudio_ParamError
        }
        ioRequestedStartTime.pointee = object.deviceTime(nanoseconds: max(wanted, object.deviceNanoseconds))
        return noErr
    }
}

/// The object behind an `AudioQueueTimelineRef`.
final class AudioQueueTimeline: @unchecked Sendable {
    static let all = HandleTable<AudioQueueTimeline>()

    private(set) weak var owner: AudioQueueObject?
    private var seen: Int

    init(_ owner: AudioQueueObject) {
        self.owner = owner
        seen =
            switch owner.kind {
            case .output(let queue): queue.discontinuityCount
            case .input(let queue): queue.discontinuityCount
            }
    }

    /// Returns whether the count is another than when this was asked last.
    func hasChanged(_ count: Int) -> Bool {
        guard let owner else { return false }
        return owner.state.withLock { _ in
            defer { seen = count }
            return seen != count
        }
    }
}

extension AudioQueueObject {
    /// Now, in nanoseconds of host time.
    var deviceNanoseconds: Int64 { context.system.hardware.now.nanoseconds }

    private var deviceRate: Double { context.system.hardware.timing.sampleRate }

    /// A moment in both forms.
    func deviceTime(nanoseconds: Int64) -> AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mHostTime = UInt64(clamping: nanoseconds)
        time.mSampleTime = (Double(nanoseconds) * deviceRate / 1e9).rounded()
        time.mRateScalar = 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }

    /// The host time of a moment that says one form or the other; nil if it says neither.
    func hostNanoseconds(of time: AudioTimeStamp) -> Int64? {
        time.hostNanoseconds(deviceRate: deviceRate)
    }
}

extension OutputQueue {
    /// The host time of a moment of the device.
    func hostNanoseconds(of time: AudioTimeStamp) -> Int64? { time.hostNanoseconds(deviceRate: device.sampleRate) }
}

extension AudioTimeStamp {
    fileprivate func hostNanoseconds(deviceRate: Double) -> Int64? {
        if mFlags.contains(.hostTimeValid) { return Int64(clamping: mHostTime) }
        guard mFlags.contains(.sampleTimeValid), mSampleTime.isFinite, deviceRate > 0 else { return nil }
        return Int64(max(-9e18, min(mSampleTime / deviceRate * 1e9, 9e18)).rounded())
    }
}
