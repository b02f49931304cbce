import AVFAudio
import AudioToolbox
import Foundation
import Testing

/// A common format with the numbers that its header states.
struct CommonFormat: Sendable, CustomTestStringConvertible {
    let format: AVAudioCommonFormat
    let name: String
    let bits: UInt32
    let flags: AudioFormatFlags

    var testDescription: String { name }

    static let all = [
        CommonFormat(
            format: .pcmFormatFloat32, name: "Float32", bits: 32,
            flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked),
        CommonFormat(
            format: .pcmFormatFloat64, name: "Float64", bits: 64,
            flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked),
        CommonFormat(
            format: .pcmFormatInt16, name: "Int16", bits: 16,
            flags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked),
        CommonFormat(
            format: .pcmFormatInt32, name: "Int32", bits: 32,
            flags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked),
    ]
}

/// The way in which a format holds its channels.
struct Shape: Sendable, CustomTestStringConvertible {
    let rate: Double
    let channels: AVAudioChannelCount
    let interleaved: Bool

    var testDescription: String { "\(channels) ch, \(rate) Hz, \(interleaved ? "interleaved" : "deinterleaved")" }

    static let all = [8000.0, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000].flatMap { rate in
        [1, 2].flatMap { channels in
            [true, false].map { Shape(rate: rate, channels: channels, interleaved: $0) }
        }
    }
}

extension Conformance {
    /// AVAudioFormat: the fields of its description, settings, equality, and what it refuses.
    @Suite struct Formats {
        @Test(arguments: CommonFormat.all, Shape.all)
        func aCommonFormatHasTheFieldsOfItsHeader(common: CommonFormat, shape: Shape) throws {
            let name = "format \(common.name), \(shape.testDescription)"
            let format = try #require(
                AVAudioFormat(
                    commonFormat: common.format, sampleRate: shape.rate, channels: shape.channels,
                    interleaved: shape.interleaved))
            let fields = format.streamDescription.pointee
            let width = common.bits / 8 * (shape.interleaved ? shape.channels : 1)
            check("\(name): mSampleRate", fields.mSampleRate, is: shape.rate)
            check("\(name): mFormatID", fields.mFormatID, is: kAudioFormatLinearPCM)
            check("\(name): mBytesPerPacket", fields.mBytesPerPacket, is: width)
            check("\(name): mFramesPerPacket", fields.mFramesPerPacket, is: 1)
            check("\(name): mBytesPerFrame", fields.mBytesPerFrame, is: width)
            check("\(name): mChannelsPerFrame", fields.mChannelsPerFrame, is: shape.channels)
            check("\(name): mBitsPerChannel", fields.mBitsPerChannel, is: common.bits)
            let apart = kAudioFormatFlagIsNonInterleaved
            check("\(name): flags of the samples", fields.mFormatFlags & ~apart, is: common.flags)
            if shape.channels > 1 {
                check("\(name): isInterleaved", format.isInterleaved, is: shape.interleaved)
                check("\(name): flag of channels", fields.mFormatFlags & apart, is: shape.interleaved ? 0 : apart)
            } else {
                record("\(name): isInterleaved of one channel", format.isInterleaved)
                record("\(name): flag of one channel", fields.mFormatFlags & apart)
            }
            check("\(name): commonFormat", format.commonFormat.rawValue, is: common.format.rawValue)
            check("\(name): sampleRate", format.sampleRate, is: shape.rate)
            check("\(name): channelCount", format.channelCount, is: shape.channels)
        }

        @Test(arguments: [8000.0, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000], [1, 2])
        func theStandardFormatIsDeinterleavedFloat(rate: Double, channels: AVAudioChannelCount) throws {
            let name = "standard format, \(channels) ch, \(rate) Hz"
            let format = try standard(rate, channels)
            check("\(name): isStandard", format.isStandard)
            check(
                "\(name): commonFormat", format.commonFormat.rawValue, is: AVAudioCommonFormat.pcmFormatFloat32.rawValue
            )
            check("\(name): mBytesPerFrame", format.streamDescription.pointee.mBytesPerFrame, is: 4)
            check("\(name): channelCount", format.channelCount, is: channels)
            if channels == 2 { check("\(name): isInterleaved", format.isInterleaved, is: false) }
        }

