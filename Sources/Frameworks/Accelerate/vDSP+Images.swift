import CAccelerate

// Convolutions of images, which lie row after row. Pixels at the edges, where the kernel would reach out, become 0.

extension vDSP {
    /// Returns an image convolved with a kernel of 3 x 3.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        with3x3Kernel kernel: some AccelerateBuffer<E>
    ) -> [E] {
        made(rowCount * columnCount) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with3x3Kernel: kernel, result: &$0)
        }
    }

    /// Writes an image convolved with a kernel of 3 x 3 to `result`.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        with3x3Kernel kernel: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        convolve(
            vector, rowCount: rowCount, columnCount: columnCount, withKernel: kernel, kernelRowCount: 3,
            kernelColumnCount: 3, result: &result)
    }

    /// Returns an image convolved with a kernel of 5 x 5.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        with5x5Kernel kernel: some AccelerateBuffer<E>
    ) -> [E] {
        made(rowCount * columnCount) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with5x5Kernel: kernel, result: &$0)
        }
    }

    /// Writes an image convolved with a kernel of 5 x 5 to `result`.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        with5x5Kernel kernel: some AccelerateBuffer<E>, result: inout some AccelerateMutableBuffer<E>
    ) {
        convolve(
            vector, rowCount: rowCount, columnCount: columnCount, withKernel: kernel, kernelRowCount: 5,
            kernelColumnCount: 5, result: &result)
    }

    /// Returns an image convolved with a kernel with odd numbers of rows and columns.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        withKernel kernel: some AccelerateBuffer<E>, kernelRowCount: Int, kernelColumnCount: Int
    ) -> [E] {
        made(rowCount * columnCount) {
            convolve(
                vector, rowCount: rowCount, columnCount: columnCount, withKernel: kernel,
                kernelRowCount: kernelRowCount, kernelColumnCount: kernelColumnCount, result: &$0)
        }
    }

    /// Writes an image convolved with a kernel with odd numbers of rows and columns to `result`.
    public static func convolve<E: VectorScalar>(
        _ vector: some AccelerateBuffer<E>, rowCount: Int, columnCount: Int,
        withKernel kernel: some AccelerateBuffer<E>, kernelRowCount: Int, kernelColumnCount: Int,
        result: inout some AccelerateMutableBuffer<E>
    ) {
        let (rows, columns) = (UInt(rowCount), UInt(columnCount))
        let (p, q) = (UInt(kernelRowCount), UInt(kernelColumnCount))
        read(vector) { a, count in
            read(kernel) { f, taps in
                precondition(count >= rows * columns, "the image has rows times columns elements")
                precondition(
                    p % 2 == 1 && q % 2 == 1 && taps == p * q, "the kernel has odd rows times odd columns elements")
                write(&result, rows * columns) { z in
                    each(
                        E.self, { vDSP_imgfir(cast(a), rows, columns, cast(f), cast(z), p, q) },
                        { vDSP_imgfirD(cast(a), rows, columns, cast(f), cast(z), p, q) })
                }
            }
        }
    }
}
