// Constants of Darwin that programs use together with `mach_absolute_time`.

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
