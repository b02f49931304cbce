import CMath

/// Keeps a stream's bit rate: chooses the price of a bit for each frame, and the most bits that the frame may have.
///
/// The price follows the quality that the rate affords: it moves slowly with the average of bits used and, faster, with
/// the fullness of the reservoir. ISO/IEC 14496-3, 4.5.3: a frame may use what the reservoir holds beyond its share,
/// and the decoder's buffer has 6144 bits a channel.
struct AACRateController {
    /// The strategy for the bit rate.
    let control: AACEncoderSettings.RateControl
    /// Bits of a frame on average.
    let meanBits: Double
    /// Bits that the buffer of a decoder holds.
    let bufferBits: Double
    /// Bits that the reservoir may hold: for the constant rate the decoder's buffer less a frame.
    let capacity: Double
    /// Bits in the reservoir.
    private(set) var fullness: Double
    /// The logarithm to the base 2 of the average price.
    private(set) var logPrice: Double
    /// The logarithm of the price that the bit rate suggests before any sound.
    private let firstLogPrice: Double
    private let framesPerSecond: Double
    private var frames = 0

    /// Makes a controller whose reservoir is `half` full.
    ///
    /// - Parameters:
    ///   - control: The strategy.
    ///   - meanBits: Bits of a frame on average.
    ///   - channelCount: Channels, without those of low frequencies.
    ///   - framesPerSecond: Packets a second.
    ///   - lineCount: Lines of a channel's frame.
    init(
        control: AACEncoderSettings.RateControl, meanBits: Double, channelCount: Int, framesPerSecond: Double,
        lineCount: Int
    ) {
        self.control = control
        self.meanBits = meanBits
        self.framesPerSecond = framesPerSecond
        bufferBits = 6144 * Double(channelCount)
        switch control {
        case .constant: capacity = max(0, bufferBits - meanBits)
        case .average: capacity = meanBits * framesPerSecond * 2
        case .constrainedVariable: capacity = meanBits * framesPerSecond * 8
        case .variable: capacity = 0
        }
        fullness = capacity * 0.5
        if case .variable(let quality) = control {
            // Apple's steps: 0, 9, 18, 27, and so on to 127.
            let step = (max(0, min(127, quality)) * 14 + 63) / 127
            logPrice = -3.2 - Double(step) / 14 * 10
        } else {
            // About the price at which 1.4 bits a line are used.
            let perLine = meanBits / Double(channelCount * lineCount)
            logPrice = -4.5 - 2.5 * perLine
        }
        firstLogPrice = logPrice
    }

    /// The price for the next frame.
    var price: Float {
        var exponent = logPrice
        if capacity > 0 { exponent += pull * (0.5 - fullness / capacity) }
        return Float(cmath_exp2(max(-20, min(6, exponent))))
    }

    /// Doublings of the price from a full to an empty reservoir.
    private var pull: Double { control == .average ? 12 : 2 }

    /// The most bits of the next frame.
    var mostBits: Int {
        switch control {
        case .constant: Int(min(bufferBits, meanBits + fullness))
        case .average, .variable: Int(bufferBits)
        case .constrainedVariable: Int(min(bufferBits, meanBits * 3))
        }
    }

    /// The fewest bits of the next frame; fewer would overflow the reservoir.
    var fewestBits: Int { control == .constant ? Int((meanBits + fullness - capacity).rounded(.up)) : 0 }

    /// The fewest bits of an early frame that is heard, so that a steady tone behind an abrupt start gets its share.
    var fewestEarlyBits: Int {
        if case .variable = control { return 0 }
        return frames < Self.earlyFrameCount ? Int(meanBits * Self.earlyShare) : 0
    }
    private static let earlyFrameCount = 64
    private static let earlyShare = 0.6

    /// The fewest bits of a frame that is heard where the average so far is below what was asked for: a steady tone after
    /// an abrupt start is not to wait until its price has come down.
    var fewestLaggingBits: Int {
        guard control == .average else { return 0 }
        let unspent = fullness - 0.5 * capacity
        guard unspent > Self.lagSeconds * framesPerSecond * meanBits else { return 0 }
        return Int(min(1.25, 1 + unspent / meanBits / 16) * meanBits)
    }
    private static let lagSeconds = 0.06

    /// Indicates the first frames, for which the price is to be searched.
    var isNew: Bool { frames < 2 && control != .variable(quality: quality) }
    private var quality: Int { if case .variable(let quality) = control { quality } else { -1 } }

    /// The highest price that a first frame may lead to.
    ///
    /// An abrupt start is masked by nothing before it, so that it would ask for far more bits than the frames after it.
    var highestFirstPrice: Float { Float(cmath_exp2(firstLogPrice + 3)) }

    /// Takes the price that the search found for a first frame.
    mutating func settle(price: Float) { logPrice = Double(cmath_log2f(max(price, 1e-6))) }

    /// Moves halfway to the lower price at which a frame used its bits, because the reservoir was full.
    mutating func refine(price: Float) {
        let exponent = Double(cmath_log2f(max(price, 1e-6))) - pull * (0.5 - fullness / max(capacity, 1))
        logPrice = max(-18, min(logPrice, 0.5 * (logPrice + exponent)))
    }

    /// The share of a frame's bits below which the price is too high, if it is above the first.
    private static let fewShare = 0.25

    /// Accounts for a frame.
    ///
    /// - Parameters:
    ///   - used: Bits of the packet.
    ///   - wanted: Bits before filling.
    ///   - isSilent: True if the frame says nothing about the price.
    mutating func commit(used: Int, wanted: Int, isSilent: Bool) {
        fullness = max(-capacity, min(capacity, fullness + meanBits - Double(used)))
        guard !isSilent else { return }
        if frames < 1000 { frames += 1 }
        if case .variable = control { return }
        let excess = max(-1, min(2, (Double(wanted) - meanBits) / meanBits))
        let speed = max(0.03, 0.3 / Double(frames))
        logPrice = max(-18, min(5, logPrice + speed * excess * 1.5))
        // A price at which hardly anything is left to code is soon given up.
        if logPrice > firstLogPrice, Double(wanted) < Self.fewShare * meanBits {
            logPrice = 0.5 * (logPrice + firstLogPrice)
        }
    }
}
