/// The places of a layout's channels, for each of the ways in which a layout can state them.
///
/// A place is an `AudioChannelLabel`. Layout tags name places in an order, bitmaps name them in the order of their
/// bits, descriptions spell them out; files have numbers of their own. This is the one table between them.
package enum ChannelPlaces {
    /// The places that a layout names, in the order of its channels.
    ///
    /// Nil for an unknown tag, and for one that only counts its channels.
    package static func labels(of layout: UnsafePointer<AudioChannelLayout>) -> [AudioChannelLabel]? {
        switch layout.pointee.mChannelLayoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions:
            AudioChannelLayout.UnsafePointer(layout).map(\.mChannelLabel)
        case kAudioChannelLayoutTag_UseChannelBitmap:
            labels(of: layout.pointee.mChannelBitmap)
        case let tag:
            labels(of: tag)
        }
    }

    /// The places that a tag names, in the order of its channels.
    ///
    /// Nil for tags that need bits or descriptions, for `kAudioChannelLayoutTag_Unknown` and for tags not in the table.
    package static func labels(of tag: AudioChannelLayoutTag) -> [AudioChannelLabel]? {
        let count = AudioChannelLayoutTag_GetNumberOfChannels(tag)
        switch tag & 0xFFFF_0000 {
        case kAudioChannelLayoutTag_DiscreteInOrder: return (0..<count).map { kAudioChannelLabel_Discrete_0 + $0 }
        case kAudioChannelLayoutTag_HOA_ACN_SN3D: return (0..<count).map { kAudioChannelLabel_HOA_SN3D + $0 }
        case kAudioChannelLayoutTag_HOA_ACN_N3D: return (0..<count).map { kAudioChannelLabel_HOA_N3D + $0 }
        default: return ChannelLayoutTable.labelsByTag[tag]
        }
    }

    /// The places of the bits that are set, lowest first.
    ///
    /// Bits without a place are passed over.
    package static func labels(of bitmap: AudioChannelBitmap) -> [AudioChannelLabel] {
        ChannelLayoutTable.labelsOfBits.compactMap { bitmap.contains($0.bit) ? $0.label : nil }
    }

    /// The tag that names these places in this order; where several do, the oldest.
    ///
    /// Nil if none does.
    package static func tag(for labels: [AudioChannelLabel]) -> AudioChannelLayoutTag? {
        if labels == [kAudioChannelLabel_Mono] { return kAudioChannelLayoutTag_Mono }
        if let tag = ChannelLayoutTable.tagByLabels[labels] { return tag }
        guard labels.count <= 0xFFFF, let first = labels.first else { return nil }
        let numbered: [(AudioChannelLabel, AudioChannelLayoutTag)] = [
            (kAudioChannelLabel_Discrete_0, kAudioChannelLayoutTag_DiscreteInOrder),
            (kAudioChannelLabel_HOA_SN3D, kAudioChannelLayoutTag_HOA_ACN_SN3D),
            (kAudioChannelLabel_HOA_N3D, kAudioChannelLayoutTag_HOA_ACN_N3D),
        ]
        guard let (start, tag) = numbered.first(where: { $0.0 == first }) else { return nil }
        let isInOrder = labels.enumerated().allSatisfy { $0.element == start + UInt32($0.offset) }
        return isInOrder ? tag | UInt32(labels.count) : nil
    }

    /// The bits of these places.
    ///
    /// Nil if a place has no bit, occurs twice, or lies out of the order of bits.
    package static func bitmap(for labels: [AudioChannelLabel]) -> AudioChannelBitmap? {
        var bitmap = AudioChannelBitmap()
        for label in labels {
            let label = label == kAudioChannelLabel_Mono ? kAudioChannelLabel_Center : label
            guard
                let bit = ChannelLayoutTable.labelsOfBits.first(where: { $0.label == label })?.bit,
                bit.rawValue > bitmap.rawValue
            else { return nil }
            bitmap.insert(bit)
        }
        return bitmap
    }

    // MARK: - WAVE

    /// The bits of `dwChannelMask` that WAVE defines.
    private static let wavePlaces: UInt32 = 0x3FFFF

    /// The places that the channel mask of a WAVE file names, in the order of its channels.
    ///
    /// WAVE has back (bits 4, 5) and side loudspeakers (9, 10). With both, back is the rear surround and side the
    /// surround; with one pair, that pair is the surround. Bits without a place are passed over.
    ///
    /// - Source: Microsoft, WAVEFORMATEXTENSIBLE.
    package static func labels(ofWAVEMask mask: UInt32) -> [AudioChannelLabel] {
        let hasBothPairs = mask & 0x30 != 0 && mask & 0x600 != 0
        return labels(of: AudioChannelBitmap(rawValue: mask & wavePlaces)).map { label in
            switch label {
            case kAudioChannelLabel_LeftSurround where hasBothPairs: kAudioChannelLabel_RearSurroundLeft
            case kAudioChannelLabel_RightSurround where hasBothPairs: kAudioChannelLabel_RearSurroundRight
            case kAudioChannelLabel_LeftSurroundDirect: kAudioChannelLabel_LeftSurround
            case kAudioChannelLabel_RightSurroundDirect: kAudioChannelLabel_RightSurround
            default: label
            }
        }
    }

    /// The channel mask of a WAVE file with these places.
    ///
    /// A single pair of surrounds becomes the back loudspeakers. Nil if WAVE has no bit for a place or orders them
    /// differently.
    package static func waveMask(for labels: [AudioChannelLabel]) -> UInt32? {
        let hasRear =
            labels.contains(kAudioChannelLabel_RearSurroundLeft)
            || labels.contains(kAudioChannelLabel_RearSurroundRight)
        let moved = labels.map { label in
            switch label {
            case kAudioChannelLabel_RearSurroundLeft: kAudioChannelLabel_LeftSurround
            case kAudioChannelLabel_RearSurroundRight: kAudioChannelLabel_RightSurround
            case kAudioChannelLabel_LeftSurround where hasRear: kAudioChannelLabel_LeftSurroundDirect
            case kAudioChannelLabel_RightSurround where hasRear: kAudioChannelLabel_RightSurroundDirect
            default: label
            }
        }
        guard let mask = bitmap(for: moved)?.rawValue, mask & ~wavePlaces == 0 else { return nil }
        return mask
    }
}

extension ChannelPlaces {
    /// The tags of so many channels that name places, in rising order, and the one that numbers them.
    package static func tags(channelCount: Int) -> [AudioChannelLayoutTag] {
        guard channelCount > 0, channelCount <= 0xFFFF else { return [] }
        let named = ChannelLayoutTable.labelsByTag.keys.filter {
            Int(AudioChannelLayoutTag_GetNumberOfChannels($0)) == channelCount
        }
        return named.sorted() + [kAudioChannelLayoutTag_DiscreteInOrder | UInt32(channelCount)]
    }
}
