/// One way to describe the loudspeakers of the channels to an encoder of the library.
struct EncoderLayout: Equatable, Sendable {
    /// The loudspeakers as WAVE mask bits; 0 for the library's default for so many channels.
    var mask: UInt32
    /// For each channel of the encoder the channel of the frames; nil if both are in one order.
    var map: [Int]?

    private static let back: UInt32 = 0x30
    private static let backCentre: UInt32 = 0x100
    private static let side: UInt32 = 0x600

    /// The ways to encode channels with a mask, the best first; libraries support a few layouts only.
    ///
    /// - Parameters:
    ///   - mayMove: Whether channels may be decoded in another order, which the decoded layout then names.
    ///   - isExact: Whether other loudspeakers than those of the mask are refused.
    static func candidates(
        mask: UInt32, channelCount: Int, mayMove: Bool, isExact: Bool = false
    ) -> [EncoderLayout] {
        var candidates: [EncoderLayout] = []
        if mask.nonzeroBitCount == channelCount {
            let surrounds = mask & (back | side)
            // Side and back surrounds are one pair where there is only one, and codecs use one name for it.
            if mayMove, mask & backCentre != 0, surrounds == back {
                candidates.append(moved(mask, to: mask & ~back | side))
            } else if surrounds == side, mask & backCentre == 0 {
                candidates.append(.init(mask: mask & ~side | back))
            }
            candidates.append(.init(mask: mask))
            if mayMove, mask & backCentre != 0, surrounds == side {
                candidates.append(moved(mask, to: mask & ~side | back))
            }
        } else if channelCount == 3 {
            candidates.append(.init(mask: 0x7))
        } else if channelCount == 4 {
            candidates.append(.init(mask: 0x33))
        }
        return isExact && mask != 0 ? candidates : candidates + [.init(mask: 0)]
    }

    /// The layout with its surrounds under their other name, which stands at another place of the order.
    private static func moved(_ mask: UInt32, to other: UInt32) -> EncoderLayout {
        func bits(_ mask: UInt32) -> [Int] { (0..<32).filter { mask >> UInt32($0) & 1 == 1 } }
        let places = bits(mask)
        let renamed = [4: 9, 5: 10, 9: 4, 10: 5]
        return .init(
            mask: other,
            map: bits(other).map { bit in
                places.firstIndex(of: bit) ?? renamed[bit].flatMap { places.firstIndex(of: $0) } ?? 0
            })
    }
}

extension EncodingOptions {
    /// The options for frames of a layout.
    func placing(_ layout: ChannelLayout?, channelCount: Int) -> EncodingOptions {
        var options = self
        guard let layout, layout.channelCount == channelCount else { return options }
        if let placement = layout.wavePlacement {
            options.layoutMask = placement.mask
            options.channelOrder = placement.channels == Array(0..<channelCount) ? [] : placement.channels
        } else {
            options.layoutMask = layout.waveMask ?? 0
        }
        return options
    }
}
