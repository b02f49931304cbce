/// Where a loudspeaker stands, in degrees.
package struct LoudspeakerAngle: Equatable, Sendable {
    /// -180 to 180, positive to the right.
    package let azimuth: Float
    /// -90 to 90, positive up.
    package let elevation: Float
}

extension ChannelPlace {
    /// The direction of the loudspeaker of this channel; nil for low frequencies and for places without a loudspeaker.
    ///
    /// - Parameter hasBack: Whether the layout has loudspeakers behind its surrounds, which then stand at the sides.
    /// - Source: ITU-R BS.775-3 (5.1: 30 and 110 degrees) and BS.2051-2 (systems F to H: sides at 90, backs at 135
    ///   degrees, the upper layer at 30 to 55 degrees, here 45).
    package func angle(hasBack: Bool) -> LoudspeakerAngle? {
        if let angle = Self.rightAndMiddle[self] { return angle }
        switch self {
        case .rightSurround: return LoudspeakerAngle(azimuth: hasBack ? 90 : 110, elevation: 0)
        case .leftSurround: return LoudspeakerAngle(azimuth: hasBack ? -90 : -110, elevation: 0)
        default: break
        }
        guard let right = Self.rightOfLeft[self], let angle = Self.rightAndMiddle[right] else { return nil }
        return LoudspeakerAngle(azimuth: -angle.azimuth, elevation: angle.elevation)
    }

    /// The angles of a layout's channels, nil for those without one.
    package static func angles(of places: [ChannelPlace]) -> [LoudspeakerAngle?] {
        let backs: Set<ChannelPlace> = [.rearSurroundLeft, .rearSurroundRight, .leftBackSurround, .rightBackSurround]
        let hasBack = places.contains { backs.contains($0) }
        return places.map { $0.angle(hasBack: hasBack) }
    }

    private static let rightAndMiddle: [ChannelPlace: LoudspeakerAngle] = [
        .mono: LoudspeakerAngle(azimuth: 0, elevation: 0),
        .center: LoudspeakerAngle(azimuth: 0, elevation: 0),
        .right: LoudspeakerAngle(azimuth: 30, elevation: 0),
        .rightCenter: LoudspeakerAngle(azimuth: 15, elevation: 0),
        .rightWide: LoudspeakerAngle(azimuth: 60, elevation: 0),
        .rightSideSurround: LoudspeakerAngle(azimuth: 90, elevation: 0),
        .rightSurroundDirect: LoudspeakerAngle(azimuth: 90, elevation: 0),
        .rearSurroundRight: LoudspeakerAngle(azimuth: 135, elevation: 0),
        .rightBackSurround: LoudspeakerAngle(azimuth: 135, elevation: 0),
        .centerSurround: LoudspeakerAngle(azimuth: 180, elevation: 0),
        .centerSurroundDirect: LoudspeakerAngle(azimuth: 180, elevation: 0),
        .centerTopMiddle: LoudspeakerAngle(azimuth: 0, elevation: 90),
        .centerTopFront: LoudspeakerAngle(azimuth: 0, elevation: 45),
        .rightTopFront: LoudspeakerAngle(azimuth: 45, elevation: 45),
        .rightTopMiddle: LoudspeakerAngle(azimuth: 90, elevation: 45),
        .rightTopSurround: LoudspeakerAngle(azimuth: 110, elevation: 45),
        .rightTopRear: LoudspeakerAngle(azimuth: 135, elevation: 45),
        .topBackRight: LoudspeakerAngle(azimuth: 135, elevation: 45),
        .centerTopRear: LoudspeakerAngle(azimuth: 180, elevation: 45),
        .topBackCenter: LoudspeakerAngle(azimuth: 180, elevation: 45),
        .rightBottom: LoudspeakerAngle(azimuth: 45, elevation: -30),
        .centerBottom: LoudspeakerAngle(azimuth: 0, elevation: -30),
        .headphonesRight: LoudspeakerAngle(azimuth: 90, elevation: 0),
        .rightTotal: LoudspeakerAngle(azimuth: 30, elevation: 0),
    ]

    private static let rightOfLeft: [ChannelPlace: ChannelPlace] = [
        .left: .right, .leftCenter: .rightCenter, .leftWide: .rightWide, .leftSideSurround: .rightSideSurround,
        .leftSurroundDirect: .rightSurroundDirect, .rearSurroundLeft: .rearSurroundRight,
        .leftBackSurround: .rightBackSurround, .leftTopFront: .rightTopFront, .leftTopMiddle: .rightTopMiddle,
        .leftTopSurround: .rightTopSurround, .leftTopRear: .rightTopRear, .topBackLeft: .topBackRight,
        .leftBottom: .rightBottom, .headphonesLeft: .headphonesRight, .leftTotal: .rightTotal,
    ]
}
