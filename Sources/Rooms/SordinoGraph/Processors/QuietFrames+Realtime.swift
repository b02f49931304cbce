/// Counting frames of silence, for those that sleep after enough of it.
enum QuietFrames {
    /// A number of frames that is never reached.
    static var most: Int {
        @_noAllocation @_noLocks get { 1 << 40 }
    }

    /// Both together, as far as it matters.
    @_noAllocation @_noLocks
    static func sum(_ one: Int, _ other: Int) -> Int { min(one &+ other, most) }
}
