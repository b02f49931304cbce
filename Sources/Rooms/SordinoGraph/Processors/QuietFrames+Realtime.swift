/// Counting frames of silence, for those that sleep after enough of it.
enum QuietFrames {
    /// More than anybody waits for.
    static var most: Int {
        @_noAllocation @_noLocks get { 1 << 40 }
    }

    /// Both together, as far as it matters.
    @_noAllocation @_noLocks
    static func sum(_ one: Int, _ other: Int) -> Int { min(one &+ other, most) }
}
