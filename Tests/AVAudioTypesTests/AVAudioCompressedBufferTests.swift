import AVAudioTypes
import CoreAudioTypes
import Testing

@Suite struct AVAudioCompressedBufferTests {
    @Test func packetsOfDifferentSizesAreDescribed() throws {
        let format = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            ]))
        let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 8, maximumPacketSize: 1536)
        #expect(buffer.packetCapacity == 8 && buffer.maximumPacketSize == 1536 && buffer.byteCapacity == 12288)
        #expect(buffer.packetCount == 0 && buffer.byteLength == 0 && buffer.packetDependencies == nil)
        let descriptions = try #require(buffer.packetDescriptions)
        descriptions[0] = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 3)
        buffer.data.storeBytes(of: 0x11, as: UInt8.self)
        buffer.packetCount = 1
        buffer.byteLength = 3
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 3)
        let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
        buffer.data.storeBytes(of: 0x22, as: UInt8.self)
        #expect(copy.packetCount == 1 && copy.byteLength == 3)
        #expect(copy.packetDescriptions?[0].mDataByteSize == 3)
        #expect(copy.data.load(as: UInt8.self) == 0x11)
    }

    @Test func packetsOfOneSizeNeedNoDescriptions() throws {
        let format = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatAppleIMA4, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            ]))
        let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 10)
        #expect(buffer.packetDescriptions == nil && buffer.maximumPacketSize == 68)
        buffer.packetCount = 3
        #expect(buffer.byteLength == 204)
    }
}
