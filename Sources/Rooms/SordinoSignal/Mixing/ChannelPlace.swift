/// The place of a channel: a loudspeaker, or a purpose.
///
/// The numbers are Core Audio's channel labels, so `ChannelPlace(rawValue: label)` is the whole translation. A layout
/// is a list of places in the order of its channels.
package struct ChannelPlace: RawRepresentable, Hashable, Sendable {
    /// The number of the place, as Core Audio's `AudioChannelLabel`.
    package let rawValue: UInt32

    /// The place of a label; any number will do, also one that names no loudspeaker.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ number: UInt32) { rawValue = number }

    /// Indicates whether it is a place in a room, which other places can stand in for.
    package var isLoudspeaker: Bool { ChannelFold.isKnown(self) }

    /// The front left loudspeaker.
    package static let left = ChannelPlace(1)
    /// The front right loudspeaker.
    package static let right = ChannelPlace(2)
    /// The front centre loudspeaker.
    package static let center = ChannelPlace(3)
    /// The channel of low-frequency effects.
    package static let lowFrequency = ChannelPlace(4)
    /// Surround left: the only left one behind the listener in 5.1, the side one in 7.1.
    package static let leftSurround = ChannelPlace(5)
    /// Surround right, the counterpart of `leftSurround`.
    package static let rightSurround = ChannelPlace(6)
    /// Between left and centre.
    package static let leftCenter = ChannelPlace(7)
    /// Between right and centre.
    package static let rightCenter = ChannelPlace(8)
    /// Behind the listener, in the middle.
    package static let centerSurround = ChannelPlace(9)
    /// Direct, not diffuse, surround left.
    package static let leftSurroundDirect = ChannelPlace(10)
    /// Direct, not diffuse, surround right.
    package static let rightSurroundDirect = ChannelPlace(11)
    /// Above the listener, in the middle.
    package static let centerTopMiddle = ChannelPlace(12)
    /// Above, at the front left.
    package static let leftTopFront = ChannelPlace(13)
    /// Above, at the front centre.
    package static let centerTopFront = ChannelPlace(14)
    /// Above, at the front right.
    package static let rightTopFront = ChannelPlace(15)
    /// Above, back left, by its older name.
    package static let topBackLeft = ChannelPlace(16)
    /// Above, back centre, by its older name.
    package static let topBackCenter = ChannelPlace(17)
    /// Above, back right, by its older name.
    package static let topBackRight = ChannelPlace(18)
    /// Back left of 7.1.
    package static let rearSurroundLeft = ChannelPlace(33)
    /// Back right of 7.1.
    package static let rearSurroundRight = ChannelPlace(34)
    /// Front left, outside of `left`.
    package static let leftWide = ChannelPlace(35)
    /// Front right, outside of `right`.
    package static let rightWide = ChannelPlace(36)
    /// The second channel of low-frequency effects.
    package static let lowFrequency2 = ChannelPlace(37)
    /// The left channel of a matrix-encoded pair.
    package static let leftTotal = ChannelPlace(38)
    /// The right channel of a matrix-encoded pair.
    package static let rightTotal = ChannelPlace(39)
    /// The only channel of mono sound.
    package static let mono = ChannelPlace(42)
    /// A mix in which speech stands out.
    package static let dialogCentricMix = ChannelPlace(43)
    /// Direct, not diffuse, behind the listener.
    package static let centerSurroundDirect = ChannelPlace(44)
    /// Above, at the left side.
    package static let leftTopMiddle = ChannelPlace(49)
    /// Above, at the right side.
    package static let rightTopMiddle = ChannelPlace(51)
    /// Above, at the back left.
    package static let leftTopRear = ChannelPlace(52)
    /// Above, at the back centre.
    package static let centerTopRear = ChannelPlace(53)
    /// Above, at the back right.
    package static let rightTopRear = ChannelPlace(54)
    /// At the left side.
    package static let leftSideSurround = ChannelPlace(55)
    /// At the right side.
    package static let rightSideSurround = ChannelPlace(56)
    /// Below, at the front left.
    package static let leftBottom = ChannelPlace(57)
    /// Below, at the front right.
    package static let rightBottom = ChannelPlace(58)
    /// Below, at the front centre.
    package static let centerBottom = ChannelPlace(59)
    /// Above, at the left surround.
    package static let leftTopSurround = ChannelPlace(60)
    /// Above, at the right surround.
    package static let rightTopSurround = ChannelPlace(61)
    /// The third channel of low-frequency effects.
    package static let lowFrequency3 = ChannelPlace(62)
    /// At the back, left.
    package static let leftBackSurround = ChannelPlace(63)
    /// At the back, right.
    package static let rightBackSurround = ChannelPlace(64)
    /// At the screen's left edge.
    package static let leftEdgeOfScreen = ChannelPlace(65)
    /// At the screen's right edge.
    package static let rightEdgeOfScreen = ChannelPlace(66)
    /// For the left ear, head-related.
    package static let binauralLeft = ChannelPlace(208)
    /// For the right ear, head-related.
    package static let binauralRight = ChannelPlace(209)
    /// For the left ear.
    package static let headphonesLeft = ChannelPlace(301)
    /// For the right ear.
    package static let headphonesRight = ChannelPlace(302)

    /// The places of a plain layout by its count of channels.
    ///
    /// One: mono. Two: left, right. Then, in Core Audio's order of bits: 3.0, 4.0 (quadraphonic), 5.0, 5.1, 6.1, 7.1;
    /// and 7.1.2, 7.1.4 for 10 and 12. Nil for other counts.
    package static func usual(channelCount: Int) -> [ChannelPlace]? {
        let fiveOne: [ChannelPlace] = [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]
        let sevenOne = fiveOne + [.rearSurroundLeft, .rearSurroundRight]
        return switch channelCount {
        case 1: [.mono]
        case 2: [.left, .right]
        case 3: [.left, .right, .center]
        case 4: [.left, .right, .leftSurround, .rightSurround]
        case 5: [.left, .right, .center, .leftSurround, .rightSurround]
        case 6: fiveOne
        case 7: fiveOne + [.centerSurround]
        case 8: sevenOne
        case 10: sevenOne + [.leftTopMiddle, .rightTopMiddle]
        case 12: sevenOne + [.leftTopFront, .rightTopFront, .leftTopRear, .rightTopRear]
        default: nil
        }
    }
}
