import CMath

/// Models hearing for one transform: from the power of spectral lines to the audibility of noise in each scalefactor
/// band.
///
/// The ear's filters, spreading, internal noise and temporal smearing follow the excitation patterns of ITU-R BS.1387,
/// 3.2 (basic version), on cells of a constant width in Bark. The audibility of noise is the sum over cells of noise to
/// mask; as it is linear in the noise, one weight per band says it all.
final class AACHearing {
    /// Lines of the transform.
    let lineCount: Int
    /// Cells of the pattern.
    let cellCount: Int
    /// The offsets of the scalefactor bands.
    let bandCount: Int

    static let cellWidth = 0.5
    private let ear: UnsafeMutablePointer<Float>
    private let cellFirst: UnsafeMutablePointer<Int>
    private let cellLast: UnsafeMutablePointer<Int>
    private let firstPart: UnsafeMutablePointer<Float>
    private let lastPart: UnsafeMutablePointer<Float>
    private let noise: UnsafeMutablePointer<Float>
    private let upSlope: UnsafeMutablePointer<Float>
    private let normal: UnsafeMutablePointer<Float>
    private let offset: UnsafeMutablePointer<Float>
    private let decay: UnsafeMutablePointer<Float>
    private let pairCell: UnsafeMutablePointer<Int>
    private let pairWeight: UnsafeMutablePointer<Float>
    private let pairStart: UnsafeMutablePointer<Int>
    private let energies: UnsafeMutablePointer<Float>
    private let spreadOut: UnsafeMutablePointer<Float>
    private let floats: UnsafeMutablePointer<Float>
    private let ints: UnsafeMutablePointer<Int>
    private let pairCapacity: Int

    private static func bark(_ hertz: Double) -> Double {
        let x = hertz / 650
        return 7 * cmath_log(x + (x * x + 1).squareRoot())
    }
    private static func hertz(_ bark: Double) -> Double { 650 * (cmath_exp(bark / 7) - cmath_exp(-bark / 7)) / 2 }

    /// Makes the model.
    ///
    /// - Parameters:
    ///   - lineCount: Lines of the transform.
    ///   - sampleRate: Frames a second.
    ///   - bands: The first lines of the scalefactor bands, and the end of the last.
    init(lineCount: Int, sampleRate: Int, bands: [UInt16]) {
        let width = Self.cellWidth
        let nyquist = Double(sampleRate) / 2
        let low = Self.bark(min(80, nyquist / 40))
        let high = Self.bark(min(20000, nyquist))
        let cells = max(2, Int((high - low) / width) + 1)
        self.lineCount = lineCount
        cellCount = cells
        bandCount = bands.count - 1
        pairCapacity = 2 * lineCount + 2 * cells + bands.count
        floats = .allocate(capacity: lineCount + 9 * cells + pairCapacity)
        floats.initialize(repeating: 0, count: lineCount + 9 * cells + pairCapacity)
        ints = .allocate(capacity: 2 * cells + pairCapacity + bands.count + 1)
        ints.initialize(repeating: 0, count: 2 * cells + pairCapacity + bands.count + 1)
        ear = floats
        firstPart = ear + lineCount
        lastPart = firstPart + cells
        noise = lastPart + cells
        upSlope = noise + cells
        normal = upSlope + cells
        offset = normal + cells
        decay = offset + cells
        energies = decay + cells
        spreadOut = energies + cells
        pairWeight = spreadOut + cells
        cellFirst = ints
        cellLast = ints + cells
        pairCell = cellLast + cells
        pairStart = pairCell + pairCapacity

        // A sine of full scale, 32768, has the energy (32768 lineCount)^2 in the lines, and 92 dB in the model's units.
        let scale = cmath_pow(10, 9.2) / (32768.0 * 32768 * Double(lineCount) * Double(lineCount))
        let lineWidth = nyquist / Double(lineCount)
        for line in 0..<lineCount {
            let kilohertz = max(0.02, (Double(line) + 0.5) * lineWidth / 1000)
            let decibels =
                -0.6 * 3.64 * cmath_pow(kilohertz, -0.8) + 6.5 * cmath_exp(-0.6 * (kilohertz - 3.3) * (kilohertz - 3.3))
                - 0.001 * cmath_pow(kilohertz, 3.6)
            ear[line] = Float(scale * cmath_pow(10, max(-80, decibels) / 10))
        }
        for cell in 0..<cells {
            let start = Self.hertz(low + Double(cell) * width) / lineWidth
            let end = min(Double(lineCount), Self.hertz(low + Double(cell + 1) * width) / lineWidth)
            let first = max(0, min(lineCount - 1, Int(start)))
            let last = max(first, min(lineCount - 1, Int(end)))
            cellFirst[cell] = first
            cellLast[cell] = last
            if first == last {
                firstPart[cell] = Float(max(0, end - start))
            } else {
                firstPart[cell] = Float(Double(first + 1) - start)
                lastPart[cell] = Float(end - Double(last))
            }
            let centre = Self.hertz(low + (Double(cell) + 0.5) * width)
            noise[cell] = Float(width / 0.25 * cmath_pow(10, 0.4 * 0.364 * cmath_pow(centre / 1000, -0.8)))
            upSlope[cell] = Float((-24 - 230 / centre))
            let place = Double(cell) * width
            offset[cell] = Float(cmath_pow(10, (place <= 12 ? 3 : 0.25 * place) / 10))
            // Masking after a sound follows only a part of the decay in the ear: else noise fills the rest behind a click.
            // Short windows resolve more of it.
            let constant = (0.008 + 100 / centre * (0.030 - 0.008)) * (lineCount <= 128 ? 0.1 : 0.4)
            decay[cell] = Float(cmath_exp(-Double(lineCount) / Double(sampleRate) / constant))
            normal[cell] = 1
        }
        energies.update(repeating: Float(width / 0.25), count: cells)
        spread()
        for cell in 0..<cells { normal[cell] = Float(width / 0.25) / max(1e-20, spreadOut[cell]) }
        makePairs(bands, low: low, lineWidth: lineWidth)
    }

