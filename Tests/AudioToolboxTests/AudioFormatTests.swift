import AudioToolbox
import Foundation
import Testing

/// Questions about formats and layouts.
@Suite struct AudioFormatTests {
    /// The answer to a question as values in a row.
    static func answer<Value: BitwiseCopyable, Specifier: BitwiseCopyable>(
        _ property: AudioFormatPropertyID, _ specifier: Specifier, as _: Value.Type = Value.self
    ) throws -> [Value] {
        var specifier = specifier
        let specifierSize = UInt32(MemoryLayout<Specifier>.size)
        var size: UInt32 = 0
        try #require(AudioFormatGetPropertyInfo(property, specifierSize, &specifier, &size) == noErr)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size) + 16, alignment: 16)
        defer { memory.deallocate() }
        try #require(AudioFormatGetProperty(property, specifierSize, &specifier, &size, memory.baseAddress) == noErr)
        return (0..<Int(size) / MemoryLayout<Value>.stride).map {
            memory.load(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
        }
    }

    /// The answer to a question as a text.
    static func text<Specifier: BitwiseCopyable>(
        _ property: AudioFormatPropertyID, _ specifier: Specifier
    ) throws -> String {
        var (specifier, size) = (specifier, UInt32(MemoryLayout<UnsafeRawPointer>.size))
        var text: Unmanaged<CFString>?
        try #require(
            AudioFormatGetProperty(property, UInt32(MemoryLayout<Specifier>.size), &specifier, &size, &text) == noErr)
        return "\(try #require(text).takeRetainedValue())"
    }

