/// The work that an encoder does for smaller packets.
struct FLACEffort {
    /// Ways to store two channels that are tried.
    enum Pairing {
        /// Each channel on its own.
        case none
        /// The one that a simple prediction finds best.
        case estimated
        /// All of the four ways.
        case all
    }

    /// The longest linear prediction; 0: only fixed ones are tried.
    var orderLimit = 8
    /// Partitions of residuals are 2 to the power of this at most.
    var partitionOrderLimit = 7
    /// Ways to store two channels that are tried.
    var pairing = Pairing.estimated
    /// Windows that linear predictions are computed with.
    var windowCount = 1
    /// Indicates whether the best fixed prediction is tried beside a linear one.
    var triesFixed = false

    /// The work of a level, 0 to 8; 5 is usual.
    init(level: Int) {
        switch level {
        case ..<1: self.init(orderLimit: 0, partitionOrderLimit: 3, pairing: .none)
        case 1: self.init(orderLimit: 0, partitionOrderLimit: 3)
        case 2: self.init(orderLimit: 0, partitionOrderLimit: 5)
        case 3: self.init(orderLimit: 6, partitionOrderLimit: 4)
        case 4: self.init(orderLimit: 8, partitionOrderLimit: 5)
        case 5: self.init()
        case 6: self.init(pairing: .all, triesFixed: true)
        case 7: self.init(orderLimit: 12, pairing: .all, windowCount: 2, triesFixed: true)
        default: self.init(orderLimit: 12, partitionOrderLimit: 8, pairing: .all, windowCount: 3, triesFixed: true)
        }
    }

    private init(
        orderLimit: Int = 8, partitionOrderLimit: Int = 7, pairing: Pairing = .estimated, windowCount: Int = 1,
        triesFixed: Bool = false
    ) {
        self.orderLimit = orderLimit
        self.partitionOrderLimit = partitionOrderLimit
        self.pairing = pairing
        self.windowCount = windowCount
        self.triesFixed = triesFixed
    }
}
