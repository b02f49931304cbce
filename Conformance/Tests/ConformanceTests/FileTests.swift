import AVFAudio
import AudioToolbox
import Foundation
import Testing

/// A kind of file that holds linear PCM.
struct LinearFile: Sendable, CustomTestStringConvertible {
    let ending: String
    let bits: Int
    let isFloat: Bool
    let isBigEndian: Bool
    let type: AudioFileTypeID

    var testDescription: String { "\(bits)-bit \(isFloat ? "float" : "integer") .\(ending)" }

    func settings(rate: Double, channels: Int) -> [String: Any] {
        [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
        ]
    }

    static let all = [
        LinearFile(ending: "wav", bits: 16, isFloat: false, isBigEndian: false, type: kAudioFileWAVEType),
        LinearFile(ending: "wav", bits: 24, isFloat: false, isBigEndian: false, type: kAudioFileWAVEType),
        LinearFile(ending: "wav", bits: 32, isFloat: true, isBigEndian: false, type: kAudioFileWAVEType),
        LinearFile(ending: "aiff", bits: 16, isFloat: false, isBigEndian: true, type: kAudioFileAIFFType),
        LinearFile(ending: "aiff", bits: 24, isFloat: false, isBigEndian: true, type: kAudioFileAIFFType),
        LinearFile(ending: "aifc", bits: 16, isFloat: false, isBigEndian: true, type: kAudioFileAIFCType),
        LinearFile(ending: "caf", bits: 16, isFloat: false, isBigEndian: false, type: kAudioFileCAFType),
        LinearFile(ending: "caf", bits: 16, isFloat: false, isBigEndian: true, type: kAudioFileCAFType),
        LinearFile(ending: "caf", bits: 24, isFloat: false, isBigEndian: false, type: kAudioFileCAFType),
        LinearFile(ending: "caf", bits: 32, isFloat: true, isBigEndian: false, type: kAudioFileCAFType),
        LinearFile(ending: "caf", bits: 64, isFloat: true, isBigEndian: false, type: kAudioFileCAFType),
    ]
}

extension Conformance {
    /// AVAudioFile: lengths, positions, formats, seeks.
    @Suite struct Files {
        private let folder: Folder

        init() throws { folder = try Folder() }

