import SordinoBus

/// The budgets that a request is charged to: its program's, its executable's and its user's.
///
/// The programs of one executable, and of one user, share a budget that some of them can exhaust. In addition each program has
/// a small share of its own, so that a program with few requests is always served. Requests of a program that was refused too
/// often are refused later, so that a program that waits for each answer is slowed down.
struct RequestBudgets {
    /// The owners of the budgets that one request is charged to.
    struct Payer: Hashable {
        let program: String
        let executable: String
        let user: String

        init(program: String, executable: String, user: UInt32) {
            (self.program, self.executable, self.user) = (program, "\(user) \(executable)", "\(user)")
        }
    }

    /// The result for one request.
    enum Verdict {
        case granted
        /// The request is to be answered with an error.
        case refused
        /// The error is to be sent later, when `mayRefuse` allows it, because the program was refused too often.
        case late
    }

    private var programs: TokenBuckets
    private var executables: TokenBuckets
    private var users: TokenBuckets
    private var shares: TokenBuckets
    private var refusals: TokenBuckets
    private var refusalsOfUsers: TokenBuckets

    init(_ limits: BusService.Limits) {
        let (burst, perSecond) = (limits.requestBurst, limits.requestsPerSecond)
        programs = TokenBuckets(capacity: burst, perSecond: perSecond)
        executables = TokenBuckets(capacity: burst * 2, perSecond: perSecond * 2)
        users = TokenBuckets(capacity: burst * 4, perSecond: perSecond * 4)
        // At least 8, because registering costs four.
        shares = TokenBuckets(capacity: max(8, burst / 25), perSecond: perSecond / 50)
        refusals = TokenBuckets(capacity: limits.refusalBurst, perSecond: limits.refusalsPerSecond)
        refusalsOfUsers = TokenBuckets(capacity: limits.refusalBurst * 4, perSecond: limits.refusalsPerSecond * 4)
    }

    /// Charges a request to the budgets of its payer.
    mutating func take(_ cost: Double, from payer: Payer, now: Double) -> Verdict {
        if programs.take(cost, for: payer.program, now: now) {
            let isShared =
                executables.has(cost, for: payer.executable, now: now) && users.has(cost, for: payer.user, now: now)
            if isShared {
                _ = executables.take(cost, for: payer.executable, now: now)
                _ = users.take(cost, for: payer.user, now: now)
                return .granted
            }
            if shares.take(cost, for: payer.program, now: now) { return .granted }
        }
        return mayRefuse(payer, now: now) ? .refused : .late
    }

    /// Charges a refusal to the budgets of refusals.
    mutating func mayRefuse(_ payer: Payer, now: Double) -> Bool {
        refusals.take(1, for: payer.program, now: now) && refusalsOfUsers.take(1, for: payer.user, now: now)
    }
}
