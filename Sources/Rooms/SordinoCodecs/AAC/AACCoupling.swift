import CMath

/// The targets and gains of a coupling channel: ISO/IEC 14496-3, 4.6.8.3.
final class AACCoupling {
    /// The point in the decoding of the target at which the coupling channel is added.
    enum Point {
        case beforeShaping, afterShaping, samples
    }

    /// An element that the coupling channel is added to.
    struct Target {
        /// Whether it is a pair.
        var isPair = false
        /// The instance tag of the element.
        var tag = 0
        /// The list of gains for each channel; -1 for none.
        var lists = SIMD2<Int>(repeating: -1)
    }

    private static let listLimit = 16
    private static let scales: [Float] = [1.0905077, 1.1892071, 1.4142136, 2]

    /// The point of the coupling.
    private(set) var point = Point.beforeShaping
    /// The targets of the frame, of which `targetCount` are valid.
    private let targets: UnsafeMutablePointer<Target>
    private(set) var targetCount = 0
    /// The gains, 128 places a list.
    private let gains: UnsafeMutablePointer<Float>

    /// Allocates room for 8 targets.
    init() {
        targets = .allocate(capacity: 8)
        targets.initialize(repeating: Target(), count: 8)
        gains = .allocate(capacity: Self.listLimit * 128)
        gains.initialize(repeating: 0, count: Self.listLimit * 128)
    }

    deinit {
        targets.deallocate()
        gains.deallocate()
    }

    /// Reads a `coupling_channel_element` after its tag.
    func read(_ bits: inout AACBits, _ channel: AACChannel, _ reader: AACChannelReader) throws(CodecError) {
        let isIndependent = bits.flag()
        targetCount = bits.bits(3) + 1
        var listCount = 0
        for index in 0..<targetCount {
            var target = Target()
            target.isPair = bits.flag()
            target.tag = bits.bits(4)
            let selection = target.isPair ? bits.bits(2) : 2
            // 2: the left channel, 1: the right one, 3: both by themselves, 0: both with the same gains.
            if selection != 1 { target.lists[0] = listCount }
            if selection == 3 { listCount += 1 }
            if selection != 2 { target.lists[1] = listCount }
            listCount += 1
            targets[index] = target
        }
        let isAfterShaping = bits.flag()
        point = isIndependent ? .samples : isAfterShaping ? .afterShaping : .beforeShaping
        let isSigned = bits.flag()
        let scale = Self.scales[bits.bits(2)]
        try reader.readChannel(&bits, channel, hasWindows: false)
        for list in 0..<listCount {
            try readGains(&bits, channel, list, scale, isSigned: isSigned, isIndependent: isIndependent)
        }
    }

    private func readGains(
        _ bits: inout AACBits, _ channel: AACChannel, _ list: Int, _ scale: Float, isSigned: Bool, isIndependent: Bool
    ) throws(CodecError) {
        let code = AACSpectrumTables.shared.scalefactorCode
        let target = gains + (list & (Self.listLimit &- 1)) &* 128
        var gain = 0
        var factor: Float = 1
        var isCommon = true
        if list > 0 {
            isCommon = isIndependent || bits.flag()
            if isCommon {
                let entry = code.entry(bits.window)
                bits.position &+= entry & 31
                factor = cmath_powf(scale, -Float(entry &>> 5 &- 60))
            }
        }
        if isIndependent {
            target[0] = factor
            return
        }
        for group in 0..<channel.windows.groupCount {
            for band in 0..<channel.windows.bandCount {
                let place = AACChannel.place(group, band)
                if channel.books[place] != 0, !isCommon {
                    let entry = code.entry(bits.window)
                    bits.position &+= entry & 31
                    gain &+= entry &>> 5 &- 60
                    let exponent = isSigned ? gain &>> 1 : gain
                    factor = cmath_powf(scale, -Float(max(-120, min(120, exponent))))
                    if isSigned, gain & 1 == 1 { factor = -factor }
                }
                target[place] = factor
            }
        }
        if bits.isPast { throw .damaged("coupling gains past the packet's end", bit: bits.position) }
    }

    /// Adds the coupling channel to an element's channels if it is a target at this point.
    func apply(_ source: AACChannel, to element: AACElement, at wanted: Point, _ reader: AACChannelReader) {
        guard point == wanted else { return }
        for index in 0..<targetCount {
            let target = targets[index]
            guard target.tag == element.tag, target.isPair == (element.kind == .pair), element.kind != .lowFrequency
            else {
                continue
            }
            for number in 0..<element.channels.count where target.lists[number] >= 0 {
                let list = gains + (target.lists[number] & (Self.listLimit &- 1)) &* 128
                if wanted == .samples {
                    let channel = element.channels[number]
                    for n in 0..<channel.frameLength { channel.time[n] += list[0] * source.time[n] }
                } else {
                    add(source, to: element.channels[number], list, reader.layout(source.windows))
                }
            }
        }
    }

    private func add(
        _ source: AACChannel, to channel: AACChannel, _ list: UnsafePointer<Float>, _ layout: AACBandLayout
    ) {
        var window = 0
        for group in 0..<source.windows.groupCount {
            let end = window &+ (source.windows.isShort ? Int(source.windows.groupLengths[group]) : 1)
            while window < end {
                for band in 0..<source.windows.bandCount {
                    let place = AACChannel.place(group, band)
                    if source.books[place] == 0 { continue }
                    let first = window &* layout.lineCount &+ layout.offsets[band]
                    let count = layout.offsets[band &+ 1] &- layout.offsets[band]
                    for line in first..<(first &+ count) { channel.lines[line] += list[place] * source.lines[line] }
                }
                window &+= 1
            }
        }
    }
}
