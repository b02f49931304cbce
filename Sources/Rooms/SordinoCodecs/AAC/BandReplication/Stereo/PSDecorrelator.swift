import CMath

/// Makes a signal that is decorrelated from its input: all-pass chains below, delays above, quieter after transients.
///
/// Rows are slots of hybrid subbands. Source: ISO/IEC 14496-3, 8.6.4.5.
final class PSDecorrelator {
    /// Numbers from row to row.
    static let stride = 96
    /// Rows of the past that the delays look at.
    static let past = 14

    private static let linkStride = 56
    private static let linkPast = 5
    private static let gains: [Double] = [0.65143905753106, 0.56471812200776, 0.48954165955695]
    private static let fractions: [Double] = [0.43, 0.75, 0.347]

    /// Hybrid subbands of the input, with `past` rows before the frame.
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>
    /// Decorrelated subbands of the frame.
    let outReal: UnsafeMutablePointer<Float>
    let outImaginary: UnsafeMutablePointer<Float>
    private let slotCount: Int
    private let links: UnsafeMutablePointer<Float>
    private let linkSize: Int
    /// For 20 and 34 bands: turns of the input and of the three links, gains of the links.
    private let constants: [UnsafeMutablePointer<Float>]
    private let peaks: UnsafeMutablePointer<Float>
    private let smoothPowers: UnsafeMutablePointer<Float>
    private let smoothDrops: UnsafeMutablePointer<Float>
    private let powers: UnsafeMutablePointer<Float>
    private let transientGains: UnsafeMutablePointer<Float>
    private let floats: UnsafeMutablePointer<Float>
    private let total: Int

    init(slotCount: Int) {
        self.slotCount = slotCount
        let rows = (slotCount + Self.past) * Self.stride
        linkSize = (slotCount + Self.linkPast) * Self.linkStride
        total = 4 * rows + 6 * linkSize + 4 * 40 + 2 * Self.stride
        floats = .allocate(capacity: total)
        floats.initialize(repeating: 0, count: total)
        real = floats
        imaginary = floats + rows
        outReal = floats + 2 * rows
        outImaginary = floats + 3 * rows
        links = floats + 4 * rows
        peaks = links + 6 * linkSize
        smoothPowers = peaks + 40
        smoothDrops = peaks + 80
        powers = peaks + 120
        transientGains = peaks + 160
        constants = [Self.makeConstants(is34: false), Self.makeConstants(is34: true)]
    }

    deinit {
        floats.deallocate()
        for list in constants { list.deallocate() }
    }

    /// Forgets all samples, as after a jump.
    func reset() { floats.update(repeating: 0, count: total) }

    /// Centres of the hybrid subbands in QMF subbands, 20 bands in eighths, 34 in twenty-fourths.
    private static let centres20: [Double] = [-3, -1, 1, 3, 5, 7, 10, 14, 18, 22]
    private static let centres34: [Double] = [
        2, 6, 10, 14, 18, 22, 26, 30, 34, -10, -6, -2, 51, 57, 15, 21, 27, 33, 39, 45, 54, 66, 78, 42, 102, 66, 78, 90,
        102,
        114, 126, 90,
    ]

    private static func makeConstants(is34: Bool) -> UnsafeMutablePointer<Float> {
        let list = UnsafeMutablePointer<Float>.allocate(capacity: 11 * linkStride)
        list.initialize(repeating: 0, count: 11 * linkStride)
        for band in 0..<(is34 ? 50 : 30) {
            let centre: Double
            if is34 {
                centre = band < 32 ? centres34[band] / 24 : Double(band) - 26.5
            } else {
                centre = band < 10 ? centres20[band] / 8 : Double(band) - 6.5
            }
            let slope = max(0, min(1, 1 - 0.05 * Double(band - (is34 ? 32 : 10))))
            list[band] = Float(cmath_cos(-Double.pi * 0.39 * centre))
            list[linkStride + band] = Float(cmath_sin(-Double.pi * 0.39 * centre))
            for link in 0..<3 {
                let at = (2 + 3 * link) * linkStride + band
                list[at] = Float(cmath_cos(-Double.pi * fractions[link] * centre))
                list[at + linkStride] = Float(cmath_sin(-Double.pi * fractions[link] * centre))
                list[at + 2 * linkStride] = Float(gains[link] * slope)
            }
        }
        return list
    }

    /// Decorrelates the frame whose rows lie behind the past in `real` and `imaginary`.
    func process(is34: Bool) {
        let bands = is34 ? PSMapping.bands34 : PSMapping.bands20
        bands.withUnsafeBufferPointer { map in
            guard let map = map.baseAddress else { return }
            for slot in 0..<slotCount { processSlot(slot, is34, map) }
        }
    }

