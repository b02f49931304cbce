/// Names the two families of filter banks that band replication uses.
package enum QMFKind: Sendable {
    /// The complex bank of object types 5 and 29. Source: ISO/IEC 14496-3, 4.6.18.4.
    case standard
    /// The complex low-delay bank of object type 39, whose analysis and synthesis together delay by 64 output samples (32 at
    /// 32 bands). Source: ISO/IEC 14496-3, 4.6.19.
    case lowDelay

    /// Returns the window of a bank, newest sample first.
    ///
    /// - Parameter bandCount: 32 or 64. The result has ten times as many coefficients.
    func window(bandCount: Int) -> [Double] {
        switch self {
        case .standard:
            let step = 64 / max(1, bandCount)
            return (0..<10 * bandCount).map { index in
                let place = index * step
                guard place > 320 else { return Double(QMFPrototypes.firstHalf[place]) }
                let value = Double(QMFPrototypes.firstHalf[640 - place])
                return place == 384 || place == 512 ? -value : value
            }
        case .lowDelay:
            let whole: [Double] = QMFPrototypes.lowDelay.reversed().map { Double($0) }
            if bandCount == 64 { return whole }
            return (0..<320).map { (index: Int) -> Double in (whole[2 * index] + whole[2 * index + 1]) / 2 }
        }
    }

    /// The phase of analysis in samples: band k of N turns by exp(-i pi (k + 1/2) phase / N).
    func analysisPhase(bandCount: Int) -> Double {
        switch self {
        case .standard: bandCount == 64 ? 1 : 0.75
        case .lowDelay: 1.5 * Double(bandCount)
        }
    }

    /// The phase of synthesis in samples, as for analysis.
    func synthesisPhase(bandCount: Int) -> Double {
        switch self {
        // The down-sampled bank takes every second sample of the other: a quarter of its own samples later.
        case .standard: bandCount == 64 ? 128 : 64.25
        case .lowDelay: 0.5 * Double(bandCount)
        }
    }
}
