// Names that Darwin declares beside its clock, and programs write beside `mach_absolute_time`.

/// Nanoseconds of a second.
public var NSEC_PER_SEC: UInt64 { 1_000_000_000 }
/// Nanoseconds of a millisecond.
public var NSEC_PER_MSEC: UInt64 { 1_000_000 }
/// Nanoseconds of a microsecond.
public var NSEC_PER_USEC: UInt64 { 1_000 }
/// Microseconds of a second.
public var USEC_PER_SEC: UInt64 { 1_000_000 }

/// The result of functions of the kernel, such as `mach_timebase_info`.
public typealias kern_return_t = Int32
/// The result of a function of the kernel that succeeded.
public var KERN_SUCCESS: kern_return_t { 0 }
