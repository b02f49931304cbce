import CMath

extension AACEncoderChannel {
    /// The part below a half at which a value rounds down.
    static let roundingShift: Float = 0.0946
    /// A float that holds whole numbers in its lowest bits.
    static let magic: Float = 12_582_912

    /// Computes magnitudes and per-band sums of `lines`, and forgets all trials.
    func prepareTrials() {
        let end = bandStart[bandCount]
        var line = 0
        while line < end {
            let x = load4(lines + line)
            let magnitude = x.replacing(with: -x, where: x .< 0)
            let root = magnitude.squareRoot()
            store4(magnitudes + line, magnitude)
            store4(compressed + line, (root * magnitude).squareRoot())
            line &+= 4
        }
        for band in 0..<bandCount {
            var energy = SIMD4<Float>(repeating: 0)
            var peak = SIMD4<Float>(repeating: 0)
            var roots4 = SIMD4<Float>(repeating: 0)
            var line = bandStart[band]
            let end = bandStart[band &+ 1]
            while line < end {
                let magnitude = load4(magnitudes + line)
                let power = load4(compressed + line)
                energy += magnitude * magnitude
                peak = peak.replacing(with: power, where: power .> peak)
                roots4 += magnitude.squareRoot()
                line &+= 4
            }
            energies[band] = energy[0] + energy[1] + energy[2] + energy[3]
            peaks[band] = max(max(peak[0], peak[1]), max(peak[2], peak[3]))
            roots[band] = roots4[0] + roots4[1] + roots4[2] + roots4[3]
            memoBase[band] = Int.min
        }
    }

    /// Quantises a band's magnitudes into `trial`; returns the largest.
    @inline(__always)
    func quantise(band: Int, scale: Int) -> Int32 {
        let factor = AACEncoderTables.shared.fine[scale &+ 128]
        let shift = SIMD4<Float>(repeating: Self.roundingShift)
        let magic = SIMD4<Float>(repeating: Self.magic)
        let bias = SIMD4<Int32>(repeating: 0x4B40_0000)
        var largest = SIMD4<Int32>(repeating: 0)
        var line = bandStart[band]
        let end = bandStart[band &+ 1]
        while line < end {
            let scaled: SIMD4<Float> = load4(compressed + line) * factor
            let real: SIMD4<Float> = (scaled - shift) + magic
            let whole = unsafeBitCast(real, to: SIMD4<Int32>.self) &- bias
            UnsafeMutableRawPointer(trial + line).storeBytes(of: whole, as: SIMD4<Int32>.self)
            largest = largest.replacing(with: whole, where: whole .> largest)
            line &+= 4
        }
        return max(max(largest[0], largest[1]), max(largest[2], largest[3]))
    }

    /// The noise of the band that `trial` holds.
    @inline(__always)
    private func noise(band: Int, scale: Int, _ tables: AACEncoderTables) -> Float {
        let inverse = tables.step[128 &- scale]
        let power = tables.power
        var sum = SIMD4<Float>(repeating: 0)
        var line = bandStart[band]
        let end = bandStart[band &+ 1]
        while line < end {
            let q = UnsafeRawPointer(trial + line).loadUnaligned(as: SIMD4<Int32>.self)
            let back = SIMD4<Float>(power[Int(q[0])], power[Int(q[1])], power[Int(q[2])], power[Int(q[3])])
            let error = load4(magnitudes + line) * inverse - back
            sum += error * error
            line &+= 4
        }
        let step = tables.step[scale &+ 128]
        return (sum[0] + sum[1] + sum[2] + sum[3]) * step * step
    }

    /// The bits of the band that `trial` holds, in the better of the two smallest books that can hold it.
    @inline(__always)
    private func bits(band: Int, largest: Int32, _ tables: AACEncoderTables) -> Int {
        var line = bandStart[band]
        let end = bandStart[band &+ 1]
        var sum: UInt32 = 0
        let q = trial
        switch largest {
        case ..<1: return 0
        case 1:
            let table = tables.quads12
            while line < end {
                let high: Int32 = signed(line) &* 9 &+ signed(line &+ 1) &* 3
                let low: Int32 = signed(line &+ 2) &* 3 &+ signed(line &+ 3)
                sum &+= table[Int(40 &+ high &* 3 &+ low)]
                line &+= 4
            }
        case 2:
            let table = tables.quads34
            while line < end {
                let high: Int32 = q[line] &* 9 &+ q[line &+ 1] &* 3
                let low: Int32 = q[line &+ 2] &* 3 &+ q[line &+ 3]
                sum &+= table[Int(high &* 3 &+ low)]
                line &+= 4
            }
        case ..<5:
            let table = tables.pairs56
            while line < end {
                let index: Int32 = signed(line) &* 9 &+ signed(line &+ 1)
                sum &+= table[Int(40 &+ index)]
                line &+= 2
            }
        case ..<8:
            let table = tables.pairs78
            while line < end {
                let index: Int32 = q[line] &* 8 &+ q[line &+ 1]
                sum &+= table[Int(index)]
                line &+= 2
            }
        case ..<13:
            let table = tables.pairs910
            while line < end {
                let index: Int32 = q[line] &* 13 &+ q[line &+ 1]
                sum &+= table[Int(index)]
                line &+= 2
            }
        default: return escapeBits(band: band, tables)
        }
        return Int(min(sum & 0xFFFF, sum &>> 16))
    }

    /// The bits of the band that `trial` holds in book 11.
    func escapeBits(band: Int, _ tables: AACEncoderTables) -> Int {
        var line = bandStart[band]
        let end = bandStart[band &+ 1]
        var sum = 0
        while line < end {
            var index = 0
            for place in line..<(line &+ 2) {
                let value = trial[place]
                if value < 16 {
                    index = index &* 17 &+ Int(value)
                } else {
                    index = index &* 17 &+ 16
                    sum &+= 2 &* (31 &- value.leadingZeroBitCount) &- 3
                }
            }
            sum &+= Int(tables.pairs11[index] & 0xFFFF)
            line &+= 2
        }
        return sum
    }

    @inline(__always)
    private func signed(_ line: Int) -> Int32 { lines[line] < 0 ? 0 &- trial[line] : trial[line] }

    /// Tries a scalefactor for a band, or remembers the trial.
    ///
    /// - Returns: The noise's energy and the bits.
    @inline(__always)
    func cost(band: Int, scale: Int) -> (noise: Float, bits: Float) {
        let offset = scale &- memoBase[band]
        guard offset >= 0 && offset < Self.memoCount else { return trialCost(band: band, scale: scale) }
        let place = band &* Self.memoCount &+ offset
        if memoNoise[place] >= 0 { return (memoNoise[place], memoBits[place]) }
        let result = trialCost(band: band, scale: scale)
        memoNoise[place] = result.noise
        memoBits[place] = result.bits
        return result
    }

    private func trialCost(band: Int, scale: Int) -> (noise: Float, bits: Float) {
        let tables = AACEncoderTables.shared
        let largest = quantise(band: band, scale: scale)
        guard largest > 0 else { return (energies[band], 0) }
        return (noise(band: band, scale: scale, tables), Float(bits(band: band, largest: largest, tables)))
    }
}
