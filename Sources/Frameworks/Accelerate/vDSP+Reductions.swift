import CAccelerate

// Numbers made of vectors.

extension vDSP {
    /// Returns the sum of the elements; 0 without any.
    public static func sum<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_sve, vDSP_sveD)
    }

    /// Returns the sum of the absolute values.
    public static func sumOfMagnitudes<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_svemg, vDSP_svemgD)
    }

    /// Returns the sum of the squares.
    public static func sumOfSquares<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_svesq, vDSP_svesqD)
    }

    /// Returns the mean of the elements; not a number without any.
    public static func mean<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_meanv, vDSP_meanvD)
    }

    /// Returns the mean of the absolute values.
    public static func meanMagnitude<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_meamgv, vDSP_meamgvD)
    }

    /// Returns the mean of the squares.
    public static func meanSquare<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_measqv, vDSP_measqvD)
    }

    /// Returns the root of the mean of the squares.
    public static func rootMeanSquare<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_rmsqv, vDSP_rmsqvD)
    }

    /// Returns the largest element; minus infinity without any.
    public static func maximum<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_maxv, vDSP_maxvD)
    }

    /// Returns the largest absolute value; 0 without any.
    public static func maximumMagnitude<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_maxmgv, vDSP_maxmgvD)
    }

    /// Returns the smallest element; infinity without any.
    public static func minimum<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> E {
        reduced(vector, vDSP_minv, vDSP_minvD)
    }

    /// Returns the place and the value of the largest element, the first of several.
    public static func indexOfMaximum<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> (UInt, E) {
        place(vector, vDSP_maxvi, vDSP_maxviD)
    }

    /// Returns the place and the value of the largest absolute value, the first of several.
    public static func indexOfMaximumMagnitude<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> (UInt, E) {
        place(vector, vDSP_maxmgvi, vDSP_maxmgviD)
    }

    /// Returns the place and the value of the smallest element, the first of several.
    public static func indexOfMinimum<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> (UInt, E) {
        place(vector, vDSP_minvi, vDSP_minviD)
    }

    /// Returns the sum of the elements and the sum of their squares.
    public static func sumAndSumOfSquares<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>
    ) -> (elementsSum: E, squaresSum: E) {
        (sum(vector), sumOfSquares(vector))
    }

    /// Returns the sum of the products of two vectors.
    public static func dot<E: VectorScalar>(
        _ vectorA: some AccelerateBuffer<E>, _ vectorB: some AccelerateBuffer<E>
    ) -> E {
        product(vectorA, vectorB, vDSP_dotpr, vDSP_dotprD)
    }

    /// Returns the square of the distance of two points.
    public static func distanceSquared<E: VectorScalar>(
        _ pointA: some AccelerateBuffer<E>, _ pointB: some AccelerateBuffer<E>
    ) -> E {
        product(pointA, pointB, vDSP_distancesq, vDSP_distancesqD)
    }

    /// Returns how often the sign changes from one element to the next.
    public static func countZeroCrossings<E: VectorScalar>(_ vector: some AccelerateBuffer<E>) -> UInt {
        var (last, found): (UInt, UInt) = (0, 0)
        read(vector) { values, count in
            each(
                E.self, { vDSP_nzcros(cast(values), 1, count, &last, &found, count) },
                { vDSP_nzcrosD(cast(values), 1, count, &last, &found, count) })
        }
        return found
    }
}
