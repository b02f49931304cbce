import CMath

/// The data of a frame: ISO/IEC 14496-3, 8.6.4.2.
extension PSEncoder {
    /// Intensity differences in decibels, from the middle on.
    private static let coarseSteps: [Float] = [0, 2, 4, 7, 10, 14, 18, 25]
    private static let fineSteps: [Float] = [0, 2, 4, 6, 8, 10, 13, 16, 19, 22, 25, 30, 35, 40, 45, 50]
    private static let coherences: [Float] = [1, 0.937, 0.84118, 0.60092, 0.36764, 0, -0.589, -1]

    /// Indices of intensity of an envelope, 0 or 1; 2 is that of the frame before.
    private func intensity(_ envelope: Int) -> UnsafeMutablePointer<Int> {
        indices + 2 * envelope * Self.measuredCount
    }
    private func coherence(_ envelope: Int) -> UnsafeMutablePointer<Int> {
        indices + (2 * envelope + 1) * Self.measuredCount
    }

    /// Writes the extension of a payload that carries the frame's description.
    func put(_ bits: AACPacketBits, hasHeader: Bool) {
        // The decoder moves in equal steps to what holds at an envelope's end.
        estimate(0, rows: 8..<24)
        estimate(1, rows: 24..<40)
        var changes = 0
        for band in 0..<bandCount where abs(intensity(0)[band] - intensity(1)[band]) > 1 { changes += 1 }
        let isSame = isStarted && !hasHeader && isEqual(0, 2) && isEqual(1, 2)
        let envelopeCount = isSame ? 0 : changes * 5 >= bandCount ? 2 : 1
        if envelopeCount == 1 { estimate(0, rows: 16..<48) }
        write(envelopeCount: envelopeCount, hasHeader: hasHeader)
        if envelopeCount > 0 { intensity(2).update(from: intensity(envelopeCount - 1), count: 2 * Self.measuredCount) }
        isStarted = true
        let byteCount = (scratch.count + 7) / 8
        scratch.align()
        bits.put(1, 1)
        bits.put(min(15, byteCount), 4)
        if byteCount >= 15 { bits.put(byteCount - 15, 8) }
        for byte in scratch.bytes { bits.put(UInt32(byte), 8) }
    }

    private func isEqual(_ first: Int, _ second: Int) -> Bool {
        for index in 0..<2 * Self.measuredCount where intensity(first)[index] != intensity(second)[index] {
            return false
        }
        return true
    }

    /// Quantises intensity and coherence over rows of the frame and after it.
    private func estimate(_ envelope: Int, rows: Range<Int>) {
        let width = Self.measuredCount / bandCount
        let steps = isFine ? Self.fineSteps : Self.coarseSteps
        let (intensities, coherences) = (intensity(envelope), coherence(envelope))
        for band in 0..<bandCount {
            var (left, right, cross): (Float, Float, Float) = (1, 1, 1)
            for row in rows where row < sumRows {
                let source = sums + row * Self.sumCount
                for place in band * width..<(band + 1) * width {
                    left += source[place]
                    right += source[Self.measuredCount + place]
                    cross += source[2 * Self.measuredCount + place]
                }
            }
            let decibels = 3.0103 * cmath_log2f(left / right)
            var nearest = 0
            for step in 1..<steps.count where abs(steps[step] - abs(decibels)) < abs(steps[nearest] - abs(decibels)) {
                nearest = step
            }
            intensities[band] = decibels < 0 ? -nearest : nearest
            let value = cross / cmath_sqrtf(left * right)
            var index = 0
            for step in 1..<8 where abs(Self.coherences[step] - value) < abs(Self.coherences[index] - value) {
                index = step
            }
            coherences[band] = index
        }
    }

    private func write(envelopeCount: Int, hasHeader: Bool) {
        let bits = scratch
        bits.removeAll()
        bits.put(2, 2)
        bits.put(hasHeader ? 1 : 0, 1)
        if hasHeader {
            let mode = bandCount == 20 ? 1 : 0
            bits.put(1, 1)
            bits.put(mode + (isFine ? 3 : 0), 3)
            bits.put(1, 1)
            bits.put(mode, 3)
            bits.put(0, 1)
        }
        bits.put(0, 1)
        bits.put(envelopeCount, 2)
        let (overTime, overFrequency) =
            isFine
            ? (PSCodebookTables.fineIntensityTime, PSCodebookTables.fineIntensityFrequency)
            : (PSCodebookTables.intensityTime, PSCodebookTables.intensityFrequency)
        for envelope in 0..<envelopeCount {
            let old = envelope == 0 ? intensity(2) : intensity(envelope - 1)
            deltas(intensity(envelope), old, overTime, overFrequency, mayBuild: envelope > 0 || !hasHeader && isStarted)
        }
        for envelope in 0..<envelopeCount {
            let old = envelope == 0 ? coherence(2) : coherence(envelope - 1)
            deltas(
                coherence(envelope), old, PSCodebookTables.coherenceTime, PSCodebookTables.coherenceFrequency,
                mayBuild: envelope > 0 || !hasHeader && isStarted)
        }
    }

    /// Writes one envelope of indices in the cheaper direction.
    private func deltas(
        _ values: UnsafePointer<Int>, _ old: UnsafePointer<Int>, _ overTime: CodewordTable,
        _ overFrequency: CodewordTable, mayBuild: Bool
    ) {
        var (along, across, last) = (0, 0, 0)
        for band in 0..<bandCount {
            along += overFrequency.bitCount(values[band] - last)
            across += overTime.bitCount(values[band] - old[band])
            last = values[band]
        }
        let isOverTime = mayBuild && across < along
        scratch.put(isOverTime ? 1 : 0, 1)
        last = 0
        for band in 0..<bandCount {
            let book = isOverTime ? overTime : overFrequency
            let step = values[band] - (isOverTime ? old[band] : last)
            let index = max(0, min(step - book.smallest, book.lengths.count - 1))
            scratch.put(book.words[index], Int(book.lengths[index]))
            last = values[band]
        }
    }
}
