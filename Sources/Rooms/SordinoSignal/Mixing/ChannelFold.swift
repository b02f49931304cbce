/// The destination of a channel without a loudspeaker of its own.
///
/// The coefficients are those of ITU-R BS.775-3, tables 2 and 3: centre to both fronts, surround to its front, and a
/// pair to one, each at -3 dB; a low-frequency channel is left out. The recommendation ends at 3/2; beyond it, our
/// choice:
/// - One channel alone is heard unchanged in both fronts, as Core Audio's mixers do it (the recommendation has -3 dB).
/// - A neighbour takes a channel over unchanged if it is free, at -3 dB if the source has a channel of its own for it.
/// - Heights enter the floor below them at -3 dB; a pair of heights in the middle divides between front and surround.
enum ChannelFold {
    /// A place to go to, and the amplitude there.
    typealias Share = (place: ChannelPlace, gain: Float)

    /// The gain for half the power, -3 dB.
    static let half: Float = 0.707_106_77

    /// A possible destination of a channel.
    enum Home {
        /// These places, if the target has all of them.
        case shares([Share])
        /// This neighbour, if the target has it.
        case neighbour(ChannelPlace)
    }

    /// Returns whether anything is known about a place.
    static func isKnown(_ place: ChannelPlace) -> Bool {
        !homes(of: place).isEmpty || isLowFrequency(place) || unheard.contains(place.rawValue)
    }

    /// Returns whether this is a channel of low-frequency effects.
    static func isLowFrequency(_ place: ChannelPlace) -> Bool {
        place == .lowFrequency || place == .lowFrequency2 || place == .lowFrequency3
    }

    /// Unused, hearing impaired, narration, haptic, click track, foreign language: never mixed into anything else.
    private static let unheard: Set<UInt32> = [0, 40, 41, 45, 304, 305]

    /// Returns the possible destinations of a channel at `place`, best first; if none exists, the last is followed
    /// further.
    static func homes(of place: ChannelPlace) -> [Home] {
        if let homes = leftAndMiddle[place] { return homes }
        guard let twin = leftOfRight[place], let homes = leftAndMiddle[twin] else { return [] }
        return homes.map { home in
            switch home {
            case .shares(let shares): .shares(shares.map { (mirrored($0.place), $0.gain) })
            case .neighbour(let place): .neighbour(mirrored(place))
            }
        }
    }

    private static func mirrored(_ place: ChannelPlace) -> ChannelPlace {
        rightOfLeft[place] ?? leftOfRight[place] ?? place
    }

    private static let rightOfLeft: [ChannelPlace: ChannelPlace] = [
        .left: .right, .leftSurround: .rightSurround, .leftCenter: .rightCenter,
        .leftSurroundDirect: .rightSurroundDirect, .leftTopFront: .rightTopFront, .topBackLeft: .topBackRight,
        .rearSurroundLeft: .rearSurroundRight, .leftWide: .rightWide, .leftTotal: .rightTotal,
        .leftTopMiddle: .rightTopMiddle, .leftTopRear: .rightTopRear, .leftSideSurround: .rightSideSurround,
        .leftBottom: .rightBottom, .leftTopSurround: .rightTopSurround, .leftBackSurround: .rightBackSurround,
        .leftEdgeOfScreen: .rightEdgeOfScreen, .binauralLeft: .binauralRight, .headphonesLeft: .headphonesRight,
    ]
    private static let leftOfRight = Dictionary(uniqueKeysWithValues: rightOfLeft.map { ($1, $0) })

    private static let leftAndMiddle: [ChannelPlace: [Home]] = fronts.merging(surrounds) { first, _ in first }
        .merging(heights) { first, _ in first }

