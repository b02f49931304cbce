import CAccelerate

// Values of tables and polynomials.

extension vDSP {
    /// Returns the values of a vector at places between its elements.
    public static func linearInterpolate<E: VectorScalar>(
        elementsOf vector: some AccelerateBuffer<E>, using controlVector: some AccelerateBuffer<E>
    ) -> [E] {
        made(controlVector.count) { linearInterpolate(elementsOf: vector, using: controlVector, result: &$0) }
    }

    /// Writes the values of a vector at places between its elements to `result`.
    public static func linearInterpolate<E: VectorScalar>(
        elementsOf vector: some AccelerateBuffer<E>, using controlVector: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(vector) { a, table in
            read(controlVector) { b, count in
                write(&result, count) { z in
                    each(
                        E.self, { vDSP_vlint(cast(a), cast(b), 1, cast(z), 1, count, table) },
                        { vDSP_vlintD(cast(a), cast(b), 1, cast(z), 1, count, table) })
                }
            }
        }
    }

    /// Returns the values at each whole number from 0 to the last index, of a line through values at increasing
    /// indices.
    public static func linearInterpolate<E: VectorScalar>(
        values: some AccelerateBuffer<E>, atIndices indices: some AccelerateBuffer<E>
    ) -> [E] {
        let last = indices.withUnsafeBufferPointer { $0.last ?? -1 }
        precondition(last.isFinite && last < 1e9, "indices are numbers of elements")
        return made(Int(last) + 1) { linearInterpolate(values: values, atIndices: indices, result: &$0) }
    }

    /// Writes the values at whole numbers from 0 on, of a line through values at increasing indices to all of `result`.
    public static func linearInterpolate<E: VectorScalar>(
        values: some AccelerateBuffer<E>, atIndices indices: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        let made = UInt(result.count)
        read(values) { a, points in
            read(indices) { b, places in
                precondition(points == places, "each value has an index")
                write(&result, made) { z in
                    each(
                        E.self, { vDSP_vgenp(cast(a), 1, cast(b), 1, cast(z), 1, made, points) },
                        { vDSP_vgenpD(cast(a), 1, cast(b), 1, cast(z), 1, made, points) })
                }
            }
        }
    }

    /// Returns the values of a table at places `scale` times the offsets and `baseOffset`.
    public static func linearInterpolate<E: VectorScalar>(
        lookupTable: some AccelerateBuffer<E>, withOffsets offsets: some AccelerateBuffer<E>, scale: E, baseOffset: E
    ) -> [E] {
        made(offsets.count) {
            linearInterpolate(
                lookupTable: lookupTable, withOffsets: offsets, scale: scale, baseOffset: baseOffset, result: &$0)
        }
    }

    /// Writes the values of a table at places `scale` times the offsets and `baseOffset` to `result`.
    public static func linearInterpolate<E: VectorScalar>(
        lookupTable: some AccelerateBuffer<E>, withOffsets offsets: some AccelerateBuffer<E>, scale: E, baseOffset: E,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(offsets) { a, count in
            read(lookupTable) { table, entries in
                write(&result, count) { z in
                    withUnsafePointer(to: scale) { b in
                        withUnsafePointer(to: baseOffset) { c in
                            each(
                                E.self,
                                { vDSP_vtabi(cast(a), 1, cast(b), cast(c), cast(table), entries, cast(z), 1, count) },
                                { vDSP_vtabiD(cast(a), 1, cast(b), cast(c), cast(table), entries, cast(z), 1, count) })
                        }
                    }
                }
            }
        }
    }

    /// Returns the values of a polynomial; the coefficient of the highest power comes first.
    public static func evaluatePolynomial<E: VectorScalar>(
        usingCoefficients coefficients: [E], withVariables variables: some AccelerateBuffer<E>
    ) -> [E] {
        made(variables.count) {
            evaluatePolynomial(usingCoefficients: coefficients, withVariables: variables, result: &$0)
        }
    }

    /// Writes the values of a polynomial to `result`; the coefficient of the highest power comes first.
    public static func evaluatePolynomial<E: VectorScalar>(
        usingCoefficients coefficients: [E], withVariables variables: some AccelerateBuffer<E>,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        read(coefficients) { a, terms in
            precondition(terms > 0, "a polynomial has a coefficient")
            read(variables) { b, count in
                write(&result, count) { z in
                    each(
                        E.self, { vDSP_vpoly(cast(a), 1, cast(b), 1, cast(z), 1, count, terms - 1) },
                        { vDSP_vpolyD(cast(a), 1, cast(b), 1, cast(z), 1, count, terms - 1) })
                }
            }
        }
    }
}
