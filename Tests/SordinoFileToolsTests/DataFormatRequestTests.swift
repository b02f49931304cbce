import SordinoMedia
import SordinoSignal
import Testing

@testable import SordinoFileTools

struct DataFormatRequestTests {
    @Test func wordsAreTakenApart() throws {
        let linear = try DataFormatRequest(parsing: "LEI16@44100")
        #expect(linear.kind == .linear(.init(isBigEndian: false, isFloat: false, isUnsigned: false, bitCount: 16)))
        #expect(linear.sampleRate == 44100)
        #expect(
            try DataFormatRequest(parsing: "F32").kind
                == .linear(.init(isBigEndian: nil, isFloat: true, isUnsigned: false, bitCount: 32)))
        #expect(try DataFormatRequest(parsing: "aac").kind == .codec("aac "))
        #expect(try DataFormatRequest(parsing: "0").kind == .source)
        #expect(try DataFormatRequest(parsing: "N").kind == .native)
        let alac = try DataFormatRequest(parsing: "alac@96000/3#4096")
        #expect(alac.kind == .codec("alac"))
        #expect(alac.bitCount == 24)
        #expect(alac.framesPerPacket == 4096)
        #expect(alac.sampleRate == 96000)
        #expect(try DataFormatRequest(parsing: "flac-24").bitCount == 24)
    }

    @Test(arguments: ["", "I17", "BEF16", "UI16", "nope", "aac@x", "alac/9", "samr#0", "lpcm", "@44100"])
    func otherWordsAreRefused(word: String) {
        #expect { try DataFormatRequest(parsing: word) } throws: { ($0 as? ToolFailure)?.code == "fmt?" }
    }

    @Test func withoutAnOrderTheFileTypeChooses() {
        let linear = DataFormatRequest.Linear(isBigEndian: nil, isFloat: false, isUnsigned: false, bitCount: 24)
        #expect(linear.encodings == [.int24(.little), .int24(.big)])
    }

    @Test func layoutsHaveCoreAudiosNames() {
        #expect(ChannelLayoutNames.layout(named: "MPEG_5_1_A")?.channelCount == 6)
        #expect(ChannelLayoutNames.layout(named: "kAudioChannelLayoutTag_Stereo")?.tag == UInt32(101 << 16 | 2))
        #expect(ChannelLayoutNames.layout(named: "DiscreteInOrder_9")?.channelCount == 9)
        #expect(ChannelLayoutNames.layout(named: "Circus") == nil)
    }

    @Test func aCodecWhoseNameHasAHyphenIsFoundAndRefusedForWhatItIs() throws {
        #expect(try DataFormatRequest(parsing: "ac-3").kind == .codec("ac-3"))
        #expect(try DataFormatRequest(parsing: "ec-3@48000").kind == .codec("ec-3"))
        #expect(try DataFormatRequest(parsing: "alac-24").bitCount == 24)
        guard Codecs.named("ac-3")?.isDecoded == true else { return }
        #expect(Codecs.noEncoder("ac-3") == "there is no encoder for AC-3 ('ac-3'); it can only be decoded")
    }

    @Test func aCommandLineBecomesARequest() throws {
        let words = [
            "-d", "aac", "in.wav", "-b", "96000", "-o", "a.m4a", "-f", "m4af", "-o", "b.caf", "--prime-override", "1",
            "-1", "--tag", "--read-track", "3",
        ]
        guard case .convert(let request) = try ConversionCommand(words) else {
            Issue.record("no conversion")
            return
        }
        #expect(request.inputs == ["in.wav"])
        #expect(request.outputs.map(\.path) == ["a.m4a", "b.caf"])
        #expect(request.outputs.map(\.fileType) == ["m4af", nil])
        #expect(request.bitRate == 96000)
        #expect(request.remarks == ["--tag has no effect here"])
        #expect(request.primingFrameCount == 1 && request.remainderFrameCount == nil && request.track == 3)
    }
}
