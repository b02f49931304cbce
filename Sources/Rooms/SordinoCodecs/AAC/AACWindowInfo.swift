/// How the lines of a frame are divided into windows, groups and bands: ISO/IEC 14496-3, table 4.6.
struct AACWindowInfo {
    /// The four sequences of windows; raw values are the stream's.
    enum Sequence: Int {
        case long, longStart, eightShort, longStop
    }

    /// The sequence of this frame.
    var sequence = Sequence.long
    /// 1 for the Kaiser-Bessel derived window (low overlap in low delay), 0 for the sine window.
    var shape = 0
    /// Bands that are in the stream, 0 to 51.
    var bandCount = 0
    /// Groups of windows, 1 to 8.
    var groupCount = 1
    /// The windows of each group.
    var groupLengths = SIMD8<UInt8>(1, 0, 0, 0, 0, 0, 0, 0)

    /// Indicates eight short windows.
    var isShort: Bool { sequence == .eightShort }
}

/// The tables of one kind of window: bands and the limit of noise shaping.
struct AACBandLayout {
    /// The first lines of the bands, and the end of the last; at most 52.
    let offsets: UnsafeMutablePointer<Int>
    /// Bands of a window.
    let bandCount: Int
    /// Bands that temporal noise shaping may touch.
    let noiseShapingLimit: Int
    /// Lines of a window.
    let lineCount: Int

    /// Makes the tables; their owner calls `free`.
    init(lineCount: Int, rateIndex: Int) {
        let list = AACBands.offsets(lineCount: lineCount, rateIndex: rateIndex).map(Int.init)
        self.lineCount = lineCount
        bandCount = list.count - 1
        noiseShapingLimit = AACBands.noiseShapingLimit(lineCount: lineCount, rateIndex: rateIndex)
        offsets = .allocate(capacity: 64)
        offsets.initialize(repeating: lineCount, count: 64)
        for (index, offset) in list.enumerated() { offsets[index] = offset }
    }

    /// Frees the memory of the tables.
    func free() { offsets.deallocate() }
}
