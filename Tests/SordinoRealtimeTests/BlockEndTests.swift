import SordinoRealtime
import Testing

@Suite struct BlockEndTests {
    @Test func aBlockIsWaitedForAsLongAsItLasts() {
        var looks = 0
        #expect(
            BlockEnd.wait {
                looks += 1
                return looks < 5
            })
        #expect(looks == 5)
    }

    @Test func aBlockThatDoesNotEndIsWaitedForSoLongOnly() {
        var looks = 0
        #expect(
            !BlockEnd.wait(atMost: 0.001) {
                looks += 1
                return true
            })
        // 1 ms in steps of 50 µs.
        #expect(looks == 21)
    }
}
