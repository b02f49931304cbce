import CAccelerate

// Filling, ordering, choosing and measuring.

extension vDSP {
    /// Makes all elements 0.
    public static func clear<E: VectorScalar>(_ vector: inout some AccelerateMutableBuffer<E>) {
        fill(&vector, with: 0)
    }

    /// Makes all elements one value.
    public static func fill<E: VectorScalar>(_ vector: inout some AccelerateMutableBuffer<E>, with value: E) {
        let count = UInt(vector.count)
        write(&vector, count) { z in
            withUnsafePointer(to: value) { a in
                each(E.self, { vDSP_vfill(cast(a), cast(z), 1, count) }, { vDSP_vfillD(cast(a), cast(z), 1, count) })
            }
        }
    }

    /// Turns the order of the elements around.
    public static func reverse<E: VectorScalar>(_ vector: inout some AccelerateMutableBuffer<E>) {
        let count = UInt(vector.count)
        write(&vector, count) { z in
            each(E.self, { vDSP_vrvrs(cast(z), 1, count) }, { vDSP_vrvrsD(cast(z), 1, count) })
        }
    }

    /// Sorts the elements in place.
    public static func sort<E: VectorScalar>(
        _ vector: inout some AccelerateMutableBuffer<E>, sortOrder: SortOrder
    ) {
        let count = UInt(vector.count)
        let order = sortOrder.rawValue
        write(&vector, count) { z in
            each(E.self, { vDSP_vsort(cast(z), count, order) }, { vDSP_vsortD(cast(z), count, order) })
        }
    }

    /// Exchanges the elements of two vectors.
    public static func swapElements<E: VectorScalar>(
        _ vectorA: inout some AccelerateMutableBuffer<E>, _ vectorB: inout some AccelerateMutableBuffer<E>
    ) {
        precondition(vectorA.count == vectorB.count, "vectors have the same number of elements")
        let count = UInt(vectorA.count)
        vectorB.withUnsafeMutableBufferPointer { other in
            guard let second = other.baseAddress else { return }
            write(&vectorA, count) { first in
                each(
                    E.self, { vDSP_vswap(cast(first), 1, cast(second), 1, count) },
                    { vDSP_vswapD(cast(first), 1, cast(second), 1, count) })
            }
        }
    }

