import CoreAudioTypes
import Glibc
import Testing

struct AudioChannelLayoutTests {
    @Test func aLayoutHasRoomForOneDescriptionAtLeast() {
        #expect(AudioChannelLayout.sizeInBytes(maximumDescriptions: 0) == 32)
        #expect(AudioChannelLayout.sizeInBytes(maximumDescriptions: 1) == 32)
        #expect(AudioChannelLayout.sizeInBytes(maximumDescriptions: 6) == 12 + 6 * 20)
    }

    @Test func descriptionsAreChangedInTheirPlace() {
        let layout = AudioChannelLayout.allocate(maximumDescriptions: 3)
        defer { free(layout.unsafeMutablePointer) }
        #expect(layout.count == 3)
        for index in layout.indices { layout[index].mChannelLabel = UInt32(index) + 1 }
        layout[1].mCoordinates.2 = 0.5
        let reader = AudioChannelLayout.UnsafePointer(layout.unsafePointer)
        #expect(reader.map(\.mChannelLabel) == [1, 2, 3])
        #expect(reader[1].mCoordinates == (0, 0, 0.5))
        layout.count = 2
        #expect(reader.count == 2)
    }

    @Test func descriptionsCompareByAllTheirFields() {
        let left = AudioChannelDescription(mChannelLabel: 1, mChannelFlags: .meters, mCoordinates: (1, 2, 3))
        var other = left
        #expect(left == other)
        other.mCoordinates.1 = 4
        #expect(left != other)
        other = left
        other.mChannelFlags = []
        #expect(left != other)
        other = left
        other.mChannelLabel = 2
        #expect(left != other)
    }

    @Test func thereIsNoViewOfNoLayout() {
        let none: UnsafePointer<AudioChannelLayout>? = nil
        let noneMutable: UnsafeMutablePointer<AudioChannelLayout>? = nil
        #expect(AudioChannelLayout.UnsafePointer(none) == nil)
        #expect(AudioChannelLayout.UnsafeMutablePointer(noneMutable) == nil)
    }
}
