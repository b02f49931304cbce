import AVAudioTypes
import Foundation
import Testing

struct AVAudioPCMBufferTests {
    static func format(_ common: AVAudioCommonFormat, _ channels: UInt32, interleaved: Bool) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 48000, channels: channels, interleaved: interleaved))
    }

    @Test(arguments: [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32])
    func aNewBufferIsZerosAndNothingInUse(common: AVAudioCommonFormat) throws {
        for (channels, interleaved) in [(1, true), (1, false), (2, true), (2, false)] as [(UInt32, Bool)] {
            let format = try Self.format(common, channels, interleaved: interleaved)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1000))
            #expect(buffer.frameCapacity == 1000 && buffer.frameLength == 0 && buffer.format === format)
            let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
            #expect(list.count == (interleaved ? 1 : Int(channels)))
            for part in list {
                #expect(part.mNumberChannels == (interleaved ? channels : 1))
                #expect(part.mDataByteSize == 1000 * format.streamDescription.pointee.mBytesPerFrame)
                #expect(UnsafeBufferPointer<UInt8>(part).allSatisfy { $0 == 0 })
                #expect(UInt(bitPattern: part.mData) % 64 == 0, "vectors may load from the start of a channel")
            }
        }
    }

    @Test func onlyTheAccessorOfTheSamplesIsThere() throws {
        func buffer(_ common: AVAudioCommonFormat) throws -> AVAudioPCMBuffer {
            try #require(AVAudioPCMBuffer(pcmFormat: Self.format(common, 2, interleaved: true), frameCapacity: 4))
        }
        let float = try buffer(.pcmFormatFloat32)
        #expect(float.floatChannelData != nil && float.int16ChannelData == nil && float.int32ChannelData == nil)
        let short = try buffer(.pcmFormatInt16)
        #expect(short.floatChannelData == nil && short.int16ChannelData != nil && short.int32ChannelData == nil)
        let long = try buffer(.pcmFormatInt32)
        #expect(long.floatChannelData == nil && long.int16ChannelData == nil && long.int32ChannelData != nil)
        let double = try buffer(.pcmFormatFloat64)
        #expect(double.floatChannelData == nil && double.int16ChannelData == nil && double.int32ChannelData == nil)
    }

    @Test func channelsOfInterleavedSoundLieAStrideApart() throws {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: Self.format(.pcmFormatInt16, 2, interleaved: true), frameCapacity: 3))
        #expect(buffer.stride == 2)
        let channels = try #require(buffer.int16ChannelData)
        for frame in 0..<3 {
            channels[0][frame * buffer.stride] = Int16(frame)
            channels[1][frame * buffer.stride] = Int16(100 + frame)
        }
        buffer.frameLength = 3
        let samples = UnsafeBufferPointer<Int16>(buffer.audioBufferList.pointee.mBuffers)
        #expect(Array(samples) == [0, 100, 1, 101, 2, 102])
    }

    @Test func channelsInBuffersOfTheirOwnDoNotOverlap() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 513))
        #expect(buffer.stride == 1)
        let channels = try #require(buffer.floatChannelData)
        for channel in 0..<6 { for frame in 0..<513 { channels[channel][frame] = Float(channel * 1000 + frame) } }
        for channel in 0..<6 {
            #expect((0..<513).allSatisfy { channels[channel][$0] == Float(channel * 1000 + $0) })
        }
    }

    @Test func theLengthIsInTheListAndTheCapacityInTheMutableOne() throws {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: Self.format(.pcmFormatFloat32, 2, interleaved: false), frameCapacity: 100))
        let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
        #expect(list.map(\.mDataByteSize) == [0, 0])
        buffer.frameLength = 7
        #expect(list.map(\.mDataByteSize) == [28, 28])
        #expect(UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList).map(\.mDataByteSize) == [400, 400])
        buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize = 12
        #expect(buffer.frameLength == 7)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 400)
        buffer.frameLength = 100
        #expect(list.map(\.mDataByteSize) == [400, 400])
    }

    @Test func buffersThatCannotBeAreRefused() throws {
        let stereo = try Self.format(.pcmFormatFloat32, 2, interleaved: true)
        #expect(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: .max) == nil, "more bytes than 32 bits count")
        var stream = stereo.streamDescription.pointee
        stream.mBytesPerFrame = 0
        let empty = try #require(AVAudioFormat(streamDescription: &stream))
        #expect(AVAudioPCMBuffer(pcmFormat: empty, frameCapacity: 10) == nil)
    }

    @Test func misuseStopsWithTheConditionThatIsFalse() async throws {
        await #expect(processExitsWith: .failure) {
            let format = AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
            ])
            _ = format.map { AVAudioPCMBuffer(pcmFormat: $0, frameCapacity: 10) }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let format = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1)
            format.flatMap { AVAudioPCMBuffer(pcmFormat: $0, frameCapacity: 10) }?.frameLength = 11
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("required condition is false: frameLength <= frameCapacity"))
    }

    @Test func aBufferOfNothingIsEmpty() {
        let buffer = AVAudioPCMBuffer()
        #expect(buffer.frameCapacity == 0 && buffer.frameLength == 0)
        withExtendedLifetime(buffer) { #expect(buffer.audioBufferList.pointee.mNumberBuffers == 0) }
        #expect(AVAudioBuffer().format.channelCount == 0)
    }

    // MARK: - Borrowed samples

    @Test func borrowedSamplesStayWhereTheyAreAndGoBackAtTheEnd() throws {
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 10)
        samples.initialize(repeating: 0.25)
        defer { samples.deallocate() }
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        list[0] = AudioBuffer(samples, numberOfChannels: 2)
        var returned: [UnsafePointer<AudioBufferList>] = []
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(
                    pcmFormat: Self.format(.pcmFormatFloat32, 2, interleaved: true),
                    bufferListNoCopy: list.unsafePointer
                ) { returned.append($0) })
            #expect(buffer.frameCapacity == 5 && buffer.frameLength == 5)
            #expect(buffer.floatChannelData?[0] == samples.baseAddress)
            buffer.floatChannelData?[1][2] = 0.5
            #expect(samples[3] == 0.5)
            #expect(returned.isEmpty)
        }
        #expect(returned == [list.unsafePointer])
    }

    @Test func listsThatDoNotFitTheFormatAreRefused() throws {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8)
        defer { samples.deallocate() }
        list[0] = AudioBuffer(samples, numberOfChannels: 1)
        let apart = try Self.format(.pcmFormatFloat32, 2, interleaved: false)
        let together = try Self.format(.pcmFormatFloat32, 2, interleaved: true)
        #expect(AVAudioPCMBuffer(pcmFormat: apart, bufferListNoCopy: list.unsafePointer) == nil, "no second channel")
        list[1] = AudioBuffer(samples, numberOfChannels: 1)
        #expect(AVAudioPCMBuffer(pcmFormat: apart, bufferListNoCopy: list.unsafePointer) != nil)
        #expect(AVAudioPCMBuffer(pcmFormat: together, bufferListNoCopy: list.unsafePointer) == nil)
        list.count = 0
        #expect(AVAudioPCMBuffer(pcmFormat: together, bufferListNoCopy: list.unsafePointer) == nil)
    }

    // MARK: - Copies

    @Test func aCopyHasTheFramesInUseInItsOwnMemory() throws {
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: Self.format(.pcmFormatFloat32, 2, interleaved: false), frameCapacity: 10))
        let channels = try #require(buffer.floatChannelData)
        for frame in 0..<10 { channels[1][frame] = Float(frame) }
        buffer.frameLength = 4
        for copy in [buffer.copy(), buffer.mutableCopy(), AVAudioPCMBuffer(copying: buffer)] {
            let copy = try #require(copy as? AVAudioPCMBuffer)
            #expect(copy.frameLength == 4 && copy.frameCapacity == 10 && copy.format == buffer.format)
            let samples = try #require(copy.floatChannelData)
            #expect((0..<6).map { samples[1][$0] } == [0, 1, 2, 3, 0, 0])
            samples[1][0] = -1
            #expect(channels[1][0] == 0)
        }
    }
}
