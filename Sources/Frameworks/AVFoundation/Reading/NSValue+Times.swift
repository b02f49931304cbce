import CoreMedia
import Foundation

extension NSValue {
    /// The bytes of a time as Foundation on Linux keeps them: structs have no code there, so three numbers of their
    /// size.
    private static let timeCode = "[3q]"
    private static let rangeCode = "[6q]"

    /// Makes a value that holds a time.
    public convenience init(time: CMTime) {
        var time = time
        self.init(bytes: &time, objCType: Self.timeCode)
    }

    /// Keeps a range of time.
    public convenience init(timeRange: CMTimeRange) {
        var range = timeRange
        self.init(bytes: &range, objCType: Self.rangeCode)
    }

    /// The time that it keeps; invalid if it keeps something else.
    public var timeValue: CMTime {
        var time = CMTime.invalid
        if String(cString: objCType) == Self.timeCode { getValue(&time) }
        return time
    }

    /// The range of time that it keeps; invalid if it keeps something else.
    public var timeRangeValue: CMTimeRange {
        var range = CMTimeRange.invalid
        if String(cString: objCType) == Self.rangeCode { getValue(&range) }
        return range
    }
}
