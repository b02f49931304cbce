import CoreAudioTypes
import Foundation
import Synchronization

/// Tells time that nobody can set: the host's.
///
/// - Thread: any.
public final class CMClock: Hashable, Sendable {
    private init() {}

    private static let host = CMClock()

    /// The clock of the machine; it stands while the machine sleeps.
    public static var hostTimeClock: CMClock { host }

    /// The time of the clock now.
    public var time: CMTime { CMClockMakeHostTimeFromSystemUnits(mach_absolute_time()) }

    /// Converts a time of the host clock to ticks; 0 for a time that is not numeric or is negative.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        CMClockConvertHostTimeToSystemUnits(hostTime)
    }

    /// Returns whether both are one object.
    public static func == (lhs: CMClock, rhs: CMClock) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Returns the clock of the machine.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns a clock's time now.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Converts ticks of the host clock, in nanoseconds, to a time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: hostTime), timescale: 1_000_000_000)
}

/// Converts a time of the host clock to ticks; 0 for a time that is not numeric or is negative.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let ticks = CMTimeConvertScale(hostTime, timescale: 1_000_000_000, method: .default)
    return ticks.isNumeric && ticks.value > 0 ? UInt64(ticks.value) : 0
}

/// Returns whether two clocks may run at different speeds: never, there is one.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool { clock !== otherClock }

/// A clock that can be set, stopped and made to run at any speed, by the time of another.
///
/// - Thread: any.
public final class CMTimebase: Hashable, Sendable {
    /// The clock or time base that drives this one.
    private enum Source {
        case clock(CMClock)
        case timebase(CMTimebase)

        var time: CMTime {
            switch self {
            case .clock(let clock): clock.time
            case .timebase(let timebase): timebase.time
            }
        }
    }

    /// It shows `time` when its source shows `sourceTime`, and runs from there.
    private struct Anchor {
        var time = CMTime.zero
        var sourceTime: CMTime
        var rate = 0.0

        func time(at now: CMTime) -> CMTime {
            if rate == 0 { return time }
            let passed = now - sourceTime
            return time + (rate == 1 ? passed : passed.times(rate))
        }
    }

    private let source: Source
    private let anchor: Mutex<Anchor>

    private init(_ source: Source) {
        self.source = source
        anchor = Mutex(Anchor(sourceTime: source.time))
    }

    /// Makes a time base that stands at 0.
    public convenience init(sourceClock: CMClock) throws { self.init(.clock(sourceClock)) }

    /// Makes a time base that stands at 0, driven by the clock of the machine.
    package static func standing() -> CMTimebase { CMTimebase(.clock(.hostTimeClock)) }

    /// Makes a time base that stands at 0.
    public convenience init(sourceTimebase: CMTimebase) throws { self.init(.timebase(sourceTimebase)) }

    /// The time of the time base now.
    public var time: CMTime {
        let now = source.time
        return anchor.withLock { $0.time(at: now) }
    }

    /// The rate relative to its source; 0 stands.
    public var rate: Float64 { anchor.withLock { $0.rate } }

    /// The rate relative to the host's clock.
    public var effectiveRate: Float64 {
        if case .timebase(let parent) = source { return rate * parent.effectiveRate }
        return rate
    }

    /// The clock that drives it; nil if a time base does.
    public var sourceClock: CMClock? {
        if case .clock(let clock) = source { return clock }
        return nil
    }

    /// The time base that drives it; nil if a clock does.
    public var sourceTimebase: CMTimebase? {
        if case .timebase(let timebase) = source { return timebase }
        return nil
    }

    /// The clock at the end of the chain.
    public var ultimateSourceClock: CMClock {
        switch source {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase.ultimateSourceClock
        }
    }

    /// Sets its time; it runs on from there.
    public func setTime(_ time: CMTime) throws {
        guard time.isNumeric else { throw statusError(kCMTimebaseError_InvalidParameter) }
        let now = source.time
        anchor.withLock { $0 = Anchor(time: time, sourceTime: now, rate: $0.rate) }
    }

    /// Sets its speed; its time does not jump.
    public func setRate(_ rate: Float64) throws {
        guard rate.isFinite else { throw statusError(kCMTimebaseError_InvalidParameter) }
        let now = source.time
        anchor.withLock { $0 = Anchor(time: $0.time(at: now), sourceTime: now, rate: rate) }
    }

