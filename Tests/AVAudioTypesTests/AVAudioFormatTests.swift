import AVAudioTypes
import Foundation
import Testing

struct AVAudioFormatTests {
    @Test func theStandardFormatIsNativeFloatInABufferPerChannel() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        #expect(format.isStandard && !format.isInterleaved)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.sampleRate == 44100 && format.channelCount == 2)
        #expect(format.channelLayout == nil)
        let stream = format.streamDescription.pointee
        #expect(stream.mFormatID == kAudioFormatLinearPCM)
        #expect(stream.mFormatFlags == kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved)
        #expect(stream.mBytesPerFrame == 4 && stream.mBytesPerPacket == 4 && stream.mFramesPerPacket == 1)
        #expect(stream.mBitsPerChannel == 32)
    }

    @Test(
        arguments: [
            (AVAudioCommonFormat.pcmFormatFloat32, 4), (.pcmFormatFloat64, 8), (.pcmFormatInt16, 2),
            (.pcmFormatInt32, 4),
        ] as [(AVAudioCommonFormat, UInt32)])
    func commonFormatsHaveTheirBytesPerFrame(common: AVAudioCommonFormat, bytes: UInt32) throws {
        for interleaved in [true, false] {
            let format = try #require(
                AVAudioFormat(commonFormat: common, sampleRate: 48000, channels: 2, interleaved: interleaved))
            #expect(format.commonFormat == common)
            #expect(format.isInterleaved == interleaved)
            #expect(format.streamDescription.pointee.mBytesPerFrame == bytes * (interleaved ? 2 : 1))
        }
    }

    @Test func moreThanTwoChannelsNeedALayout() throws {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 3) == nil)
        #expect(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 48000, channels: 1, interleaved: true) == nil)
        var stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: 48000, channelCount: 6, bitsPerSample: 16, isFloat: false, isInterleaved: true)
        #expect(AVAudioFormat(streamDescription: &stream) == nil)
        let five = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = try #require(AVAudioFormat(streamDescription: &stream, channelLayout: five))
        #expect(format.channelCount == 6 && format.channelLayout === five)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: five).channelCount == 6)
        let quad = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic)
        #expect(AVAudioFormat(streamDescription: &stream, channelLayout: quad) == nil, "the layout has four channels")
    }

    @Test func aFormatOfNothingIsAllZero() {
        let format = AVAudioFormat()
        #expect(format.sampleRate == 0 && format.channelCount == 0)
        #expect(format.commonFormat == .otherFormat)
        #expect(format == AVAudioFormat())
    }

    @Test func samplesThatNoCommonFormatHasAreOther() throws {
        var stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: 48000, channelCount: 1, bitsPerSample: 16, isFloat: false, isInterleaved: true)
        stream.mFormatFlags |= kAudioFormatFlagIsBigEndian
        #expect(try #require(AVAudioFormat(streamDescription: &stream)).commonFormat == .otherFormat)
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        #expect(try #require(AVAudioFormat(streamDescription: &stream)).commonFormat == .otherFormat, "unsigned")
        stream.mFormatFlags = kAudioFormatFlagsAudioUnitCanonical
        (stream.mBitsPerChannel, stream.mBytesPerFrame, stream.mBytesPerPacket) = (32, 4, 4)
        #expect(
            try #require(AVAudioFormat(streamDescription: &stream)).commonFormat == .otherFormat, "8.24 fixed point")
        stream.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh
        stream.mBitsPerChannel = 24
        #expect(
            try #require(AVAudioFormat(streamDescription: &stream)).commonFormat == .otherFormat, "24 bits in 4 bytes")
    }

    // MARK: - Equality

    @Test func monoIsTheSameInterleavedOrNot() throws {
        func format(_ channels: UInt32, _ interleaved: Bool) throws -> AVAudioFormat {
            try #require(
                AVAudioFormat(
                    commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: channels, interleaved: interleaved))
        }
        #expect(try format(1, true) == format(1, false))
        #expect(try format(1, true).hash == format(1, false).hash)
        #expect(try format(2, true) != format(2, false))
        #expect(try format(1, true) != format(2, true))
    }

    @Test func aMonoOrStereoTagIsTheSameAsNoLayout() throws {
        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let binaural = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural))
        let plain = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        #expect(plain == AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: stereo))
        #expect(plain != AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: binaural))
        let mono = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Mono))
        let one = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        #expect(one == AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: mono))
    }

    @Test func bitsOfLeftAndRightAreTheSameAsNoLayout() throws {
        func format(_ bits: AudioChannelBitmap) -> AVAudioFormat {
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
            layout.mChannelBitmap = bits
            return AVAudioFormat(
                standardFormatWithSampleRate: 48000, channelLayout: AVAudioChannelLayout(layout: &layout))
        }
        #expect(format([.bit_Left, .bit_Right]) == AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        #expect(format(.bit_Center) == AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        #expect(format([.bit_Left, .bit_Center]) != AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        // ITU 5.1 in the order of the bits: L R C LFE Ls Rs is also tag MPEG 5.1 A.
        let surround = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let bits: AudioChannelBitmap = [
            .bit_Left, .bit_Right, .bit_Center, .bit_LFEScreen, .bit_LeftSurround, .bit_RightSurround,
        ]
        #expect(format(bits) == AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: surround))
        let other = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_B))
        #expect(format(bits) != AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: other))
    }

    @Test func flagsAboutUnusedBitsDoNotMatterWhereThereAreNone() throws {
        var stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: 48000, channelCount: 1, bitsPerSample: 16, isFloat: false, isInterleaved: true)
        let packed = try #require(AVAudioFormat(streamDescription: &stream))
        stream.mFormatFlags = kAudioFormatFlagIsSignedInteger
        let bare = try #require(AVAudioFormat(streamDescription: &stream))
        stream.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsAlignedHigh
        let high = try #require(AVAudioFormat(streamDescription: &stream))
        #expect(packed == bare && bare == high && packed.hash == high.hash)

        (stream.mBitsPerChannel, stream.mBytesPerFrame, stream.mBytesPerPacket) = (24, 4, 4)
        let high24 = try #require(AVAudioFormat(streamDescription: &stream))
        stream.mFormatFlags = kAudioFormatFlagIsSignedInteger
        let low24 = try #require(AVAudioFormat(streamDescription: &stream))
        #expect(high24 != low24)
    }

    @Test func rateSamplesAndKindAreCompared() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        #expect(format != AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        #expect(
            format != AVAudioFormat(commonFormat: .pcmFormatInt32, sampleRate: 48000, channels: 2, interleaved: false))
        #expect(!format.isEqual("a string") && !format.isEqual(nil))
        var stream = format.streamDescription.pointee
        stream.mFormatFlags |= kAudioFormatFlagIsBigEndian
        #expect(try format != #require(AVAudioFormat(streamDescription: &stream)))
    }

    // MARK: - The rest

    @Test func theCookieStaysAndIsNotCompared() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
        #expect(format.magicCookie == nil)
        format.magicCookie = Data([1, 2, 3])
        #expect(format.magicCookie == Data([1, 2, 3]))
        #expect(format == AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    }

    @Test func descriptionsTellRateChannelsAndSamples() throws {
        #expect(
            try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)).shape
                == " 2 ch,  44100 Hz, Float32, deinterleaved")
        #expect(
            try #require(AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 1, interleaved: true))
                .shape == " 1 ch,   8000 Hz, Int16")
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
        ]
        let aac = try #require(AVAudioFormat(settings: settings))
        #expect(
            aac.shape
                == " 2 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame"
        )
        #expect(aac.description.hasPrefix("<AVAudioFormat 0x"))
    }

    @Test func formatsAreSentBetweenTasks() async throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 1))
        #expect(await Task.detached { format.sampleRate }.value == 48000)
    }

    @Test func anArchiveKeepsFormatLayoutAndCookie() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 96000, interleaved: true, channelLayout: layout)
        format.magicCookie = Data([9, 8])
        let archive = try NSKeyedArchiver.archivedData(withRootObject: format, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: archive))
        #expect(back == format)
        #expect(back.channelLayout == layout)
        #expect(back.magicCookie == Data([9, 8]))
    }
}

struct CMFormatDescriptionTests {
    @Test func coreMediaDescribesTheSameFormat() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
        format.magicCookie = Data([4])
        let media = format.formatDescription
        #expect(media == format.formatDescription)
        #expect(media.audioStreamBasicDescription?.mChannelsPerFrame == 6)
        #expect(media.mediaSubType == .linearPCM)
        var size = 0
        let places = try #require(CMAudioFormatDescriptionGetChannelLayout(media, sizeOut: &size))
        #expect(places.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A && size == 32)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(media)?.pointee.mSampleRate == 48000)
        for back in [
            AVAudioFormat(cmAudioFormatDescription: media), AVAudioFormat(formatDescription: media),
        ] {
            #expect(back == format && back?.magicCookie == Data([4]))
        }
        format.magicCookie = nil
        #expect(media.magicCookie == Data([4]) && media != format.formatDescription)
    }
}