        @Test(arguments: LinearFile.all, [1, 2])
        func whatIsWrittenIsReadBack(kind: LinearFile, channels: Int) throws {
            let name = "\(kind.testDescription), \(kind.isBigEndian ? "big" : "little")-endian, \(channels) ch"
            let url = folder.file("a.\(kind.ending)")
            let sound = (0..<channels).map { ramp(-500 + 1000 * $0..<500 + 1000 * $0) }
            do {
                let file = try AVAudioFile(forWriting: url, settings: kind.settings(rate: 44_100, channels: channels))
                check("\(name): length of a new file", file.length, is: 0)
                try file.write(from: try buffer(sound, rate: 44_100))
                check("\(name): length after writing", file.length, is: 1000)
                check("\(name): position after writing", file.framePosition, is: 1000)
            }
            let file = try AVAudioFile(forReading: url)
            check("\(name): length", file.length, is: 1000)
            check("\(name): position of an opened file", file.framePosition, is: 0)
            check("\(name): url", file.url.lastPathComponent, is: url.lastPathComponent)
            check("\(name): processingFormat", file.processingFormat.isEqual(try standard(44_100, UInt32(channels))))
            let fields = file.fileFormat.streamDescription.pointee
            check("\(name): bits", Int(fields.mBitsPerChannel), is: kind.bits)
            check("\(name): bytes of a frame", Int(fields.mBytesPerFrame), is: kind.bits / 8 * channels)
            check("\(name): float", fields.mFormatFlags & kAudioFormatFlagIsFloat != 0, is: kind.isFloat)
            check("\(name): order", fields.mFormatFlags & kAudioFormatFlagIsBigEndian != 0, is: kind.isBigEndian)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 2000))
            try file.read(into: made)
            check("\(name): frames read", made.frameLength, is: 1000)
            check("\(name): position after reading", file.framePosition, is: 1000)
            for channel in 0..<channels {
                check("\(name): channel \(channel)", made.samples(channel), near: sound[channel], within: 0)
            }
        }

        @Test(arguments: [0, 1, 499, 999, 1000] as [AVAudioFramePosition])
        func seeksReadFromThere(position: AVAudioFramePosition) throws {
            let url = folder.file("seek.wav")
            try writeFile(url, [ramp(1..<1001)])
            let file = try AVAudioFile(forReading: url)
            file.framePosition = position
            check("position \(position) is kept", file.framePosition, is: position)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 2000))
            if position < 1000 {
                try file.read(into: made)
                check("samples from \(position)", made.samples(0), near: ramp(Int(position) + 1..<1001), within: 0)
            } else {
                let code = errorCode { try file.read(into: made) }
                record("reading at the end: code", code.map(String.init) ?? "none")
                check("reading at the end: frames", made.frameLength, is: 0)
            }
        }

        @Test(arguments: [1, 100, 333, 1000] as [AVAudioFrameCount])
        func partsAreReadInARow(count: AVAudioFrameCount) throws {
            let url = folder.file("parts.wav")
            try writeFile(url, [ramp(1..<1001)])
            let file = try AVAudioFile(forReading: url)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1000))
            var joined: [Float] = []
            while file.framePosition < file.length {
                try file.read(into: made, frameCount: count)
                check("parts of \(count): position \(file.framePosition)", made.frameLength > 0)
                joined += made.samples(0)
            }
            check("parts of \(count) joined", joined, near: ramp(1..<1001), within: 0)
        }

        @Test(arguments: CommonFormat.all, [true, false])
        func theProcessingFormatMayBeChosen(common: CommonFormat, interleaved: Bool) throws {
            let name = "processing in \(common.name), \(interleaved ? "interleaved" : "deinterleaved")"
            let url = folder.file("common.wav")
            try writeFile(url, [ramp(1..<101), ramp(201..<301)])
            let file = try AVAudioFile(forReading: url, commonFormat: common.format, interleaved: interleaved)
            check("\(name): common format", file.processingFormat.commonFormat.rawValue, is: common.format.rawValue)
            check("\(name): interleaved", file.processingFormat.isInterleaved, is: interleaved)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 100))
            try file.read(into: made)
            if let data = made.int16ChannelData {
                let found = (0..<100).map { Int(data[1][$0 * made.stride]) }
                check("\(name): samples", found, is: Array(201..<301))
            }
            if made.floatChannelData != nil {
                check("\(name): samples", made.samples(1), near: ramp(201..<301), within: 0)
            }
        }

        @Test(arguments: [8000.0, 16_000, 22_050, 44_100, 48_000, 96_000])
        func ratesAreKept(rate: Double) throws {
            let url = folder.file("rate.wav")
            try writeFile(url, [ramp(1..<101)], rate: rate)
            let file = try AVAudioFile(forReading: url)
            check("rate \(rate): processing", file.processingFormat.sampleRate, is: rate)
            check("rate \(rate): file", file.fileFormat.sampleRate, is: rate)
            check("rate \(rate): length", file.length, is: 100)
        }

        @Test(arguments: [kAudioFormatULaw, kAudioFormatALaw, kAudioFormatAppleLossless, kAudioFormatAppleIMA4])
        func lengthsOfCompressedFilesAreThoseOfTheSource(id: AudioFormatID) throws {
            let url = folder.file("codec.caf")
            let frames = 10_240
            let sound = sine(440, 44_100, frames)
            do {
                let file = try AVAudioFile(
                    forWriting: url,
                    settings: [AVFormatIDKey: Int(id), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1])
                try file.write(from: try buffer([sound], rate: 44_100))
            }
            let file = try AVAudioFile(forReading: url)
            check("codec \(id): length", file.length, is: AVAudioFramePosition(frames))
            check("codec \(id): id", file.fileFormat.streamDescription.pointee.mFormatID, is: id)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(frames)))
            try file.read(into: made)
            check("codec \(id): frames read", Int(made.frameLength), is: frames)
            let errors = zip(made.samples(0), sound).map { abs($0 - $1) }
            record("codec \(id): largest error", errors.max() ?? 0)
            let power = errors.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frames)
            record("codec \(id): error, root of the mean square", power.squareRoot())
            check("codec \(id): the sound is the same to the ear", power.squareRoot() < 0.02)
        }

        @Test func aMissingFileIsAnError() {
            let code = errorCode { _ = try AVAudioFile(forReading: folder.file("none.wav")) }
            check("a missing file cannot be opened", code != nil)
            record("code of a missing file", code ?? 0)
        }

        @Test func noiseIsNoFile() throws {
            let url = folder.file("noise.wav")
            try Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }).write(to: url)
            let code = errorCode { _ = try AVAudioFile(forReading: url) }
            check("bytes of no format cannot be opened", code != nil)
            record("code of bytes of no format", code ?? 0)
        }

        @Test func writingAgainBeginsANewFile() throws {
            let url = folder.file("again.wav")
            try writeFile(url, [ramp(1..<1001)])
            try writeFile(url, [ramp(1..<11)])
            check("length of a file that is written again", try AVAudioFile(forReading: url).length, is: 10)
        }

        @Test(arguments: [1, 2, 10])
        func piecesAreAppended(pieces: Int) throws {
            let url = folder.file("pieces.caf")
            do {
                let file = try writeFile(url, [ramp(1..<101)])
                for index in 1..<max(pieces, 2) where index < pieces {
                    try file.write(from: try buffer([ramp(1 + 100 * index..<101 + 100 * index)], rate: 44_100))
                }
                check("\(pieces) pieces: length while writing", file.length, is: AVAudioFramePosition(100 * pieces))
            }
            let file = try AVAudioFile(forReading: url)
            let made = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 2000))
            try file.read(into: made)
            check("\(pieces) pieces: samples", made.samples(0), near: ramp(1..<1 + 100 * pieces), within: 0)
        }
    }
}
