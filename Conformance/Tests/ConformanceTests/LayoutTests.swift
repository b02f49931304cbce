import AVFAudio
import AudioToolbox
import CoreAudioTypes
import Foundation
import Testing

/// The answer of AudioFormatGetProperty as values in a row.
func formatAnswer<Value: BitwiseCopyable, Specifier: BitwiseCopyable>(
    _ property: AudioFormatPropertyID, _ specifier: Specifier, as _: Value.Type = Value.self
) throws -> [Value] {
    var specifier = specifier
    let specifierSize = UInt32(MemoryLayout<Specifier>.size)
    var size: UInt32 = 0
    try #require(AudioFormatGetPropertyInfo(property, specifierSize, &specifier, &size) == noErr)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size) + 16, alignment: 16)
    defer { memory.deallocate() }
    let base = try #require(memory.baseAddress)
    try #require(AudioFormatGetProperty(property, specifierSize, &specifier, &size, base) == noErr)
    return (0..<Int(size) / MemoryLayout<Value>.stride).map {
        memory.load(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
    }
}

/// The labels of a layout that AudioFormatGetProperty answers with.
private func labels(_ property: AudioFormatPropertyID, _ specifier: UInt32) throws -> [AudioChannelLabel] {
    let words = try formatAnswer(property, specifier, as: UInt32.self)
    try #require(words.count >= 3)
    // Tag, bitmap, number of descriptions; each of those is five words long.
    return (0..<Int(words[2])).map { words[3 + 5 * $0] }
}

private let labelNames: [String: AudioChannelLabel] = [
    "L": kAudioChannelLabel_Left, "R": kAudioChannelLabel_Right, "C": kAudioChannelLabel_Center,
    "LFE": kAudioChannelLabel_LFEScreen, "Ls": kAudioChannelLabel_LeftSurround, "Rs": kAudioChannelLabel_RightSurround,
    "Lc": kAudioChannelLabel_LeftCenter, "Rc": kAudioChannelLabel_RightCenter,
    "Cs": kAudioChannelLabel_CenterSurround, "Lsd": kAudioChannelLabel_LeftSurroundDirect,
    "Rsd": kAudioChannelLabel_RightSurroundDirect, "Ts": kAudioChannelLabel_TopCenterSurround,
    "Vhl": kAudioChannelLabel_VerticalHeightLeft, "Vhc": kAudioChannelLabel_VerticalHeightCenter,
    "Vhr": kAudioChannelLabel_VerticalHeightRight, "Rls": kAudioChannelLabel_RearSurroundLeft,
    "Rrs": kAudioChannelLabel_RearSurroundRight, "Lw": kAudioChannelLabel_LeftWide, "Rw": kAudioChannelLabel_RightWide,
    "Lt": kAudioChannelLabel_LeftTotal, "Rt": kAudioChannelLabel_RightTotal,
    "Ltm": kAudioChannelLabel_LeftTopMiddle, "Rtm": kAudioChannelLabel_RightTopMiddle,
    "Ltr": kAudioChannelLabel_LeftTopRear, "Rtr": kAudioChannelLabel_RightTopRear,
    "Csd": kAudioChannelLabel_CenterSurroundDirect,
]

extension Conformance {
    /// Channel layouts: tags, counts, labels, bitmaps.
    @Suite struct Layouts {
        @Test(arguments: layoutTable.indices)
        func aTagHasTheChannelsOfItsHeader(index: Int) throws {
            let row = layoutTable[index]
            let wanted = row.channels.split(separator: " ").map(String.init)
            let layout = try #require(AVAudioChannelLayout(layoutTag: row.tag))
            check("layout \(row.name): channelCount", Int(layout.channelCount), is: wanted.count)
            check("layout \(row.name): layoutTag", layout.layoutTag, is: row.tag)
            check("layout \(row.name): low half of the tag", Int(row.tag & 0xFFFF), is: wanted.count)
            let found = try labels(kAudioFormatProperty_ChannelLayoutForTag, row.tag)
            check("layout \(row.name): labels", found, is: wanted.compactMap { labelNames[$0] })
        }

        @Test(arguments: layoutTable.indices)
        func aLayoutOfATagHasAsManyChannelsAsAudioFormatSays(index: Int) throws {
            let row = layoutTable[index]
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = row.tag
            let count = try formatAnswer(kAudioFormatProperty_NumberOfChannelsForLayout, layout, as: UInt32.self)
            check("number of channels of layout \(row.name)", count, is: [row.tag & 0xFFFF])
        }

        @Test(
            arguments: [
                ([.bit_Left, .bit_Right], "stereo"), ([.bit_Center], "center"),
                ([.bit_Left, .bit_Right, .bit_Center], "three"),
                ([.bit_Left, .bit_Right, .bit_LeftSurround, .bit_RightSurround], "four"),
                ([.bit_Left, .bit_Right, .bit_Center, .bit_LFEScreen, .bit_LeftSurround, .bit_RightSurround], "5.1"),
            ] as [(AudioChannelBitmap, String)])
        func aBitmapHasAChannelForEachBit(bits: AudioChannelBitmap, name: String) throws {
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
            layout.mChannelBitmap = bits
            let count = try formatAnswer(kAudioFormatProperty_NumberOfChannelsForLayout, layout, as: UInt32.self)
            check("number of channels of the bitmap \(name)", count, is: [UInt32(bits.rawValue.nonzeroBitCount)])
            let found = try labels(kAudioFormatProperty_ChannelLayoutForBitmap, bits.rawValue)
            // Bit n stands for label n + 1.
            let wanted = (0..<32).filter { bits.rawValue >> UInt32($0) & 1 == 1 }.map { UInt32($0) + 1 }
            check("labels of the bitmap \(name)", found, is: wanted)
        }

        @Test(
            arguments: [
                (kAudioChannelLayoutTag_Mono, 4), (kAudioChannelLayoutTag_Stereo, 3),
                (kAudioChannelLayoutTag_MPEG_3_0_A, 7),
                (kAudioChannelLayoutTag_MPEG_5_1_A, 0x3F), (kAudioChannelLayoutTag_ITU_2_1, 0x103),
            ] as [(AudioChannelLayoutTag, UInt32)])
        func aTagInTheOrderOfWAVEHasABitmap(tag: AudioChannelLayoutTag, bits: UInt32) throws {
            let found = try formatAnswer(kAudioFormatProperty_BitmapForLayoutTag, tag, as: UInt32.self)
            check("bitmap of tag \(tag)", found, is: [bits])
        }

        @Test(arguments: [
            kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_5_1_A,
            kAudioChannelLayoutTag_MPEG_5_1_B, kAudioChannelLayoutTag_MPEG_7_1_C, kAudioChannelLayoutTag_Quadraphonic,
        ])
        func layoutsAreEqualByTheirTags(tag: AudioChannelLayoutTag) throws {
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            let same = try #require(AVAudioChannelLayout(layoutTag: tag))
            let other = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_7_1_B))
            check("layout \(tag) equals one of the same tag", layout.isEqual(same))
            check("layout \(tag) differs from MPEG_7_1_B", !layout.isEqual(other))
            check("layout \(tag) as a structure", layout.layout.pointee.mChannelLayoutTag, is: tag)
        }

        @Test(arguments: [1, 2, 5, 8, 16, 64] as [UInt32])
        func discreteChannelsAreCountedInTheTag(count: UInt32) throws {
            let tag = kAudioChannelLayoutTag_DiscreteInOrder | count
            let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
            check("channels of DiscreteInOrder | \(count)", layout.channelCount, is: count)
        }

        @Test(arguments: layoutTable.indices)
        func namesOfLayoutsAreRecorded(index: Int) throws {
            let row = layoutTable[index]
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = row.tag
            var (size, text) = (UInt32(MemoryLayout<UnsafeRawPointer>.size), Unmanaged<CFString>?.none)
            let status = AudioFormatGetProperty(
                kAudioFormatProperty_ChannelLayoutName, UInt32(MemoryLayout<AudioChannelLayout>.size), &layout, &size,
                &text)
            check("name of layout \(row.name): status", status, is: noErr)
            if let text { record("name of layout \(row.name)", "\(text.takeRetainedValue())") }
        }
    }
}
