/// The methods by which sound is played faster or slower.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The text that names the algorithm.
    public let rawValue: String
    /// Makes an algorithm of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// For speech; the pitch stays.
    ///
    /// Sounds as `spectral` does here.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// For music; the pitch stays.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// The pitch follows the speed.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
    /// For speech, with little work; the pitch stays.
    ///
    /// Sounds as `spectral` does here.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")

    /// The speeds that can be had: a tape moves the pitch by two octaves at most.
    var rates: ClosedRange<Float> { self == .varispeed ? 0.25...4 : 0.031_25...32 }
}