    private static let fronts: [ChannelPlace: [Home]] = [
        .mono: [
            .shares([(.left, 1), (.right, 1)]), .shares([(.headphonesLeft, 1), (.headphonesRight, 1)]),
            .shares([(.center, 1)]),
        ],
        .dialogCentricMix: [.shares([(.center, 1)])],
        .left: [
            .neighbour(.headphonesLeft), .neighbour(.leftTotal), .neighbour(.binauralLeft),
            .shares([(.center, half)]), .shares([(.mono, half)]),
        ],
        .center: [
            .shares([(.mono, 1)]), .shares([(.headphonesLeft, half), (.headphonesRight, half)]),
            .shares([(.left, half), (.right, half)]),
        ],
        // A quarter of the way from left to right: cosine and sine of 22.5 degrees.
        .leftCenter: [
            .shares([(.left, half), (.center, half)]), .shares([(.left, 0.923_879_5), (.right, 0.382_683_43)]),
        ],
        .leftWide: [.shares([(.left, half), (.leftSurround, half)]), .shares([(.left, half)])],
        .leftEdgeOfScreen: [.shares([(.left, half)])],
        .leftTotal: [.neighbour(.left)],
        .headphonesLeft: [.neighbour(.left)],
        .binauralLeft: [.neighbour(.headphonesLeft), .neighbour(.left)],
    ]

    private static let surrounds: [ChannelPlace: [Home]] = [
        .leftSurround: [
            .neighbour(.leftSurroundDirect), .neighbour(.leftSideSurround), .neighbour(.leftBackSurround),
            .neighbour(.rearSurroundLeft), .shares([(.centerSurround, half)]), .shares([(.left, half)]),
        ],
        .leftSurroundDirect: [.neighbour(.leftSideSurround), .neighbour(.leftSurround)],
        .leftSideSurround: [.neighbour(.leftSurroundDirect), .neighbour(.leftSurround)],
        .rearSurroundLeft: [
            .neighbour(.leftBackSurround), .shares([(.centerSurround, half)]), .neighbour(.leftSurround),
        ],
        .leftBackSurround: [.neighbour(.rearSurroundLeft)],
        .centerSurround: [
            .neighbour(.centerSurroundDirect), .shares([(.rearSurroundLeft, half), (.rearSurroundRight, half)]),
            .shares([(.leftSurround, half), (.rightSurround, half)]),
        ],
        .centerSurroundDirect: [.neighbour(.centerSurround)],
    ]

    private static let heights: [ChannelPlace: [Home]] = [
        .leftTopFront: [.neighbour(.leftTopMiddle), .shares([(.left, half)])],
        .centerTopFront: [
            .shares([(.leftTopFront, half), (.rightTopFront, half)]),
            .shares([(.leftTopMiddle, half), (.rightTopMiddle, half)]), .shares([(.center, half)]),
        ],
        .leftTopMiddle: [
            .neighbour(.leftTopSurround), .shares([(.leftTopFront, half), (.leftTopRear, half)]),
            .shares([(.leftTopFront, half), (.topBackLeft, half)]), .neighbour(.leftTopFront),
            .neighbour(.leftTopRear), .shares([(.left, 0.5), (.leftSurround, 0.5)]), .shares([(.left, half)]),
        ],
        .leftTopSurround: [.neighbour(.leftTopRear), .neighbour(.leftTopMiddle)],
        .leftTopRear: [
            .neighbour(.topBackLeft), .neighbour(.leftTopSurround), .neighbour(.leftTopMiddle),
            .shares([(.leftSurround, half)]),
        ],
        .topBackLeft: [.neighbour(.leftTopRear)],
        .centerTopRear: [
            .neighbour(.topBackCenter), .shares([(.leftTopRear, half), (.rightTopRear, half)]),
            .shares([(.centerSurround, half)]),
        ],
        .topBackCenter: [.neighbour(.centerTopRear)],
        .centerTopMiddle: [
            .shares([(.leftTopMiddle, half), (.rightTopMiddle, half)]),
            .shares([(.leftTopFront, 0.5), (.rightTopFront, 0.5), (.leftTopRear, 0.5), (.rightTopRear, 0.5)]),
            .shares([(.left, 0.5), (.right, 0.5)]),
        ],
        .leftBottom: [.shares([(.left, half)])],
        .centerBottom: [.shares([(.center, half)])],
    ]
}
