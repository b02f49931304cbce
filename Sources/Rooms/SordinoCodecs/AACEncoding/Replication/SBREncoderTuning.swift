/// Chooses the header of band replication for a bit rate: the crossover, the highest frequency, and the resolution.
struct SBREncoderTuning {
    /// The header that the stream has throughout.
    let header: SBRHeader
    /// The bands of the header.
    let bands: SBRBands
    /// Indicates that a pair is sent as sums and balances.
    let isCoupled: Bool
    /// Envelopes that a steady frame may have at most: 1, 2 or 4.
    let envelopeLimit: Int

    /// The frequency in hertz at which the generated bands begin.
    let crossover: Int

    /// Crossover and end in hertz, by bits a second of one channel.
    private static let points: [(rate: Double, crossover: Double, end: Double)] = [
        (8000, 3200, 10000), (12000, 3900, 12500), (16000, 4600, 14000), (20000, 5600, 15000), (24000, 6400, 15800),
        (28000, 7200, 16500), (32000, 8000, 17500), (40000, 9600, 18500), (48000, 11000, 19500),
    ]

    /// Makes the choice.
    ///
    /// - Parameters:
    ///   - bitRate: Bits a second of one coded channel.
    ///   - sampleRate: The output's rate in hertz.
    ///   - isPair: Whether the element has two channels.
    ///   - isLowDelay: Whether frames are half as long.
    /// - Throws: `unsupported` if band replication does not exist at the rate.
    init(bitRate: Int, sampleRate: Int, isPair: Bool, isLowDelay: Bool) throws(CodecError) {
        let (low, high) = Self.wanted(Double(bitRate))
        let hertz = Double(sampleRate) / 128
        var best: (header: SBRHeader, bands: SBRBands, cost: Double)?
        for start in 0..<16 {
            for stop in 0..<14 {
                var header = SBRHeader()
                header.startFrequency = start
                header.stopFrequency = stop
                header.frequencyScale = bitRate < 14000 ? 3 : 2
                header.noiseBands = bitRate < 14000 ? 1 : 2
                // Where the lower band has less than is wanted, a limit would leave holes.
                header.limiterGains = 3
                header.coarseAmplitude = bitRate < 20000 || isLowDelay
                guard let bands = try? SBRBands(header: header, rate: sampleRate) else { continue }
                let (first, end) = (Double(bands.first) * hertz, Double(bands.first + bands.count) * hertz)
                // Below the wanted crossover bits are short above it; the end matters less.
                let cost =
                    abs(first - min(low, Double(sampleRate) * 0.24)) + 0.3
                    * abs(end - min(high, Double(sampleRate) * 0.46))
                if best.map({ cost < $0.cost }) ?? true { best = (header, bands, cost) }
            }
        }
        guard let best else { throw .unsupported("a sampling rate that band replication does not have") }
        (header, bands) = (best.header, best.bands)
        crossover = Int(Double(best.bands.first) * hertz)
        isCoupled = isPair && bitRate < 22000
        envelopeLimit = isLowDelay ? 2 : bitRate < 18000 ? 2 : 4
    }

    private static func wanted(_ rate: Double) -> (Double, Double) {
        var before = points[0]
        if rate <= before.rate { return (before.crossover, before.end) }
        for point in points {
            if rate <= point.rate, point.rate > before.rate {
                let share = (rate - before.rate) / (point.rate - before.rate)
                return (
                    before.crossover + share * (point.crossover - before.crossover),
                    before.end + share * (point.end - before.end)
                )
            }
            before = point
        }
        return (before.crossover, before.end)
    }
}
