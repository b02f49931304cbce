/// The windows of one frame, common to the channels of an element: ISO/IEC 14496-3, 4.6.11.
struct AACWindowPlan: Equatable {
    /// The order of windows in a stream: `window_sequence`.
    enum Sequence: Int {
        /// One long window between long windows.
        case long = 0
        /// A long window before short ones.
        case start = 1
        /// Eight short windows, in groups.
        case short = 2
        /// A long window after short ones.
        case stop = 3
    }

    /// The order of windows.
    var sequence = Sequence.long
    /// The shape of the falling half: 0 sine, 1 Kaiser-Bessel (in low delay: low overlap).
    var shape = 0
    /// The shape of the rising half, which is the last frame's.
    var lastShape = 0
    /// The number of groups of windows that share their scalefactors; 1 for a long window.
    var groupCount = 1
    /// The windows of each group.
    var groupLengths = SIMD8<Int32>(1, 0, 0, 0, 0, 0, 0, 0)

    /// Indicates eight short windows.
    var isShort: Bool { sequence == .short }
}
