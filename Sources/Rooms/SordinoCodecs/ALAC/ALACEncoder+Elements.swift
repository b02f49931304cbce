/// Elements of one and two channels.
extension ALACEncoder {
    /// Bytes of each sample that are stored as they are.
    private var lowByteCount: Int { bitsPerChannel == 32 ? 2 : bitsPerChannel == 24 ? 1 : 0 }

    /// Writes an element behind its number.
    func element(
        _ output: inout PackedBitOutput, _ planes: UnsafeBufferPointer<UnsafePointer<Int32>>, _ channel: Int,
        _ channels: Int, _ count: Int
    ) {
        let start = output
        let lowWidth = lowByteCount * 8
        for part in 0..<channels { split(planes[channel + part], part, count, lowWidth) }
        let mixture = channels == 2 ? bestMixture(count) : 0
        if mixture > 0 { mix(mixture, count) }
        let isShort = count < framesPerPacket
        output.put(isShort ? 1 : 0, 1)
        output.put(signed: lowByteCount, 2)
        output.put(0, 1)
        if isShort { output.put(signed: count, 32) }
        output.put(mixture > 0 ? 2 : 0, 8)
        output.put(signed: mixture, 8)
        let width = bitsPerChannel - lowWidth + channels - 1
        for part in 0..<channels {
            let taps = taps(channel + part, mixture)
            prepare(taps, width, count)
            output.put(signed: Self.shift, 8)
            output.put(signed: 4 << 5 | Self.order, 8)
            for tap in 0..<Self.order { output.put(signed: Int(taps[tap]), 16) }
        }
        predict(channel, channels, mixture, width, count)
        if lowWidth > 0 { putLow(&output, channels, count, lowWidth) }
        for part in 0..<channels {
            ALACGolombWriter.put(plane(.errors, part), count, description, width: width, &output)
        }
        let plainCount = start.count + (isShort ? 36 : 4) + count * channels * bitsPerChannel
        if output.count >= plainCount {
            output = start
            plain(&output, planes, channel, channels, count)
        }
    }

    /// Writes samples as they are.
    private func plain(
        _ output: inout PackedBitOutput, _ planes: UnsafeBufferPointer<UnsafePointer<Int32>>, _ channel: Int,
        _ channels: Int, _ count: Int
    ) {
        output.put(count < framesPerPacket ? 9 : 1, 4)
        if count < framesPerPacket { output.put(signed: count, 32) }
        for index in 0..<count {
            for part in 0..<channels { output.put(signed: Int(planes[channel + part][index]), bitsPerChannel) }
        }
    }

    /// Parts samples in lower and upper bits.
    private func split(_ source: UnsafePointer<Int32>, _ part: Int, _ count: Int, _ lowWidth: Int) {
        let upper = plane(.upper, part)
        let spare = Int32(32 - bitsPerChannel)
        let drop = spare + Int32(lowWidth)
        if drop == 0 { return upper.update(from: source, count: count) }
        for index in 0..<count { upper[index] = (source[index] &<< spare) &>> drop }
        guard lowWidth > 0 else { return }
        let lower = plane(.lower, part)
        let mask = (Int32(1) &<< Int32(lowWidth)) &- 1
        for index in 0..<count { lower[index] = source[index] & mask }
    }

    private func putLow(_ output: inout PackedBitOutput, _ channels: Int, _ count: Int, _ width: Int) {
        let (first, second) = (plane(.lower, 0), plane(.lower, channels - 1))
        let width = UInt64(width)
        for index in 0..<count {
            var value = UInt64(UInt32(bitPattern: first[index]))
            if channels == 2 { value = value &<< width | UInt64(UInt32(bitPattern: second[index])) }
            output.put(value, channels == 2 ? width &* 2 : width)
        }
    }

    /// The plane that is predicted.
    private func source(_ part: Int, _ mixture: Int) -> UnsafeMutablePointer<Int32> {
        plane(mixture > 0 ? .mixed : .upper, part)
    }

    /// Makes a mixture and a difference of two channels.
    private func mix(_ mixture: Int, _ count: Int) {
        let (left, right) = (plane(.upper, 0), plane(.upper, 1))
        let (middle, side) = (plane(.mixed, 0), plane(.mixed, 1))
        let weight = Int32(mixture)
        for index in 0..<count {
            let difference = left[index] &- right[index]
            side[index] = difference
            middle[index] = right[index] &+ (weight &* difference) &>> 2
        }
    }

