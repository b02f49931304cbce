import CoreAudioTypes
import Testing

/// The structs lie in memory as on Apple's 64-bit systems: files, sockets and C code depend on it.
struct CLayoutTests {
    @Test func sizesAreThoseOfCoreAudio() {
        #expect(MemoryLayout<AudioStreamBasicDescription>.size == 40)
        #expect(MemoryLayout<AudioStreamPacketDescription>.size == 16)
        #expect(MemoryLayout<AudioStreamPacketDependencyDescription>.size == 16)
        #expect(MemoryLayout<AudioClassDescription>.size == 12)
        #expect(MemoryLayout<AudioBuffer>.size == 16)
        #expect(MemoryLayout<AudioBufferList>.size == 24)
        #expect(MemoryLayout<AudioValueRange>.size == 16)
        #expect(MemoryLayout<AudioValueTranslation>.size == 32)
        #expect(MemoryLayout<SMPTETime>.size == 24)
        #expect(MemoryLayout<AudioTimeStamp>.size == 64)
        #expect(MemoryLayout<AudioChannelDescription>.size == 20)
        #expect(MemoryLayout<AudioChannelLayout>.size == 32)
        #expect(MemoryLayout<AudioFormatListItem>.size == 48)
    }

    @Test func aStreamDescriptionHasItsFieldsInPlace() {
        typealias Stream = AudioStreamBasicDescription
        #expect(MemoryLayout<Stream>.offset(of: \.mSampleRate) == 0)
        #expect(MemoryLayout<Stream>.offset(of: \.mFormatID) == 8)
        #expect(MemoryLayout<Stream>.offset(of: \.mFormatFlags) == 12)
        #expect(MemoryLayout<Stream>.offset(of: \.mBytesPerPacket) == 16)
        #expect(MemoryLayout<Stream>.offset(of: \.mFramesPerPacket) == 20)
        #expect(MemoryLayout<Stream>.offset(of: \.mBytesPerFrame) == 24)
        #expect(MemoryLayout<Stream>.offset(of: \.mChannelsPerFrame) == 28)
        #expect(MemoryLayout<Stream>.offset(of: \.mBitsPerChannel) == 32)
        #expect(MemoryLayout<Stream>.offset(of: \.mReserved) == 36)
    }

    @Test func timeStampsHaveTheirFieldsInPlace() {
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mSampleTime) == 0)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mHostTime) == 8)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mRateScalar) == 16)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mWordClockTime) == 24)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mSMPTETime) == 32)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mFlags) == 56)
        #expect(MemoryLayout<SMPTETime>.offset(of: \.mCounter) == 4)
        #expect(MemoryLayout<SMPTETime>.offset(of: \.mType) == 8)
        #expect(MemoryLayout<SMPTETime>.offset(of: \.mFlags) == 12)
        #expect(MemoryLayout<SMPTETime>.offset(of: \.mHours) == 16)
        #expect(MemoryLayout<SMPTETime>.offset(of: \.mFrames) == 22)
    }

    @Test func listsAndLayoutsHaveTheirFieldsInPlace() {
        #expect(MemoryLayout<AudioBuffer>.offset(of: \.mDataByteSize) == 4)
        #expect(MemoryLayout<AudioBuffer>.offset(of: \.mData) == 8)
        #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
        #expect(MemoryLayout<AudioStreamPacketDescription>.offset(of: \.mVariableFramesInPacket) == 8)
        #expect(MemoryLayout<AudioStreamPacketDescription>.offset(of: \.mDataByteSize) == 12)
        #expect(MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelBitmap) == 4)
        #expect(MemoryLayout<AudioChannelLayout>.offset(of: \.mNumberChannelDescriptions) == 8)
        #expect(MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) == 12)
        #expect(MemoryLayout<AudioChannelDescription>.offset(of: \.mCoordinates) == 8)
        #expect(MemoryLayout<AudioFormatListItem>.offset(of: \.mChannelLayoutTag) == 40)
    }

    @Test func aDarwinBooleanIsOneByteAndAnyByteButZeroIsTrue() {
        #expect(MemoryLayout<DarwinBoolean>.size == 1)
        #expect(unsafeBitCast(UInt8(7), to: DarwinBoolean.self) == true)
        #expect(unsafeBitCast(UInt8(7), to: DarwinBoolean.self).hashValue == DarwinBoolean(true).hashValue)
        #expect(unsafeBitCast(DarwinBoolean(true), to: UInt8.self) == 1)
        #expect(DarwinBoolean(false).description == "false")
    }

    @Test func zeroInitialisersAndSuccess() {
        let stream = AudioStreamBasicDescription()
        #expect(stream.mSampleRate == 0 && stream.mFormatID == 0 && stream.mReserved == 0)
        #expect(AudioTimeStamp().mFlags.isEmpty)
        #expect(noErr == 0)
        #expect(type(of: noErr) == OSStatus.self)
    }
}
