import ByteMutation
import SordinoRealtime
import Testing

@testable import SordinoMedia

/// Numbers that no sound has are refused where bytes are read, before anything is made from them.
@Suite struct SoundLimitsTests {
    private static let rates: [UInt32] = [0, 1, 100, 999, 768_001, 896_068, 100_000_000, .max]

    private static func wave(rate: UInt32, channelCount: UInt16 = 1) -> [UInt8] {
        func number(_ value: UInt32, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        let format =
            number(1, 2) + number(UInt32(channelCount), 2) + number(rate, 4)
            + number(rate &* 2 &* UInt32(channelCount), 4) + number(2 * UInt32(channelCount), 2) + number(16, 2)
        let frames = [UInt8](repeating: 1, count: 8_000)
        let body =
            [UInt8]("WAVEfmt ".utf8) + number(16, 4) + format + [UInt8]("data".utf8) + number(8_000, 4) + frames
        return [UInt8]("RIFF".utf8) + number(UInt32(body.count), 4) + body
    }

    @Test(arguments: rates) func aRateThatNoSoundHasIsRefused(rate: UInt32) {
        #expect(throws: MediaError.self) { try MediaReader(bytes: Self.wave(rate: rate)) }
    }

    @Test(arguments: [1_000, 768_000] as [UInt32]) func theRatesAtTheEndsAreRead(rate: UInt32) throws {
        #expect(try MediaReader(bytes: Self.wave(rate: rate)).format.sampleRate == Double(rate))
    }

    @Test func moreChannelsThanAnybodyHasAreRefused() throws {
        #expect(try MediaReader(bytes: Self.wave(rate: 48_000, channelCount: 1_024)).format.channelCount == 1_024)
        for count: UInt16 in [0, 1_025, .max] {
            #expect(throws: MediaError.self) { try MediaReader(bytes: Self.wave(rate: 48_000, channelCount: count)) }
        }
    }

    @Test func notANumberIsNoRate() {
        for rate in [Double.nan, .infinity, -.infinity, -48_000, 0, 999.9, 768_000.1] {
            #expect(!SoundLimits.accepts(sampleRate: rate))
            #expect(!SoundLimits.converts(from: 48_000, to: rate))
            #expect(throws: ConversionError.self) { try Self.converter(from: rate, to: 48_000) }
            #expect(throws: ConversionError.self) { try Self.converter(from: 48_000, to: rate == 0 ? .nan : rate) }
        }
    }

    private static func converter(from: Double, to: Double) throws -> Converter {
        let shape = PCMShape(.float32(.native), isInterleaved: false)
        // 0 stands for the other's rate.
        return try Converter(
            from: ConversionFormat(shape, sampleRate: from == 0 ? -1 : from, channelCount: 1),
            to: ConversionFormat(shape, sampleRate: to, channelCount: 1))
    }

    /// A search for a frame's end went further than the bytes that are shown the second time.
    @Test func aSearchThatSawMoreBeginsAnew() throws {
        let file = SilentFLAC.bytes(frameCount: 3, channelCount: 2)
        let info = try #require(FLACStreamInfo(Array(file[8..<42])))
        var framer = FLACFramer(info)
        var frames = Array(file[42...])
        // Damaged in its middle, the first frame has no end for a while.
        frames[12] ^= 0x55
        let long = Array(frames.prefix(60) + [UInt8](repeating: 0x11, count: 30_000))
        _ = try framer.step(long.span.bytes, at: 42, isEnd: false)
        for count in [long.count / 2, 100, 17, 16, 3, 0] {
            let short = Array(long.prefix(count))
            for isEnd in [false, true] { _ = try framer.step(short.span.bytes, at: 42, isEnd: isEnd) }
        }
    }
}
