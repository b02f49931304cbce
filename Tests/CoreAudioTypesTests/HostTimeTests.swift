import CoreAudioTypes
import Glibc
import Testing

struct HostTimeTests {
    @Test func aTickIsANanosecond() {
        var base = mach_timebase_info_data_t()
        #expect(mach_timebase_info(&base) == 0)
        #expect(base.numer == 1 && base.denom == 1)
    }

    @Test func hostTimeIsTheMonotonicClock() {
        func monotonic() -> UInt64 {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
        }
        let before = monotonic()
        let now = mach_absolute_time()
        #expect(before <= now && now <= monotonic())
    }
}
