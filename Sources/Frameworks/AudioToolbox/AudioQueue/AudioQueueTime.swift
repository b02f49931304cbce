import CoreAudioTypes
import SordinoEngine

/// Makes a time line of a queue, which reports discontinuities.
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

/// Disposes of a time line.
@discardableResult
public func AudioQueueDisposeTimeline(_ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        guard AudioQueueTimeline.all.object(inTimeline)?.owner === object else { return kAudio_ParamError }
        _ = AudioQueueTimeline.all.remove(inTimeline)
        object.state.withLock { $0.timelines[UInt(bitPattern: inTimeline)] = nil }
        return noErr
    }
}

/// Returns the queue's time: the frames of its format since it was started, without pauses.
///
/// - Parameters:
///   - inTimeline: A time line of the queue, or nil.
///   - outTimeStamp: Receives the sample time.
///   - outTimelineDiscontinuity: Receives whether the time was discontinuous since the last call with this time line:
///     buffers came too late, the device changed its rate, or the queue was reset.
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

/// Returns the device's time, as host time and as sample time at the device's rate.
@discardableResult
public func AudioQueueDeviceGetCurrentTime(
    _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
    AudioQueueObject.with(inAQ) { object in
        outTimeStamp.pointee = object.deviceTime(nanoseconds: object.deviceNanoseconds)
        return noErr
    }
}

/// Converts a time of the device: host time to sample time, or sample time to host time.
///
/// - Returns: `kAudio_ParamError` for a time that has neither.
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

/// Returns the nearest time at which a queue can start.
///
/// - Parameters:
///   - ioRequestedStartTime: The requested time; afterwards that time, or the present time if it has passed.
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

    /// Returns whether the count of discontinuities has changed since the last call.
    func hasChanged(_ count: Int) -> Bool {
        guard let owner else { return false }
        return owner.state.withLock { _ in
            defer { seen = count }
            return seen != count
        }
    }
}

extension AudioQueueObject {
    /// The present host time, in nanoseconds.
    var deviceNanoseconds: Int64 { context.system.hardware.now.nanoseconds }

    private var deviceRate: Double { context.system.hardware.timing.sampleRate }

    /// Returns a host time together with its sample time at the device's rate.
    func deviceTime(nanoseconds: Int64) -> AudioTimeStamp {
        var time = AudioTimeStamp()
        time.mHostTime = UInt64(clamping: nanoseconds)
        time.mSampleTime = (Double(nanoseconds) * deviceRate / 1e9).rounded()
        time.mRateScalar = 1
        time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
        return time
    }

    /// Returns the host time of a time stamp in nanoseconds; nil if it has neither host time nor sample time.
    func hostNanoseconds(of time: AudioTimeStamp) -> Int64? {
        time.hostNanoseconds(deviceRate: deviceRate)
    }
}

extension OutputQueue {
    /// Returns the host time of a time of the device in nanoseconds; nil if it has neither host time nor sample time.
    func hostNanoseconds(of time: AudioTimeStamp) -> Int64? { time.hostNanoseconds(deviceRate: device.sampleRate) }
}

extension AudioTimeStamp {
    fileprivate func hostNanoseconds(deviceRate: Double) -> Int64? {
        if mFlags.contains(.hostTimeValid) { return Int64(clamping: mHostTime) }
        guard mFlags.contains(.sampleTimeValid), mSampleTime.isFinite, deviceRate > 0 else { return nil }
        return Int64(max(-9e18, min(mSampleTime / deviceRate * 1e9, 9e18)).rounded())
    }
}
