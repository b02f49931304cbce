import CoreAudioTypes
import Testing

struct ChannelPlacesTests {
    /// All tags that Apple names: numbers 100 to 219 without 190 and 191 (which count their channels), with the channels
    /// of each, in the order of the numbers.
    static let channelCounts: [UInt32] = [
        1, 2, 2, 2, 2, 2, 2, 4, 4, 5, 6, 8, 8, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 8, 8, 8, 8, 8, 3, 4, 3, 4, 5,
        4, 5, 5, 6, 7, 6, 7, 7, 8, 16, 21, 0, 7, 2, 3, 4, 4, 4, 5, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 4, 5, 6,
        6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 7, 8, 8, 4, 5, 6, 7, 8, 0, 0, 12, 16, 8, 10, 10, 4, 6, 7, 7, 8, 12, 14, 24,
        8, 12, 10, 12, 14, 12, 14, 5, 6, 7, 8, 5, 6, 7, 8,
    ]

    @Test func everyNamedTagHasAsManyPlacesAsChannels() throws {
        for (offset, channelCount) in Self.channelCounts.enumerated() where channelCount > 0 {
            let tag = (UInt32(offset) + 100) << 16 | channelCount
            let labels = try #require(ChannelPlaces.labels(of: tag), "tag \(tag >> 16)")
            #expect(labels.count == Int(channelCount), "tag \(tag >> 16)")
            #expect(Set(labels).count == labels.count, "tag \(tag >> 16) names a place twice")
        }
    }

    @Test func tagsThatCountNumberTheirChannels() {
        #expect(ChannelPlaces.labels(of: kAudioChannelLayoutTag_DiscreteInOrder | 3) == [65536, 65537, 65538])
        #expect(
            ChannelPlaces.labels(of: kAudioChannelLayoutTag_HOA_ACN_SN3D | 2)
                == [kAudioChannelLabel_HOA_ACN_0, kAudioChannelLabel_HOA_ACN_1])
        #expect(ChannelPlaces.labels(of: kAudioChannelLayoutTag_HOA_ACN_N3D | 1) == [kAudioChannelLabel_HOA_N3D])
        #expect(ChannelPlaces.labels(of: kAudioChannelLayoutTag_Unknown | 2) == nil)
        #expect(ChannelPlaces.labels(of: 12345 << 16 | 2) == nil)
    }

    @Test func aTagIsFoundByItsPlaces() throws {
        for (offset, channelCount) in Self.channelCounts.enumerated() where channelCount > 0 {
            let tag = (UInt32(offset) + 100) << 16 | channelCount
            let labels = try #require(ChannelPlaces.labels(of: tag))
            let found = try #require(ChannelPlaces.tag(for: labels), "tag \(tag >> 16)")
            #expect(ChannelPlaces.labels(of: found) == labels)
            #expect(found <= tag)
        }
        for tag in [kAudioChannelLayoutTag_DiscreteInOrder, kAudioChannelLayoutTag_HOA_ACN_SN3D].map({ $0 | 9 }) {
            let labels = try #require(ChannelPlaces.labels(of: tag))
            #expect(ChannelPlaces.tag(for: labels) == tag)
            #expect(ChannelPlaces.tag(for: labels.reversed()) == nil)
        }
        #expect(ChannelPlaces.tag(for: [kAudioChannelLabel_Mono]) == kAudioChannelLayoutTag_Mono)
        #expect(ChannelPlaces.tag(for: []) == nil)
    }

    @Test func bitsNameTheirPlacesLowestFirst() {
        #expect(
            ChannelPlaces.labels(of: [.bit_LFEScreen, .bit_Left, .bit_Right, .bit_Center])
                == [1, 2, 3, 4])
        let order = [kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_Center]
        #expect(ChannelPlaces.bitmap(for: order) == [.bit_Left, .bit_Right, .bit_Center])
        #expect(ChannelPlaces.bitmap(for: order.reversed()) == nil)
        #expect(ChannelPlaces.bitmap(for: [1, 1]) == nil)
        #expect(ChannelPlaces.bitmap(for: [kAudioChannelLabel_Haptic]) == nil)
    }

    /// The masks that the `KSAUDIO_SPEAKER` constants of Windows give to the usual sets of loudspeakers.
    static let waveMasks: [(tag: AudioChannelLayoutTag, mask: UInt32?)] = [
        (kAudioChannelLayoutTag_Mono, 0x4), (kAudioChannelLayoutTag_Stereo, 0x3),
        (kAudioChannelLayoutTag_WAVE_2_1, 0xB), (kAudioChannelLayoutTag_WAVE_4_0_A, 0x33),
        (kAudioChannelLayoutTag_MPEG_4_0_A, 0x107), (kAudioChannelLayoutTag_WAVE_5_1_A, 0x3F),
        (kAudioChannelLayoutTag_MPEG_7_1_A, 0xFF), (kAudioChannelLayoutTag_WAVE_7_1, 0x63F),
        (kAudioChannelLayoutTag_AC3_3_1, nil), (kAudioChannelLayoutTag_MPEG_5_1_C, nil),
        (kAudioChannelLayoutTag_Binaural, nil),
    ]

    @Test(arguments: waveMasks)
    func layoutsHaveTheMasksOfWAVE(tag: AudioChannelLayoutTag, mask: UInt32?) throws {
        let labels = try #require(ChannelPlaces.labels(of: tag))
        #expect(ChannelPlaces.waveMask(for: labels) == mask)
        if let mask { #expect(ChannelPlaces.labels(ofWAVEMask: mask) == labels) }
    }

    @Test func aSinglePairOfSurroundsIsTheSurroundsWhereverItStands() {
        let five = ChannelPlaces.labels(of: kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(ChannelPlaces.labels(ofWAVEMask: 0x3F) == five)
        #expect(ChannelPlaces.labels(ofWAVEMask: 0x60F) == five)
        #expect(ChannelPlaces.labels(ofWAVEMask: 0xFFFC_0000).isEmpty)
    }

    @Test func aLayoutTellsItsPlacesInAllThreeWays() {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        #expect(ChannelPlaces.labels(of: &layout) == [1, 2])
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        layout.mChannelBitmap = [.bit_Center]
        #expect(ChannelPlaces.labels(of: &layout) == [3])
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelDescriptions
        layout.mNumberChannelDescriptions = 1
        layout.mChannelDescriptions.mChannelLabel = kAudioChannelLabel_Haptic
        #expect(ChannelPlaces.labels(of: &layout) == [kAudioChannelLabel_Haptic])
    }
}
