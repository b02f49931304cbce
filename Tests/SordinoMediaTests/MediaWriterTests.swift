import SordinoMedia
import Testing

/// Every data format that each container is written with, and how many bits of a sample it keeps.
let writableFormats: [(FourCC, SampleEncoding, Int)] = [
    ("WAVE", .uint8, 8), ("WAVE", .int16(.little), 16), ("WAVE", .int24(.little), 24), ("WAVE", .int32(.little), 24),
    ("WAVE", .float32(.little), 24), ("WAVE", .float64(.little), 24),
    ("RF64", .int16(.little), 16), ("BW64", .int24(.little), 24),
    ("AIFF", .int8, 8), ("AIFF", .int16(.big), 16), ("AIFF", .int24(.big), 24), ("AIFF", .int32(.big), 24),
    ("AIFC", .uint8, 8), ("AIFC", .int8, 8), ("AIFC", .int16(.big), 16), ("AIFC", .int16(.little), 16),
    ("AIFC", .int24(.big), 24), ("AIFC", .int32(.big), 24), ("AIFC", .float32(.big), 24), ("AIFC", .float64(.big), 24),
    ("caff", .int8, 8), ("caff", .int16(.big), 16), ("caff", .int16(.little), 16), ("caff", .int24(.big), 24),
    ("caff", .int24(.little), 24), ("caff", .int32(.big), 24), ("caff", .int32(.little), 24),
    ("caff", .float32(.big), 24), ("caff", .float32(.little), 24), ("caff", .float64(.big), 24),
    ("caff", .float64(.little), 24),
]

@Suite struct MediaWriterTests {
    @Test(arguments: writableFormats.indices)
    func whatIsWrittenIsReadBackExactly(index: Int) throws {
        let (fileType, encoding, bits) = writableFormats[index]
        for channelCount in [1, 2, 3, 6] {
            let samples = exactSamples(channelCount: channelCount, frameCount: 1237, bits: bits)
            let format = MediaFormat(encoding, sampleRate: 44100, channelCount: channelCount)
            let reader = try MediaReader(bytes: written(samples, fileType, MediaDescription(format)))
            #expect(reader.container.fileType == fileType)
            #expect(reader.format == format)
            #expect(reader.frameCount == 1237)
            #expect(try allFrames(reader) == samples)
        }
    }
}
