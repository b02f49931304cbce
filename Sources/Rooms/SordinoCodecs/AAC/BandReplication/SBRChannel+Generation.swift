/// The high-frequency generator: inverse filtering and transposition. Source: ISO/IEC 14496-3, 4.6.18.6.
extension SBRChannel {
    /// Bandwidth of inverse filtering by the previous and the present mode.
    private static let expansions: [Float] = [
        0.0, 0.6, 0.9, 0.98,
        0.6, 0.75, 0.9, 0.98,
        0.0, 0.75, 0.9, 0.98,
        0.0, 0.75, 0.9, 0.98,
    ]

    /// Fills the rows of generated subbands.
    ///
    /// - Parameters:
    ///   - bands: The frequency bands.
    ///   - rows: The rows to fill, within those of the frame and its overlap.
    func generate(_ bands: SBRBands, rows: Range<Int>) {
        predict(count: min(32, bands.first + 3) & ~3)
        expand(bands)
        let (a0r, a0i) = (lists, lists + Self.listCount)
        let (a1r, a1i) = (lists + 2 * Self.listCount, lists + 3 * Self.listCount)
        place(bands, a0r, a0i, a1r, a1i)
        for row in rows {
            var at = 0
            let source = row &* Self.lowStride
            for patch in 0..<bands.patchCounts.count {
                let (count, start) = (bands.patchCounts[patch], bands.patchStarts[patch])
                let low = source &+ start
                var k = 0
                while k < count {
                    let (m, p) = (at &+ k, low &+ k)
                    let (x2r, x2i) = (load4(lowReal + p), load4(lowImaginary + p))
                    let (x1r, x1i) = (
                        load4(lowReal + (p &+ Self.lowStride)), load4(lowImaginary + (p &+ Self.lowStride))
                    )
                    let (b0r, b0i) = (load4(a0r + m), load4(a0i + m))
                    let (b1r, b1i) = (load4(a1r + m), load4(a1i + m))
                    var re = load4(lowReal + (p &+ 2 &* Self.lowStride))
                    var im = load4(lowImaginary + (p &+ 2 &* Self.lowStride))
                    re += x1r * b0r - x1i * b0i
                    im += x1r * b0i + x1i * b0r
                    re += x2r * b1r - x2i * b1i
                    im += x2r * b1i + x2i * b1r
                    store4(highReal + (row &* Self.stride &+ m), re)
                    store4(highImaginary + (row &* Self.stride &+ m), im)
                    k &+= 4
                }
                at &+= count
            }
            // The last patch may have been cut; the rest is silent.
            while at < bands.count {
                highReal[row &* Self.stride &+ at] = 0
                highImaginary[row &* Self.stride &+ at] = 0
                at &+= 1
            }
        }
    }

