/// Elements of one and two channels.
extension ALACDecoder {
    /// The places of samples' lowest bits, which are stored as they are.
    private struct LowBits {
        var position = 0
        /// Bits of each sample.
        var width = 0
    }

    /// Decodes an element behind its kind.
    ///
    /// - Parameters:
    ///   - channel: Its first channel.
    ///   - isPair: Whether it has two.
    /// - Returns: Its frames.
    func element(_ input: inout PaddedBitInput, _ channel: Int, isPair: Bool) throws(CodecError) -> Int {
        let channels = isPair ? 2 : 1
        _ = input.bits(4)
        guard input.bits(12) == 0 else {
            throw .damaged("bits of an element that are not zero", bit: input.position - 12)
        }
        let isShort = input.bits(1) == 1
        let lowByteCount = input.bits(2)
        let isPlain = input.bits(1) == 1
        let count = isShort ? input.bits(32) : framesPerPacket
        guard count <= framesPerPacket else {
            throw .damaged("more frames than a packet has", bit: input.position - 32)
        }
        reserve(count)
        if isPlain {
            try plain(&input, channel, channels, count)
            return count
        }
        let width = bitsPerChannel - lowByteCount * 8 + channels - 1
        guard width >= 1, width <= 32 else {
            throw .damaged("an element without bits or of 33", bit: input.position - 2)
        }
        let mixShift = min(31, input.bits(8))
        let mixWeight = input.signed(8)
        var filters = (ALACFilter(), ALACFilter())
        try filter(&input, &filters.0, coefficients)
        if isPair { try filter(&input, &filters.1, coefficients + 32) }
        let low = LowBits(position: input.position, width: lowByteCount * 8)
        input.position += low.width * channels * count
        guard input.position <= input.count else { throw .damaged("an element that is cut", bit: input.count) }
        try restore(&input, start(channel), count, filters.0, coefficients, width)
        if isPair { try restore(&input, start(channel + 1), count, filters.1, coefficients + 32, width) }
        if isPair, mixWeight != 0 {
            unmix(start(channel), start(channel + 1), count, Int32(truncatingIfNeeded: mixWeight), Int32(mixShift))
        }
        if low.width > 0 { append(input, low, channel, channels, count) }
        return count
    }

    /// Samples that are stored as they are.
    private func plain(
        _ input: inout PaddedBitInput, _ channel: Int, _ channels: Int, _ count: Int
    ) throws(CodecError) {
        guard input.position + count * channels * bitsPerChannel <= input.count else {
            throw .damaged("an element that is cut", bit: input.count)
        }
        let (first, second) = (start(channel), start(channel + channels - 1))
        for index in 0..<count {
            first[index] = Int32(truncatingIfNeeded: input.signed(bitsPerChannel))
            if channels == 2 { second[index] = Int32(truncatingIfNeeded: input.signed(bitsPerChannel)) }
        }
    }

    private func filter(
        _ input: inout PaddedBitInput, _ filter: inout ALACFilter, _ coefficients: UnsafeMutablePointer<Int16>
    ) throws(CodecError) {
        filter.mode = input.bits(4)
        filter.shift = input.bits(4)
        filter.learning = input.bits(3)
        filter.order = input.bits(5)
        for tap in 0..<filter.order { coefficients[tap] = Int16(truncatingIfNeeded: input.signed(16)) }
        guard !input.isPast else { throw .damaged("an element that is cut", bit: input.count) }
    }

