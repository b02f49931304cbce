import Foundation
import SordinoMedia
import SordinoSignal
import Testing

/// iLBC in the three kinds of files that hold it.
@Suite struct ILBCFilesTests {
    /// The file types, and the bit rates of both modes.
    static let kinds: [(fileType: FourCC, bitRate: Int)] = ["caff", "AIFC", "ilbc"].flatMap { fileType in
        [(fileType, 15_200), (fileType, 13_333)]
    }
    static let frameCount = 12_345

    /// A voiced sound with pauses: harmonics of a gliding pitch.
    ///
    /// - Parameter harmonics: From the sixth on, the encoder's high-pass filter (RFC 3951, 3.1) turns the phases little.
    static func voice(_ harmonics: ClosedRange<Int> = 6...14) -> [Float] {
        var phase = 0.0
        return (0..<frameCount).map { frame in
            let time = Double(frame) / 8000
            phase += 2 * .pi * (120 + 30 * sin(2 * .pi * 1.5 * time)) / 8000
            let sum = harmonics.reduce(0.0) { $0 + cos(Double($1) * phase) / Double($1) }
            return Float((harmonics.lowerBound == 1 ? 0.1 : 0.4) * sum * max(0, sin(2 * .pi * 2 * time)))
        }
    }

    private static func bytes(
        _ kind: (fileType: FourCC, bitRate: Int), _ sound: [Float] = voice()
    ) throws -> [UInt8] {
        var description = MediaDescription(EncoderTests.compressed("ilbc", rate: 8000, channelCount: 1))
        description.options.bitRate = kind.bitRate
        return try written([sound], kind.fileType, description)
    }

    @Test(arguments: kinds.indices) func aVoiceComesBackNearby(index: Int) throws {
        let kind = Self.kinds[index]
        let isLong = kind.bitRate < 14_000
        let reader = try MediaReader(bytes: try Self.bytes(kind))
        #expect(reader.properties.fileType == kind.fileType)
        #expect(reader.format.codec == "ilbc" && reader.format.sampleRate == 8000)
        #expect(reader.format.bytesPerPacket == (isLong ? 50 : 38))
        #expect(reader.format.framesPerPacket == (isLong ? 240 : 160))
        let back = try allFrames(reader)[0]
        // Only CAF has a place for the frames by which the decoder is late, and for those that fill the last packet.
        let delay = kind.fileType == "caff" ? 0 : isLong ? 80 : 40
        if kind.fileType == "caff" { #expect(back.count == Self.frameCount) }
        #expect(back.count >= Self.frameCount + delay)
        let voice = Self.voice()
        let noise = voice.indices.reduce(Float(0)) { $0 + pow(back[$1 + delay] - voice[$1], 2) }
        let level = voice.reduce(Float(0)) { $0 + $1 * $1 }
        #expect(noise < level / 10, "\(10 * log10(noise / level)) dB")
    }

    @Test(arguments: kinds.indices) func theDecodedSoundIsTheSameInEachKindOfFile(index: Int) throws {
        let kind = Self.kinds[index]
        let own = try allFrames(MediaReader(bytes: try Self.bytes(("ilbc", kind.bitRate))))[0]
        let other = try allFrames(MediaReader(bytes: try Self.bytes(kind)))[0]
        let delay = kind.fileType == "caff" ? (kind.bitRate < 14_000 ? 80 : 40) : 0
        #expect(other.prefix(Self.frameCount) == own.dropFirst(delay).prefix(Self.frameCount))
    }

    /// RFC 3952: a line of text and the packets, and nothing else.
    @Test func itsOwnFileIsALineAndPackets() throws {
        for (bitRate, line, byteCount) in [(15_200, "#!iLBC20\n", 38), (13_333, "#!iLBC30\n", 50)] {
            let bytes = try Self.bytes(("ilbc", bitRate))
            #expect(bytes.starts(with: Array(line.utf8)))
            #expect((bytes.count - 9) % byteCount == 0 && bytes.count > 9)
            // A cut file loses its last packet only.
            let whole = try MediaReader(bytes: bytes).frameCount
            let cut = try MediaReader(bytes: Array(bytes.dropLast())).frameCount
            #expect(whole - cut == (bitRate < 14_000 ? 240 : 160))
        }
        #expect(throws: MediaError.self) {
            try MediaReader(bytes: Array("#!iLBC40\n".utf8) + [UInt8](repeating: 0, count: 76))
        }
    }

    @Test func moreChannelsAndOtherRatesAreRefused() {
        for format in [
            EncoderTests.compressed("ilbc", rate: 8000, channelCount: 2),
            EncoderTests.compressed("ilbc", rate: 16_000, channelCount: 1),
        ] {
            #expect(throws: MediaError.self) { try Codecs.encoder(for: format) }
        }
    }

    @Test(.enabled(if: EncoderTests.hasFFmpeg, "ffmpeg is not there")) func ffmpegReadsItsOwnFile() throws {
        let folder = try TemporaryFolder()
        // libavcodec's decoder goes wrong in sounds without low harmonics, and in the first packets of this one.
        let bytes = try Self.bytes(("ilbc", 15_200), Self.voice(1...20))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.lbc")))
        let theirs = try OutsideTool.decoded(folder.file("a.lbc"))
        let ours = interleaved(try allFrames(MediaReader(bytes: bytes)))
        #expect(theirs.count == ours.count)
        // Ours enhances, as the standard's decoder does, and is 40 frames late by that; libavcodec's does not.
        let (noise, level) = zip(ours.dropFirst(40), theirs).dropFirst(800).reduce((0.0, 0.0)) {
            ($0.0 + ($1.0 - $1.1) * ($1.0 - $1.1), $0.1 + $1.1 * $1.1)
        }
        #expect(noise < level / 20, "\(10 * log10(noise / level)) dB")
    }
}
