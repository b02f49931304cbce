import AVFAudio
import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// Buffers of PCM and of packets, and times.
    @Suite struct Buffers {
        @Test(arguments: CommonFormat.all, [true, false])
        func aNewBufferIsEmptyAndHoldsZeros(common: CommonFormat, interleaved: Bool) throws {
            let name = "buffer of \(common.name), \(interleaved ? "interleaved" : "deinterleaved")"
            let format = try #require(
                AVAudioFormat(commonFormat: common.format, sampleRate: 44_100, channels: 2, interleaved: interleaved))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
            check("\(name): frameLength", buffer.frameLength, is: 0)
            check("\(name): frameCapacity", buffer.frameCapacity, is: 100)
            check("\(name): stride", buffer.stride, is: interleaved ? 2 : 1)
            check("\(name): format", buffer.format.isEqual(format))
            check("\(name): has float data", buffer.floatChannelData != nil, is: common.format == .pcmFormatFloat32)
            check("\(name): has Int16 data", buffer.int16ChannelData != nil, is: common.format == .pcmFormatInt16)
            check("\(name): has Int32 data", buffer.int32ChannelData != nil, is: common.format == .pcmFormatInt32)
            buffer.frameLength = 100
            let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
            check("\(name): mNumberBuffers", list.count, is: interleaved ? 1 : 2)
            let bytes = 100 * common.bits / 8 * (interleaved ? 2 : 1)
            for (index, part) in list.enumerated() {
                check("\(name): mDataByteSize of buffer \(index)", part.mDataByteSize, is: bytes)
                check("\(name): mNumberChannels of buffer \(index)", part.mNumberChannels, is: interleaved ? 2 : 1)
                let memory = UnsafeRawBufferPointer(start: part.mData, count: Int(part.mDataByteSize))
                check("\(name): buffer \(index) holds zeros", memory.allSatisfy { $0 == 0 })
            }
        }

        /// "The mDataByteSize fields of this AudioBufferList express the buffer's current frameLength", or of the mutable list
        /// its frameCapacity (AVAudioBuffer.h).
        @Test(arguments: [0, 1, 50, 100] as [AVAudioFrameCount])
        func theLengthIsSeenInTheListOfBuffers(length: AVAudioFrameCount) throws {
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: try standard(48_000, 2), frameCapacity: 100))
            buffer.frameLength = length
            check("a length of \(length) is kept", buffer.frameLength, is: length)
            let list = buffer.audioBufferList.pointee
            check("a length of \(length): buffers of the list", list.mNumberBuffers, is: 2)
            check("a length of \(length) in bytes", list.mBuffers.mDataByteSize, is: 4 * length)
            let open = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
            check("the capacity in bytes beside a length of \(length)", open[0].mDataByteSize, is: 400)
        }

        @Test func channelsOfAnInterleavedBufferLieInOneAnother() throws {
            let format = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 44_100, channels: 2, interleaved: true))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
            let data = try #require(buffer.int16ChannelData)
            check("the second channel begins one sample behind the first", data[1] - data[0], is: 1)
        }

        @Test func aCompressedBufferIsMadeForItsPackets() throws {
            let settings: [String: Any] = [
                AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2,
            ]
            let format = try #require(AVAudioFormat(settings: settings))
            let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 8, maximumPacketSize: 768)
            check("compressed buffer: packetCapacity", buffer.packetCapacity, is: 8)
            check("compressed buffer: packetCount", buffer.packetCount, is: 0)
            check("compressed buffer: maximumPacketSize", buffer.maximumPacketSize, is: 768)
            check("compressed buffer: byteCapacity", buffer.byteCapacity, is: 8 * 768)
            check("compressed buffer: has packet descriptions", buffer.packetDescriptions != nil)
            record("compressed buffer: byteLength", buffer.byteLength)
        }

        @Test(arguments: [8000.0, 44_100, 48_000, 96_000])
        func aTimeOfSamplesHasNoHostTime(rate: Double) {
            let time = AVAudioTime(sampleTime: 12_345, atRate: rate)
            check("sample time at \(rate): isSampleTimeValid", time.isSampleTimeValid)
            check("sample time at \(rate): isHostTimeValid", time.isHostTimeValid, is: false)
            check("sample time at \(rate): sampleTime", time.sampleTime, is: 12_345)
            check("sample time at \(rate): sampleRate", time.sampleRate, is: rate)
            check("sample time at \(rate): mFlags", time.audioTimeStamp.mFlags.rawValue, is: 1)
            check("sample time at \(rate): mSampleTime", time.audioTimeStamp.mSampleTime, is: 12_345)
        }

        @Test func aHostTimeHasNoSamples() {
            let time = AVAudioTime(hostTime: 1_000_000)
            check("host time: isHostTimeValid", time.isHostTimeValid)
            check("host time: isSampleTimeValid", time.isSampleTimeValid, is: false)
            check("host time: hostTime", time.hostTime, is: 1_000_000)
            check("host time: mFlags", time.audioTimeStamp.mFlags.rawValue, is: 2)
        }

        @Test func aTimeOfBothHasBoth() {
            let time = AVAudioTime(hostTime: 77, sampleTime: 480, atRate: 48_000)
            check("both times: valid", time.isHostTimeValid && time.isSampleTimeValid)
            check("both times: mFlags", time.audioTimeStamp.mFlags.rawValue, is: 3)
        }

        @Test(arguments: [0.0, 0.001, 0.5, 1, 60, 3600])
        func hostTimeAndSecondsAreInverse(seconds: Double) {
            let host = AVAudioTime.hostTime(forSeconds: seconds)
            check("\(seconds) s as host time and back", AVAudioTime.seconds(forHostTime: host), near: seconds)
        }

        @Test(arguments: [(0, 1.0), (44_100, 1), (22_050, 0.5), (-44_100, 2)] as [(AVAudioFramePosition, Double)])
        func aTimeIsExtrapolatedFromAnAnchor(samples: AVAudioFramePosition, hostSeconds: Double) throws {
            let anchor = AVAudioTime(
                hostTime: AVAudioTime.hostTime(forSeconds: 100), sampleTime: 441_000, atRate: 44_100)
            let time = AVAudioTime(sampleTime: 441_000 + samples, atRate: 44_100)
            let found = try #require(time.extrapolateTime(fromAnchor: anchor))
            check("\(samples) samples after the anchor: has both", found.isHostTimeValid && found.isSampleTimeValid)
            let seconds = AVAudioTime.seconds(forHostTime: found.hostTime)
            check("\(samples) samples after the anchor in seconds", seconds, near: 100 + Double(samples) / 44_100)
            let host = AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 100 + hostSeconds))
            let other = try #require(host.extrapolateTime(fromAnchor: anchor))
            check(
                "\(hostSeconds) s after the anchor, beside \(samples) samples",
                Double(other.sampleTime), near: 441_000 + 44_100 * hostSeconds, within: 1)
        }
    }
}
