/// Numbers that are the same in every run.
struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// The next number, from -1 to 1.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(Int64(bitPattern: state)) / 9.3e18
    }

    mutating func numbers<T: BinaryFloatingPoint>(_ count: Int) -> [T] { (0..<count).map { _ in T(next()) } }
}

/// A strided vector between elements that must not be touched.
final class Strided<T: BinaryFloatingPoint> {
    let stride: Int
    let count: Int
    private let memory: UnsafeMutableBufferPointer<T>
    private let before: [T]
    private let first: Int

    init(_ values: [T], stride: Int) {
        self.stride = stride
        count = values.count
        let room = 8
        let span = values.isEmpty ? 0 : (values.count - 1) * abs(stride) + 1
        memory = .allocate(capacity: span + 2 * room)
        memory.initialize(repeating: 77)
        first = room + (stride < 0 && span > 0 ? span - 1 : 0)
        for (index, value) in values.enumerated() { memory[first + index * stride] = value }
        before = Array(memory)
    }

    deinit { memory.deallocate() }

    var pointer: UnsafeMutablePointer<T> { memory.baseAddress.unsafelyUnwrapped + first }
    var values: [T] { (0..<count).map { memory[first + $0 * stride] } }
    /// Indicates whether all elements beside the vector are what they were.
    var neighboursAreUntouched: Bool {
        var isTouchable = [Bool](repeating: false, count: before.count)
        for index in 0..<count { isTouchable[first + index * stride] = true }
        return before.indices.allSatisfy { isTouchable[$0] || memory[$0] == before[$0] }
    }
}

/// Lengths around the widths of registers, and none.
let counts = [0, 1, 2, 15, 16, 33, 67]
let strides = [1, 2, -1, -3]

/// Returns whether two numbers are equal, bit for bit or both no number.
func same<T: BinaryFloatingPoint>(_ a: T, _ b: T) -> Bool { a == b || (a.isNaN && b.isNaN) }
