import CAccelerate

extension vDSP {
    /// A cascade of biquads that remembers the samples of its last call.
    ///
    /// A copy keeps a state of its own: it continues from the samples that were remembered when it was made.
    public struct Biquad<T: vDSP_FloatingPointBiquadFilterable> {
        /// The coefficients of one channel.
        private final class Cascade {
            let setup: OpaquePointer

            init(_ setup: OpaquePointer) { self.setup = setup }

            deinit {
                if T.self == Float.self { vDSP_biquad_DestroySetup(setup) } else { vDSP_biquad_DestroySetupD(setup) }
            }
        }

        private let cascades: [Cascade]
        private var delays: [[T]]

        /// Makes a cascade, for channels that come one after the other in each vector.
        ///
        /// - Parameters:
        ///   - coefficients: Section by section, in each channel by channel: b0 b1 b2 a1 a2.
        ///   - channelCount: Channels.
        ///   - sectionCount: Biquads one after the other.
        /// - Returns: nil when the number of coefficients is not 5 times channels times sections, or 0.
        public init?(
            coefficients: [Double], channelCount: vDSP_Length, sectionCount: vDSP_Length, ofType: T.Type
        ) {
            guard channelCount > 0, channelCount <= 1 << 16, sectionCount > 0, sectionCount <= 1 << 16,
                coefficients.count == Int(5 * channelCount * sectionCount)
            else { return nil }
            let sections = Int(sectionCount)
            let delay = [T](repeating: 0, count: 2 * sections + 2)
            var cascades: [Cascade] = []
            for channel in 0..<Int(channelCount) {
                let own = (0..<sections).flatMap { section in
                    let first = 5 * (section * Int(channelCount) + channel)
                    return coefficients[first..<(first + 5)]
                }
                let setup =
                    T.self == Float.self
                    ? vDSP_biquad_CreateSetup(own, sectionCount) : vDSP_biquad_CreateSetupD(own, sectionCount)
                guard let setup else { return nil }
                cascades.append(Cascade(setup))
            }
            self.cascades = cascades
            delays = Array(repeating: delay, count: Int(channelCount))
        }

        /// Returns the filtered vector.
        public mutating func apply<U: AccelerateBuffer<T>>(input: U) -> [T] {
            var output = [T](repeating: 0, count: input.count)
            apply(input: input, output: &output)
            return output
        }

        /// Writes the filtered vector to `output`.
        public mutating func apply<U: AccelerateBuffer<T>, V: AccelerateMutableBuffer<T>>(input: U, output: inout V) {
            let frames = vDSP_Length(input.count / cascades.count)
            read(input) { x, count in
                write(&output, count) { y in
                    for (channel, cascade) in cascades.enumerated() {
                        let first = channel * Int(frames)
                        delays[channel].withUnsafeMutableBufferPointer { delay in
                            let past = delay.baseAddress.unsafelyUnwrapped
                            each(
                                T.self,
                                {
                                    vDSP_biquad(
                                        cascade.setup, cast(past), cast(x + first), 1, cast(y + first), 1, frames)
                                },
                                {
                                    vDSP_biquadD(
                                        cascade.setup, cast(past), cast(x + first), 1, cast(y + first), 1, frames)
                                })
                        }
                    }
                }
            }
        }
    }
}
