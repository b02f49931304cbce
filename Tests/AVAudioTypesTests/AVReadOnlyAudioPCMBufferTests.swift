import AVAudioTypes
import Foundation
import Testing

struct AVReadOnlyAudioPCMBufferTests {
    /// Two interleaved channels of `Int16`: 0, 100, 1, 101, 2, 102.
    static func counting() throws -> AVAudioPCMBuffer {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48000, channels: 2, interleaved: true))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 8))
        buffer.frameLength = 3
        let channels = try #require(buffer.int16ChannelData)
        for frame in 0..<3 {
            channels[0][frame * 2] = Int16(frame)
            channels[1][frame * 2] = Int16(100 + frame)
        }
        return buffer
    }

    static func samples(_ data: borrowing AVAudioPCMBuffer.ChannelData) -> [Int16] {
        guard case .int16(let span) = copy data else { return [] }
        return span.indices.map { span[$0] }
    }

    @Test func channelDataReachesFromTheFirstToTheLastSampleOfTheChannel() throws {
        let buffer = try Self.counting()
        #expect(Self.samples(unsafe buffer.channelData(0)) == [0, 100, 1, 101, 2])
        #expect(Self.samples(unsafe buffer.channelData(1)) == [100, 1, 101, 2, 102])
        buffer.frameLength = 0
        #expect(Self.samples(unsafe buffer.channelData(1)).isEmpty)
    }

    @Test func mutableChannelDataWritesTheBuffer() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4))
        buffer.frameLength = 4
        switch unsafe buffer.mutableChannelData(1) {
        case .float(var samples): for index in samples.indices { samples[index] = Float(index) }
        case .int16: Issue.record("the samples are Float")
        case .int32: Issue.record("the samples are Float")
        }
        #expect((0..<4).map { buffer.floatChannelData?[1][$0] } == [0, 1, 2, 3])
        #expect((0..<4).map { buffer.floatChannelData?[0][$0] } == [0, 0, 0, 0])
    }

    @Test func aReadOnlyCopyDoesNotFollowTheOriginal() async throws {
        let buffer = try Self.counting()
        let copy = AVReadOnlyAudioPCMBuffer(copying: buffer)
        buffer.int16ChannelData?[0][0] = 77
        #expect(copy.format == buffer.format && copy.frameLength == 3 && copy.frameCapacity == 8 && copy.stride == 2)
        let first = await Task.detached {
            switch copy.channelData(0) {
            case .int16(let samples): Int(samples[0])
            case .float, .int32: -1
            }
        }.value
        #expect(first == 0)
        let back = AVAudioPCMBuffer(copying: copy)
        #expect(back.frameLength == 3 && back.int16ChannelData?[1][4] == 102)
        unsafe copy.withUnsafeAudioBufferList { #expect($0.pointee.mBuffers.mDataByteSize == 12) }
    }

    @Test func aRetainedBufferIsTheBufferItself() throws {
        let buffer = try Self.counting()
        let address = UInt(bitPattern: buffer.audioBufferList)
        let readOnly = unsafe AVReadOnlyAudioPCMBuffer(unsafeRetaining: buffer)
        let seen = unsafe readOnly.withUnsafeAudioBufferList { UInt(bitPattern: $0) }
        #expect(seen == address)
    }

    @Test func whatTheInitialiserWritesIsInUse() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        let buffer = try AVReadOnlyAudioPCMBuffer(format: format, frameCapacity: 10) { list in
            let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
            #expect(samples.count == 10)
            samples[0] = 0.5
            list.pointee.mBuffers.mDataByteSize = 8
        }
        #expect(buffer.frameLength == 2 && buffer.frameCapacity == 10)
        guard case .float(let samples) = buffer.channelData(0) else {
            Issue.record("the samples are Float")
            return
        }
        #expect(samples.count == 2 && samples[0] == 0.5)
    }

    @Test func whatCannotBeIsThrown() throws {
        struct Mine: Error {}
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -50)) {
            try AVReadOnlyAudioPCMBuffer(format: format, frameCapacity: -1) { _ in }
        }
        #expect(throws: NSError(domain: NSOSStatusErrorDomain, code: -50)) {
            try AVReadOnlyAudioPCMBuffer(format: format, frameCapacity: 1) { $0.pointee.mBuffers.mDataByteSize = 8 }
        }
        #expect(throws: Mine.self) {
            try AVReadOnlyAudioPCMBuffer(format: format, frameCapacity: 1) { _ in throw Mine() }
        }
    }
}
