import CoreAudioTypes
import Foundation
import SordinoMedia

/// Works out panning gains, which place a source between loudspeakers, and the gains of balance and fade controls.
///
/// Source for vector base amplitude panning: V. Pulkki, "Virtual Sound Source Positioning Using Vector Base Amplitude
/// Panning", J. Audio Eng. Soc. 45 (1997).
extension AudioFormatQuestion {
    /// Returns the gain of each output channel for a source in a direction.
    func panningGains() throws -> [Float32] {
        let info = try value(as: AudioPanningInfo.self)
        let layout = try layout(in: AudioPanningInfo.self, at: \.mOutputChannelMap)
        guard let azimuths = Self.azimuths(of: layout) else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        let flags = AudioChannelFlags(rawValue: info.mCoordinateFlags)
        let (first, second) = (Double(info.mCoordinates.0), Double(info.mCoordinates.1))
        guard first.isFinite, second.isFinite else { throw StatusError(kAudioFormatUnspecifiedError) }
        let source =
            flags.contains(.sphericalCoordinates) ? first : atan2(first, second) * 180 / .pi
        let gains =
            switch info.mPanningMode {
            case .panningMode_SoundField: Self.soundField(source, azimuths)
            case .panningMode_VectorBasedPanning: Self.vectorBased(source, azimuths)
            default: throw StatusError(kAudioFormatUnspecifiedError)
            }
        let scale = info.mGainScale
        return gains.map { Float32($0) * scale }
    }

    /// Returns each channel's direction, in degrees to the right of the front; nil for a channel without a place.
    private static func azimuths(of layout: ChannelLayout) -> [Double?]? {
        layout.labels.map { $0.map { places[$0] } }
    }

    private static let places: [AudioChannelLabel: Double] = [
        kAudioChannelLabel_Left: -30, kAudioChannelLabel_Right: 30, kAudioChannelLabel_Center: 0,
        kAudioChannelLabel_Mono: 0, kAudioChannelLabel_LeftSurround: -110, kAudioChannelLabel_RightSurround: 110,
        kAudioChannelLabel_LeftCenter: -15, kAudioChannelLabel_RightCenter: 15, kAudioChannelLabel_CenterSurround: 180,
        kAudioChannelLabel_LeftSurroundDirect: -90, kAudioChannelLabel_RightSurroundDirect: 90,
        kAudioChannelLabel_RearSurroundLeft: -150, kAudioChannelLabel_RearSurroundRight: 150,
        kAudioChannelLabel_LeftWide: -60, kAudioChannelLabel_RightWide: 60,
        kAudioChannelLabel_HeadphonesLeft: -30, kAudioChannelLabel_HeadphonesRight: 30,
    ]

    /// Distributes a source over the two loudspeakers next to its direction, at constant power.
    private static func vectorBased(_ source: Double, _ azimuths: [Double?]) -> [Double] {
        var gains = [Double](repeating: 0, count: azimuths.count)
        let standing = azimuths.enumerated().compactMap { index, azimuth in azimuth.map { (index, wrapped($0)) } }
            .sorted { $0.1 < $1.1 }
        guard let only = standing.first else { return gains }
        guard standing.count > 1 else {
            gains[only.0] = 1
            return gains
        }
        if standing.count == 2 {
            // Two loudspeakers: from the one on the left to the one on the right with equal power.
            let across = min(1, max(-1, sin(source * .pi / 180)))
            let angle = (across + 1) * .pi / 4
            (gains[standing[0].0], gains[standing[1].0]) = (cos(angle), sin(angle))
            return gains
        }
        let at = wrapped(source)
        let next = standing.firstIndex { $0.1 > at } ?? 0
        let (left, right) = (standing[(next + standing.count - 1) % standing.count], standing[next])
        let gap = turned(from: left.1, to: right.1)
        let way = turned(from: left.1, to: at)
        guard gap > 0 else {
            gains[left.0] = 1
            return gains
        }
        let pair: (Double, Double)
        if gap < 180 {
            // Expresses the source's direction in the base of the vectors to the two loudspeakers.
            pair = (sin((gap - way) * .pi / 180), sin(way * .pi / 180))
        } else {
            let angle = way / gap * .pi / 2
            pair = (cos(angle), sin(angle))
        }
        let power = (pair.0 * pair.0 + pair.1 * pair.1).squareRoot()
        (gains[left.0], gains[right.0]) = (pair.0 / power, pair.1 / power)
        return gains
    }

    /// Returns the gains of a cardioid towards each loudspeaker, at constant power.
    private static func soundField(_ source: Double, _ azimuths: [Double?]) -> [Double] {
        let gains = azimuths.map { azimuth in azimuth.map { (1 + cos((source - $0) * .pi / 180)) / 2 } ?? 0 }
        let power = gains.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return power > 0 ? gains.map { $0 / power } : gains
    }

    private static func wrapped(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    private static func turned(from start: Double, to end: Double) -> Double { wrapped(end - start) }

    /// Returns the gain of each channel for a position of the balance and fade controls.
    func balanceGains() throws -> [Float32] {
        let control = try value(as: AudioBalanceFade.self)
        guard let azimuths = Self.azimuths(of: try layout(in: AudioBalanceFade.self, at: \.mChannelLayout)) else {
            throw StatusError(kAudioFormatUnsupportedDataFormatError)
        }
        let balance = Double(min(1, max(-1, control.mLeftRightBalance)))
        let fade = Double(min(1, max(-1, control.mBackFrontFade)))
        guard balance.isFinite, fade.isFinite, [.equalPower, .maxUnityGain].contains(control.mType) else {
            throw StatusError(kAudioFormatUnspecifiedError)
        }
        return azimuths.map { azimuth in
            guard let azimuth else { return 1 }
            let side = sin(azimuth * .pi / 180)
            let depth = cos(azimuth * .pi / 180)
            let sideGain = abs(side) < 1e-6 ? 1 : Self.weight(balance, towards: side > 0, control.mType)
            let depthGain = abs(depth) < 1e-6 ? 1 : Self.weight(fade, towards: depth > 0, control.mType)
            return Float32(sideGain * depthGain)
        }
    }

    /// Returns the gain of the positive or negative half for a control position from −1 to 1.
    private static func weight(_ control: Double, towards isPositive: Bool, _ type: AudioBalanceFadeType) -> Double {
        let turned = isPositive ? control : -control
        switch type {
        case .equalPower: return sin((turned + 1) * .pi / 4)
        default: return turned >= 0 ? 1 : 1 + turned
        }
    }
}