    /// Decodes a channel's residuals and adds the predictions.
    private func restore(
        _ input: inout PaddedBitInput, _ out: UnsafeMutablePointer<Int32>, _ count: Int, _ filter: ALACFilter,
        _ coefficients: UnsafeMutablePointer<Int16>, _ width: Int
    ) throws(CodecError) {
        var golomb = ALACGolomb(
            input, cookie, learning: cookie.learning * filter.learning / 4, width: width, count: count)
        let spare = Int32(32 - width)
        let fits = ALACTaps.fits(order: filter.order, coefficients, shift: filter.shift, width: width, count: count)
        if fits, filter.mode == 0, count > filter.order + 1 {
            Self.follow(&golomb, out, count, filter, coefficients, spare)
        } else {
            for index in 0..<count { out[index] = golomb.next() }
            if filter.mode != 0 || filter.order == 31 { ALACPrediction.sum(out, count, spare: spare) }
            if filter.order > 0, filter.order < 31 {
                ALACPrediction.restore(
                    out, count, order: filter.order, coefficients, shift: filter.shift, spare: spare)
            }
        }
        input.position = golomb.position
        guard !golomb.isDamaged else { throw .damaged("a run of zeros past the block", bit: input.position) }
        guard !input.isPast else { throw .damaged("residuals that are cut", bit: input.count) }
    }

    /// Decodes residuals and predicts in one loop: neither has to wait for the other.
    private static func follow(
        _ golomb: inout ALACGolomb, _ out: UnsafeMutablePointer<Int32>, _ count: Int, _ filter: ALACFilter,
        _ coefficients: UnsafeMutablePointer<Int16>, _ spare: Int32
    ) {
        let order = filter.order
        var coder = golomb
        out[0] = coder.next()
        for index in 1...order { out[index] = ALACPrediction.cut(coder.next() &+ out[index - 1], spare) }
        if order <= 4 {
            run(&coder, out, count, filter, coefficients, spare, isShort: true)
        } else {
            run(&coder, out, count, filter, coefficients, spare, isShort: false)
        }
        golomb = coder
    }

    @inline(__always)
    private static func run(
        _ golomb: inout ALACGolomb, _ out: UnsafeMutablePointer<Int32>, _ count: Int, _ filter: ALACFilter,
        _ coefficients: UnsafeMutablePointer<Int16>, _ spare: Int32, isShort: Bool
    ) {
        let order = filter.order
        var coder = golomb
        var taps = ALACTaps(order: order, coefficients, shift: filter.shift)
        var history = ALACHistory(before: out + (order &+ 1))
        for index in (order &+ 1)..<count {
            let top = out[index &- 1 &- order]
            let (older, newer) = (SIMD4(repeating: top) &- history.older, SIMD4(repeating: top) &- history.newer)
            let error = coder.next()
            let prediction = taps.prediction(top, older: older, newer: newer, isShort: isShort)
            let sample = ALACPrediction.cut(error &+ prediction, spare)
            out[index] = sample
            taps.adapt(error: error, older: older, newer: newer, isShort: isShort)
            history.take(sample, isShort: isShort)
        }
        golomb = coder
    }

    /// Makes left and right of a mixture and a difference.
    private func unmix(
        _ first: UnsafeMutablePointer<Int32>, _ second: UnsafeMutablePointer<Int32>, _ count: Int, _ weight: Int32,
        _ shift: Int32
    ) {
        for index in 0..<count {
            let difference = second[index]
            let left = first[index] &+ difference &- (weight &* difference) &>> shift
            first[index] = left
            second[index] = left &- difference
        }
    }

    /// Puts the lowest bits behind the samples.
    private func append(
        _ input: PaddedBitInput, _ low: LowBits, _ channel: Int, _ channels: Int, _ count: Int
    ) {
        let width = Int32(low.width)
        for part in 0..<channels {
            let out = start(channel + part)
            var position = low.position &+ part &* low.width
            let step = low.width &* channels
            for index in 0..<count {
                let word = UnsafeRawPointer(input.base + position &>> 3).loadUnaligned(as: UInt64.self)
                let turned = UInt64(bigEndian: word) &<< UInt64(truncatingIfNeeded: position & 7)
                let bits = Int32(truncatingIfNeeded: turned &>> UInt64(truncatingIfNeeded: 64 &- width))
                out[index] = out[index] &<< width | bits
                position &+= step
            }
        }
    }
}
