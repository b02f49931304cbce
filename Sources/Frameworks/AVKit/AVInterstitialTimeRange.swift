import AVFoundation
import Foundation

/// A stretch of a recording that is not its own content, such as an advertisement.
open class AVInterstitialTimeRange: NSObject, NSCopying {
    /// The stretch, in the time of the item.
    public let timeRange: CMTimeRange

    /// Makes a stretch of an item.
    public init(timeRange: CMTimeRange) { self.timeRange = timeRange }

    /// Returns the object itself, as it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? AVInterstitialTimeRange)?.timeRange == timeRange
    }

    open override var hash: Int { timeRange.hashValue }
}
