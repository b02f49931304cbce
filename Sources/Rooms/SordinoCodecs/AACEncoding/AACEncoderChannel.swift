/// The memory of one channel of an encoder: samples, lines, weights, and the choices of the frame in work.
///
/// The lines of short windows are stored grouped: group, band, window, line; so a band of a group is one run of lines.
final class AACEncoderChannel {
    /// Bands that the arrays have room for.
    static let bandCapacity = 128
    /// Scalefactors for which a band's cost is remembered.
    static let memoCount = 48

    /// Candidates of a band in the search, at most 12.
    let candidateCount: Int
    /// Samples of a frame.
    let frameLength: Int
    /// Samples of the block in work, then those after it; `sampleCount` in all.
    let samples: UnsafeMutablePointer<Float>
    /// Samples that `samples` holds.
    let sampleCount: Int
    /// Lines as the transform gives them.
    let raw: UnsafeMutablePointer<Float>
    /// Lines in the stream's order, what is coded.
    let lines: UnsafeMutablePointer<Float>
    /// The powers of the lines in `raw`.
    let power: UnsafeMutablePointer<Float>
    /// The magnitudes of the values in `lines`.
    let magnitudes: UnsafeMutablePointer<Float>
    /// Magnitudes to the power 3/4.
    let compressed: UnsafeMutablePointer<Float>
    /// Quantised lines with signs.
    let values: UnsafeMutablePointer<Int32>
    /// Quantised magnitudes, for trials.
    let trial: UnsafeMutablePointer<Int32>
    /// The hearing model's memory for long and for short windows.
    let longMemory: UnsafeMutablePointer<Float>
    let shortMemory: UnsafeMutablePointer<Float>
    /// Weights of bands as the model gives them, window by window.
    let rawWeights: UnsafeMutablePointer<Float>

    /// Bands of the frame, all groups together.
    var bandCount = 0
    /// Bands of each group.
    var bandsPerGroup = 0
    /// The first line of each band and the end of the last.
    let bandStart: UnsafeMutablePointer<Int>
    /// The audibility of noise of energy 1.
    let weights: UnsafeMutablePointer<Float>
    /// The energy of the band.
    let energies: UnsafeMutablePointer<Float>
    /// The largest compressed magnitude.
    let peaks: UnsafeMutablePointer<Float>
    /// The sum of the roots of the magnitudes.
    let roots: UnsafeMutablePointer<Float>
    /// The scalefactor less 100, or the position or energy of books 13 to 15.
    let scales: UnsafeMutablePointer<Int>
    /// The codebook of the section.
    let books: UnsafeMutablePointer<Int>
    /// Books that are fixed before the search: 13, 14 or 15; else 0.
    let fixedBooks: UnsafeMutablePointer<Int>
    /// The first scalefactor of the memo.
    let memoBase: UnsafeMutablePointer<Int>
    /// The noise of trials, below 0 where none was made.
    let memoNoise: UnsafeMutablePointer<Float>
    /// The bits of trials.
    let memoBits: UnsafeMutablePointer<Float>
    /// Bits of each band in each codebook.
    let bookBits: UnsafeMutablePointer<Int32>
    /// The memory of the search.
    let searchFloats: UnsafeMutablePointer<Float>
    let searchInts: UnsafeMutablePointer<Int>
    /// The filter of temporal noise shaping.
    var shaping = AACNoiseShapingPlan()
    /// The gain of noise by that filter in the decoder.
    var shapedNoise: Float = 1
    /// The detector of attacks.
    var attack = AACAttackDetector()
    private let floats: UnsafeMutablePointer<Float>
    private let ints: UnsafeMutablePointer<Int>
    private let words: UnsafeMutablePointer<Int32>

    /// Allocates a channel.
    ///
    /// - Parameters:
    ///   - frameLength: 1024 or 512.
    ///   - sampleCount: Samples that the encoder keeps.
    ///   - cellCount: The larger of the hearing models' `cellCount`.
    ///   - candidateCount: Scalefactors that are tried for a band, 1 to 12.
    init(frameLength: Int, sampleCount: Int, cellCount: Int, candidateCount: Int) {
        self.frameLength = frameLength
        self.candidateCount = candidateCount
        self.sampleCount = sampleCount
        let (bands, memo) = (Self.bandCapacity, Self.memoCount)
        let floatCount = sampleCount + 5 * (frameLength + 8) + 4 * cellCount + 5 * (bands + 1) + 2 * bands * memo
        let searchCount = 16 * bands
        floats = .allocate(capacity: floatCount + searchCount)
        floats.initialize(repeating: 0, count: floatCount + searchCount)
        ints = .allocate(capacity: 6 * (bands + 1) + searchCount)
        ints.initialize(repeating: 0, count: 6 * (bands + 1) + searchCount)
        words = .allocate(capacity: 2 * (frameLength + 8) + bands * 12)
        words.initialize(repeating: 0, count: 2 * (frameLength + 8) + bands * 12)
        var place = floats
        func take(_ count: Int) -> UnsafeMutablePointer<Float> {
            defer { place += count }
            return place
        }
        samples = take(sampleCount)
        raw = take(frameLength + 8)
        lines = take(frameLength + 8)
        power = take(frameLength + 8)
        magnitudes = take(frameLength + 8)
        compressed = take(frameLength + 8)
        longMemory = take(2 * cellCount)
        shortMemory = take(2 * cellCount)
        rawWeights = take(bands + 1)
        weights = take(bands + 1)
        energies = take(bands + 1)
        peaks = take(bands + 1)
        roots = take(bands + 1)
        memoNoise = take(bands * memo)
        memoBits = take(bands * memo)
        searchFloats = take(searchCount)
        bandStart = ints
        scales = bandStart + bands + 1
        books = scales + bands + 1
        fixedBooks = books + bands + 1
        memoBase = fixedBooks + bands + 1
        searchInts = memoBase + bands + 1
        values = words
        trial = values + frameLength + 8
        bookBits = trial + frameLength + 8
    }

    deinit {
        floats.deallocate()
        ints.deallocate()
        words.deallocate()
    }

    /// Moves the samples on by a frame and takes the next; not-a-number becomes 0, and the level is bounded to 24 dB
    /// over full.
    func take(_ plane: UnsafePointer<Float>?, count: Int) {
        let kept = sampleCount &- frameLength
        samples.update(from: samples + frameLength, count: kept)
        let target = samples + kept
        let there = max(0, min(count, frameLength))
        if let plane {
            for index in 0..<there {
                let value = plane[index]
                // A comparison with not-a-number is false.
                target[index] = value > -16 ? (value < 16 ? value * 32768 : 16 * 32768) : (value < 0 ? -16 * 32768 : 0)
            }
        }
        let first = plane == nil ? 0 : there
        for index in first..<frameLength { target[index] = 0 }
    }
}
