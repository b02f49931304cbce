/// The vectors that a codec works with: zeroed, each between zeros of its own, freed with the codec.
final class ILBCMemory {
    private var blocks: [UnsafeMutablePointer<Float>] = []

    deinit { for block in blocks { block.deallocate() } }

    /// Allocates `count` zeroed floats with `ILBCSize.pad` zeros before and after them.
    func take(_ count: Int) -> UnsafeMutablePointer<Float> {
        let whole = count + 2 * ILBCSize.pad
        let block = UnsafeMutablePointer<Float>.allocate(capacity: whole)
        block.initialize(repeating: 0, count: whole)
        blocks.append(block)
        return block + ILBCSize.pad
    }

    /// Allocates a copy of fixed-point numbers as floats.
    ///
    /// - Parameter unit: The number that stands for 1.
    func take<Number: BinaryInteger>(_ numbers: [Number], unit: Float) -> UnsafeMutablePointer<Float> {
        take(numbers.map { Float($0) / unit })
    }

    /// Allocates a copy of `numbers`.
    func take(_ numbers: [Float]) -> UnsafeMutablePointer<Float> {
        let copy = take(numbers.count)
        for (index, number) in numbers.enumerated() { copy[index] = number }
        return copy
    }
}