    /// Sets the time that the time base shows at a given time of its source.
    public func setAnchorTime(_ timebaseTime: CMTime, immediateSourceTime: CMTime) throws {
        try setRate(rate, anchorTime: timebaseTime, immediateSourceTime: immediateSourceTime)
    }

    /// Sets its speed, and has it show a time when its source shows another.
    public func setRate(_ rate: Float64, anchorTime: CMTime, immediateSourceTime: CMTime) throws {
        guard rate.isFinite, anchorTime.isNumeric, immediateSourceTime.isNumeric else {
            throw statusError(kCMTimebaseError_InvalidParameter)
        }
        anchor.withLock { $0 = Anchor(time: anchorTime, sourceTime: immediateSourceTime, rate: rate) }
    }

    /// Returns the time of this time base when its source is at `sourceTime`.
    fileprivate func time(atSource sourceTime: CMTime) -> CMTime { anchor.withLock { $0.time(at: sourceTime) } }

    /// Returns the time of the host clock when this time base reaches `time`; nil if it or a source of it stands still.
    fileprivate func hostTime(of time: CMTime) -> CMTime? {
        let anchor = anchor.withLock { $0 }
        guard anchor.rate != 0 else { return nil }
        let sourceTime = anchor.sourceTime + (time - anchor.time).times(1 / anchor.rate)
        guard case .timebase(let parent) = source else { return sourceTime }
        return parent.hostTime(of: sourceTime)
    }

    /// Returns the time of this time base when the host clock is at `hostTime`.
    fileprivate func time(atHost hostTime: CMTime) -> CMTime {
        guard case .timebase(let parent) = source else { return time(atSource: hostTime) }
        return time(atSource: parent.time(atHost: hostTime))
    }

    /// Returns whether both are one object.
    public static func == (lhs: CMTimebase, rhs: CMTimebase) -> Bool { lhs === rhs }
    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A clock or a time base.
public typealias CMClockOrTimebase = CFTypeRef

/// Makes a time base that stands at 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = try? CMTimebase(sourceClock: sourceClock)
    return noErr
}

/// Makes a time base that stands at 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    timebaseOut.pointee = try? CMTimebase(sourceTimebase: sourceTimebase)
    return noErr
}

/// Runs a function and returns the status that it throws.
private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return noErr
    } catch { return OSStatus(truncatingIfNeeded: (error as NSError).code) }
}

/// Returns a time base's time now.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// Returns a time base's time now, in a scale.
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime { timebase.time.convertScale(timescale, method: method) }

/// Returns how fast a time base runs beside its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// Returns how fast a time base runs beside the host's clock.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Sets a time base's time.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    status { try timebase.setTime(time) }
}

/// Sets a time base's speed.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    status { try timebase.setRate(rate) }
}

/// Sets a time base's speed, and has it show a time when its source shows another.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status { try timebase.setRate(rate, anchorTime: timebaseTime, immediateSourceTime: immediateSourceTime) }
}

/// Returns the time of a clock or a time base now; invalid for anything else.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
    if let clock = clockOrTimebase as? CMClock { return clock.time }
    return (clockOrTimebase as? CMTimebase)?.time ?? .invalid
}

/// Returns the time of one clock or time base when another is at `time`.
///
/// - Returns: Invalid if the first is a time base that stands: it shows its time always, or never.
public func CMSyncConvertTime(
    _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    if fromClockOrTimebase === toClockOrTimebase { return time }
    var hostTime = time
    if let timebase = fromClockOrTimebase as? CMTimebase {
        guard let found = timebase.hostTime(of: time) else { return .invalid }
        hostTime = found
    } else if !(fromClockOrTimebase is CMClock) {
        return .invalid
    }
    if let timebase = toClockOrTimebase as? CMTimebase { return timebase.time(atHost: hostTime) }
    return toClockOrTimebase is CMClock ? hostTime : .invalid
}

/// Returns how fast one clock or time base runs beside another.
public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
    func rate(_ object: CMClockOrTimebase) -> Float64 { (object as? CMTimebase)?.effectiveRate ?? 1 }
    let other = rate(relativeToClockOrTimebase)
    return other == 0 ? 0 : rate(ofClockOrTimebase) / other
}