    /// The way of mixing that leaves the smallest errors of a simple prediction: second differences.
    private func bestMixture(_ count: Int) -> Int {
        let (left, right) = (plane(.upper, 0), plane(.upper, 1))
        var sums = (
            SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>()
        )
        @inline(__always)
        func second(_ plane: UnsafePointer<Int32>, _ index: Int) -> SIMD4<Float> {
            let raw = UnsafeRawPointer(plane + index)
            let here = raw.loadUnaligned(as: SIMD4<Int32>.self)
            let before = raw.loadUnaligned(fromByteOffset: -4, as: SIMD4<Int32>.self)
            let earlier = raw.loadUnaligned(fromByteOffset: -8, as: SIMD4<Int32>.self)
            return SIMD4<Float>(here &- before &- before &+ earlier)
        }
        @inline(__always)
        func size(_ value: SIMD4<Float>) -> SIMD4<Float> {
            unsafeBitCast(unsafeBitCast(value, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
        }
        var index = 2
        while index + 4 <= count {
            let (l, r) = (second(left, index), second(right, index))
            let side = l - r
            sums.0 += size(l)
            sums.1 += size(r)
            sums.2 += size(side)
            sums.3 += size(r + 0.25 * side)
            sums.4 += size(r + 0.5 * side)
            sums.5 += size(r + 0.75 * side)
            index &+= 4
        }
        let side = Double(sums.2.sum()) + 1
        let costs = [sums.1, sums.3, sums.4, sums.5, sums.0].map { (Double($0.sum()) + 1) * side }
        let apart = (Double(sums.0.sum()) + 1) * (Double(sums.1.sum()) + 1)
        var best = (mixture: 0, cost: apart)
        for mixture in 1..<Self.mixtureCount where costs[mixture] < best.cost { best = (mixture, costs[mixture]) }
        return best.mixture
    }

    /// Makes sure that coefficients stay within 16 bits.
    private func prepare(_ taps: UnsafeMutablePointer<Int16>, _ width: Int, _ count: Int) {
        if !ALACTaps.fits(order: Self.order, taps, shift: Self.shift, width: width, count: count) { Self.begin(taps) }
    }

    /// Computes the errors of the channels of an element; their coefficients follow.
    private func predict(_ channel: Int, _ channels: Int, _ mixture: Int, _ width: Int, _ count: Int) {
        let spare = Int32(32 - width)
        let order = Self.order
        let taps = (taps(channel, mixture), taps(channel + channels - 1, mixture))
        guard count > order + 1 else {
            for part in 0..<channels {
                ALACPrediction.errors(
                    source(part, mixture), plane(.errors, part), count, order: order,
                    part == 0 ? taps.0 : taps.1, shift: Self.shift, spare: spare)
            }
            return
        }
        for part in 0..<channels {
            let (samples, errors) = (source(part, mixture), plane(.errors, part))
            for index in 0...order {
                errors[index] = ALACPrediction.cut(samples[index] &- (index > 0 ? samples[index - 1] : 0), spare)
            }
        }
        if channels == 2 {
            follow(source(0, mixture), source(1, mixture), plane(.errors, 0), plane(.errors, 1), taps, spare, count)
        } else {
            follow(source(0, mixture), plane(.errors, 0), taps.0, spare, count)
        }
    }

    @inline(__always)
    private static func step(
        _ taps: inout ALACTaps, _ samples: UnsafePointer<Int32>, _ errors: UnsafeMutablePointer<Int32>, _ index: Int,
        _ spare: Int32
    ) {
        let top = samples[index &- 1 &- order]
        let before = UnsafeRawPointer(samples + index)
        let older = SIMD4(repeating: top) &- before.loadUnaligned(fromByteOffset: -32, as: SIMD4<Int32>.self)
        let newer = SIMD4(repeating: top) &- before.loadUnaligned(fromByteOffset: -16, as: SIMD4<Int32>.self)
        let prediction = taps.prediction(top, older: older, newer: newer, isShort: false)
        let error = ALACPrediction.cut(samples[index] &- prediction, spare)
        errors[index] = error
        taps.adapt(error: error, older: older, newer: newer, isShort: false)
    }

    /// Both channels in one loop: neither waits for the other.
    private func follow(
        _ first: UnsafePointer<Int32>, _ second: UnsafePointer<Int32>, _ firstErrors: UnsafeMutablePointer<Int32>,
        _ secondErrors: UnsafeMutablePointer<Int32>,
        _ coefficients: (UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>), _ spare: Int32, _ count: Int
    ) {
        var taps = ALACTaps(order: Self.order, coefficients.0, shift: Self.shift)
        var others = ALACTaps(order: Self.order, coefficients.1, shift: Self.shift)
        for index in (Self.order &+ 1)..<count {
            Self.step(&taps, first, firstErrors, index, spare)
            Self.step(&others, second, secondErrors, index, spare)
        }
        taps.store(coefficients.0, order: Self.order)
        others.store(coefficients.1, order: Self.order)
    }

    private func follow(
        _ samples: UnsafePointer<Int32>, _ errors: UnsafeMutablePointer<Int32>,
        _ coefficients: UnsafeMutablePointer<Int16>, _ spare: Int32, _ count: Int
    ) {
        var taps = ALACTaps(order: Self.order, coefficients, shift: Self.shift)
        for index in (Self.order &+ 1)..<count { Self.step(&taps, samples, errors, index, spare) }
        taps.store(coefficients, order: Self.order)
    }
}
