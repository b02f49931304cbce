import AudioToolbox
import Foundation
import SordinoMedia
import Testing

/// Interleaved or not, 16-bit or float: descriptions for tests.
func pcm(_ rate: Double, _ channels: UInt32, bits: UInt32 = 32, isFloat: Bool = true, interleaved: Bool = true)
    -> AudioStreamBasicDescription
{
    .linearPCM(
        sampleRate: rate, channelCount: channels, bitsPerSample: bits, isFloat: isFloat, isInterleaved: interleaved)
}

func packets(_ format: AudioFormatID, _ rate: Double, _ channels: UInt32) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: format, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0,
        mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
}

func made(_ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription) throws -> AudioConverterRef {
    var (from, to) = (from, to)
    var converter: AudioConverterRef?
    #expect(AudioConverterNew(&from, &to, &converter) == noErr)
    return try #require(converter)
}

func get<Value: BitwiseCopyable>(
    _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: inout Value
) -> OSStatus {
    var size = UInt32(MemoryLayout<Value>.size)
    return AudioConverterGetProperty(converter, property, &size, &value)
}

func set<Value: BitwiseCopyable>(
    _ converter: AudioConverterRef, _ property: AudioConverterPropertyID, _ value: Value
) -> OSStatus {
    withUnsafeBytes(of: value) {
        guard let base = $0.baseAddress else { return -1 }
        return AudioConverterSetProperty(converter, property, UInt32($0.count), base)
    }
}

/// The bytes that a callback provides, interleaved, in pieces.
final class Supply {
    var bytes: [UInt8]
    var place = 0
    var bytesPerPacket: Int
    var packetsAtOnce: Int
    var packets: [AudioStreamPacketDescription] = []
    var packet = 0
    /// Returned once, when all is used up, instead of the end.
    var pause: OSStatus?
    private let piece = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    private let description = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)

    init(_ bytes: [UInt8], bytesPerPacket: Int, packetsAtOnce: Int = 100) {
        (self.bytes, self.bytesPerPacket, self.packetsAtOnce) = (bytes, bytesPerPacket, packetsAtOnce)
    }

    deinit {
        piece.deallocate()
        description.deallocate()
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func next(
        _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> OSStatus {
        if !packets.isEmpty {
            guard packet < packets.count else { return end(count) }
            let this = packets[packet]
            packet += 1
            (bytes, place) = (bytes, Int(this.mStartOffset))
            copy(Int(this.mDataByteSize), list)
            description.initialize(
                to: AudioStreamPacketDescription(
                    mStartOffset: 0, mVariableFramesInPacket: this.mVariableFramesInPacket,
                    mDataByteSize: this.mDataByteSize))
            descriptions?.pointee = description
            count.pointee = 1
            return noErr
        }
        let left = (bytes.count - place) / bytesPerPacket
        guard left > 0 else { return end(count) }
        let packetCount = min(left, packetsAtOnce)
        copy(packetCount * bytesPerPacket, list)
        count.pointee = UInt32(packetCount)
        return noErr
    }

    private func end(_ count: UnsafeMutablePointer<UInt32>) -> OSStatus {
        count.pointee = 0
        defer { pause = nil }
        return pause ?? noErr
    }

    private func copy(_ byteCount: Int, _ list: UnsafeMutablePointer<AudioBufferList>) {
        UnsafeMutableRawBufferPointer(start: piece, count: byteCount).copyBytes(from: bytes[place..<place + byteCount])
        place += byteCount
        list.pointee.mBuffers.mData = piece
        list.pointee.mBuffers.mDataByteSize = UInt32(byteCount)
    }
}

let supplyProc: AudioConverterComplexInputDataProc = { _, count, list, descriptions, user in
    guard let user else { return -1 }
    return Unmanaged<Supply>.fromOpaque(user).takeUnretainedValue().next(count, list, descriptions)
}

/// Fills one buffer after the other until the end.
func drained(
    _ converter: AudioConverterRef, _ supply: Supply, bytesPerPacket: Int, packetsAtOnce: Int = 500,
    packets: inout [AudioStreamPacketDescription]
) -> [UInt8] {
    var result: [UInt8] = []
    let room = UnsafeMutableRawPointer.allocate(byteCount: packetsAtOnce * bytesPerPacket, alignment: 16)
    defer { room.deallocate() }
    var descriptions = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: packetsAtOnce)
    while true {
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(packetsAtOnce * bytesPerPacket), mData: room))
        var count = UInt32(packetsAtOnce)
        let status = AudioConverterFillComplexBuffer(
            converter, supplyProc, supply.pointer, &count, &list, &descriptions)
        let start = Int64(result.count)
        result += UnsafeRawBufferPointer(start: room, count: Int(list.mBuffers.mDataByteSize))
        for index in 0..<Int(count) {
            var packet = descriptions[index]
            packet.mStartOffset += start
            packets.append(packet)
        }
        if status != noErr { continue }
        if count < packetsAtOnce { return result }
    }
}

