import AVFoundation
import Foundation
import SordinoRealtime

/// A speed that a player offers to the person, with names for menus.
///
/// `AVPlayer.defaultRate` takes its `rate`.
open class AVPlaybackSpeed: NSObject {
    /// The rate, as `AVPlayer` has it: 1 for the usual speed.
    public let rate: Float
    /// The name where there is room.
    public let localizedName: String

    /// Makes a speed.
    ///
    /// - Parameters:
    ///   - rate: More than 0.
    ///   - localizedName: The name that the person reads.
    public init(rate: Float, localizedName: String) { (self.rate, self.localizedName) = (rate, localizedName) }

    /// The name where there is little room: the number, at most two digits behind its point, and a multiplication sign.
    open var localizedNumericName: String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.maximumFractionDigits = 2
        return "\(formatter.string(from: NSNumber(value: rate)) ?? "\(rate)")×"
    }

    private static let usual = [
        AVPlaybackSpeed(rate: 0.5, localizedName: "Half Speed"),
        AVPlaybackSpeed(rate: 1, localizedName: "Normal Speed"),
        AVPlaybackSpeed(rate: 1.25, localizedName: "A Quarter Faster"),
        AVPlaybackSpeed(rate: 1.5, localizedName: "Half Faster"),
        AVPlaybackSpeed(rate: 2, localizedName: "Twice the Speed"),
    ].map { Lent($0) }

    /// The speeds that a player offers without a choice of the program: from half to double speed, in English.
    open class var systemDefaultSpeeds: [AVPlaybackSpeed] { usual.map(\.value) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVPlaybackSpeed else { return false }
        return other.rate == rate && other.localizedName == localizedName
    }

    open override var hash: Int { rate.hashValue ^ localizedName.hashValue }
}
