import SordinoRealtime

/// A range of frequencies and the window that it is looked at through.
struct StretchBandPlan: Equatable {
    /// Samples of the window: a power of two.
    var windowFrames: Int
    /// The beginning of the band, in cycles a sample; neighbours share a border.
    var lowest: Double
    var highest: Double
    /// Half the width of the seam at either border, in cycles a sample.
    var seam: Double

    /// The bands for a rate: long windows separate low partials, short ones keep high ones together in time.
    static func bands(sampleRate: Double) -> [StretchBandPlan] {
        // A window of 85 ms at 48 kHz, as a power of two at other rates.
        var longest = 4_096
        while Double(longest) * 48_000 > 1.5 * 4_096 * sampleRate, longest > 512 { longest /= 2 }
        while Double(longest) * 48_000 < 0.75 * 4_096 * sampleRate, longest < 32_768 { longest *= 2 }
        let borders = [2_000.0, 8_000.0].map { $0 / 48_000 * 4_096 / Double(longest) }
        let seam = 160.0 / 48_000 * 4_096 / Double(longest)
        return [
            StretchBandPlan(windowFrames: longest, lowest: 0, highest: borders[0], seam: seam),
            StretchBandPlan(windowFrames: longest / 2, lowest: borders[0], highest: borders[1], seam: seam),
            StretchBandPlan(windowFrames: longest / 4, lowest: borders[1], highest: 0.5, seam: seam),
        ]
    }

    /// Returns the band's share of a bin: neighbours' shares add up to 1.
    func share(ofBin bin: Int) -> Float {
        let frequency = Double(bin) / Double(windowFrames)
        return Float(Self.rise(frequency, at: lowest, seam) - Self.rise(frequency, at: highest, seam))
    }

    private static func rise(_ frequency: Double, at border: Double, _ seam: Double) -> Double {
        if border <= 0 { return 1 }
        if border >= 0.5 { return 0 }
        let position = (frequency - border + seam) / (2 * seam)
        return position <= 0 ? 0 : position >= 1 ? 1 : 0.5 - 0.5 * RealtimeMath.cos(Double.pi * position)
    }
}

/// One band of a stretcher: its transform, its spectra and its sums so far.
struct StretchBand {
    /// Parts of a spectrum: two planes with room for one bin more at either end.
    struct Planes {
        let real: UnsafeMutablePointer<Float>
        let imaginary: UnsafeMutablePointer<Float>
    }

    let windowFrames: Int
    let transform: FFTTransform
    /// The bins that the band works on.
    let firstBin: Int
    let binCount: Int
    /// Shares of these bins.
    let shares: UnsafeMutablePointer<Float>
    let window: UnsafeMutablePointer<Float>
    let windowSquared: UnsafeMutablePointer<Float>
    /// The window of a frame with edges.
    let shape: UnsafeMutablePointer<Float>
    let segment: UnsafeMutablePointer<Float>
    /// For each channel: the spectrum of the frame, that of the time before it, and the one put out last.
    let spectra: UnsafeMutablePointer<Planes>
    let earlier: Planes
    let output: UnsafeMutablePointer<Planes>
    let turn: Planes
    let unit: Planes
    /// Zero outside the band.
    let masked: Planes
    /// Overlapping frames, from the stretcher's first unfinished output frame on, and the weight they were added with.
    let sums: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let weights: UnsafeMutablePointer<Float>
    let capacity: Int
    /// Output from here on is made of frames that began there, with an edge of so many frames before it.
    var restartOutput = Int.min / 2
    var restartEdge = 0
    /// Neighbouring bins turn together.
    var sharesTurns = true

    private let memory: UnsafeMutablePointer<Float>
    private let channelCount: Int

    /// - Parameter capacity: Frames of the sums.
    init(plan: StretchBandPlan, transform: FFT, channelCount: Int, capacity: Int) {
        windowFrames = plan.windowFrames
        self.transform = transform.transform
        self.channelCount = channelCount
        self.capacity = capacity
        let bins = transform.binCount
        var (first, end) = (bins, 0)
        for bin in 0..<bins where plan.share(ofBin: bin) > 0 { (first, end) = (min(first, bin), bin + 1) }
        firstBin = min(first, end)
        binCount = end - firstBin

        let planeFrames = (bins + 2 * 16 + 15) / 16 * 16
        let planeCount = 2 * (2 * channelCount + 4)
        let total = planeFrames * planeCount + 5 * windowFrames + bins + capacity * (channelCount + 1)
        memory = .allocate(capacity: total)
        memory.initialize(repeating: 0, count: total)
        var next = memory
        func take(_ count: Int) -> UnsafeMutablePointer<Float> {
            defer { next += count }
            return next
        }
        func takePlanes() -> Planes { Planes(real: take(planeFrames) + 16, imaginary: take(planeFrames) + 16) }
        spectra = .allocate(capacity: channelCount)
        output = .allocate(capacity: channelCount)
        sums = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (spectra + channel).initialize(to: takePlanes())
            (output + channel).initialize(to: takePlanes())
        }
        (earlier, turn, unit, masked) = (takePlanes(), takePlanes(), takePlanes(), takePlanes())
        window = take(windowFrames)
        windowSquared = take(windowFrames)
        shape = take(windowFrames)
        segment = take(2 * windowFrames)
        shares = take(bins)
        weights = take(capacity)
        for channel in 0..<channelCount { (sums + channel).initialize(to: take(capacity)) }

        for (index, value) in Window.hann.periodic(count: windowFrames).enumerated() {
            window[index] = value
            windowSquared[index] = value * value
        }
        for index in 0..<binCount { shares[index] = plan.share(ofBin: firstBin + index) }
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        memory.deallocate()
        spectra.deallocate()
        output.deallocate()
        sums.deallocate()
    }
}
