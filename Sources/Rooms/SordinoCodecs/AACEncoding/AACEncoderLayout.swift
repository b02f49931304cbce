/// The elements of a stream with their loudspeakers, and the number by which its configuration states them.
///
/// Source: ISO/IEC 14496-3, table 1.19 and 4.5.1.2.
package struct AACEncoderLayout: Equatable, Sendable {
    /// The channel configuration; 0 if a program config element lists the elements.
    package let configuration: Int
    /// The elements in the stream's order.
    let elements: [AACProgram.Element]

    private init(_ configuration: Int, _ elements: [(AACElementKind, [AACLoudspeaker])]) {
        self.configuration = configuration
        var tags: [AACElementKind: Int] = [:]
        self.elements = elements.map { kind, loudspeakers in
            let tag = tags[kind, default: 0]
            tags[kind] = tag + 1
            return AACProgram.Element(kind: kind, tag: tag, loudspeakers: loudspeakers)
        }
    }

    /// Makes the layout of a channel configuration.
    private init(configuration: Int) {
        self.init(configuration, AACConfiguration.channels(of: configuration))
    }

    /// Makes the usual layout of so many channels; nil if there are not 1 to 8.
    package init?(channelCount: Int) {
        guard (1...8).contains(channelCount) else { return nil }
        self.init(configuration: [1, 2, 3, 4, 5, 6, 11, 7][channelCount - 1])
    }

    /// Makes the layout of loudspeakers; nil if AAC has none of them together.
    ///
    /// - Parameter mask: The loudspeakers as the bits of a WAVE channel mask; a single pair of surrounds may be the back
    ///   or the side one.
    package init?(mask: UInt32) {
        let hasBack = mask & 0x30 != 0
        switch hasBack ? mask : (mask & 0x600 == 0x600 ? mask & ~0x600 | 0x30 : mask) {
        case 0x4: self.init(configuration: 1)
        case 0x3: self.init(configuration: 2)
        case 0x7: self.init(configuration: 3)
        case 0x107: self.init(configuration: 4)
        case 0x37: self.init(configuration: 5)
        case 0x3F: self.init(configuration: 6)
        case 0xFF: self.init(configuration: 7)
        case 0x13F: self.init(configuration: 11)
        case 0x63F: self.init(configuration: 12)
        case 0x503F: self.init(configuration: 14)
        case 0x33: self.init(0, [Self.front, Self.back])
        case 0x137: self.init(0, [Self.centre, Self.front, Self.back, Self.behind])
        case 0x637: self.init(0, [Self.centre, Self.front, Self.side, Self.back])
        case 0x737: self.init(0, [Self.centre, Self.front, Self.side, Self.back, Self.behind])
        default: return nil
        }
    }

    private static let centre = (AACElementKind.single, [AACLoudspeaker.centre])
    private static let front = (AACElementKind.pair, [AACLoudspeaker.left, .right])
    private static let side = (AACElementKind.pair, [AACLoudspeaker.sideLeft, .sideRight])
    private static let back = (AACElementKind.pair, [AACLoudspeaker.backLeft, .backRight])
    private static let behind = (AACElementKind.single, [AACLoudspeaker.backCentre])

    /// The loudspeakers in the stream's order.
    package var loudspeakers: [AACLoudspeaker] { elements.flatMap(\.loudspeakers) }

    /// The number of channels.
    package var channelCount: Int { loudspeakers.count }

    /// For each channel of the stream its place among the loudspeakers of a mask, in the order of its bits.
    package func places(mask: UInt32) -> [Int] {
        let isSide = mask & 0x30 == 0 && mask & 0x600 == 0x600
        let bits = (0..<18).filter { mask >> UInt32($0) & 1 == 1 }
        return loudspeakers.map { loudspeaker in
            let bit =
                switch loudspeaker {
                case .backLeft where isSide: AACLoudspeaker.sideLeft.rawValue
                case .backRight where isSide: AACLoudspeaker.sideRight.rawValue
                default: loudspeaker.rawValue
                }
            return bits.firstIndex(of: bit) ?? 0
        }
    }

    /// The elements as the encoder's kinds.
    var kinds: [AACEncoderElement.Kind] {
        elements.map { element in
            switch element.kind {
            case .pair: .pair
            case .lowFrequency: .lowFrequency
            default: .single
            }
        }
    }

    /// Writes the program config element of low complexity, without its identifier.
    ///
    /// - Parameter rateIndex: The core's rate, as table 1.18 numbers it.
    func putProgram(rateIndex: Int, _ output: inout BitOutput) {
        func isOf(_ element: AACProgram.Element, _ loudspeakers: [AACLoudspeaker]) -> Bool {
            element.kind != .lowFrequency && element.loudspeakers.allSatisfy(loudspeakers.contains)
        }
        let lists = [
            elements.filter { isOf($0, [.left, .right, .centre, .leftOfCentre, .rightOfCentre]) },
            elements.filter { isOf($0, [.sideLeft, .sideRight]) },
            elements.filter { isOf($0, [.backLeft, .backRight, .backCentre]) },
        ]
        let low = elements.filter { $0.kind == .lowFrequency }
        // The tag, the profile of low complexity, the rate.
        output.put(0, 4)
        output.put(1, 2)
        output.put(rateIndex, 4)
        for list in lists { output.put(list.count, 4) }
        output.put(low.count, 2)
        // No data, no coupling; then no mixdown of three kinds.
        output.put(0, 3 + 4)
        output.put(0, 3)
        for element in lists.joined() {
            output.put(element.kind == .pair ? 1 : 0, 1)
            output.put(element.tag, 4)
        }
        for element in low { output.put(element.tag, 4) }
        output.align()
        // No comment.
        output.put(0, 8)
    }
}
