import AVAudioTypes
import AudioToolbox
import Foundation
import PlugIns
import Testing

/// Codecs as components: those of the house called by a program, and a program's own used by the house.
@Suite(.serialized) struct AudioCodecTests {
    private func find(_ type: OSType, _ format: OSType) throws -> AudioComponent {
        var description = AudioComponentDescription(
            componentType: type, componentSubType: format, componentManufacturer: 0, componentFlags: 0,
            componentFlagsMask: 0)
        return try #require(AudioComponentFindNext(nil, &description))
    }

    private func open(_ type: OSType, _ format: OSType) throws -> AudioCodec {
        var codec: AudioCodec?
        try #require(AudioComponentInstanceNew(try find(type, format), &codec) == noErr)
        return try #require(codec)
    }

    private func integers(rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2 * channels,
            mFramesPerPacket: 1, mBytesPerFrame: 2 * channels, mChannelsPerFrame: channels, mBitsPerChannel: 16,
            mReserved: 0)
    }

    private func value<Value: BitwiseCopyable>(_ codec: AudioCodec, _ id: AudioCodecPropertyID, _ initial: Value)
        -> Value?
    {
        var (value, size) = (initial, UInt32(MemoryLayout<Value>.size))
        return AudioCodecGetProperty(codec, id, &size, &value) == noErr ? value : nil
    }

    /// Encodes by hand: everything appended, packets taken until the end.
    private func encode(_ codec: AudioCodec, _ samples: [Int16], channels: Int) throws -> [[UInt8]] {
        let limit = Int(try #require(value(codec, kAudioCodecPropertyMaximumPacketByteSize, UInt32(0))))
        var (done, packets) = (0, [[UInt8]]())
        var isOver = false
        while true {
            if done < samples.count {
                var bytes = UInt32(2 * (samples.count - done))
                var frames = bytes / 2 / UInt32(channels)
                let status = AudioCodecAppendInputData(codec, Array(samples[done...]), &bytes, &frames, nil)
                try #require(status == noErr || status == kAudioCodecNotEnoughBufferSpaceError)
                if status == noErr { done += Int(bytes) / 2 }
            } else if !isOver {
                var (bytes, frames): (UInt32, UInt32) = (0, 0)
                try #require(AudioCodecAppendInputData(codec, [0 as UInt8], &bytes, &frames, nil) == noErr)
                isOver = true
            }
            while true {
                var packet = [UInt8](repeating: 0, count: limit)
                var (bytes, count, state): (UInt32, UInt32, UInt32) = (UInt32(limit), 1, 0)
                var description = AudioStreamPacketDescription()
                try #require(
                    AudioCodecProduceOutputPackets(codec, &packet, &bytes, &count, &description, &state) == noErr)
                if count == 1 {
                    #expect(description.mDataByteSize == bytes)
                    packets.append(Array(packet.prefix(Int(bytes))))
                }
                if state == kAudioCodecProduceOutputPacketAtEOF { return packets }
                if count == 0 { break }
            }
        }
    }

    private func decode(_ codec: AudioCodec, _ packets: [[UInt8]], channels: Int) throws -> [Int16] {
        var samples: [Int16] = []
        for packet in packets {
            var (bytes, count): (UInt32, UInt32) = (UInt32(packet.count), 1)
            var description = AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: bytes)
            try #require(AudioCodecAppendInputData(codec, packet, &bytes, &count, &description) == noErr)
            #expect(bytes == UInt32(packet.count) && count == 1)
            while true {
                var frames = [Int16](repeating: 0, count: 1000 * channels)
                var (bytes, count, state): (UInt32, UInt32, UInt32) = (UInt32(2 * frames.count), 1000, 0)
                try #require(AudioCodecProduceOutputPackets(codec, &frames, &bytes, &count, nil, &state) == noErr)
                samples += frames.prefix(Int(count) * channels)
                if state != kAudioCodecProduceOutputPacketSuccessHasMore,
                    state != kAudioCodecProduceOutputPacketSuccess
                {
                    #expect(state == kAudioCodecProduceOutputPacketNeedsMoreInputData)
                    break
                }
            }
        }
        return samples
    }

    /// Two channels of different numbers, at any length.
    private func ramp(frameCount: Int) -> [Int16] {
        (0..<frameCount).flatMap { [Int16(truncatingIfNeeded: $0 &* 57), Int16(truncatingIfNeeded: 9000 &- $0 &* 91)] }
    }

    @Test func codecsOfTheHouseAreComponents() throws {
        let component = try find(kAudioDecoderComponentType, kAudioFormatAppleIMA4)
        var description = AudioComponentDescription()
        #expect(AudioComponentGetDescription(component, &description) == noErr)
        #expect(description.componentManufacturer == kAppleSoftwareAudioCodecManufacturer)
        // A search for units finds none.
        var units = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioFormatAppleIMA4, componentManufacturer: 0,
            componentFlags: 0, componentFlagsMask: 0)
        #expect(AudioComponentFindNext(nil, &units) == nil)
        let codec = try open(kAudioDecoderComponentType, kAudioFormatAppleIMA4)
        defer { AudioComponentInstanceDispose(codec) }
        #expect(AudioComponentInstanceGetComponent(codec) == component)
        #expect(AudioComponentInstanceCanDo(codec, Int16(kAudioCodecAppendInputDataSelect)))
        #expect(!AudioComponentInstanceCanDo(codec, Int16(kAudioUnitRenderSelect)))
        #expect(!AudioComponentInstanceCanDo(codec, -3))
    }

    /// A property as an array.
    private func list<Element: BitwiseCopyable>(_ codec: AudioCodec, _ id: AudioCodecPropertyID, of _: Element.Type)
        -> [Element]
    {
        var size: UInt32 = 0
        guard AudioCodecGetPropertyInfo(codec, id, &size, nil) == noErr, size > 0 else { return [] }
        return [Element](unsafeUninitializedCapacity: Int(size) / MemoryLayout<Element>.stride) { room, count in
            guard let base = room.baseAddress, AudioCodecGetProperty(codec, id, &size, base) == noErr else { return }
            count = Int(size) / MemoryLayout<Element>.stride
        }
    }

    @Test func codecsOfOurOwnAreListedWithApplesCodesAndAnswer() throws {
        let encoders: [(format: AudioFormatID, hasBitRate: Bool, isMinimal: Bool)] = [
            (kAudioFormatMPEG4AAC, true, false), (kAudioFormatMPEG4AAC_HE, true, false),
            (kAudioFormatMPEG4AAC_HE_V2, true, false), (kAudioFormatMPEG4AAC_LD, true, true),
            (kAudioFormatMPEG4AAC_ELD, true, true), (kAudioFormatMPEG4AAC_ELD_SBR, true, true),
            (kAudioFormatiLBC, true, true), (kAudioFormatAppleLossless, false, true), (kAudioFormatFLAC, false, true),
        ]
        for row in encoders {
            let codec = try open(kAudioEncoderComponentType, row.format)
            defer { AudioComponentInstanceDispose(codec) }
            let rates = list(codec, kAudioCodecPropertyAvailableOutputSampleRates, of: AudioValueRange.self)
            let bitRates = list(codec, kAudioCodecPropertyAvailableBitRateRange, of: AudioValueRange.self)
            #expect(!rates.isEmpty && bitRates.isEmpty != row.hasBitRate, "\(row)")
            let mode = row.isMinimal ? kAudioCodecDelayMode_Minimum : kAudioCodecDelayMode_Optimal
            #expect(value(codec, kAudioCodecPropertyDelayMode, UInt32(9)) == UInt32(mode), "\(row)")
            #expect(value(codec, kAudioCodecPropertyMinimumDelayMode, UInt32(9)) == (row.isMinimal ? 1 : 0), "\(row)")
        }
        for format in encoders.map(\.format) + [kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3]
        {
            AudioComponentInstanceDispose(try open(kAudioDecoderComponentType, format))
        }
    }

    @Test func theStrategyAndTheBitRateOfAnEncoderAreKept() throws {
        let codec = try open(kAudioEncoderComponentType, kAudioFormatMPEG4AAC_ELD)
        defer { AudioComponentInstanceDispose(codec) }
        var from = integers(rate: 48_000, channels: 1)
        var to = AudioStreamBasicDescription()
        (to.mFormatID, to.mSampleRate, to.mChannelsPerFrame) = (kAudioFormatMPEG4AAC_ELD, 48_000, 1)
        try #require(AudioCodecInitialize(codec, &from, &to, nil, 0) == noErr)
        var (strategy, bitRate) = (UInt32(kAudioCodecBitRateControlMode_VariableConstrained), UInt32(64_000))
        #expect(AudioCodecSetProperty(codec, kAudioCodecPropertyBitRateControlMode, 4, &strategy) == noErr)
        #expect(AudioCodecSetProperty(codec, kAudioCodecPropertyCurrentTargetBitRate, 4, &bitRate) == noErr)
        #expect(value(codec, kAudioCodecPropertyBitRateControlMode, UInt32(0)) == strategy)
        #expect(value(codec, kAudioCodecPropertyCurrentTargetBitRate, UInt32(0)) == bitRate)
        #expect(value(codec, kAudioCodecPropertyPacketFrameSize, UInt32(0)) == 512)
    }

    @Test func theOrderOfCallsIsKept() throws {
        let codec = try open(kAudioEncoderComponentType, kAudioFormatAppleIMA4)
        defer { AudioComponentInstanceDispose(codec) }
        var (bytes, count, state): (UInt32, UInt32, UInt32) = (4, 1, 0)
        var memory = [UInt8](repeating: 0, count: 68)
        #expect(AudioCodecAppendInputData(codec, memory, &bytes, &count, nil) == kAudioCodecStateError)
        #expect(AudioCodecProduceOutputPackets(codec, &memory, &bytes, &count, nil, &state) == kAudioCodecStateError)
        var from = integers(rate: 44_100, channels: 2)
        var to = from
        #expect(AudioCodecInitialize(codec, &from, &to, nil, 0) == kAudioCodecUnsupportedFormatError)
        (to.mFormatID, to.mFormatFlags) = (kAudioFormatAppleIMA4, 0)
        (to.mBytesPerPacket, to.mFramesPerPacket, to.mBytesPerFrame, to.mBitsPerChannel) = (68, 64, 0, 0)
        #expect(AudioCodecInitialize(codec, &from, &to, nil, 0) == noErr)
        #expect(AudioCodecInitialize(codec, &from, &to, nil, 0) == kAudioCodecStateError)
        #expect(value(codec, kAudioCodecPropertyIsInitialized, UInt32(0)) == 1)
        #expect(value(codec, kAudioCodecPropertyPacketFrameSize, UInt32(0)) == 64)
        #expect(value(codec, kAudioCodecPropertyMaximumPacketByteSize, UInt32(0)) == 68)
        #expect(value(codec, 0x7878_7878, UInt32(0)) == nil)
        #expect(
            AudioCodecSetProperty(codec, kAudioCodecPropertyIsInitialized, 4, &bytes)
                == kAudioCodecIllegalOperationError)
        #expect(AudioCodecSetProperty(codec, 0x7878_7878, 4, &bytes) == kAudioCodecUnknownPropertyError)
        #expect(AudioCodecUninitialize(codec) == noErr)
        #expect(value(codec, kAudioCodecPropertyIsInitialized, UInt32(0)) == 0)
    }

    /// IMA 4:1 by hand, beside what the converter makes of the same frames.
    @Test func aProgramEncodesAndDecodesWithACodecOfTheHouse() throws {
        let samples = ramp(frameCount: 64 * 40)
        var from = integers(rate: 44_100, channels: 2)
        var to = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatAppleIMA4, mFormatFlags: 0, mBytesPerPacket: 68,
            mFramesPerPacket: 64, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
        let encoder = try open(kAudioEncoderComponentType, kAudioFormatAppleIMA4)
        defer { AudioComponentInstanceDispose(encoder) }
        #expect(AudioCodecInitialize(encoder, &from, &to, nil, 0) == noErr)
        let packets = try encode(encoder, samples, channels: 2)
        #expect(packets.count == 40 && packets.allSatisfy { $0.count == 68 })
        let decoder = try open(kAudioDecoderComponentType, kAudioFormatAppleIMA4)
        defer { AudioComponentInstanceDispose(decoder) }
        #expect(AudioCodecInitialize(decoder, &to, &from, nil, 0) == noErr)
        let decoded = try decode(decoder, packets, channels: 2)
        #expect(decoded.count == samples.count)
        // Four bits follow a straight line within a step of the table, once they have found it; the jumps of the numbers apart.
        let near = zip(decoded, samples).filter { abs(Int($0) - Int($1)) < 2048 }.count
        #expect(near > samples.count * 9 / 10)
        // A reset begins a new stream: the same packets give the same frames.
        #expect(AudioCodecReset(decoder) == noErr)
        #expect(try decode(decoder, packets, channels: 2) == decoded)
    }

    @Test func aCodecOfTheProgramIsCalledByTheSameFunctions() throws {
        HalfCodec.register()
        let samples = ramp(frameCount: 1000)
        var from = integers(rate: 32_000, channels: 2)
        var to = HalfCodec.packets(rate: 32_000, channels: 2)
        let encoder = try open(kAudioEncoderComponentType, HalfCodec.format)
        defer { AudioComponentInstanceDispose(encoder) }
        #expect(!AudioComponentInstanceCanDo(encoder, Int16(kAudioCodecSetPropertySelect)))
        #expect(AudioCodecInitialize(encoder, &from, &to, nil, 0) == noErr)
        let packets = try encode(encoder, samples, channels: 2)
        #expect(packets.count == 16)
        #expect(packets.last?.count == 1 + 40 * 2)
        let decoder = try open(kAudioDecoderComponentType, HalfCodec.format)
        defer { AudioComponentInstanceDispose(decoder) }
        #expect(AudioCodecInitialize(decoder, &to, &from, nil, 0) == kAudioCodecUnsupportedFormatError)
        #expect(AudioCodecInitialize(decoder, &to, &from, HalfCodec.cookie, UInt32(HalfCodec.cookie.count)) == noErr)
        #expect(try decode(decoder, packets, channels: 2) == samples.map { $0 & -256 })
    }

    @Test func aConverterUsesACodecOfTheProgram() throws {
        HalfCodec.register()
        var (from, to) = (integers(rate: 32_000, channels: 2), HalfCodec.packets(rate: 32_000, channels: 2))
        var converter: AudioConverterRef?
        #expect(AudioConverterNew(&from, &to, &converter) == noErr)
        let encoder = try #require(converter)
        defer { AudioConverterDispose(encoder) }
        var size: UInt32 = 0
        #expect(
            AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, nil) == noErr)
        #expect(Int(size) == HalfCodec.cookie.count)
        // Its data format is listed among those that are encoded and decoded.
        for property in [kAudioFormatProperty_EncodeFormatIDs, kAudioFormatProperty_DecodeFormatIDs] {
            var size: UInt32 = 0
            #expect(AudioFormatGetPropertyInfo(property, 0, nil, &size) == noErr)
            var ids = [UInt32](repeating: 0, count: Int(size) / 4)
            #expect(AudioFormatGetProperty(property, 0, nil, &size, &ids) == noErr)
            #expect(ids.contains(HalfCodec.format))
        }
    }

    /// A file of a format that only this codec knows: written, closed, opened and read by the usual interfaces.
    @Test func filesHoldTheFormatOfAProgramsCodec() throws {
        HalfCodec.register()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).caf")
        defer { try? FileManager.default.removeItem(at: url) }
        let samples = ramp(frameCount: 1000)
        var packets = HalfCodec.packets(rate: 32_000, channels: 2)
        var client = integers(rate: 32_000, channels: 2)
        let size = UInt32(MemoryLayout.size(ofValue: client))
        var made: ExtAudioFileRef?
        #expect(
            ExtAudioFileCreateWithURL(
                url as CFURL, kAudioFileCAFType, &packets, nil, AudioFileFlags.eraseFile.rawValue, &made) == noErr)
        let writer = try #require(made)
        #expect(ExtAudioFileSetProperty(writer, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        var frames = samples
        let written = frames.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            return ExtAudioFileWrite(writer, 1000, &list)
        }
        #expect(written == noErr)
        #expect(ExtAudioFileDispose(writer) == noErr)

        var opened: ExtAudioFileRef?
        #expect(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
        let reader = try #require(opened)
        defer { ExtAudioFileDispose(reader) }
        var (length, lengthSize): (Int64, UInt32) = (0, 8)
        #expect(
            ExtAudioFileGetProperty(reader, kExtAudioFileProperty_FileLengthFrames, &lengthSize, &length) == noErr)
        #expect(length == 1000)
        #expect(ExtAudioFileSetProperty(reader, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
        func read(_ count: Int) -> [Int16] {
            var (read, frameCount) = ([Int16](repeating: 0, count: 2 * count), UInt32(count))
            let status = read.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return ExtAudioFileRead(reader, &frameCount, &list)
            }
            #expect(status == noErr)
            return Array(read.prefix(2 * Int(frameCount)))
        }
        let expected = samples.map { $0 & -256 }
        #expect(read(2000) == expected)
        #expect(ExtAudioFileSeek(reader, 500) == noErr)
        #expect(read(100) == Array(expected[1000..<1200]))
    }
}
