import AVAudioTypes
import Foundation
import Testing

struct AVAudioFormatSettingsTests {
    @Test func linearPCMBecomesSevenNumbers() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        let settings = format.settings
        #expect(settings.count == 7)
        #expect(settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
        #expect(settings[AVSampleRateKey] as? Double == 44100)
        #expect(settings[AVNumberOfChannelsKey] as? Int == 2)
        #expect(settings[AVLinearPCMBitDepthKey] as? Int == 32)
        #expect(settings[AVLinearPCMIsFloatKey] as? Bool == true)
        #expect(settings[AVLinearPCMIsBigEndianKey] as? Bool == false)
        #expect(settings["AVLinearPCMIsNonInterleaved"] as? Bool == true)
    }

    @Test func settingsDescribeTheFormatTheyCameFrom() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Atmos_7_1_4))
        let formats = [
            AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2),
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 1, interleaved: true),
            AVAudioFormat(commonFormat: .pcmFormatFloat64, sampleRate: 96000, channels: 2, interleaved: true),
            AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout),
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48000.0, AVNumberOfChannelsKey: 2,
                AVEncoderBitDepthHintKey: 24,
            ]),
        ]
        for format in formats {
            let format = try #require(format)
            #expect(AVAudioFormat(settings: format.settings) == format)
        }
    }

    /// Each key with each kind of number that Foundation on Darwin bridges.
    @Test func everyKindOfNumberMeansTheSame() throws {
        func kinds(_ value: Int) -> [Any] {
            var kinds: [Any] = [
                value, UInt(value), Int32(value), UInt32(value), Int64(value), UInt64(value),
                Double(value),
                CGFloat(value), NSNumber(value: value), NSNumber(value: Double(value)), Decimal(value),
                NSDecimalNumber(value: value),
            ]
            if value < 1 << 24 { kinds.append(Float(value)) }
            if value <= 127 { kinds += [Int8(value), UInt8(value), Int16(value), UInt16(value)] as [Any] }
            if value <= 1 { kinds += [value == 1] as [Any] }
            return kinds
        }
        let usual: [String: Int] = [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 22_050, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: 1, AVLinearPCMIsFloatKey: 0,
            AVLinearPCMIsNonInterleaved: 1,
        ]
        let expected = try #require(AVAudioFormat(settings: usual))
        #expect(expected.streamDescription.pointee.mBitsPerChannel == 24 && !expected.isInterleaved)
        for (key, value) in usual {
            for kind in kinds(value) {
                var settings: [String: Any] = usual
                settings[key] = kind
                #expect(AVAudioFormat(settings: settings) == expected, "\(key) as \(type(of: kind))")
            }
        }
    }

    /// Values as programs write them: integers, floats, Booleans, `NSNumber`s, in any mixture.
    @Test func numbersOfAnyKindAreUnderstood() throws {
        let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: Float(22050), AVNumberOfChannelsKey: UInt8(1),
            AVLinearPCMBitDepthKey: NSNumber(value: 24), AVLinearPCMIsBigEndianKey: true,
            AVLinearPCMIsFloatKey: 0, AVLinearPCMIsNonInterleaved: NSNumber(value: false),
        ]
        let format = try #require(AVAudioFormat(settings: settings))
        let stream = format.streamDescription.pointee
        #expect(stream.mSampleRate == 22050 && stream.mChannelsPerFrame == 1)
        #expect(stream.mBitsPerChannel == 24 && stream.mBytesPerFrame == 3)
        #expect(
            stream.mFormatFlags
                == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian)
    }

    @Test func linearPCMIsSixteenBitsUnlessToldOtherwise() throws {
        let base: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
        ]
        let plain = try #require(AVAudioFormat(settings: base))
        #expect(plain.commonFormat == .pcmFormatInt16 && plain.isInterleaved)
        let float = try #require(AVAudioFormat(settings: base.merging([AVLinearPCMIsFloatKey: true]) { $1 }))
        #expect(float.commonFormat == .pcmFormatFloat32)
    }

    /// Settings of recorders often say both; no samples of Core Audio are floating point in 16 bits.
    @Test func floatingPointOfSixteenBitsHasThirtyTwo() throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: true,
        ]
        let format = try #require(AVAudioFormat(settings: settings))
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.streamDescription.pointee.mBytesPerFrame == 4)
    }

    @Test(
        arguments: [
            (kAudioFormatMPEG4AAC, 1024, 0), (kAudioFormatAppleIMA4, 64, 68), (kAudioFormatULaw, 1, 2),
            (kAudioFormatAppleLossless, 4096, 0), (kAudioFormatMPEGLayer3, 1152, 0), (kAudioFormatiLBC, 240, 50),
        ] as [(AudioFormatID, UInt32, UInt32)])
    func compressedFormatsKnowTheirPackets(formatID: AudioFormatID, frames: UInt32, bytes: UInt32) throws {
        let format = try #require(
            AVAudioFormat(settings: [AVFormatIDKey: formatID, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]))
        #expect(format.streamDescription.pointee.mFramesPerPacket == frames)
        #expect(format.streamDescription.pointee.mBytesPerPacket == bytes)
        #expect(format.commonFormat == .otherFormat)
    }

    @Test func whatCannotBeMetIsRefused() throws {
        let good: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
        ]
        #expect(AVAudioFormat(settings: [:]) == nil)
        for key in good.keys {
            #expect(AVAudioFormat(settings: good.filter { $0.key != key }) == nil, "\(key) missing")
        }
        let bad: [[String: Any]] = [
            [AVNumberOfChannelsKey: 6], [AVNumberOfChannelsKey: -1], [AVNumberOfChannelsKey: 1.5],
            [AVSampleRateKey: Double.nan], [AVSampleRateKey: -8000], [AVSampleRateKey: "44100"],
            [AVLinearPCMBitDepthKey: 17], [AVLinearPCMBitDepthKey: "16"],
            [AVLinearPCMBitDepthKey: 17, AVLinearPCMIsFloatKey: true], [AVLinearPCMBitDepthKey: 64],
            [AVFormatIDKey: 1e10], [AVChannelLayoutKey: Data([1, 2, 3])], [AVChannelLayoutKey: "5.1"],
        ]
        for change in bad { #expect(AVAudioFormat(settings: good.merging(change) { $1 }) == nil, "\(change)") }
    }

    @Test func aLayoutMakesMoreThanTwoChannelsPossible() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        let data = Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size)
        var settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 6,
            AVChannelLayoutKey: data,
        ]
        let format = try #require(AVAudioFormat(settings: settings))
        #expect(format.channelLayout?.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(format.settings[AVChannelLayoutKey] as? Data == data)
        settings[AVNumberOfChannelsKey] = 5
        #expect(AVAudioFormat(settings: settings) == nil, "five channels are not the layout's six")
        settings[AVNumberOfChannelsKey] = nil
        #expect(AVAudioFormat(settings: settings)?.channelCount == 6)
    }
}
