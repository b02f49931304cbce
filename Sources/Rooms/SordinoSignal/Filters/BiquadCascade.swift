/// Sections one after the other over any number of channels, with coefficients that can glide.
///
/// Transposed direct form II in double precision: exact at 20 Hz, and a change of coefficients does not burst. While a
/// section glides each of its coefficients is on a straight line; between two stable sections that way is stable, because
/// the stable ones form a triangle in (a1, a2). Points to memory that somebody else keeps.
package struct BiquadCascade: BitwiseCopyable, @unchecked Sendable {
    /// Sections that there is memory for.
    package let sectionCount: Int
    /// Channels.
    package let channelCount: Int
    let sections: UnsafeMutablePointer<BiquadSection>
    let memories: UnsafeMutablePointer<BiquadMemory>

    /// Makes a cascade of sections that let everything pass.
    ///
    /// - Parameters:
    ///   - sections: `sectionCount` of them.
    ///   - memories: `sectionCount * channelCount` of them, section by section.
    package init(
        sectionCount: Int, channelCount: Int, sections: UnsafeMutablePointer<BiquadSection>,
        memories: UnsafeMutablePointer<BiquadMemory>
    ) {
        self.sectionCount = sectionCount
        self.channelCount = channelCount
        self.sections = sections
        self.memories = memories
    }
}

/// One section of a cascade: where its coefficients are, and where they go.
package struct BiquadSection: BitwiseCopyable, Sendable {
    var now = Biquad()
    var step = Biquad()
    var target = Biquad()
    var framesLeft = 0
    /// Whether the samples go round it: it rests at letting everything pass.
    var isIdle = true

    /// A section that lets everything pass.
    package init() {}
}

/// What a section remembers of one channel.
package struct BiquadMemory: BitwiseCopyable, Sendable {
    var s1 = 0.0
    var s2 = 0.0

    /// No past.
    package init() {}
}
