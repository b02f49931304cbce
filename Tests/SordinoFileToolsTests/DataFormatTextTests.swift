import SordinoJSON
import SordinoMedia
import SordinoSignal
import Testing

@testable import SordinoFileTools

struct DataFormatTextTests {
    @Test(arguments: [
        (SampleEncoding.int16(.little), " 2 ch,  44100 Hz, Int16, interleaved"),
        (.float32(.little), " 2 ch,  44100 Hz, Float32, interleaved"),
        (.int16(.big), " 2 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer"),
        (.int24(.little), " 2 ch,  44100 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer"),
        (.uint8, " 2 ch,  44100 Hz, lpcm (0x00000008) 8-bit unsigned integer"),
    ]) func samplesAreDescribed(encoding: SampleEncoding, line: String) {
        #expect(DataFormatText.line(MediaFormat(encoding, sampleRate: 44100, channelCount: 2)) == line)
    }

    @Test func packetsAreDescribed() {
        let aac = MediaFormat(
            codec: "aac ", sampleRate: 16000, channelCount: 1, bytesPerPacket: 0, framesPerPacket: 1024)
        #expect(
            DataFormatText.line(aac)
                == " 1 ch,  16000 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame"
        )
        var alac = MediaFormat(
            codec: "alac", sampleRate: 44100, channelCount: 2, bytesPerPacket: 0, framesPerPacket: 4096,
            bitsPerChannel: 16)
        alac.codecFlags = 1
        #expect(
            DataFormatText.line(alac) == " 2 ch,  44100 Hz, alac (0x00000001) from 16-bit source, 4096 frames/packet")
        #expect(DataFormatText.depth(of: alac) == "I16")
        #expect(DataFormatText.depth(of: aac) == nil)
    }

    @Test func layoutsHaveTheirNamesAndChannels() {
        #expect(ChannelLayoutText.name(of: ChannelLayout(tag: 100 << 16 | 1)) == "Mono")
        #expect(ChannelLayoutText.name(of: ChannelLayout(tag: 101 << 16 | 2)) == "Stereo (L R)")
        #expect(ChannelLayoutText.name(of: ChannelLayout(tag: 121 << 16 | 6)) == "5.1 (L R C LFE Ls Rs)")
    }

    @Test func jsonIsWhatItSays() {
        let value = JSONText.object([
            ("a", .text("\"\n\u{1}")), ("b", .list([.number(1), .null])), ("c", .decimal(0.5)),
        ])
        #expect(
            value.lines == "{\n  \"a\": \"\\\"\\n\\u0001\",\n  \"b\": [\n    1,\n    null\n  ],\n  \"c\": 0.5\n}")
    }
}
