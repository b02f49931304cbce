import CoreAudioTypes
import Glibc
import Testing

struct AudioBufferListTests {
    @Test(arguments: [1, 2, 8, 64]) func aListIsACountAndItsBuffers(count: Int) {
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: count) == 8 + 16 * count)
    }

    @Test func anAllocatedListIsEmptyAndCountsItsBuffers() {
        let list = AudioBufferList.allocate(maximumBuffers: 5)
        defer { free(list.unsafeMutablePointer) }
        #expect(list.count == 5)
        #expect(list.allSatisfy { $0.mData == nil && $0.mDataByteSize == 0 && $0.mNumberChannels == 0 })
    }

    @Test func buffersAreChangedInTheirPlace() {
        let list = AudioBufferList.allocate(maximumBuffers: 3)
        defer { free(list.unsafeMutablePointer) }
        for index in list.indices { list[index].mDataByteSize = UInt32(index) * 10 }
        list[2] = AudioBuffer(mNumberChannels: 2, mDataByteSize: 99, mData: nil)
        let copy = UnsafeMutableAudioBufferListPointer(list.unsafeMutablePointer)
        #expect(copy.map(\.mDataByteSize) == [0, 10, 99])
        #expect(copy.last?.mNumberChannels == 2)
        list.count = 1
        #expect(copy.count == 1)
        #expect(copy.unsafePointer.pointee.mNumberBuffers == 1)
    }

    @Test func listsAreMutableCollections() {
        var list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        list[0].mNumberChannels = 1
        list[1].mNumberChannels = 7
        list.swapAt(0, 1)
        #expect(list.map(\.mNumberChannels) == [7, 1])
    }

    @Test func thereIsNoViewOfNoList() {
        let none: UnsafeMutablePointer<AudioBufferList>? = nil
        #expect(UnsafeMutableAudioBufferListPointer(none) == nil)
    }

    @Test func typedSamplesBecomeABufferAndBack() {
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 6)
        defer { samples.deallocate() }
        for index in samples.indices { samples[index] = Float(index) }
        let buffer = AudioBuffer(samples, numberOfChannels: 2)
        #expect(buffer.mNumberChannels == 2)
        #expect(buffer.mDataByteSize == 24)
        #expect(UnsafeBufferPointer<Float>(buffer).elementsEqual([0, 1, 2, 3, 4, 5]))
        UnsafeMutableBufferPointer<Float>(buffer)[5] = 9
        #expect(samples[5] == 9)
    }

    @Test func aBufferWithoutSamplesIsEmptyWhateverItsSizeSays() {
        let buffer = AudioBuffer(mNumberChannels: 1, mDataByteSize: 400, mData: nil)
        #expect(UnsafeBufferPointer<Float>(buffer).isEmpty)
        #expect(UnsafeMutableBufferPointer<Int16>(buffer).isEmpty)
    }
}
