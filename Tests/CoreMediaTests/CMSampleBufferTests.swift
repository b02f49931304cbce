import CoreMedia
import Testing

struct CMBlockBufferTests {
    @Test func memoryIsAllocatedWhenItIsNeeded() throws {
        var made: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: 8, blockAllocator: nil,
                customBlockSource: nil, offsetToData: 2, dataLength: 4, flags: 0, blockBufferOut: &made) == noErr)
        let buffer = try #require(made)
        var bytes = [UInt8](repeating: 9, count: 4)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: 4, destination: &bytes)
                == kCMBlockBufferUnallocatedBlockErr)
        try [1, 2, 3, 4].withUnsafeBytes {
            try buffer.replaceDataBytes(with: UnsafeRawBufferPointer(rebasing: $0[..<4]))
        }
        #expect(try buffer.dataBytes() == Data([1, 0, 0, 0]))
    }

    @Test func buffersShareBytesAndAreMadeContiguous() throws {
        let first = try CMBlockBuffer(length: 4)
        try first.fillDataBytes(with: 1)
        let second = try CMBlockBuffer(length: 3)
        try second.fillDataBytes(with: 2)
        let joined = try CMBlockBuffer()
        try joined.append(bufferReference: first)
        try joined.append(bufferReference: second)
        #expect(joined.dataLength == 7 && !joined.isContiguous)
        try first.fillDataBytes(with: 5)
        #expect(try joined.dataBytes() == Data([5, 5, 5, 5, 2, 2, 2]))
        var length = 0
        var total = 0
        #expect(
            CMBlockBufferGetDataPointer(
                joined, atOffset: 5, lengthAtOffsetOut: &length, totalLengthOut: &total, dataPointerOut: nil) == noErr)
        #expect(length == 2 && total == 7)
        var made: CMBlockBuffer?
        CMBlockBufferCreateContiguous(
            allocator: nil, sourceBuffer: joined, blockAllocator: nil, customBlockSource: nil, offsetToData: 3,
            dataLength: 2, flags: 0, blockBufferOut: &made)
        #expect(try made?.dataBytes() == Data([5, 2]) && made?.isContiguous == true)
    }

    @Test func rangesOutsideAreRefused() throws {
        let buffer = try CMBlockBuffer(length: 4, flags: .assureMemoryNow)
        var byte: UInt8 = 0
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 5, dataLength: 1, destination: &byte)
                == kCMBlockBufferBadOffsetParameterErr)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: 3, dataLength: .max, destination: &byte)
                == kCMBlockBufferBadLengthParameterErr)
        #expect(
            CMBlockBufferCopyDataBytes(buffer, atOffset: -1, dataLength: -1, destination: &byte)
                == kCMBlockBufferBadOffsetParameterErr)
        #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 2, length: -2))
        var made: CMBlockBuffer?
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil,
                offsetToData: 2, dataLength: 3, flags: 0, blockBufferOut: &made) == kCMBlockBufferBadLengthParameterErr)
        #expect(
            CMBlockBufferCreateWithMemoryBlock(
                allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: kCFAllocatorNull,
                customBlockSource: nil, offsetToData: 0, dataLength: 4, flags: 0, blockBufferOut: &made)
                == kCMBlockBufferBadPointerParameterErr)
        #expect(throws: (any Error).self) { try CMBlockBuffer().append(bufferReference: CMBlockBuffer()) }
    }

    @Test func borrowedMemoryIsLeftAloneAndOwnedMemoryIsReleasedOnce() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        nonisolated(unsafe) var released = 0
        do {
            let borrowed = try CMBlockBuffer(buffer: memory, allocator: kCFAllocatorNull)
            #expect(borrowed.dataLength == 4)
            let owner = try CMBlockBuffer(buffer: memory, deallocator: { _, count in released += count })
            let user = try CMBlockBuffer()
            try user.append(bufferReference: owner)
        }
        #expect(released == 4)
        memory.deallocate()
    }
}

struct CMSampleBufferTests {
    private func sound(
        channels: UInt32 = 2, interleaved: Bool = true, frames: Int = 4, at time: CMTime = .zero
    ) throws -> CMSampleBuffer {
        let stream = AudioStreamBasicDescription.linearPCM(
            sampleRate: 48000, channelCount: channels, bitsPerSample: 16, isFloat: false, isInterleaved: interleaved)
        let format = try CMFormatDescription(audioStreamBasicDescription: stream)
        let samples = (0..<Int16(frames * Int(channels))).map { $0 }
        let block = try CMBlockBuffer(length: samples.count * 2)
        try samples.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        return try CMSampleBuffer(
            dataBuffer: block, dataReady: true, formatDescription: format, numSamples: frames,
            presentationTimeStamp: time, packetDescriptions: [])
    }

