/// Holds the fields of a parametric stereo header; they hold until the next one.
///
/// Source: ISO/IEC 14496-3, 8.6.4.2.
package struct PSHeader: Equatable, Sendable {
    /// Indicates that intensity differences are sent.
    package var hasIntensity = false
    /// Resolution of intensity differences, 0 to 5: 10, 20 or 34 bands, from 3 on with 31 steps.
    package var intensityMode = 0
    /// Indicates that coherences are sent.
    package var hasCoherence = false
    /// Resolution of coherences, 0 to 5: 10, 20 or 34 bands, from 3 on with mixing procedure B.
    package var coherenceMode = 0
    /// Indicates that extensions are sent.
    package var hasExtension = false

    /// Makes a header without parameters.
    package init() {}

    /// Bands of intensity differences.
    package var intensityCount: Int { Self.counts[intensityMode % 3] }
    /// The number of bands with coherences.
    package var coherenceCount: Int { Self.counts[coherenceMode % 3] }
    /// Bands of phase differences.
    package var phaseCount: Int { Self.phaseCounts[intensityMode % 3] }
    /// Indicates 31 steps of intensity difference instead of 15.
    package var isFine: Bool { intensityMode >= 3 }
    /// Indicates the mixing procedure B.
    package var usesMixingB: Bool { coherenceMode >= 3 }
    /// Indicates 34 bands for all parameters.
    package var is34: Bool {
        hasIntensity && intensityCount == 34 || hasCoherence && coherenceCount == 34
    }

    private static let counts = [10, 20, 34]
    private static let phaseCounts = [5, 11, 17]
}
