import CoreAudioTypes
import SordinoCodecs

extension ChannelLayout {
    /// The layout of a stream's loudspeakers in their order, as a tag where one names them; nil where no label does.
    init?(_ loudspeakers: [AACLoudspeaker]) {
        let hasBothPairs = loudspeakers.contains(.backLeft) && loudspeakers.contains(.sideLeft)
        var labels: [UInt32] = []
        for loudspeaker in loudspeakers {
            switch loudspeaker {
            case .backLeft where hasBothPairs: labels.append(kAudioChannelLabel_RearSurroundLeft)
            case .backRight where hasBothPairs: labels.append(kAudioChannelLabel_RearSurroundRight)
            case .backLeft, .sideLeft: labels.append(kAudioChannelLabel_LeftSurround)
            case .backRight, .sideRight: labels.append(kAudioChannelLabel_RightSurround)
            case .other: return nil
            // Labels count from 1 in the order of the bits of the mask.
            default: labels.append(UInt32(loudspeaker.rawValue) + 1)
            }
        }
        if let tag = ChannelPlaces.tag(for: labels) {
            self.init(tag: tag)
        } else {
            self.init(channels: labels.map { Channel(label: $0) })
        }
    }

    /// The loudspeakers as WAVE mask bits, and for each in the mask's order the channel that is meant for it.
    ///
    /// Nil if a channel has no bit, or two have the same.
    package var wavePlacement: (mask: UInt32, channels: [Int])? {
        if tag == Self.useBitmap { return (bitmap, Array(0..<bitmap.nonzeroBitCount)) }
        guard let labels else { return nil }
        let hasRear = labels.contains(kAudioChannelLabel_RearSurroundLeft)
        var mask: UInt32 = 0
        var places: [(bit: UInt32, channel: Int)] = []
        for (channel, label) in labels.enumerated() {
            let bit: UInt32
            switch label {
            case kAudioChannelLabel_Mono: bit = 2
            case kAudioChannelLabel_RearSurroundLeft: bit = 4
            case kAudioChannelLabel_RearSurroundRight: bit = 5
            case kAudioChannelLabel_LeftSurround where hasRear: bit = 9
            case kAudioChannelLabel_RightSurround where hasRear: bit = 10
            case 1...18: bit = label - 1
            default: return nil
            }
            guard mask >> bit & 1 == 0 else { return nil }
            mask |= 1 << bit
            places.append((bit, channel))
        }
        return (mask, places.sorted { $0.bit < $1.bit }.map(\.channel))
    }
}

extension Codec {
    /// The loudspeakers of a stream's channels in the order of its packets, by the codec's own description; nil for up
    /// to two channels, and for codecs without such a description.
    static func layout(of format: MediaFormat, cookie: [UInt8]?) -> ChannelLayout? {
        guard format.channelCount > 2, let codec = Codecs.named(format.codec) else { return nil }
        if codec.id == Codec.alac.id {
            let tag = ALACLayout.tag(channelCount: format.channelCount)
            return tag == 0 ? nil : ChannelLayout(tag: tag)
        }
        guard codec.isAAC, let bytes = cookie.flatMap(AudioSpecificConfig.inside),
            let config = try? AACConfiguration(parsing: bytes)
        else { return nil }
        let loudspeakers = config.loudspeakers
        return loudspeakers.count == format.channelCount ? ChannelLayout(loudspeakers) : nil
    }
}
