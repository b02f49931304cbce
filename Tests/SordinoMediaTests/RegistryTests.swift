import SordinoMedia
import SordinoSignal
import Testing

@Suite struct RegistryTests {
    @Test func everyCodeAndFileTypeIsThereOnce() {
        #expect(Set(Codecs.all.map(\.id)).count == Codecs.all.count)
        #expect(Set(Containers.all.map(\.fileType)).count == Containers.all.count)
    }

    @Test func theCodecsThatAreOursNeedNoLibrary() throws {
        for id in [FourCC.linearPCM, .muLaw, .aLaw, .appleIMA4, "alac", "flac", "aac ", "aacl", "aace", "ilbc"] {
            let codec = try #require(Codecs.named(id))
            #expect(codec.isDecoded && codec.isEncoded, "\(id)")
            #expect(codec.decoderImplementations.contains(.sordino), "\(id)")
            #expect(codec.encoderImplementations.contains(.sordino), "\(id)")
        }
        for id in ["aach", "aacp", "aacf", ".mp1", ".mp2", ".mp3"] as [FourCC] {
            let codec = try #require(Codecs.named(id))
            #expect(codec.isDecoded && codec.decoderImplementations.contains(.sordino), "\(id)")
        }
    }

    @Test func whatTheLibraryDoesIsAllThereOrNotAtAll() {
        let decoded: [FourCC] = ["ac-3", "ec-3", "samr", "sawb", "opus", "vorb", "agsm"]
        #expect(Set(decoded.map { Codecs.named($0)?.isDecoded }).count == 1)
        for id in decoded { #expect(Codecs.named(id)?.decoderImplementations == [.library], "\(id)") }
        #expect(Codecs.named("usac")?.isDecoded == false)
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
        #expect(Containers.writableCodecs(in: flac) == ["flac"])
        #expect(Containers.writableCodecs(in: adts) == ["aac "])
        for fileType in ["caff", "AIFC", "ilbc"] as [FourCC] {
            let container = try #require(Containers.named(fileType))
            #expect(Containers.writableCodecs(in: container).contains("ilbc"), "\(fileType)")
        }
        for fileType in ["m4af", "mp4f", "caff"] as [FourCC] {
            let container = try #require(Containers.named(fileType))
            #expect(Set(Containers.writableCodecs(in: container)).isSuperset(of: ["aac ", "aacl", "aace", "alac"]))
        }
        #expect(Containers.writableEncodings(in: flac).isEmpty)
        #expect(!Containers.writable.contains { $0.fileType == "MPG3" })
    }

    @Test func extensionsFindTheirKind() {
        for (name, fileType) in [
            ("MP3", "MPG3"), ("flac", "flac"), ("aac", "adts"), ("amr", "amrf"), ("wav", "WAVE"), ("lbc", "ilbc"),
        ]
            as [(String, FourCC)]
        { #expect(Containers.forExtension(name)?.fileType == fileType) }
    }
}
