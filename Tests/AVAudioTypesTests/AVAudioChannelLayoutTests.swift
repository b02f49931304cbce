import AVAudioTypes
import Foundation
import Testing

struct AVAudioChannelLayoutTests {
    @Test func aTagCountsItsChannels() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_7_1_C))
        #expect(layout.channelCount == 8)
        #expect(layout.layoutTag == kAudioChannelLayoutTag_MPEG_7_1_C)
        #expect(layout.layout.pointee.mNumberChannelDescriptions == 0)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | 32)?.channelCount == 32)
    }

    @Test func tagsThatNeedMoreThanThemselvesMakeNoLayout() {
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
    }

    static func described(_ labels: [AudioChannelLabel]) -> AVAudioChannelLayout {
        let layout = AudioChannelLayout.allocate(maximumDescriptions: labels.count)
        defer { free(layout.unsafeMutablePointer) }
        layout.unsafeMutablePointer.pointee.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
        for index in labels.indices { layout[index].mChannelLabel = labels[index] }
        return AVAudioChannelLayout(layout: layout.unsafePointer)
    }

    @Test func descriptionsAreCopied() {
        let layout = Self.described([3, 1, 2, 4, 5])
        #expect(layout.channelCount == 5)
        #expect(AudioChannelLayout.UnsafePointer(layout.layout).map(\.mChannelLabel) == [3, 1, 2, 4, 5])
    }

    @Test func bitsCountTheirChannels() {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        layout.mChannelBitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
        #expect(AVAudioChannelLayout(layout: &layout).channelCount == 3)
    }

    @Test func onlyExactlyEqualLayoutsAreEqual() throws {
        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        #expect(stereo == AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        #expect(stereo != AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural))
        #expect(stereo != Self.described([1, 2]))
        #expect(Self.described([1, 2]) == Self.described([1, 2]))
        #expect(Self.described([1, 2]).hash == Self.described([1, 2]).hash)
        #expect(Self.described([1, 2]) != Self.described([2, 1]))
        #expect(!stereo.isEqual(nil))
    }

    @Test func aLayoutOfNothingHasNoChannels() {
        #expect(AVAudioChannelLayout().channelCount == 0)
    }

    @Test func bytesAndArchivesKeepALayout() throws {
        let layout = Self.described([1, 2, 3, 500, 7])
        #expect(AVAudioChannelLayout(layoutData: layout.layoutData) == layout)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: layout, requiringSecureCoding: true)
        #expect(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioChannelLayout.self, from: archive) == layout)
    }

    @Test func bytesThatPromiseMoreThanThereIsAreRefused() {
        let data = Self.described([1, 2, 3]).layoutData
        for count in 0..<data.count { #expect(AVAudioChannelLayout(layoutData: data.prefix(count)) == nil) }
        var huge = data
        huge.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(AVAudioChannelLayout(layoutData: huge) == nil)
        // A slice does not start at 0.
        #expect(AVAudioChannelLayout(layoutData: (Data([0]) + data).dropFirst())?.channelCount == 3)
    }
}