    /// Moves the last rows before the next frame's.
    func advance() {
        let kept = Self.past * Self.stride
        real.update(from: real + slotCount * Self.stride, count: kept)
        imaginary.update(from: imaginary + slotCount * Self.stride, count: kept)
        for list in 0..<6 {
            let link = links + list * linkSize
            link.update(from: link + slotCount * Self.linkStride, count: Self.linkPast * Self.linkStride)
        }
    }

    private func processSlot(_ slot: Int, _ is34: Bool, _ map: UnsafePointer<UInt8>) {
        let count = is34 ? 91 : 71
        let (chainEnd, longEnd) = is34 ? (50, 62) : (30, 42)
        let now = (slot &+ Self.past) &* Self.stride
        measure(now, count, is34 ? 34 : 20, map)
        let out = slot &* Self.stride
        chain(slot, now, out, (chainEnd + 3) & ~3, constants[is34 ? 1 : 0])
        delay(now &- 14 &* Self.stride, out, chainEnd, longEnd)
        delay(now &- Self.stride, out, longEnd, count)
    }

    /// Follows the power of each band, and finds the gain after transients.
    private func measure(_ now: Int, _ count: Int, _ bandCount: Int, _ map: UnsafePointer<UInt8>) {
        var k = 0
        while k < count {
            let (re, im) = (load4(real + (now &+ k)), load4(imaginary + (now &+ k)))
            store4(transientGains + k, re * re + im * im)
            k &+= 4
        }
        for band in 0..<bandCount { powers[band] = 0 }
        // Neighbours mostly belong to the same band: they are added before they are stored.
        var (sum, band): (Float, Int) = (0, Int(map[0]))
        for k in 0..<count {
            if Int(map[k]) != band {
                powers[band] += sum
                (sum, band) = (0, Int(map[k]))
            }
            sum += transientGains[k]
        }
        powers[band] += sum
        for band in 0..<bandCount {
            let power = powers[band]
            let peak = max(0.76592833836465 * peaks[band], power)
            peaks[band] = peak
            smoothPowers[band] += 0.25 * (power - smoothPowers[band])
            smoothDrops[band] += 0.25 * (peak - power - smoothDrops[band])
            let drop = 1.5 * smoothDrops[band]
            powers[band] = drop > smoothPowers[band] ? smoothPowers[band] / drop : 1
        }
        for k in 0..<count { transientGains[k] = powers[Int(map[k])] }
    }

    /// Runs the all-pass chains of one slot.
    private func chain(_ slot: Int, _ now: Int, _ out: Int, _ count: Int, _ constants: UnsafePointer<Float>) {
        let width = Self.linkStride
        let at = (slot &+ Self.linkPast) &* width
        var k = 0
        while k < count {
            let source = now &- 2 &* Self.stride &+ k
            let (x, y) = (load4(real + source), load4(imaginary + source))
            let (turnReal, turnImaginary) = (load4(constants + k), load4(constants + (width &+ k)))
            var (re, im) = (x * turnReal - y * turnImaginary, x * turnImaginary + y * turnReal)
            for link in 0..<3 {
                let state = links + 2 &* link &* linkSize
                let old = at &- (3 &+ link) &* width &+ k
                let turn = constants + ((2 &+ 3 &* link) &* width &+ k)
                let gain = load4(turn + 2 &* width)
                let (c, s) = (load4(turn), load4(turn + width))
                let (dr, di) = (load4(state + old), load4(state + (linkSize &+ old)))
                let (nextReal, nextImaginary) = (dr * c - di * s - gain * re, dr * s + di * c - gain * im)
                store4(state + (at &+ k), re + gain * nextReal)
                store4(state + (linkSize &+ at &+ k), im + gain * nextImaginary)
                (re, im) = (nextReal, nextImaginary)
            }
            let gain = load4(transientGains + k)
            store4(outReal + (out &+ k), re * gain)
            store4(outImaginary + (out &+ k), im * gain)
            k &+= 4
        }
    }

    /// Delays the subbands of one slot; the source row lies before the slot.
    @inline(__always)
    private func delay(_ source: Int, _ out: Int, _ from: Int, _ to: Int) {
        var k = from
        while k < to {
            let gain = load4(transientGains + k)
            store4(outReal + (out &+ k), load4(real + (source &+ k)) * gain)
            store4(outImaginary + (out &+ k), load4(imaginary + (source &+ k)) * gain)
            k &+= 4
        }
    }
}
