import CMath

/// The hybrid filter bank of layer III for one channel: lines to samples of subbands.
///
/// Four subbands are computed at once, each in a lane. The transform of 18 lines to 36 samples is one of type IV, which
/// additions turn into two cosine transforms of nine; their scale is part of the windows, and so is the sign of each odd
/// sample of each odd subband.
///
/// Source: ISO/IEC 11172-3, 2.4.3.4.8 and 2.4.3.4.10.
final class LayerIIIHybrid {
    /// The second halves of the granule before: 18 for each group of four subbands.
    private let overlap = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 8 * 18)
    /// Eighteen lines of four subbands, then as many samples.
    private let work = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 36)
    /// The lines of short blocks in the order of the transforms.
    private let ordered = UnsafeMutablePointer<Float>.allocate(capacity: 576)
    /// Groups of four subbands that may have an overlap.
    private var overlapGroupCount = 8
    private let tables = LayerIIIWindows.shared

    init() { clear() }

    deinit {
        overlap.deallocate()
        work.deallocate()
        ordered.deallocate()
    }

    /// Forgets the granule before.
    func clear() {
        overlap.initialize(repeating: .zero, count: 8 * 18)
        work.initialize(repeating: .zero, count: 36)
        ordered.initialize(repeating: 0, count: 576)
        overlapGroupCount = 0
    }

    /// Takes over the state of another channel.
    func copy(_ other: LayerIIIHybrid) {
        overlap.update(from: other.overlap, count: 8 * 18)
        overlapGroupCount = other.overlapGroupCount
    }

    /// Computes 18 samples of each subband.
    ///
    /// - Parameters:
    ///   - lines: 576 lines in the order of the codes; they are changed.
    ///   - count: Lines before those that are zero to the end.
    ///   - samples: Receives the samples, those of a subband in a row.
    ///   - stride: Floats from one subband to the next.
    func process(
        _ lines: UnsafeMutablePointer<Float>, count: Int, _ granule: LayerIIIGranule, edges: UnsafePointer<Int32>,
        longBandCount: Int, samples: UnsafeMutablePointer<Float>, stride: Int
    ) {
        var subbandCount = min(32, (count + 17) / 18)
        var source = lines
        if granule.blockType == 2 {
            let end = reorder(lines, count: count, edges, from: granule.isMixed ? longBandCount : 0)
            source = ordered
            subbandCount = min(32, (max(count, end) + 17) / 18)
            if granule.isMixed { Self.reduceAlias(source, boundaryCount: 1, tables) }
            if granule.isMixed { subbandCount = max(subbandCount, 2) }
        } else {
            Self.reduceAlias(source, boundaryCount: min(31, subbandCount), tables)
            subbandCount = min(32, subbandCount == 0 ? 0 : subbandCount + 1)
        }
        let groupCount = (subbandCount + 3) / 4
        for group in 0..<max(groupCount, overlapGroupCount) {
            let rest = overlap + group * 18
            let output = work + 18
            if group < groupCount {
                Self.gather(source + group * 72, work)
                if granule.blockType == 2 {
                    if granule.isMixed, group == 0 {
                        mixed(rest, output)
                    } else {
                        shortBlocks(work, rest, output)
                    }
                } else {
                    let type = granule.blockType + (granule.isMixed && group == 0 ? 4 : 0)
                    Self.longBlock(work, tables.windows + type * 36, tables, rest, output)
                }
            } else {
                output.update(from: rest, count: 18)
                rest.update(repeating: .zero, count: 18)
            }
            Self.scatter(output, samples + group * 4 * stride, stride)
        }
        for subband in max(groupCount, overlapGroupCount) * 4..<32 {
            (samples + subband * stride).update(repeating: 0, count: 18)
        }
        overlapGroupCount = groupCount
    }

    /// Puts the lines of three windows side by side.
    ///
    /// - Returns: The number of lines before those that are zero to the end.
    private func reorder(
        _ lines: UnsafeMutablePointer<Float>, count: Int, _ edges: UnsafePointer<Int32>, from first: Int
    ) -> Int {
        var band = first
        var start = Int(edges[band])
        ordered.update(from: lines, count: start)
        while band < 45, start < count {
            let width = Int(edges[band + 1]) - start
            var (source, target) = (lines + start, ordered + start)
            for _ in 0..<width {
                target[0] = source[0]
                target[1] = source[width]
                target[2] = source[2 * width]
                source += 1
                target += 3
            }
            band += 3
            start = Int(edges[band])
        }
        (ordered + start).update(repeating: 0, count: 576 - start)
        return start
    }

    /// Applies eight butterflies at each of the lowest boundaries between subbands.
    private static func reduceAlias(_ lines: UnsafeMutablePointer<Float>, boundaryCount: Int, _ tables: LayerIIIWindows)
    {
        let (cs, ca) = (tables.aliasOwn, tables.aliasOther)
        for boundary in 0..<boundaryCount {
            let low = UnsafeMutableRawPointer(lines + (boundary &* 18 &+ 10))
            let high = UnsafeMutableRawPointer(lines + (boundary &* 18 &+ 18))
            // The lower subband counts downwards.
            let b = low.loadUnaligned(fromByteOffset: 0, as: SIMD4<Float>.self)
            let a = low.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self)
            let c = high.loadUnaligned(fromByteOffset: 0, as: SIMD4<Float>.self)
            let d = high.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self)
            let (down0, down1) = (reversed(a), reversed(b))
            low.storeBytes(of: reversed(down0 * cs.0 - c * ca.0), toByteOffset: 16, as: SIMD4<Float>.self)
            low.storeBytes(of: reversed(down1 * cs.1 - d * ca.1), toByteOffset: 0, as: SIMD4<Float>.self)
            high.storeBytes(of: c * cs.0 + down0 * ca.0, toByteOffset: 0, as: SIMD4<Float>.self)
            high.storeBytes(of: d * cs.1 + down1 * ca.1, toByteOffset: 16, as: SIMD4<Float>.self)
        }
    }

    @inline(__always)
    private static func reversed(_ a: SIMD4<Float>) -> SIMD4<Float> { SIMD4(a.w, a.z, a.y, a.x) }

    /// Puts eighteen lines of four subbands side by side.
    @inline(__always)
    private static func gather(_ lines: UnsafeMutablePointer<Float>, _ target: UnsafeMutablePointer<SIMD4<Float>>) {
        let source = UnsafeRawPointer(lines)
        for step in 0..<5 {
            let column = min(step &* 4, 14)
            let at = source + column &* 4
            let rows = Lanes.transposed(
                at.loadUnaligned(as: SIMD4<Float>.self), at.loadUnaligned(fromByteOffset: 72, as: SIMD4<Float>.self),
                at.loadUnaligned(fromByteOffset: 144, as: SIMD4<Float>.self),
                at.loadUnaligned(fromByteOffset: 216, as: SIMD4<Float>.self))
            target[column] = rows.0
            target[column &+ 1] = rows.1
            target[column &+ 2] = rows.2
            target[column &+ 3] = rows.3
        }
    }

    /// Puts eighteen samples of four subbands into the subbands' rows.
    @inline(__always)
    private static func scatter(
        _ source: UnsafeMutablePointer<SIMD4<Float>>, _ samples: UnsafeMutablePointer<Float>, _ stride: Int
    ) {
        let row = stride &* 4
        for step in 0..<5 {
            let column = min(step &* 4, 14)
            let rows = Lanes.transposed(source[column], source[column &+ 1], source[column &+ 2], source[column &+ 3])
            let target = UnsafeMutableRawPointer(samples + column)
            target.storeBytes(of: rows.0, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.1, toByteOffset: row, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.2, toByteOffset: 2 &* row, as: SIMD4<Float>.self)
            target.storeBytes(of: rows.3, toByteOffset: 3 &* row, as: SIMD4<Float>.self)
        }
    }

    /// Computes four subbands of a mixed granule: two with a long block, two with short ones.
    private func mixed(_ rest: UnsafeMutablePointer<SIMD4<Float>>, _ output: UnsafeMutablePointer<SIMD4<Float>>) {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 36) { second in
            guard let longRest = second.baseAddress else { return }
            let longOutput = longRest + 18
            longRest.initialize(repeating: .zero, count: 36)
            longRest.update(from: rest, count: 18)
            // The long block uses up the lines.
            shortBlocks(work, rest, output)
            Self.longBlock(work, tables.windows, tables, longRest, longOutput)
            for index in 0..<18 {
                rest[index].lowHalf = longRest[index].lowHalf
                output[index].lowHalf = longOutput[index].lowHalf
            }
        }
    }
}
