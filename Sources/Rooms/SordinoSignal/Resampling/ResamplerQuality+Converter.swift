/// How a converter between rates is asked for in Core Audio's terms.
package enum ConverterAlgorithm: Sendable, Equatable {
    /// A straight line, `AVSampleRateConverterAlgorithm_Normal` at the least quality excepted: `line`.
    case linear
    /// `norm`.
    case normal
    /// `bats`.
    case mastering
    /// `minp`: asks for a filter without a response before the sound; ours has a linear phase all the same.
    case minimumPhase
}

extension ResamplerQuality {
    /// The quality for a pair of algorithm and quality as programs give them.
    ///
    /// - Parameter quality: 0 (min), 32 (low), 64 (medium), 96 (high) or 127 (max); what lies between counts as the next lower.
    package init(algorithm: ConverterAlgorithm, quality: Int) {
        switch algorithm {
        case .linear: self = .linear
        case .normal, .minimumPhase: self = quality < 32 ? .voice : quality < 64 ? .good : .high
        case .mastering: self = quality < 64 ? .high : .mastering
        }
    }
}
