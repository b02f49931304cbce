import CMath

/// Builds and holds the frequency band tables of one SBR element: master, high, low, noise and limiter bands, and patches.
///
/// All borders are numbers of QMF subbands, 0 to 64, in ascending order. Source: ISO/IEC 14496-3, 4.6.18.3.2, 4.6.18.6.3.
package struct SBRBands: Equatable, Sendable {
    /// Subbands that a bank has.
    package static let subbandLimit = 64
    /// Noise bands that the standard allows.
    package static let noiseLimit = 5
    /// Patches that are served.
    ///
    /// The standard allows five; streams of the first encoders have six.
    package static let patchLimit = 6

    /// Borders of the master bands.
    package private(set) var master: [Int] = []
    /// Borders of the envelope bands at high resolution.
    package private(set) var high: [Int] = []
    /// Borders of the envelope bands at low resolution.
    package private(set) var low: [Int] = []
    /// Borders of the noise bands.
    package private(set) var noise: [Int] = []
    /// Borders of the limiter bands.
    package private(set) var limiter: [Int] = []
    /// Subbands of each patch.
    package private(set) var patchCounts: [Int] = []
    /// First source subband of each patch.
    package private(set) var patchStarts: [Int] = []

    /// First subband of the master table, k0.
    package var firstMaster: Int { master.first ?? 0 }
    /// First subband that is generated, kx.
    package var first: Int { high.first ?? 0 }
    /// Number of subbands that are generated, M.
    package var count: Int { (high.last ?? 0) - (high.first ?? 0) }
    /// Number of bands at high resolution.
    package var highCount: Int { max(0, high.count - 1) }
    /// Number of bands at low resolution.
    package var lowCount: Int { max(0, low.count - 1) }
    /// Number of noise bands.
    package var noiseCount: Int { max(0, noise.count - 1) }
    /// Number of limiter bands.
    package var limiterCount: Int { max(0, limiter.count - 1) }

    /// Builds all tables.
    ///
    /// - Parameters:
    ///   - header: The parameters.
    ///   - rate: Sample rate of the replicated signal in hertz: twice that of the core.
    ///   - firstLimit: Subbands that the core can fill, 32.
    /// - Throws: `CodecError.damaged` if the parameters break a limit of the standard.
    package init(header: SBRHeader, rate: Int, firstLimit: Int = 32) throws(CodecError) {
        master = try Self.masterBorders(header, rate)
        guard header.crossoverBand < master.count - 1 else {
            throw .damaged("an SBR crossover band above the master bands", bit: 0)
        }
        high = Array(master[header.crossoverBand...])
        guard first + count <= Self.subbandLimit, first <= firstLimit else {
            throw .damaged("SBR bands outside the filter bank", bit: 0)
        }
        let odd = highCount & 1
        low = [first] + (1...max(1, highCount - highCount / 2)).map { high[2 * $0 - odd] }
        try buildNoise(header)
        try buildPatches(rate)
        buildLimiter(header.limiterBands)
    }

    /// Rebuilds the limiter bands alone.
    ///
    /// - Parameter choice: Limiter bands per octave by index, 0 to 3. Source: ISO/IEC 14496-3, 4.6.18.3.2.3.
    package mutating func buildLimiter(_ choice: Int) {
        guard choice > 0 else {
            limiter = [first, first + count]
            return
        }
        let perOctave: Float = choice == 1 ? 1.2 : choice == 2 ? 2 : 3
        var patchBorders = [first]
        for patch in patchCounts { patchBorders.append((patchBorders.last ?? 0) + patch) }
        var borders = low + patchBorders.dropFirst().dropLast()
        borders.sort()
        var index = 1
        while index < borders.count {
            let (below, here) = (borders[index - 1], borders[index])
            let octaves = cmath_log2(Double(here) / Double(max(1, below)))
            if Float(octaves) * perOctave >= 0.49 {
                index += 1
            } else if here == below || !patchBorders.contains(here) {
                borders.remove(at: index)
            } else if !patchBorders.contains(below) {
                borders.remove(at: index - 1)
            } else {
                index += 1
            }
        }
        limiter = borders
    }

    private mutating func buildNoise(_ header: SBRHeader) throws(CodecError) {
        let octaves = cmath_log2(Double(first + count) / Double(max(1, first)))
        let bands = max(1, Int((Double(header.noiseBands) * octaves).rounded()))
        guard bands <= Self.noiseLimit, bands <= lowCount else {
            throw .damaged("too many SBR noise bands", bit: 0)
        }
        noise = [low[0]]
        var index = 0
        for band in 1...bands {
            index += (lowCount - index) / (bands + 1 - band)
            noise.append(low[index])
        }
    }

    private mutating func buildPatches(_ rate: Int) throws(CodecError) {
        let end = first + count
        let goal = (2_048_000 + rate / 2) / max(1, rate)
        let masterCount = master.count - 1
        var (lowest, used) = (firstMaster, first)
        var index = masterCount
        if goal < end { index = min(masterCount, master.firstIndex { $0 >= goal } ?? masterCount) }
        var (top, rounds) = (0, 0)
        repeat {
            rounds += 1
            guard rounds <= Self.subbandLimit else { throw .damaged("an SBR patch without end", bit: 0) }
            var (entry, odd) = (index + 1, 0)
            repeat {
                entry -= 1
                guard entry >= 0 else { throw .damaged("no source for an SBR patch", bit: 0) }
                top = master[entry]
                odd = (top + firstMaster) & 1
            } while top > firstMaster - 1 + lowest - odd
            let subbands = max(0, top - used)
            if subbands > 0 {
                guard patchCounts.count < Self.patchLimit else { throw .damaged("too many SBR patches", bit: 0) }
                patchCounts.append(subbands)
                patchStarts.append(firstMaster - odd - subbands)
                (lowest, used) = (top, top)
            } else {
                lowest = first
            }
            if master[index] - top < 3 { index = masterCount }
        } while top != end
        if let last = patchCounts.last, last < 3, patchCounts.count > 1 {
            patchCounts.removeLast()
            patchStarts.removeLast()
        }
        guard !patchCounts.isEmpty, patchStarts.allSatisfy({ $0 >= 0 }) else {
            throw .damaged("SBR patches outside the core's bands", bit: 0)
        }
    }
}