    /// Computes the prediction coefficients of the low subbands by the covariance method.
    private func predict(count: Int) {
        let length = shape.slotCount &+ shape.overlap
        let stride = Self.lowStride
        var k = 0
        while k < count {
            @inline(__always) func row(_ index: Int) -> (re: QMFLane, im: QMFLane) {
                (load4(lowReal + (index &* stride &+ k)), load4(lowImaginary + (index &* stride &+ k)))
            }
            var (older, old) = (row(0), row(1))
            let edge = (older, old)
            var energy = QMFLane.zero
            var (near, far) = ((re: QMFLane.zero, im: QMFLane.zero), (re: QMFLane.zero, im: QMFLane.zero))
            // Sums over the rows that all terms share; the terms at the edges are added after.
            for index in 2...length {
                let now = row(index)
                energy += old.re * old.re + old.im * old.im
                near.re += now.re * old.re + now.im * old.im
                near.im += now.im * old.re - now.re * old.im
                far.re += now.re * older.re + now.im * older.im
                far.im += now.im * older.re - now.re * older.im
                (older, old) = (old, now)
            }
            let last = row(length &+ 1)
            far.re += last.re * older.re + last.im * older.im
            far.im += last.im * older.re - last.re * older.im
            let r11 = energy + old.re * old.re + old.im * old.im
            let r22 = energy + edge.0.re * edge.0.re + edge.0.im * edge.0.im
            let r12 = (
                re: near.re + edge.1.re * edge.0.re + edge.1.im * edge.0.im,
                im: near.im + edge.1.im * edge.0.re - edge.1.re * edge.0.im
            )
            let r01 = (
                re: near.re + last.re * old.re + last.im * old.im, im: near.im + last.im * old.re - last.re * old.im
            )
            let determinant = r22 * r11 - (r12.re * r12.re + r12.im * r12.im) * QMFLane(repeating: 1 / 1.000001)
            let divisor = determinant.replacing(with: 1, where: determinant .== 0)
            var a1 = (
                re: (r01.re * r12.re - r01.im * r12.im - far.re * r11) / divisor,
                im: (r01.re * r12.im + r01.im * r12.re - far.im * r11) / divisor
            )
            a1.re.replace(with: 0, where: determinant .== 0)
            a1.im.replace(with: 0, where: determinant .== 0)
            let power = r11.replacing(with: 1, where: r11 .== 0)
            var a0 = (
                re: 0 - (r01.re + a1.re * r12.re + a1.im * r12.im) / power,
                im: 0 - (r01.im + a1.im * r12.re - a1.re * r12.im) / power
            )
            let (size0, size1) = (a0.re * a0.re + a0.im * a0.im, a1.re * a1.re + a1.im * a1.im)
            let areSmall = (size0 .< 16) .& (size1 .< 16)
            let isUnstable = .!(areSmall .& (r11 .!= 0))
            a0.re.replace(with: 0, where: isUnstable)
            a0.im.replace(with: 0, where: isUnstable)
            a1.re.replace(with: 0, where: isUnstable)
            a1.im.replace(with: 0, where: isUnstable)
            store4(prediction + k, a0.re)
            store4(prediction + (32 &+ k), a0.im)
            store4(prediction + (64 &+ k), a1.re)
            store4(prediction + (96 &+ k), a1.im)
            k &+= 4
        }
    }

    /// Moves the bandwidth of each noise band towards that of its mode.
    private func expand(_ bands: SBRBands) {
        for band in 0..<bands.noiseCount {
            let mode = (previous.whitening[band] & 3) << 2 | parameters.whitening[band] & 3
            let (wanted, before) = (Self.expansions[mode], expansion[band])
            let next =
                wanted < before ? 0.75 * wanted + 0.25 * before : 0.90625 * wanted + 0.09375 * before
            expansion[band] = next < 0.015625 ? 0 : min(next, 0.99609375)
        }
    }

    /// Spreads the coefficients of the source subbands over the generated ones.
    private func place(
        _ bands: SBRBands, _ a0r: UnsafeMutablePointer<Float>, _ a0i: UnsafeMutablePointer<Float>,
        _ a1r: UnsafeMutablePointer<Float>, _ a1i: UnsafeMutablePointer<Float>
    ) {
        var (m, noiseBand) = (0, 0)
        for patch in 0..<bands.patchCounts.count {
            for offset in 0..<bands.patchCounts[patch] where m < 64 {
                let source = min(31, bands.patchStarts[patch] + offset)
                while noiseBand + 1 < bands.noiseCount, bands.first + m >= bands.noise[noiseBand + 1] { noiseBand += 1 }
                let factor = expansion[noiseBand]
                a0r[m] = prediction[source] * factor
                a0i[m] = prediction[32 + source] * factor
                a1r[m] = prediction[64 + source] * factor * factor
                a1i[m] = prediction[96 + source] * factor * factor
                m += 1
            }
        }
        for rest in m..<min(Self.listCount, m + 4) { (a0r[rest], a0i[rest], a1r[rest], a1i[rest]) = (0, 0, 0, 0) }
    }
}