    @Test func soundHasTimesAndSizesByItsFormat() throws {
        let buffer = try sound(at: CMTime(value: 1, timescale: 2))
        #expect(buffer.numSamples == 4 && buffer.isValid && buffer.totalSampleSize == 16)
        #expect(buffer.duration == CMTime(value: 4, timescale: 48000))
        #expect(buffer.presentationTimeStamp.seconds == 0.5)
        let third = try buffer.sampleTimingInfo(at: 2)
        #expect(third.presentationTimeStamp == CMTime(value: 24002, timescale: 48000))
        #expect(CMSampleBufferGetSampleSize(buffer, at: 3) == 4 && CMSampleBufferGetSampleSize(buffer, at: 4) == 0)
        #expect(buffer.formatDescription?.mediaSubType == .linearPCM)
        #expect(CMFormatDescriptionGetMediaType(try #require(buffer.formatDescription)) == kCMMediaType_Audio)
    }

    @Test func listsOfBuffersPointAtTheSamples() throws {
        try sound().withAudioBufferList { list, _ in
            #expect(list.count == 1 && list[0].mNumberChannels == 2 && list[0].mDataByteSize == 16)
        }
        let apart = try sound(interleaved: false, frames: 5)
        var needed = 0
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var keeper: CMBlockBuffer?
        #expect(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                apart, bufferListSizeNeededOut: &needed, bufferListOut: list.unsafeMutablePointer, bufferListSize: 8,
                blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &keeper)
                == kCMSampleBufferError_ArrayTooSmall)
        #expect(needed == AudioBufferList.sizeInBytes(maximumBuffers: 2))
        #expect(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                apart, bufferListSizeNeededOut: nil, bufferListOut: list.unsafeMutablePointer, bufferListSize: needed,
                blockBufferAllocator: nil, blockBufferMemoryAllocator: nil,
                flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, blockBufferOut: &keeper) == noErr)
        for (channel, buffer) in list.enumerated() {
            let samples = try #require(buffer.mData).assumingMemoryBound(to: Int16.self)
            #expect(UInt(bitPattern: buffer.mData) % 16 == 0 && buffer.mDataByteSize == 10)
            #expect((0..<5).map { samples[$0] } == (0..<5).map { Int16(channel * 5 + $0) })
        }
    }

    @Test func framesAreCopiedIntoAndOutOfLists() throws {
        let buffer = try sound(interleaved: false)
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        var memory = [Int16](repeating: -1, count: 4)
        try memory.withUnsafeMutableBytes { bytes in
            for index in 0..<2 {
                list[index] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: 4, mData: bytes.baseAddress.map { $0 + index * 4 })
            }
            try buffer.copyPCMData(fromRange: 1..<3, into: list.unsafeMutablePointer)
            #expect(throws: (any Error).self) {
                try buffer.copyPCMData(fromRange: 0..<3, into: list.unsafeMutablePointer)
            }
            #expect(throws: (any Error).self) {
                try buffer.copyPCMData(fromRange: 3..<5, into: list.unsafeMutablePointer)
            }
        }
        #expect(memory == [1, 2, 5, 6])
        let empty = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: try #require(buffer.formatDescription), numSamples: 2,
            presentationTimeStamp: .zero, packetDescriptions: [])
        try memory.withUnsafeMutableBytes { bytes in
            for index in 0..<2 { list[index].mData = bytes.baseAddress.map { $0 + index * 4 } }
            try empty.setDataBuffer(fromAudioBufferList: list.unsafePointer)
        }
        #expect(try empty.dataBuffer?.dataBytes() == memory.withUnsafeBytes { Data($0) })
        #expect(
            CMSampleBufferSetDataBuffer(empty, newValue: try CMBlockBuffer(length: 1))
                == kCMSampleBufferError_AlreadyHasDataBuffer)
    }

    @Test func dataIsMadeReadyByWhoeverPromisedIt() throws {
        let format = try #require(try sound().formatDescription)
        let late = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: format, numSamples: 1, sampleTimings: [], sampleSizes: [4]
        ) { buffer in
            guard let block = try? CMBlockBuffer(length: 4) else { return -1 }
            return CMSampleBufferSetDataBuffer(buffer, newValue: block)
        }
        #expect(!CMSampleBufferDataIsReady(late))
        #expect(throws: (any Error).self) { try late.withAudioBufferList { _, _ in } }
        try late.makeDataReady()
        #expect(CMSampleBufferDataIsReady(late) && late.dataBuffer?.dataLength == 4)
        let never = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: format, numSamples: 1, sampleTimings: [], sampleSizes: [])
        #expect(CMSampleBufferMakeDataReady(never) == kCMSampleBufferError_BufferNotReady)
    }

    @Test func partsShareTheData() throws {
        let buffer = try sound(frames: 6, at: CMTime(value: 1, timescale: 1))
        let part = try CMSampleBuffer(copying: buffer, forRange: 2..<5)
        #expect(part.numSamples == 3 && part.presentationTimeStamp == CMTime(value: 48002, timescale: 48000))
        #expect(try part.dataBuffer?.dataBytes() == buffer.dataBuffer?.dataBytes()[8..<20])
        let apart = try sound(interleaved: false)
        #expect(throws: (any Error).self) { try CMSampleBuffer(copying: apart, forRange: 0..<1) }
        var index = 0
        CMSampleBufferCallBlockForEachSample(buffer) { single, number in
            #expect(single.numSamples == 1 && number == index)
            index += 1
            return index == 4 ? 7 : noErr
        }
        #expect(index == 4)
    }

    @Test func trimsAndSpeedChangeWhatComesOut() throws {
        let buffer = try sound(frames: 48, at: CMTime(value: 10, timescale: 48000))
        let trim = CMTimeCopyAsDictionary(CMTime(value: 8, timescale: 48000), allocator: nil)
        CMSetAttachment(
            buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: trim,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        CMSetAttachment(
            buffer, key: kCMSampleBufferAttachmentKey_SpeedMultiplier, value: NSNumber(value: 2),
            attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        #expect(buffer.outputPresentationTimeStamp == CMTime(value: 18, timescale: 48000))
        #expect(buffer.outputDuration == CMTime(value: 20, timescale: 48000))
        let copy = try CMSampleBuffer(copying: buffer, forRange: 0..<1)
        #expect(CMGetAttachment(copy, key: kCMSampleBufferAttachmentKey_SpeedMultiplier, attachmentModeOut: nil) == nil)
        #expect(CMCopyDictionaryOfAttachments(allocator: nil, target: copy, attachmentMode: 1)?.count == 1)
    }

    @Test func packetsOfCompressedSoundHaveTheirPlaces() throws {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = 44100
        stream.mFormatID = kAudioFormatMPEG4AAC
        stream.mFramesPerPacket = 1024
        stream.mChannelsPerFrame = 2
        let format = try CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: Data([1, 2]))
        let packets = [
            AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 5),
            AudioStreamPacketDescription(mStartOffset: 5, mVariableFramesInPacket: 0, mDataByteSize: 3),
        ]
        let block = try CMBlockBuffer(length: 8)
        try block.fillDataBytes(with: 1)
        let buffer = try CMSampleBuffer(
            dataBuffer: block, dataReady: true, formatDescription: format, numSamples: 2, presentationTimeStamp: .zero,
            packetDescriptions: packets)
        #expect(buffer.duration == CMTime(value: 2048, timescale: 44100) && buffer.totalSampleSize == 8)
        #expect(try CMSampleBuffer(copying: buffer, forRange: 1..<2).dataBuffer?.dataLength == 3)
        for bad in [Int64(-1), 4, 7] {
            var packets = packets
            packets[1].mStartOffset = bad
            #expect(throws: (any Error).self) {
                try CMSampleBuffer(
                    dataBuffer: block, dataReady: true, formatDescription: format, numSamples: 2,
                    presentationTimeStamp: .zero, packetDescriptions: packets)
            }
        }
    }

    @Test func invalidCountsAndInvalidatedBuffersAreRefused() throws {
        let format = try #require(try sound().formatDescription)
        for (timings, sizes) in [(3, 1), (1, 3)] {
            #expect(throws: (any Error).self) {
                try CMSampleBuffer(
                    dataBuffer: nil, formatDescription: format, numSamples: 2,
                    sampleTimings: Array(repeating: .invalid, count: timings),
                    sampleSizes: Array(repeating: 1, count: sizes))
            }
        }
        let buffer = try sound()
        nonisolated(unsafe) var told: UInt64 = 0
        CMSampleBufferSetInvalidateCallback(buffer, callback: { told = $1 }, refcon: 5)
        CMSampleBufferInvalidate(buffer)
        #expect(told == 5 && !CMSampleBufferIsValid(buffer) && CMSampleBufferGetDataBuffer(buffer) == nil)
        #expect(throws: (any Error).self) { try buffer.withAudioBufferList { _, _ in } }
        // Fewer bytes than the samples need.
        let short = try CMSampleBuffer(
            dataBuffer: CMBlockBuffer(length: 7, flags: .assureMemoryNow), dataReady: true, formatDescription: format,
            numSamples: 2, presentationTimeStamp: .zero, packetDescriptions: [])
        #expect(throws: (any Error).self) { try short.withAudioBufferList { _, _ in } }
    }

    /// As programs wrap what a tap gave them for a writer: the data is not marked as ready.
    @Test func copiedSamplesAreReady() throws {
        let stream = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsFloat | 8,
            mBytesPerPacket: 8, mFramesPerPacket: 1, mBytesPerFrame: 8, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 48_000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        var made: CMSampleBuffer?
        #expect(
            CMSampleBufferCreate(
                allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
                formatDescription: try CMFormatDescription(audioStreamBasicDescription: stream), sampleCount: 4,
                sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil,
                sampleBufferOut: &made) == noErr)
        let buffer = try #require(made)
        #expect(!CMSampleBufferDataIsReady(buffer))
        var samples: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(
                mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress)
            #expect(
                CMSampleBufferSetDataBufferFromAudioBufferList(
                    buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: &list)
                    == noErr)
        }
        #expect(CMSampleBufferDataIsReady(buffer))
        try buffer.withAudioBufferList { list, _ in
            #expect(list[0].mData?.assumingMemoryBound(to: Float.self)[7] == 8)
        }
    }
}
