/// A channel of IMA 4:1: its last sample, and its place in the table of steps.
struct IMA4Channel {
    var sample: Int32 = 0
    var stepIndex = 0

    /// Takes a block's header.
    ///
    /// A sample that agrees with it keeps its lower bits, which the header has no room for.
    mutating func begin(_ header: UInt16) {
        let upper = Int32(Int16(bitPattern: header & 0xFF80))
        let index = min(Int(header & 0x7F), Self.steps.count - 1)
        if index != stepIndex || abs(upper - sample) > 0x7F { sample = upper }
        stepIndex = index
    }

    /// The sample that a difference of four bits leads to.
    mutating func next(_ code: UInt8) -> Int16 {
        let step = Self.steps[stepIndex]
        var difference = step >> 3
        if code & 4 != 0 { difference += step }
        if code & 2 != 0 { difference += step >> 1 }
        if code & 1 != 0 { difference += step >> 2 }
        sample = max(-32768, min(32767, code & 8 != 0 ? sample - difference : sample + difference))
        stepIndex = max(0, min(Self.steps.count - 1, stepIndex + Self.stepChanges[Int(code & 7)]))
        return Int16(truncatingIfNeeded: sample)
    }

    /// Small differences make the next step smaller, large ones larger.
    static let stepChanges = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// The 89 steps that the IMA recommends, each about a tenth larger than the one before.
    static let steps: [Int32] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
        107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796,
        876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871,
        5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623,
        27086, 29794, 32767,
    ]
}