        @Test(arguments: CommonFormat.all)
        func onlyDeinterleavedFloat32IsStandard(common: CommonFormat) throws {
            for interleaved in [true, false] {
                let format = try #require(
                    AVAudioFormat(
                        commonFormat: common.format, sampleRate: 44_100, channels: 2, interleaved: interleaved))
                check(
                    "isStandard of \(common.name), \(interleaved ? "interleaved" : "deinterleaved")", format.isStandard,
                    is: common.format == .pcmFormatFloat32 && !interleaved)
            }
        }

        @Test(arguments: [3, 4, 5, 6, 7, 8] as [AVAudioChannelCount])
        func moreThanTwoChannelsWantALayout(channels: AVAudioChannelCount) {
            let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels)
            check("standard format of \(channels) channels without a layout is nil", format == nil)
            let common = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: channels, interleaved: true)
            check("common format of \(channels) channels without a layout is nil", common == nil)
        }

        @Test(
            arguments: [
                (kAudioChannelLayoutTag_Mono, 1), (kAudioChannelLayoutTag_Stereo, 2),
                (kAudioChannelLayoutTag_MPEG_3_0_A, 3),
                (kAudioChannelLayoutTag_Quadraphonic, 4), (kAudioChannelLayoutTag_MPEG_5_0_A, 5),
                (kAudioChannelLayoutTag_MPEG_5_1_A, 6), (kAudioChannelLayoutTag_MPEG_6_1_A, 7),
                (kAudioChannelLayoutTag_MPEG_7_1_A, 8),
            ] as [(AudioChannelLayoutTag, AVAudioChannelCount)])
        func aLayoutGivesTheChannels(tag: AudioChannelLayoutTag, count: AVAudioChannelCount) throws {
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
            check("format with layout \(tag): channelCount", format.channelCount, is: count)
            check("format with layout \(tag): tag", format.channelLayout?.layoutTag ?? 0, is: tag)
            let integers = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: layout)
            check(
                "interleaved format with layout \(tag): mBytesPerFrame",
                integers.streamDescription.pointee.mBytesPerFrame, is: 2 * count)
        }

        /// "Formats … a layout of mono or stereo is equal to no layout" (AVAudioFormat.h).
        @Test(
            arguments: [(kAudioChannelLayoutTag_Mono, 1), (kAudioChannelLayoutTag_Stereo, 2)]
                as [(AudioChannelLayoutTag, AVAudioChannelCount)])
        func monoAndStereoLayoutsAreEqualToNone(tag: AudioChannelLayoutTag, count: AVAudioChannelCount) throws {
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
            check("format with layout \(tag) equals the one without", format.isEqual(try standard(48_000, count)))
        }

        @Test func formatsDifferByEachOfTheirFields() throws {
            let format = try standard(48_000, 2)
            check("formats of equal fields are equal", format.isEqual(try standard(48_000, 2)))
            check("formats of two rates differ", !format.isEqual(try standard(44_100, 2)))
            check("formats of one and two channels differ", !format.isEqual(try standard(48_000, 1)))
            let interleaved = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: 48_000, channels: 2, interleaved: true)
            check("interleaved and deinterleaved formats differ", !format.isEqual(interleaved))
        }

        @Test(arguments: CommonFormat.all)
        func settingsSayWhatTheFormatIs(common: CommonFormat) throws {
            let name = "settings of \(common.name)"
            let format = try #require(
                AVAudioFormat(commonFormat: common.format, sampleRate: 44_100, channels: 2, interleaved: true))
            let settings = format.settings
            func number(_ key: String) -> Double? { (settings[key] as? NSNumber)?.doubleValue }
            check("\(name): format", number(AVFormatIDKey) ?? 0, is: Double(kAudioFormatLinearPCM))
            check("\(name): rate", number(AVSampleRateKey) ?? 0, is: 44_100)
            check("\(name): channels", number(AVNumberOfChannelsKey) ?? 0, is: 2)
            check("\(name): bits", number(AVLinearPCMBitDepthKey) ?? 0, is: Double(common.bits))
            check("\(name): float", number(AVLinearPCMIsFloatKey) ?? -1, is: common.name.hasPrefix("Float") ? 1 : 0)
            check("\(name): order of bytes", number(AVLinearPCMIsBigEndianKey) ?? -1, is: 0)
            check("\(name): deinterleaved", number(AVLinearPCMIsNonInterleaved) ?? -1, is: 0)
            let again = try #require(AVAudioFormat(settings: settings))
            check("\(name): the format made of them is equal", again.isEqual(format))
        }

        @Test(
            arguments: [
                (kAudioFormatMPEG4AAC, "AAC", 1024), (kAudioFormatAppleLossless, "Apple Lossless", 4096),
                (kAudioFormatULaw, "µ-law", 1), (kAudioFormatALaw, "A-law", 1), (kAudioFormatAppleIMA4, "IMA4", 64),
            ] as [(AudioFormatID, String, UInt32)])
        func settingsOfACodecMakeItsFormat(id: AudioFormatID, name: String, frames: UInt32) throws {
            let format = try #require(
                AVAudioFormat(settings: [
                    AVFormatIDKey: Int(id), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
                ]))
            check("format of \(name): id", format.streamDescription.pointee.mFormatID, is: id)
            check("format of \(name): commonFormat", format.commonFormat.rawValue, is: 0)
            record("format of \(name): frames per packet", format.streamDescription.pointee.mFramesPerPacket)
            record("format of \(name): frames per packet of the codec", frames)
        }

        @Test(arguments: [(8, true), (24, true), (20, true)])
        func linearFormatsWithoutACommonOneAreOther(bits: UInt32, isPacked: Bool) throws {
            var fields = linear(bits: 24)
            (fields.mBitsPerChannel, fields.mBytesPerFrame, fields.mBytesPerPacket) = (bits, 8, 8)
            fields.mFormatFlags = kAudioFormatFlagIsSignedInteger | (bits == 32 ? kAudioFormatFlagIsPacked : 0)
            let format = try #require(AVAudioFormat(streamDescription: &fields))
            check("commonFormat of \(bits) bits in 32", format.commonFormat.rawValue, is: 0)
        }

        @Test func bigEndianIsOther() throws {
            var fields = linear(bits: 16, isBigEndian: true)
            let format = try #require(AVAudioFormat(streamDescription: &fields))
            check("commonFormat of big-endian Int16", format.commonFormat.rawValue, is: 0)
        }
    }
}
