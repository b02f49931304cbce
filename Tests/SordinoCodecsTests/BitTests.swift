import Testing

@testable import SordinoCodecs

@Suite struct BitTests {
    @Test func bitsThatWereWrittenAreRead() {
        var output = BitOutput(byteCapacity: 8)
        output.put(5, 3)
        output.put(-1, 32)
        output.put(9, 13)
        output.align()
        output.bytes.withUnsafeBytes {
            var input = BitInput($0)
            #expect(input.bits(3) == 5)
            #expect(input.bits(32) == 0xFFFF_FFFF)
            #expect(input.bits(13) == 9)
            #expect(!input.isPast)
            #expect(input.bits(1) == 0 && input.isPast)
        }
    }
}
