import CAccelerate

// Vectors of complex numbers in double precision, split into two planes.

extension vDSP {
    /// Writes the sums of complex vectors to `result`.
    public static func add(
        _ splitComplex: DSPDoubleSplitComplex, to splitComplexB: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        withUnsafePointers(splitComplex, splitComplexB) { vDSP_zvaddD($0, 1, $1, 1, &result, 1, vDSP_Length(count)) }
    }

    /// Writes the first complex vector minus the second to `result`.
    public static func subtract(
        _ splitComplexB: DSPDoubleSplitComplex, from splitComplexA: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        withUnsafePointers(splitComplexA, splitComplexB) { vDSP_zvsubD($0, 1, $1, 1, &result, 1, vDSP_Length(count)) }
    }

    /// Writes the products of complex vectors to `result`, of the first one's conjugate if asked for.
    public static func multiply(
        _ splitComplexA: DSPDoubleSplitComplex, by splitComplexB: DSPDoubleSplitComplex, count: Int, useConjugate: Bool,
        result: inout DSPDoubleSplitComplex
    ) {
        withUnsafePointers(splitComplexA, splitComplexB) {
            vDSP_zvmulD($0, 1, $1, 1, &result, 1, vDSP_Length(count), useConjugate ? -1 : 1)
        }
    }

    /// Writes the products of a complex and a real vector to `result`.
    public static func multiply(
        _ splitComplex: DSPDoubleSplitComplex, by vector: some AccelerateBuffer<Double>,
        result: inout DSPDoubleSplitComplex
    ) {
        read(vector) { b, count in
            withUnsafePointer(to: splitComplex) { vDSP_zrvmulD($0, 1, b, 1, &result, 1, count) }
        }
    }

    /// Writes the first complex vector divided by the second to `result`.
    public static func divide(
        _ splitComplexA: DSPDoubleSplitComplex, by splitComplexB: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        withUnsafePointers(splitComplexA, splitComplexB) { vDSP_zvdivD($1, 1, $0, 1, &result, 1, vDSP_Length(count)) }
    }

    /// Writes a complex vector divided by a real one to `result`.
    public static func divide(
        _ splitComplex: DSPDoubleSplitComplex, by vector: some AccelerateBuffer<Double>,
        result: inout DSPDoubleSplitComplex
    ) {
        read(vector) { b, count in
            withUnsafePointer(to: splitComplex) { vDSP_zrvdivD($0, 1, b, 1, &result, 1, count) }
        }
    }

    /// Writes the absolute values of a complex vector to all of `result`.
    public static func absolute(_ vector: DSPDoubleSplitComplex, result: inout some AccelerateMutableBuffer<Double>) {
        let count = vDSP_Length(result.count)
        withUnsafePointer(to: vector) { a in write(&result, count) { vDSP_zvabsD(a, 1, $0, 1, count) } }
    }

    /// Writes the squares of the absolute values of a complex vector to all of `result`.
    public static func squareMagnitudes(
        _ splitComplex: DSPDoubleSplitComplex, result: inout some AccelerateMutableBuffer<Double>
    ) {
        let count = vDSP_Length(result.count)
        withUnsafePointer(to: splitComplex) { a in write(&result, count) { vDSP_zvmagsD(a, 1, $0, 1, count) } }
    }

    /// Writes the angles of a complex vector to all of `result`.
    public static func phase(_ splitComplex: DSPDoubleSplitComplex, result: inout some AccelerateMutableBuffer<Double>)
    {
        let count = vDSP_Length(result.count)
        withUnsafePointer(to: splitComplex) { a in write(&result, count) { vDSP_zvphasD(a, 1, $0, 1, count) } }
    }

    /// Writes the conjugates of a complex vector to `result`.
    public static func conjugate(_ splitComplex: DSPDoubleSplitComplex, count: Int, result: inout DSPDoubleSplitComplex)
    {
        withUnsafePointer(to: splitComplex) { vDSP_zvconjD($0, 1, &result, 1, vDSP_Length(count)) }
    }

    /// Copies a complex vector.
    public static func copy(_ source: DSPDoubleSplitComplex, to destination: inout DSPDoubleSplitComplex, count: Int) {
        withUnsafePointer(to: source) { vDSP_zvmovD($0, 1, &destination, 1, vDSP_Length(count)) }
    }

    /// Converts interleaved complex numbers to split ones.
    public static func convert(
        interleavedComplexVector: [DSPDoubleComplex],
        toSplitComplexVector splitComplexVector: inout DSPDoubleSplitComplex
    ) {
        vDSP_ctozD(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count))
    }

    /// Converts split complex numbers to interleaved ones, as many as there is room for.
    public static func convert(
        splitComplexVector: DSPDoubleSplitComplex,
        toInterleavedComplexVector interleavedComplexVector: inout [DSPDoubleComplex]
    ) {
        let count = vDSP_Length(interleavedComplexVector.count)
        withUnsafePointer(to: splitComplexVector) { vDSP_ztocD($0, 1, &interleavedComplexVector, 2, count) }
    }

    private static func withUnsafePointers(
        _ a: DSPDoubleSplitComplex, _ b: DSPDoubleSplitComplex,
        _ body: (UnsafePointer<DSPDoubleSplitComplex>, UnsafePointer<DSPDoubleSplitComplex>) -> Void
    ) {
        withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in body(a, b) } }
    }
}

extension DSPDoubleSplitComplex {
    /// Packs the even elements of an array into `realParts` and the odd ones into `imaginaryParts`, which it then
    /// stands for.
    ///
    /// The arrays have half as many elements; the value is valid as long as they are not changed.
    public init(fromInputArray inputArray: [Double], realParts: inout [Double], imaginaryParts: inout [Double]) {
        precondition(
            realParts.count >= inputArray.count / 2 && imaginaryParts.count >= inputArray.count / 2,
            "the parts have half as many elements as the array")
        self = realParts.withUnsafeMutableBufferPointer { re in
            imaginaryParts.withUnsafeMutableBufferPointer { im in
                DSPDoubleSplitComplex(realp: re.baseAddress.unsafelyUnwrapped, imagp: im.baseAddress.unsafelyUnwrapped)
            }
        }
        for index in 0..<(inputArray.count / 2) {
            realp[index] = inputArray[2 * index]
            imagp[index] = inputArray[2 * index + 1]
        }
    }
}

extension Array where Element == Double {
    /// Makes an array of the real and imaginary parts in turn, times `scale`.
    ///
    /// - Parameter count: Elements of the array: twice as many as there are complex numbers.
    public init(fromSplitComplex splitComplex: DSPDoubleSplitComplex, scale: Double, count: Int) {
        self.init(unsafeUninitializedCapacity: count) { memory, made in
            for index in 0..<count {
                memory.initializeElement(
                    at: index, to: scale * (index % 2 == 0 ? splitComplex.realp : splitComplex.imagp)[index / 2])
            }
            made = count
        }
    }
}