    deinit {
        floats.deallocate()
        ints.deallocate()
    }

    /// Distributes each band's noise over the cells, by the share of each line in each cell.
    private func makePairs(_ bands: [UInt16], low: Double, lineWidth: Double) {
        var place = 0
        for band in 0..<bandCount {
            pairStart[band] = place
            let (first, end) = (Int(bands[band]), Int(bands[band + 1]))
            for line in first..<end {
                let from = (Self.bark(Double(line) * lineWidth) - low) / Self.cellWidth
                let to = (Self.bark(Double(line + 1) * lineWidth) - low) / Self.cellWidth
                let (lowest, highest) = (max(0, min(cellCount - 1, Int(from))), max(0, min(cellCount - 1, Int(to))))
                for cell in lowest...highest {
                    let covered =
                        lowest == highest ? 1 : (min(to, Double(cell + 1)) - max(from, Double(cell))) / (to - from)
                    let weight = Float(max(0, covered)) * ear[line] * offset[cell] / Float(end - first)
                    if place > pairStart[band] && pairCell[place - 1] == cell {
                        pairWeight[place - 1] += weight
                    } else if place < pairCapacity {
                        pairCell[place] = cell
                        pairWeight[place] = weight
                        place += 1
                    }
                }
            }
        }
        pairStart[bandCount] = place
    }

    /// Spreads `energies` over frequency into `spreadOut`: BS.1387, 3.2.4.
    private func spread() {
        let cells = cellCount
        let width = Float(Self.cellWidth)
        let down = cmath_exp2f(-0.4 * 2.7 * width * 3.3219281)
        let downWhole = cmath_exp2f(-2.7 * width * 3.3219281)
        let tail = downWhole / (1 - downWhole)
        spreadOut.update(repeating: 0, count: cells)
        var fromAbove: Float = 0
        var cell = cells &- 1
        let perCell = cmath_log2f(width / 0.25)
        while cell >= 0 {
            let level = cmath_log2f(energies[cell])
            // 10 log10(x) = 3.0103 log2(x); the slope in log2 units a cell.
            let slope = min(-0.3, (upSlope[cell] + 0.2 * 3.0103 * (level - perCell)) * width * 0.33219281)
            let up = cmath_exp2f(0.4 * slope)
            let squared = up * up
            let whole = squared * cmath_sqrtf(up)
            let total = tail + 1 / (1 - whole)
            var value = cmath_exp2f(0.4 * (level - cmath_log2f(total)))
            fromAbove = fromAbove * down
            spreadOut[cell] += fromAbove
            fromAbove += value
            var target = cell
            while target < cells && value > 1e-6 {
                spreadOut[target] += value
                value *= up
                target &+= 1
            }
            cell &-= 1
        }
        for cell in 0..<cells {
            let value = spreadOut[cell]
            spreadOut[cell] = value * value * cmath_sqrtf(value) * normal[cell]
        }
    }

    /// Computes the audibility of noise in each band.
    ///
    /// - Parameters:
    ///   - power: The power of each line, `lineCount` numbers.
    ///   - memory: The channel's smeared pattern, then its last pattern: 2 * `cellCount` numbers, read and written.
    ///   - rise: The most by which the mask may exceed that of the last block; 0 leaves it alone.
    ///   - weights: Receives a number per band: the noise-to-mask sum for noise of energy 1 in the band.
    func weigh(
        power: UnsafePointer<Float>, memory: UnsafeMutablePointer<Float>, rise: Float,
        weights: UnsafeMutablePointer<Float>
    ) {
        let cells = cellCount
        for cell in 0..<cells {
            let (first, last) = (cellFirst[cell], cellLast[cell])
            var sum = firstPart[cell] * ear[first] * power[first]
            var line = first &+ 1
            while line < last {
                sum += ear[line] * power[line]
                line &+= 1
            }
            if last > first { sum += lastPart[cell] * ear[last] * power[last] }
            energies[cell] = min(sum, 1e20) + noise[cell]
        }
        spread()
        let (smeared, before) = (memory, memory + cells)
        for cell in 0..<cells {
            let now = spreadOut[cell]
            let slow = smeared[cell] * decay[cell] + now * (1 - decay[cell])
            smeared[cell] = slow
            var mask = max(now, slow)
            if rise > 0 { mask = min(mask, max(before[cell] * rise, noise[cell])) }
            before[cell] = now
            energies[cell] = 1 / max(mask, 1e-6)
        }
        for band in 0..<bandCount {
            var sum: Float = 0
            var index = pairStart[band]
            let end = pairStart[band &+ 1]
            while index < end {
                sum += pairWeight[index] * energies[pairCell[index]]
                index &+= 1
            }
            weights[band] = max(sum, 1e-30)
        }
    }
}
