// Names that Darwin and Core Audio declare beside the clock, and programs write beside `mach_absolute_time`.
// They are here because every framework brings this module.

/// The number of nanoseconds in a second.
public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
/// The number of nanoseconds in a millisecond.
public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
/// The number of nanoseconds in a microsecond.
public var NSEC_PER_USEC: UInt64 { 1_000 }
/// The number of microseconds in a second.
public var USEC_PER_SEC: UInt64 { 1_000_000 }

/// The result code of kernel functions such as `mach_timebase_info`.
public typealias kern_return_t = Int32
/// The result code for success.
public var KERN_SUCCESS: kern_return_t { 0 }

/// Returns the host's time, in its ticks: nanoseconds.
public func AudioGetCurrentHostTime() -> UInt64 { mach_absolute_time() }
/// Returns the ticks of the host clock in a second.
public func AudioGetHostClockFrequency() -> Float64 { 1_000_000_000 }
/// Returns the fewest ticks between two looks at the clock that differ.
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 { 1 }
/// Converts ticks of the host clock to nanoseconds.
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }
/// Converts nanoseconds to ticks of the host clock.
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }
