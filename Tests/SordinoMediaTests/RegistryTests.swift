import SordinoMedia
import SordinoSignal
import Testing

@Suite struct RegistryTests {
    @Test func everyCodeAndFileTypeIsThereOnce() {
        #expect(Set(Codecs.all.map(\.id)).count == Codecs.all.count)
        #expect(Set(Containers.all.map(\.fileType)).count == Containers.all.count)
    }

    @Test func theCodecsThatAreOursNeedNoLibrary() throws {
        for id in [FourCC.linearPCM, .muLaw, .aLaw, .appleIMA4] {
            let codec = try #require(Codecs.named(id))
            #expect(codec.isDecoded && codec.isEncoded, "\(id)")
        }
    }

    @Test func whatTheLibraryDoesIsAllThereOrNotAtAll() {
        let decoded: [FourCC] = ["aac ", "aach", ".mp3", "alac", "flac", "ac-3", "samr"]
        #expect(Set(decoded.map { Codecs.named($0)?.isDecoded }).count == 1)
        #expect(Codecs.named("aacf")?.isDecoded == false)
        #expect(Codecs.named(".mp3")?.isEncoded == false)
    }

    @Test func fileTypesHoldWhatTheirWritersTake() throws {
        let wave = try #require(Containers.named("WAVE"))
        #expect(Containers.writableCodecs(in: wave).contains(.linearPCM))
        #expect(!Containers.writableCodecs(in: wave).contains("flac"))
        #expect(Containers.writableEncodings(in: wave).contains(.int24(.little)))
        #expect(!Containers.writableEncodings(in: wave).contains(.int24(.big)))
        let flac = try #require(Containers.named("flac"))
        let adts = try #require(Containers.named("adts"))
        #expect(Containers.writableCodecs(in: flac) == (Codecs.named("flac")?.isEncoded == true ? ["flac"] : []))
        #expect(Containers.writableCodecs(in: adts) == (Codecs.named("aac ")?.isEncoded == true ? ["aac "] : []))
        #expect(Containers.writableEncodings(in: flac).isEmpty)
        #expect(!Containers.writable.contains { $0.fileType == "MPG3" })
    }

    @Test func extensionsFindTheirKind() {
        for (name, fileType) in [("MP3", "MPG3"), ("flac", "flac"), ("aac", "adts"), ("amr", "amrf"), ("wav", "WAVE")]
            as [(String, FourCC)]
        { #expect(Containers.forExtension(name)?.fileType == fileType) }
    }
}
