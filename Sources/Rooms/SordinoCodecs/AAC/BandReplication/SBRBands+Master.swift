import CMath

/// The master table. Source: ISO/IEC 14496-3, 4.6.18.3.2.1.
extension SBRBands {
    /// Steps from the lowest start subband, by rate class and `bs_start_freq`.
    private static let startOffsets: [[Int8]] = [
        [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7],
        [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13],
        [-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16],
        [-6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16],
        [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20],
        [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20, 24],
    ]

    /// Returns the first subband of the master table, k0, or nil for a rate that the standard does not list.
    package static func startSubband(index: Int, rate: Int) -> Int? {
        let row: Int
        switch rate {
        case 16000: row = 0
        case 22050: row = 1
        case 24000: row = 2
        case 32000: row = 3
        case 44100...64000: row = 4
        case 64001...192000: row = 5
        default: return nil
        }
        let hertz = rate < 32000 ? 3000 : rate < 64000 ? 4000 : 5000
        return (hertz * 256 / rate + 1) / 2 + Int(startOffsets[row][index & 15])
    }

    /// Returns the subband above the master table, k2, for a first subband `start`.
    package static func stopSubband(index: Int, rate: Int, start: Int) -> Int {
        if index >= 14 { return min(subbandLimit, start * (index == 14 ? 2 : 3)) }
        let hertz = rate < 32000 ? 6000 : rate < 64000 ? 8000 : 10000
        let least = (hertz * 256 / max(1, rate) + 1) / 2
        let widths = geometric(from: least, to: subbandLimit, count: 13).sorted()
        return min(subbandLimit, least + widths.prefix(index).reduce(0, +))
    }

    /// Returns `count` band widths whose borders grow by a constant factor, rounded to whole subbands.
    private static func geometric(from low: Int, to high: Int, count: Int) -> [Int] {
        let ratio = Double(high) / Double(max(1, low))
        var border = low
        return (1...max(1, count)).map { step in
            let next = Int((Double(low) * cmath_pow(ratio, Double(step) / Double(count))).rounded())
            defer { border = next }
            return next - border
        }
    }

    /// Returns the borders of the master bands.
    ///
    /// - Throws: `CodecError.unsupported` for a rate without table, `CodecError.damaged` for a range out of bounds.
    static func masterBorders(_ header: SBRHeader, _ rate: Int) throws(CodecError) -> [Int] {
        guard let start = startSubband(index: header.startFrequency, rate: rate) else {
            throw .unsupported("SBR at \(rate) hertz")
        }
        let stop = stopSubband(index: header.stopFrequency, rate: rate, start: start)
        let widest = rate <= 32000 ? 48 : rate == 44100 ? 35 : 32
        guard start > 0, stop > start, stop - start <= widest else {
            throw .damaged("a range of SBR bands out of bounds", bit: 0)
        }
        let borders =
            header.frequencyScale == 0
            ? linearBorders(start, stop, header.alterScale ? 2 : 1)
            : try warpedBorders(start, stop, header)
        guard borders.count > 1, borders.last.map({ $0 <= subbandLimit }) ?? false else {
            throw .damaged("an empty table of SBR bands", bit: 0)
        }
        return borders
    }

    private static func linearBorders(_ start: Int, _ stop: Int, _ width: Int) -> [Int] {
        let count = width == 1 ? (stop - start) & ~1 : 2 * ((stop - start + 2) / 4)
        guard count > 0 else { return [] }
        var widths = [Int](repeating: width, count: count)
        var rest = stop - start - count * width
        if rest < 0 {
            var index = 0
            while rest < 0, index < count {
                widths[index] -= 1
                index += 1
                rest += 1
            }
        } else {
            var index = count - 1
            while rest > 0, index >= 0 {
                widths[index] += 1
                index -= 1
                rest -= 1
            }
        }
        return widths.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1) }
    }

    private static func warpedBorders(
        _ start: Int, _ stop: Int, _ header: SBRHeader
    ) throws(CodecError) -> [Int] {
        let perOctave = Double(14 - 2 * header.frequencyScale)
        let isSplit = Double(stop) / Double(start) > 2.2449
        let middle = isSplit ? 2 * start : stop
        let count = 2 * Int((perOctave * cmath_log2(Double(middle) / Double(start)) / 2).rounded())
        guard count > 0 else { throw .damaged("an empty table of SBR bands", bit: 0) }
        var widths = geometric(from: start, to: middle, count: count).sorted()
        if isSplit {
            let warp = header.alterScale ? 1.3 : 1.0
            let above = 2 * Int((perOctave * cmath_log2(Double(stop) / Double(middle)) / (2 * warp)).rounded())
            guard above > 0 else { throw .damaged("an empty table of SBR bands", bit: 0) }
            var upper = geometric(from: middle, to: stop, count: above).sorted()
            if let least = upper.first, let most = upper.last, let widest = widths.last, least < widest {
                let change = min(widest - least, (most - least) / 2)
                upper[0] += change
                upper[above - 1] -= change
                upper.sort()
            }
            widths += upper
        }
        guard widths.allSatisfy({ $0 > 0 }) else { throw .damaged("an empty SBR band", bit: 0) }
        return widths.reduce(into: [start]) { $0.append(($0.last ?? 0) + $1) }
    }
}