    @Test func partialDescriptionsAreCompleted() {
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        var format = AudioStreamBasicDescription()
        format.mFormatID = kAudioFormatLinearPCM
        format.mFormatFlags = kAudioFormatFlagIsFloat
        format.mChannelsPerFrame = 2
        format.mBitsPerChannel = 32
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mBytesPerFrame == 8 && format.mBytesPerPacket == 8 && format.mFramesPerPacket == 1)
        format = AudioStreamBasicDescription()
        format.mFormatID = kAudioFormatMPEG4AAC
        #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format) == noErr)
        #expect(format.mFramesPerPacket == 1024 && format.mBytesPerPacket == 0)
        format.mFormatID = 0x3F3F_3F3F
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
                == kAudioFormatUnknownFormatError)
        size = 3
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &format)
                == kAudioFormatBadPropertySizeError)
    }

    /// Codecs in software run side by side; there is none in hardware, so a list is counted up to the first of those.
    @Test func codecsInHardwareAreNotCounted() throws {
        func codec(_ maker: UInt32) -> AudioClassDescription {
            AudioClassDescription(
                mType: kAudioDecoderComponentType, mSubType: kAudioFormatMPEG4AAC, mManufacturer: maker)
        }
        let (software, hardware): (UInt32, UInt32) = (0x6170_706C, 0x6170_6877)  // 'appl', 'aphw'
        func count(_ makers: (UInt32, UInt32, UInt32)) throws -> UInt32? {
            try Self.answer(
                kAudioFormatProperty_HardwareCodecCapabilities,
                (codec(makers.0), codec(makers.1), codec(makers.2)), as: UInt32.self
            ).first
        }
        #expect(try count((software, software, software)) == 3)
        #expect(try count((software, hardware, software)) == 1)
        #expect(try count((hardware, software, software)) == 0)
    }

    @Test func formatsAreNamedAndKnownToVary() throws {
        let linear = integers(16)
        #expect(
            try Self.text(kAudioFormatProperty_FormatName, linear)
                == "Linear PCM, 16 bit little-endian signed integer, 2 channels, 44100 Hz")
        #expect(try Self.answer(kAudioFormatProperty_FormatIsVBR, linear, as: UInt32.self) == [0])
        var aac = AudioStreamBasicDescription()
        aac.mFormatID = kAudioFormatMPEG4AAC
        #expect(try Self.answer(kAudioFormatProperty_FormatIsVBR, aac, as: UInt32.self) == [1])
        #expect(try Self.answer(kAudioFormatProperty_FormatIsExternallyFramed, aac, as: UInt32.self) == [1])
        #expect(try Self.answer(kAudioFormatProperty_FormatIsEncrypted, kAudioFormatMPEG4AAC, as: UInt32.self) == [0])
        let ima = try Self.answer(
            kAudioFormatProperty_Encoders, kAudioFormatAppleIMA4, as: AudioClassDescription.self)
        #expect(ima.map(\.mSubType) == [kAudioFormatAppleIMA4])
    }

    @Test func tagsBitmapsAndLayoutsAreTheSameThing() throws {
        let tag = kAudioChannelLayoutTag_MPEG_5_1_A
        let bytes = try Self.answer(kAudioFormatProperty_ChannelLayoutForTag, tag, as: UInt8.self)
        #expect(bytes.count == 12 + 6 * 20)
        var size: UInt32 = 4
        var found: AudioChannelLayoutTag = 0
        #expect(
            AudioFormatGetProperty(
                kAudioFormatProperty_TagForChannelLayout, UInt32(bytes.count), bytes, &size, &found) == noErr)
        #expect(found == tag)
        #expect(try Self.answer(kAudioFormatProperty_BitmapForLayoutTag, tag, as: UInt32.self) == [0x3F])
        let again = try Self.answer(kAudioFormatProperty_ChannelLayoutForBitmap, UInt32(0x3F), as: UInt8.self)
        #expect(again == bytes)
        let tags = try Self.answer(kAudioFormatProperty_TagsForNumberOfChannels, UInt32(6), as: UInt32.self)
        #expect(tags.contains(tag) && tags.allSatisfy { $0 & 0xFFFF == 6 })
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_ValidateChannelLayout, UInt32(bytes.count), bytes, nil, nil)
                == noErr)
        let none = AudioChannelLayout()
        #expect(
            withUnsafePointer(to: none) {
                AudioFormatGetProperty(kAudioFormatProperty_ValidateChannelLayout, 32, $0, nil, nil)
            } != noErr)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = tag
        #expect(try Self.text(kAudioFormatProperty_ChannelLayoutName, layout) == "5.1 (L R C LFE Ls Rs)")
        #expect(try Self.answer(kAudioFormatProperty_NumberOfChannelsForLayout, layout, as: UInt32.self) == [6])
        var channel = AudioChannelDescription()
        channel.mChannelLabel = kAudioChannelLabel_LeftSurround
        #expect(try Self.text(kAudioFormatProperty_ChannelName, channel) == "Left Surround")
        #expect(try Self.text(kAudioFormatProperty_ChannelShortName, channel) == "Ls")
    }

    @Test func layoutsAreMappedAndFolded() throws {
        var (surround, stereo, other) = (AudioChannelLayout(), AudioChannelLayout(), AudioChannelLayout())
        surround.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
        other.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_D
        stereo.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        try withUnsafePointer(to: &surround) { surround in
            try withUnsafePointer(to: &stereo) { stereo in
                try withUnsafePointer(to: &other) { other in
                    // L R C LFE Ls Rs -> C L R Ls Rs LFE
                    let map = try Self.answer(kAudioFormatProperty_ChannelMap, (surround, other), as: Int32.self)
                    #expect(map == [2, 0, 1, 4, 5, 3])
                    #expect(
                        try Self.answer(
                            kAudioFormatProperty_AreChannelLayoutsEquivalent, (surround, other), as: UInt32.self) == [0]
                    )
                    let gains = try Self.answer(
                        kAudioFormatProperty_MatrixMixMap, (surround, stereo), as: Float32.self)
                    let half = Float32(0.5).squareRoot()
                    // ITU-R BS.775-3, table 2, without the low frequencies.
                    let expected: [Float32] = [1, 0, 0, 1, half, half, 0, 0, half, 0, 0, half]
                    #expect(zip(gains, expected).allSatisfy { abs($0 - $1) < 1e-6 } && gains.count == 12)
                }
            }
        }
    }

    @Test func panningKeepsThePowerAndHitsLoudspeakers() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_A  // L R C Ls Rs
        try withUnsafePointer(to: &layout) { layout in
            func gains(_ azimuth: Float32, _ mode: AudioPanningMode) throws -> [Float32] {
                try Self.answer(
                    kAudioFormatProperty_PanningMatrix,
                    AudioPanningInfo(
                        mPanningMode: mode, mCoordinateFlags: AudioChannelFlags.sphericalCoordinates.rawValue,
                        mCoordinates: (azimuth, 0, 1), mGainScale: 1, mOutputChannelMap: layout))
            }
            for (azimuth, index) in [(Float32(-30), 0), (30, 1), (0, 2), (-110, 3), (110, 4)] {
                let hit = try gains(azimuth, .panningMode_VectorBasedPanning)
                #expect(abs(hit[index] - 1) < 1e-5)
            }
            for azimuth in stride(from: Float32(-180), to: 180, by: 7) {
                for mode in [AudioPanningMode.panningMode_VectorBasedPanning, .panningMode_SoundField] {
                    let power = try gains(azimuth, mode).reduce(0) { $0 + $1 * $1 }
                    #expect(abs(power - 1) < 1e-5)
                }
            }
            // Halfway between two loudspeakers both are equal.
            let between = try gains(15, .panningMode_VectorBasedPanning)
            #expect(abs(between[1] - between[2]) < 1e-5 && between[0] == 0)
        }
    }

    @Test func balanceTurnsOneSideDown() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        try withUnsafePointer(to: &layout) { layout in
            let question = AudioBalanceFade(
                mLeftRightBalance: 0.25, mBackFrontFade: 0, mType: .maxUnityGain, mChannelLayout: layout)
            let gains = try Self.answer(kAudioFormatProperty_BalanceFade, question, as: Float32.self)
            #expect(gains == [0.75, 1])
        }
    }

    @Test func specifiersOfAWrongSizeAreRefused() {
        var (size, value) = (UInt32(4), UInt32(0))
        let specifier: [UInt8] = [0, 0, 0]
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_FormatName, 3, specifier, &size, &value)
                == kAudioFormatBadSpecifierSizeError)
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_Encoders, 0, nil, &size, &value)
                == kAudioFormatBadSpecifierSizeError)
        #expect(AudioFormatGetProperty(1, 0, nil, &size, &value) == kAudioFormatUnsupportedPropertyError)
    }
}
