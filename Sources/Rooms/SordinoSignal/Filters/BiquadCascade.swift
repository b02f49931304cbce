import SordinoRealtime

/// Sections one after the other over any number of channels, with coefficients that can glide.
///
/// Transposed direct form II in double precision: exact at 20 Hz, and a change of coefficients does not burst. While a
/// section glides each of its coefficients is on a straight line; between two stable sections that way is stable,
/// because the stable ones form a triangle in (a1, a2). Sections that let everything pass cost nothing. Any division of
/// the samples into pieces gives the same bits.
package struct BiquadCascade: BitwiseCopyable {
    /// Sections that there is memory for.
    package let sectionCount: Int
    /// Channels that every section filters.
    package let channelCount: Int
    /// Coefficients and glide of each section; `sectionCount` entries.
    let sections: UnsafeMutablePointer<BiquadSection>
    /// The sections at work in their order; `sectionCount` places.
    let order: UnsafeMutablePointer<Int>
    /// Sections at work, at index 0.
    let activeCount: UnsafeMutablePointer<Int>
    /// The memory of the sections, by section and channel; valid only while the order changes.
    let resting: UnsafeMutablePointer<BiquadMemory>
    /// The kernels' form: coefficients and steps of groups of four sections at work, then for each pair of channels the
    /// memories of the groups.
    let now: UnsafeMutablePointer<Double>
    let steps: UnsafeMutablePointer<Double>
    let memories: UnsafeMutablePointer<Double>

    /// Makes a cascade of sections that let everything pass.
    ///
    /// - Parameter memory: Zeros, `byteCount` of them, at a multiple of 64; kept by the caller as long as the cascade.
    package init(sectionCount: Int, channelCount: Int, memory: UnsafeMutableRawPointer) {
        self.sectionCount = sectionCount
        self.channelCount = channelCount
        let groups = (sectionCount + 3) / 4
        now = memory.bindMemory(to: Double.self, capacity: groups * 40)
        steps = (now + groups * 40)
        memories = (steps + groups * 40)
        var next = UnsafeMutableRawPointer(memories + groups * 16 * ((channelCount + 1) / 2))
        resting = next.bindMemory(to: BiquadMemory.self, capacity: sectionCount * channelCount)
        next += sectionCount * channelCount * MemoryLayout<BiquadMemory>.stride
        sections = next.initializeMemory(as: BiquadSection.self, repeating: BiquadSection(), count: sectionCount)
        next += sectionCount * MemoryLayout<BiquadSection>.stride
        order = next.initializeMemory(as: Int.self, repeating: 0, count: sectionCount)
        activeCount = (order + sectionCount)
        activeCount.initialize(to: 0)
    }

    /// Bytes of memory that such a cascade needs.
    package static func byteCount(sectionCount: Int, channelCount: Int) -> Int {
        let groups = (sectionCount + 3) / 4
        return (groups * 80 + groups * 16 * ((channelCount + 1) / 2)) * 8
            + sectionCount
            * (channelCount * MemoryLayout<BiquadMemory>.stride + MemoryLayout<BiquadSection>.stride + 8) + 8
    }
}

/// The target of a section's glide.
struct BiquadSection: BitwiseCopyable {
    var target = Biquad()
    var framesLeft = 0
    /// Indicates whether the samples go round it: it rests at letting everything pass.
    var isIdle = true
}

/// The memory of a section for one channel.
struct BiquadMemory: BitwiseCopyable {
    var s1 = 0.0
    var s2 = 0.0
}

extension Biquad {
    /// Frames until the section has rung down by so many decibels; at least 2, at most an hour at any rate.
    package func decayFrames(decibels: Double) -> Double {
        // The poles are the roots of z^2 + a1 z + a2.
        let discriminant = a1 * a1 / 4 - a2
        let radius = discriminant < 0 ? a2.squareRoot() : abs(a1) / 2 + discriminant.squareRoot()
        guard radius > 0.001 else { return 2 }
        guard radius < 1 else { return 1e9 }
        return min(max(decibels / (-20 * RealtimeMath.log10(radius)), 2), 1e9)
    }
}