@Suite struct AudioConverterTests {
    @Test func sixteenBitsBecomeFloatsAndComeBack() throws {
        let samples = (Int16.min...Int16.max).map { $0 }
        let bytes = samples.withUnsafeBytes { Array($0) }
        let there = try made(pcm(44100, 1, bits: 16, isFloat: false), pcm(44100, 1))
        let back = try made(pcm(44100, 1), pcm(44100, 1, bits: 16, isFloat: false))
        var none: [AudioStreamPacketDescription] = []
        let floats = drained(there, Supply(bytes, bytesPerPacket: 2), bytesPerPacket: 4, packets: &none)
        #expect(floats.count == 4 * samples.count)
        let first = floats.withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
        #expect(first == -1)
        #expect(drained(back, Supply(floats, bytesPerPacket: 4), bytesPerPacket: 2, packets: &none) == bytes)
        #expect(AudioConverterDispose(there) == noErr && AudioConverterDispose(back) == noErr)
    }

    @Test func anErrorOfTheCallbackIsNoEnd() throws {
        let converter = try made(pcm(44100, 1), pcm(48000, 1))
        defer { _ = AudioConverterDispose(converter) }
        let supply = Supply([UInt8](repeating: 0, count: 4 * 4410), bytesPerPacket: 4)
        supply.pause = 1234
        var room = [Float](repeating: 0, count: 6000)
        var statuses: [OSStatus] = []
        var frames: [UInt32] = []
        for _ in 0..<3 {
            let (status, count) = room.withUnsafeMutableBytes { bytes -> (OSStatus, UInt32) in
                var count: UInt32 = 6000
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 24000, mData: bytes.baseAddress))
                let status = AudioConverterFillComplexBuffer(
                    converter, supplyProc, supply.pointer, &count, &list, nil)
                return (status, count)
            }
            statuses.append(status)
            frames.append(count)
        }
        #expect(statuses == [1234, noErr, noErr])
        #expect(frames[0] + frames[1] == 4800)
        #expect(frames[2] == 0)
    }

    @Test func convertBufferRefusesRatesAndBytesThatDoNotFit() throws {
        let plain = try made(pcm(44100, 2), pcm(44100, 1, bits: 16, isFloat: false))
        defer { _ = AudioConverterDispose(plain) }
        let source: [Float] = [0.5, 0.25, -0.5, 0]
        var target: [Int16] = [9, 9, 9]
        var size: UInt32 = 6
        #expect(AudioConverterConvertBuffer(plain, 16, source, &size, &target) == noErr)
        #expect(size == 4 && target == [16384, -16384, 9])
        size = 2
        #expect(
            AudioConverterConvertBuffer(plain, 16, source, &size, &target) == kAudioConverterErr_InvalidOutputSize)
        size = 6
        #expect(AudioConverterConvertBuffer(plain, 15, source, &size, &target) == kAudioConverterErr_InvalidInputSize)
        let other = try made(pcm(44100, 1), pcm(48000, 1))
        defer { _ = AudioConverterDispose(other) }
        #expect(
            AudioConverterConvertBuffer(other, 16, source, &size, &target) == kAudioConverterErr_OperationNotSupported)
    }

    @Test func formatsWithoutAWayAreRefused() {
        var (from, to) = (packets(kAudioFormatMPEG4AAC, 44100, 2), packets(kAudioFormatMPEGLayer3, 44100, 2))
        var converter: AudioConverterRef?
        #expect(AudioConverterNew(&from, &to, &converter) == kAudioConverterErr_FormatNotSupported)
        (from, to) = (pcm(44100, 2), packets(kAudioFormatMPEGLayer3, 44100, 2))
        #expect(AudioConverterNew(&from, &to, &converter) == kAudioConverterErr_FormatNotSupported)
        (from, to) = (pcm(-1, 2), pcm(44100, 2))
        #expect(AudioConverterNew(&from, &to, &converter) != noErr)
        (from, to) = (pcm(44100, 2), pcm(44100 * 1000, 2))
        #expect(AudioConverterNew(&from, &to, &converter) == kAudioConverterErr_OutputSampleRateOutOfRange)
        #expect(converter == nil)
        (from, to) = (pcm(44100, 2), pcm(48000, 2))
        var hardware = AudioClassDescription(
            mType: kAudioEncoderComponentType, mSubType: kAudioFormatLinearPCM,
            mManufacturer: kAppleHardwareAudioCodecManufacturer)
        #expect(
            AudioConverterNewSpecific(&from, &to, 1, &hardware, &converter) == kAudioConverterErr_FormatNotSupported)
    }

    @Test func propertiesSayWhatTheConverterDoes() throws {
        let converter = try made(pcm(44100, 2), pcm(48000, 1, bits: 16, isFloat: false))
        defer { _ = AudioConverterDispose(converter) }
        var number: UInt32 = 0
        #expect(get(converter, kAudioConverterPropertyMaximumOutputPacketSize, &number) == noErr && number == 2)
        #expect(get(converter, kAudioConverterPropertyMaximumInputPacketSize, &number) == noErr && number == 8)
        #expect(get(converter, kAudioConverterPrimeMethod, &number) == noErr && number == kConverterPrimeMethod_Normal)
        var prime = AudioConverterPrimeInfo()
        #expect(get(converter, kAudioConverterPrimeInfo, &prime) == noErr && prime.trailingFrames > 0)
        number = 2 * 480
        #expect(get(converter, kAudioConverterPropertyCalculateInputBufferSize, &number) == noErr)
        // 479 frames of output beyond the first, and half the filter.
        #expect(number == 8 * (UInt32((479 * 44100.0 / 48000).rounded(.down)) + 1 + prime.trailingFrames))
        var format = AudioStreamBasicDescription()
        #expect(get(converter, kAudioConverterCurrentOutputStreamDescription, &format) == noErr)
        #expect(format.mSampleRate == 48000 && format.mBytesPerFrame == 2)
        #expect(get(converter, kAudioConverterEncodeBitRate, &number) == kAudioConverterErr_PropertyNotSupported)
        var map: [Int32] = [7]
        var size: UInt32 = 4
        #expect(AudioConverterGetProperty(converter, kAudioConverterChannelMap, &size, &map) == noErr)
        #expect(map == [0])
        #expect(set(converter, kAudioConverterChannelMap, Int32(1)) == noErr)
        #expect(set(converter, kAudioConverterChannelMap, Int32(2)) == kAudio_ParamError)
        #expect(set(converter, kAudioConverterChannelMap, Int64(0)) == kAudioConverterErr_BadPropertySizeError)
        #expect(
            set(converter, kAudioConverterPropertyMaximumOutputPacketSize, UInt32(1))
                == kAudioConverterErr_PropertyNotSupported)
        #expect(
            set(
                converter, kAudioConverterSampleRateConverterComplexity,
                kAudioConverterSampleRateConverterComplexity_Linear) == noErr)
        #expect(set(converter, kAudioConverterSampleRateConverterComplexity, UInt32(5)) == kAudio_ParamError)
        size = 3
        #expect(
            AudioConverterGetProperty(converter, kAudioConverterPrimeMethod, &size, &number)
                == kAudioConverterErr_BadPropertySizeError)
        var writable: DarwinBoolean = false
        #expect(AudioConverterGetPropertyInfo(converter, kAudioConverterChannelMap, &size, &writable) == noErr)
        #expect(size == 4 && writable == true)
    }

    @Test(.enabled(if: Codecs.named("aac ")?.isEncoded ?? false, "libavcodec is not there"))
    func aSecondOfSoundGoesThroughAACAndKeepsItsLength() throws {
        let frameCount = 44100
        var sound: [Float] = []
        for frame in 0..<frameCount {
            let sample = Float(0.3 * sin(Double(frame) * 0.05) + 0.2 * sin(Double(frame) * 0.031))
            sound += [sample, -sample]
        }
        let encoder = try made(pcm(44100, 2), packets(kAudioFormatMPEG4AAC, 44100, 2))
        defer { _ = AudioConverterDispose(encoder) }
        var format = AudioStreamBasicDescription()
        #expect(get(encoder, kAudioConverterCurrentOutputStreamDescription, &format) == noErr)
        #expect(format.mFramesPerPacket == 1024)
        #expect(set(encoder, kAudioConverterEncodeBitRate, UInt32(128_000)) == noErr)
        #expect(set(encoder, kAudioConverterEncodeBitRate, UInt32(9_000_000)) == kAudioCodecUnsupportedFormatError)
        var number: UInt32 = 0
        #expect(get(encoder, kAudioConverterEncodeBitRate, &number) == noErr && number == 128_000)
        var list: [AudioStreamPacketDescription] = []
        let bytes = drained(
            encoder, Supply(sound.withUnsafeBytes { Array($0) }, bytesPerPacket: 8), bytesPerPacket: 1536,
            packetsAtOnce: 3, packets: &list)
        var prime = AudioConverterPrimeInfo()
        #expect(get(encoder, kAudioConverterPrimeInfo, &prime) == noErr)
        #expect(list.count * 1024 == Int(prime.leadingFrames + prime.trailingFrames) + frameCount)
        var size: UInt32 = 0
        #expect(AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, nil) == noErr)
        var cookie = [UInt8](repeating: 0, count: Int(size))
        #expect(
            AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)

        let decoder = try made(format, pcm(44100, 2))
        defer { _ = AudioConverterDispose(decoder) }
        #expect(
            AudioConverterSetProperty(decoder, kAudioConverterDecompressionMagicCookie, size, cookie) == noErr)
        #expect(set(decoder, kAudioConverterPrimeInfo, prime) == noErr)
        let supply = Supply(bytes, bytesPerPacket: 0)
        supply.packets = list
        var none: [AudioStreamPacketDescription] = []
        let back = drained(decoder, supply, bytesPerPacket: 8, packets: &none)
        #expect(back.count == 8 * frameCount)
        let samples = back.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
        let noise = zip(samples, sound).reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        #expect((noise / Float(sound.count)).squareRoot() < 0.01)
    }
}
