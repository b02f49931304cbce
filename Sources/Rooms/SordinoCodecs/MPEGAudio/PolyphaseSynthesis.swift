/// The synthesis filter bank of all layers for one channel: samples of 32 subbands to sound.
///
/// Four time slots are computed at once, each in a lane. A slot's 64 values of the vector V of the standard are a cosine
/// transform of type II of 32, with signs; only that is kept, a row for each coefficient, the time along the row.
///
/// Source: ISO/IEC 11172-3, 2.4.3.2.2 and figure A.2.
final class PolyphaseSynthesis {
    /// Slots that a call computes at most.
    static let slotLimit = 36
    /// Slots kept of the past.
    private static let pastCount = 16
    private static let rowCount = pastCount + slotLimit

    /// Samples of subbands to be computed: a row of `slotLimit` for each.
    let samples = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 32 * slotLimit / 4)
    private let rows = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 32 * rowCount / 4)
    private let work = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 32)
    private let tables = PolyphaseTables.shared

    init() { clear() }

    deinit {
        samples.deallocate()
        rows.deallocate()
        work.deallocate()
    }

    /// Forgets all samples, as after a jump.
    func clear() {
        samples.initialize(repeating: .zero, count: 32 * Self.slotLimit / 4)
        rows.initialize(repeating: .zero, count: 32 * Self.rowCount / 4)
        work.initialize(repeating: .zero, count: 32)
    }

    /// Takes over the past of another channel.
    func copy(_ other: PolyphaseSynthesis) { rows.update(from: other.rows, count: 32 * Self.rowCount / 4) }

    /// The row of a subband's samples.
    @inline(__always)
    func row(_ subband: Int) -> UnsafeMutablePointer<Float> {
        UnsafeMutableRawPointer(samples).assumingMemoryBound(to: Float.self) + subband &* Self.slotLimit
    }

    /// Computes the sound of `samples`.
    ///
    /// - Parameters:
    ///   - slotCount: Slots, 4 to `slotLimit`.
    ///   - output: Receives 32 frames for each slot.
    func process(slotCount: Int, into output: UnsafeMutablePointer<Float>) {
        let count = min(max(slotCount, 4), Self.slotLimit)
        let past = UnsafeMutableRawPointer(rows)
        var slot = 0
        while slot < count {
            // The last four may have been computed in part; they come out the same.
            let first = min(slot, count &- 4)
            transform(UnsafeRawPointer(samples) + first &* 4, past + (Self.pastCount &+ first) &* 4)
            window(past + (Self.pastCount &+ first) &* 4, output + first &* 32)
            slot &+= 4
        }
        for row in 0..<32 {
            let start = past + row &* Self.rowCount &* 4
            for step in 0..<4 {
                let value = start.loadUnaligned(fromByteOffset: (count &+ step &* 4) &* 4, as: SIMD4<Float>.self)
                start.storeBytes(of: value, toByteOffset: step &* 16, as: SIMD4<Float>.self)
            }
        }
    }

    /// Computes the cosine transforms of four slots.
    @inline(__always)
    private func transform(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        let (cosines, work) = (tables.cosines, work)
        let row = Self.slotLimit &* 4
        for index in 0..<8 {
            let a = source.loadUnaligned(fromByteOffset: index &* row, as: SIMD4<Float>.self)
            let b = source.loadUnaligned(fromByteOffset: (31 &- index) &* row, as: SIMD4<Float>.self)
            let c = source.loadUnaligned(fromByteOffset: (15 &- index) &* row, as: SIMD4<Float>.self)
            let d = source.loadUnaligned(fromByteOffset: (16 &+ index) &* row, as: SIMD4<Float>.self)
            let (sum0, sum1) = (a + b, c + d)
            let (difference0, difference1) = ((a - b) * cosines[index], (c - d) * cosines[15 &- index])
            work[index] = sum0 + sum1
            work[8 &+ index] = (sum0 - sum1) * cosines[16 &+ index]
            work[16 &+ index] = difference0 + difference1
            work[24 &+ index] = (difference0 - difference1) * cosines[16 &+ index]
        }
        for block in 0..<4 { Self.eight(work + block &* 8, cosines) }
        for index in 0..<8 {
            let next = index &+ 1
            let isLast = index == 7
            let odd = isLast ? work[15] : work[8 &+ index] + work[8 &+ next]
            let c = isLast ? work[31] : work[24 &+ index] + work[24 &+ next]
            let upper = isLast ? c : c + work[16 &+ next]
            let place = 4 &* index
            Self.put(work[index], target, place)
            Self.put(work[16 &+ index] + c, target, place &+ 1)
            Self.put(odd, target, place &+ 2)
            Self.put(upper, target, place &+ 3)
        }
    }

    @inline(__always)
    private static func put(_ value: SIMD4<Float>, _ target: UnsafeMutableRawPointer, _ row: Int) {
        target.storeBytes(of: value, toByteOffset: row &* rowCount &* 4, as: SIMD4<Float>.self)
    }

    /// Computes a cosine transform of type II of eight values in place.
    @inline(__always)
    private static func eight(_ x: UnsafeMutablePointer<SIMD4<Float>>, _ cosines: UnsafePointer<SIMD4<Float>>) {
        let c = cosines + 24
        let (s0, s1, s2, s3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4])
        let (d0, d1) = ((x[0] - x[7]) * c[0], (x[1] - x[6]) * c[1])
        let (d2, d3) = ((x[2] - x[5]) * c[2], (x[3] - x[4]) * c[3])
        let even = four(s0, s1, s2, s3, c)
        let odd = four(d0, d1, d2, d3, c)
        x[0] = even.0
        x[1] = odd.0 + odd.1
        x[2] = even.1
        x[3] = odd.1 + odd.2
        x[4] = even.2
        x[5] = odd.2 + odd.3
        x[6] = even.3
        x[7] = odd.3
    }

    /// Computes a cosine transform of type II of four values.
    @inline(__always)
    private static func four(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>,
        _ cosines: UnsafePointer<SIMD4<Float>>
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let (p, q) = (a + d, b + c)
        let (r, s) = ((a - d) * cosines[4], (b - c) * cosines[5])
        let last = (r - s) * cosines[6]
        return (p + q, r + s + last, (p - q) * cosines[6], last)
    }

    /// Computes the sound of four slots.
    ///
    /// - Parameter slot: The first of the slots in the first row.
    @inline(__always)
    private func window(_ slot: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>) {
        let (factors, sound) = (tables.window, work)
        let row = Self.rowCount &* 4
        let middle = UnsafeRawPointer(slot) + 16 &* row
        var (a, b, c) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for step in 0..<8 {
            let back = step &* -8
            a += middle.loadUnaligned(fromByteOffset: back, as: SIMD4<Float>.self) * factors[2 &* step]
            b += middle.loadUnaligned(fromByteOffset: back &- 4, as: SIMD4<Float>.self) * factors[2 &* step &+ 1]
            let lowest = UnsafeRawPointer(slot).loadUnaligned(fromByteOffset: back &- 4, as: SIMD4<Float>.self)
            c += lowest * factors[16 &+ step]
        }
        sound[0] = a + b
        sound[16] = c
        for j in 1..<16 {
            let (even, odd) = (middle + j &* row, middle - j &* row)
            let factors = factors + (24 &+ (j &- 1) &* 32)
            var (a, b) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            var (c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
            for step in 0..<8 {
                let x = even.loadUnaligned(fromByteOffset: step &* -8, as: SIMD4<Float>.self)
                let y = odd.loadUnaligned(fromByteOffset: step &* -8 &- 4, as: SIMD4<Float>.self)
                a += x * factors[step &* 4]
                b += y * factors[step &* 4 &+ 1]
                c += x * factors[step &* 4 &+ 2]
                d += y * factors[step &* 4 &+ 3]
            }
            sound[j] = a + b
            sound[32 &- j] = c + d
        }
        for column in 0..<8 {
            let part = sound + column &* 4
            let rows = Lanes.transposed(part[0], part[1], part[2], part[3])
            let target = UnsafeMutableRawPointer(output + column &* 4)
            target.storeBytes(of: rows.0, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.1, toByteOffset: 128, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.2, toByteOffset: 256, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.3, toByteOffset: 384, as: SIMD4<Float>.self)
        }
    }
}
