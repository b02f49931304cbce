import CoreAudioTypes
import Testing

@testable import SordinoMedia

/// Rates, bit rates and sizes that a program or a file chooses, for every codec: refused or taken, never a stop.
@Suite struct CallerNumbersTests {
    private static let rates: [Double] = [
        0, -1, 1, 999, 1_000, 8_000, 44_100, 48_000, 96_000, 512_000, 512_001, 600_000, 705_600, 768_000, 1e6, 1e19,
        1e300, -1e300, .infinity, -.infinity, .nan,
    ]
    private static let words: [UInt32] = [0, 1, 2, 16, 0x0100_0001, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF]

    @Test(arguments: rates) func everyMenuHasAnAnswerAtEveryRate(rate: Double) {
        for codec in Codecs.all {
            guard let range = EncodingRange.of(codec.id) else { continue }
            for channelCount in [0, 1, 2, 8, 1_024] {
                for bitRate in [Int.min, 0, 128_000, .max] {
                    let isTaken = range.takes(bitRate: bitRate, sampleRate: rate, channelCount: channelCount)
                    #expect(!isTaken || range.takes(sampleRate: rate))
                }
                let offered = range.bitRates(sampleRate: rate, channelCount: channelCount)
                #expect(offered.isEmpty || range.takes(sampleRate: rate))
                for quality in [Int.min, 0, 64, 127, .max] {
                    _ = range.bitRate(quality: quality, sampleRate: rate, channelCount: channelCount)
                }
                let usual = range.usualBitRate(sampleRate: rate, channelCount: channelCount)
                #expect(usual == 0 || range.takes(sampleRate: rate))
            }
        }
    }

    @Test func descriptionsOfAnyNumbersAreConvertedOrRefused() {
        let pcm = ConversionFormat(
            PCMShape(.float32(.native), isInterleaved: false), sampleRate: 44_100, channelCount: 2)
        for codec in Codecs.all {
            for (place, word) in (0..<5).flatMap({ place in Self.words.map { (place, $0) } }) {
                var description = AudioStreamBasicDescription(
                    mSampleRate: 44_100, mFormatID: codec.id.rawValue, mFormatFlags: 0, mBytesPerPacket: 0,
                    mFramesPerPacket: 1_024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
                switch place {
                case 0: description.mBytesPerPacket = word
                case 1: description.mFramesPerPacket = word
                case 2: description.mBitsPerChannel = word
                case 3: description.mChannelsPerFrame = word
                default: description.mFormatFlags = word
                }
                guard let format = ConversionFormat(description) else { continue }
                let isPossible = format.media.hasPossiblePackets && format.media.channelCount <= 1_024
                for cookie: [UInt8]? in [nil, []] {
                    var format = format
                    format.cookie = cookie
                    let decoding = try? Converter(from: format, to: pcm)
                    let encoding = try? Converter(from: pcm, to: format)
                    #expect(isPossible || (decoding == nil && encoding == nil), "\(codec.id), \(place): \(word)")
                }
            }
        }
    }
}
