@_exported import AudioUnit
import Foundation

/// The size in which a host can show a unit's view: a value alone, there are no views here.
open class AUAudioUnitViewConfiguration: NSObject, @unchecked Sendable {
    /// Points from left to right; 0 for any.
    public let width: Double
    /// Points from top to bottom; 0 for any.
    public let height: Double
    /// Indicates whether the host has keys and the like of its own beside the view.
    public let hostHasController: Bool

    /// Makes a configuration of a size in points.
    public init(width: Double, height: Double, hostHasController: Bool) {
        self.width = width
        self.height = height
        self.hostHasController = hostHasController
        super.init()
    }

    /// Returns whether `object` is a configuration of the same size and the same `hostHasController`.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AUAudioUnitViewConfiguration else { return false }
        return width == other.width && height == other.height && hostHasController == other.hostHasController
    }

    /// A hash of the size, in agreement with `isEqual`.
    open override var hash: Int { width.hashValue ^ height.hashValue &* 31 }
}
