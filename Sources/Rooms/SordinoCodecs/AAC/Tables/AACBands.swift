/// Chooses the scalefactor bands and their limits for a transform: ISO/IEC 14496-3, 4.5.4 and 4.6.9.4.
package enum AACBands {
    /// The sampling rates in hertz of the indices 0 to 12: ISO/IEC 14496-3, table 1.18.
    package static let sampleRates: [Int] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// The index whose tables a sampling rate uses: ISO/IEC 14496-3, table 4.82.
    package static func rateIndex(of sampleRate: Int) -> Int {
        let limits = [92017, 75132, 55426, 46009, 37566, 27713, 23004, 18783, 13856, 11502, 9391]
        return limits.firstIndex { sampleRate >= $0 } ?? 11
    }

    /// The first lines of the bands of a transform, and the end of the last.
    ///
    /// - Parameters:
    ///   - lineCount: Lines of the transform: 1024, 960, 512, 480, 128 or 120.
    ///   - rateIndex: 0 to 12; others are treated as the nearest.
    /// - Returns: One number more than bands; the last is `lineCount`.
    package static func offsets(lineCount: Int, rateIndex: Int) -> [UInt16] {
        let index = max(0, min(12, rateIndex))
        typealias T = AACBandOffsets
        switch lineCount {
        case 960:
            return [
                T.long960at96, T.long960at96, T.long960at64, T.long960at48, T.long960at48, T.long960at32, T.long960at24,
                T.long960at24, T.long960at16, T.long960at16, T.long960at16, T.long960at8, T.long960at8,
            ][index]
        case 512: return index < 5 ? T.long512at48 : index == 5 ? T.long512at32 : T.long512at24
        case 480: return index < 5 ? T.long480at48 : index == 5 ? T.long480at32 : T.long480at24
        case 128:
            return index < 3
                ? T.short128at96
                : index < 6 ? T.short128at48 : index < 8 ? T.short128at24 : index < 11 ? T.short128at16 : T.short128at8
        case 120:
            return index < 3
                ? T.short120at96
                : index < 6 ? T.short120at48 : index < 8 ? T.short120at24 : index < 11 ? T.short120at16 : T.short120at8
        default:
            return [
                T.long1024at96, T.long1024at96, T.long1024at64, T.long1024at48, T.long1024at48, T.long1024at32,
                T.long1024at24, T.long1024at24, T.long1024at16, T.long1024at16, T.long1024at16, T.long1024at8,
                T.long1024at8,
            ][index]
        }
    }

    /// The number of bands that temporal noise shaping may touch.
    ///
    /// - Parameters:
    ///   - lineCount: Lines of the transform.
    ///   - rateIndex: 0 to 12.
    package static func noiseShapingLimit(lineCount: Int, rateIndex: Int) -> Int {
        let index = max(0, min(12, rateIndex))
        switch lineCount {
        case 128, 120: return index < 2 ? 9 : index == 2 ? 10 : 14
        case 512: return index < 4 ? 31 : index == 4 ? 32 : index == 5 ? 37 : 31
        case 480: return index < 4 ? 31 : index == 4 ? 32 : index == 5 ? 37 : 30
        case 960: return [31, 31, 34, 40, 42, 49, 46, 46, 42, 42, 42, 39, 39][index]
        default: return [31, 31, 34, 40, 42, 51, 46, 46, 42, 42, 42, 39, 39][index]
        }
    }

    /// The highest order of a noise-shaping filter for the transform: 7 for short windows, 20 for long ones of Main, else 12.
    package static func noiseShapingOrder(isShort: Bool, isMain: Bool) -> Int { isShort ? 7 : isMain ? 20 : 12 }

    /// The number of bands that long-term prediction covers at most.
    package static let predictionLimit = 40
}