    /// Returns those elements for which `gatingVector` is not 0; the first `nonZeroGatingCount` of them.
    public static func compress<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, gatingVector: some AccelerateBuffer<E>, nonZeroGatingCount: Int?
    ) -> [E] {
        let gates = gatingVector.withUnsafeBufferPointer { $0.count { $0 != 0 } }
        var kept = [E](repeating: 0, count: gates)
        compress(vector, gatingVector: gatingVector, result: &kept)
        return nonZeroGatingCount.map { Array(kept.prefix($0)) } ?? kept
    }

    /// Writes those elements for which `gatingVector` is not 0 to the front of `result`.
    public static func compress<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, gatingVector: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        let kept = gatingVector.withUnsafeBufferPointer { UInt($0.count { $0 != 0 }) }
        read(vector) { a, count in
            read(gatingVector) { b, gates in
                precondition(count == gates, "vectors have the same number of elements")
                write(&result, kept) { z in
                    each(
                        E.self, { vDSP_vcmprs(cast(a), 1, cast(b), 1, cast(z), 1, count) },
                        { vDSP_vcmprsD(cast(a), 1, cast(b), 1, cast(z), 1, count) })
                }
            }
        }
    }

    /// Returns the elements at these indices, which begin at 1.
    public static func gather<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, indices: some AccelerateBuffer<UInt>
    ) -> [E] {
        made(indices.count) { gather(vector, indices: indices, result: &$0) }
    }

    /// Writes the elements at these indices, which begin at 1, to `result`.
    public static func gather<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, indices: some AccelerateBuffer<UInt>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { a, count in
            indices.withUnsafeBufferPointer { places in
                precondition(places.allSatisfy { $0 >= 1 && $0 <= count }, "indices are from 1 to the count")
                write(&result, UInt(places.count)) { z in
                    for (index, place) in places.enumerated() { z[index] = a[Int(place) - 1] }
                }
            }
        }
    }

    // MARK: Decibels

    private static func decibels<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, _ reference: E, _ isAmplitude: UInt32,
        _ result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { a, count in
            write(&result, count) { z in
                withUnsafePointer(to: reference) { b in
                    each(
                        E.self, { vDSP_vdbcon(cast(a), 1, cast(b), cast(z), 1, count, isAmplitude) },
                        { vDSP_vdbconD(cast(a), 1, cast(b), cast(z), 1, count, isAmplitude) })
                }
            }
        }
    }

    /// Returns amplitudes in decibels above `zeroReference`.
    public static func amplitudeToDecibels<E: VectorScalar>(
        _ amplitude: some AccelerateBuffer<E>, zeroReference: E
    ) -> [E] {
        made(amplitude.count) { decibels(amplitude, zeroReference, 1, &$0) }
    }

    /// Returns powers in decibels above `zeroReference`.
    public static func powerToDecibels<E: VectorScalar>(
        _ power: some AccelerateBuffer<E>, zeroReference: E
    ) -> [E] {
        made(power.count) { decibels(power, zeroReference, 0, &$0) }
    }

    /// Writes amplitudes in decibels above `zeroReference` to `toDecibels`.
    public static func convert<E: VectorScalar>(
        amplitude: some AccelerateBuffer<E>, toDecibels decibels: inout some AccelerateMutableBuffer<E>,
        zeroReference: E
    ) {
        vDSP.decibels(amplitude, zeroReference, 1, &decibels)
    }

    /// Writes powers in decibels above `zeroReference` to `toDecibels`.
    public static func convert<E: VectorScalar>(
        power: some AccelerateBuffer<E>, toDecibels decibels: inout some AccelerateMutableBuffer<E>, zeroReference: E
    ) {
        vDSP.decibels(power, zeroReference, 0, &decibels)
    }

    // MARK: Pairs of coordinates

    /// Returns pairs of radius and angle for pairs of x and y.
    public static func rectangularToPolar<E: VectorScalar>(
        _ rectangularCoordinates: some AccelerateBuffer<E>
    ) -> [E] {
        made(rectangularCoordinates.count) {
            convert(rectangularCoordinates: rectangularCoordinates, toPolarCoordinates: &$0)
        }
    }

    /// Returns pairs of x and y for pairs of radius and angle.
    public static func polarToRectangular<E: VectorScalar>(_ polarCoordinates: some AccelerateBuffer<E>) -> [E] {
        made(polarCoordinates.count) { convert(polarCoordinates: polarCoordinates, toRectangularCoordinates: &$0) }
    }

    /// Writes pairs of radius and angle for pairs of x and y.
    public static func convert<E: VectorScalar>(
        rectangularCoordinates: some AccelerateBuffer<E>,
        toPolarCoordinates polarCoordinates: inout some AccelerateMutableBuffer<E>
    ) {
        read(rectangularCoordinates) { a, count in
            write(&polarCoordinates, count) { z in
                each(
                    E.self, { vDSP_polar(cast(a), 2, cast(z), 2, count / 2) },
                    { vDSP_polarD(cast(a), 2, cast(z), 2, count / 2) })
            }
        }
    }

    /// Writes pairs of x and y for pairs of radius and angle.
    public static func convert<E: VectorScalar>(
        polarCoordinates: some AccelerateBuffer<E>,
        toRectangularCoordinates rectangularCoordinates: inout some AccelerateMutableBuffer<E>
    ) {
        read(polarCoordinates) { a, count in
            write(&rectangularCoordinates, count) { z in
                each(
                    E.self, { vDSP_rect(cast(a), 2, cast(z), 2, count / 2) },
                    { vDSP_rectD(cast(a), 2, cast(z), 2, count / 2) })
            }
        }
    }
}
