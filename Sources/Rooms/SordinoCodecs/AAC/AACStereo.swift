import CMath

/// The tools that work on both channels of a pair: ISO/IEC 14496-3, 4.6.8.1, 4.6.8.2 and 4.6.13.
extension AACElement {
    /// Turns mid and side to left and right, and fills in intensity bands of the second channel.
    func applyStereo(_ layout: AACBandLayout) {
        let (left, right) = (channels[0], channels[1])
        let windows = right.windows
        var window = 0
        for group in 0..<windows.groupCount {
            let windowCount = windows.isShort ? Int(windows.groupLengths[group]) : 1
            for band in 0..<windows.bandCount {
                let place = AACChannel.place(group, band)
                let (first, second) = (Int(left.books[place]), Int(right.books[place]))
                let isUsed = hasCommonWindows && midSideMode > 0 && isMidSide[place]
                let isIntensity = second >= AACChannel.negativeIntensityBook
                if !isIntensity && (!isUsed || first > AACChannel.noiseBook) { continue }
                let start = window &* layout.lineCount &+ layout.offsets[band]
                let count = layout.offsets[band &+ 1] &- layout.offsets[band]
                for index in 0..<windowCount {
                    let offset = start &+ index &* layout.lineCount
                    let (a, b) = (left.lines + offset, right.lines + offset)
                    if isIntensity {
                        let isInverted = (second == AACChannel.negativeIntensityBook) != (midSideMode == 1 && isUsed)
                        let position = max(-240, min(240, Int(right.scalefactors[place])))
                        let factor = cmath_exp2f(-0.25 * Float(position))
                        Self.copy(a, b, count, isInverted ? -factor : factor)
                    } else if first == AACChannel.noiseBook, second == AACChannel.noiseBook {
                        let difference = Int(right.scalefactors[place]) &- Int(left.scalefactors[place])
                        Self.copy(a, b, count, cmath_exp2f(0.25 * Float(max(-240, min(240, difference)))))
                    } else if first != AACChannel.noiseBook, second != AACChannel.noiseBook {
                        Self.addAndSubtract(a, b, count)
                    }
                }
            }
            window &+= windowCount
        }
    }

    @inline(__always)
    private static func addAndSubtract(_ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int)
    {
        var line = 0
        while line < count {
            let (mid, side) = (load4(a + line), load4(b + line))
            store4(a + line, mid + side)
            store4(b + line, mid - side)
            line &+= 4
        }
    }

    @inline(__always)
    private static func copy(
        _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int, _ factor: Float
    ) {
        var line = 0
        while line < count {
            store4(b + line, load4(a + line) * factor)
            line &+= 4
        }
    }
}
