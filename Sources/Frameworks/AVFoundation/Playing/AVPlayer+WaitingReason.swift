extension AVPlayer {
    /// The reason why a player waits.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        /// The text that names the reason.
        public let rawValue: String
        /// Makes a reason of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// Media is fetched so that playing does not stop; never of files.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// The first media of a sound on a server is fetched.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    }
}
