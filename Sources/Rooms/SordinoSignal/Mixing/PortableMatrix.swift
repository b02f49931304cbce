/// The channel matrix in plain Swift, one frame at a time: the reference that the C kernel must equal bit for bit.
package enum PortableMatrix {
    /// One frame: for each output the sum of its inputs times their gains, from 0 on, inputs ascending, gains of 0
    /// passed over.
    package static func mixed(_ frame: [Float], gains: [Float]) -> [Float] {
        (0..<gains.count / frame.count).map { output in
            var sum: Float = 0
            for (input, sample) in frame.enumerated() {
                let gain = gains[output * frame.count + input]
                if gain != 0 { sum += sample * gain }
            }
            return sum
        }
    }
}
