import CoreAudioTypes
import Testing

@Suite struct DarwinBooleanTests {
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
