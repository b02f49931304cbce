import SordinoRealtime

/// Finds linear predictions: a window, the autocorrelation, the recursion of Levinson and Durbin, and rounding.
///
/// Sources: J. Makhoul, "Linear Prediction"; RFC 9639, 4.3 and 9.2.6.
final class FLACPrediction {
    /// The order of the longest prediction.
    static let orderLimit = 12

    private let windowed: UnsafeMutablePointer<Double>
    private let windows: UnsafeMutablePointer<Double>
    private let capacity: Int
    private let windowCount: Int
    private var windowLength = 0
    /// Predictions of order 1 to 12, a row of 12 coefficients for each.
    private let rows: UnsafeMutablePointer<Double>
    private let errors: UnsafeMutablePointer<Double>
    /// The coefficients found, that of the newest sample first, with zeros up to the 32nd.
    let coefficients: UnsafeMutablePointer<Int64>
    /// Bits to cut off sums.
    private(set) var shift = 0
    /// Bits of a coefficient.
    private(set) var precision = 0

    private static let margin = 16

    /// Makes room for blocks of up to `capacity` frames.
    init(capacity: Int, windowCount: Int) {
        self.capacity = capacity
        self.windowCount = windowCount
        windowed = .allocate(capacity: capacity + Self.margin + 8)
        windowed.initialize(repeating: 0, count: capacity + Self.margin + 8)
        windows = .allocate(capacity: capacity * max(1, windowCount))
        windows.initialize(repeating: 0, count: capacity * max(1, windowCount))
        rows = .allocate(capacity: Self.orderLimit * Self.orderLimit)
        rows.initialize(repeating: 0, count: Self.orderLimit * Self.orderLimit)
        errors = .allocate(capacity: Self.orderLimit + 1)
        errors.initialize(repeating: 0, count: Self.orderLimit + 1)
        coefficients = .allocate(capacity: 32)
        coefficients.initialize(repeating: 0, count: 32)
    }

    deinit {
        windowed.deallocate()
        windows.deallocate()
        rows.deallocate()
        errors.deallocate()
        coefficients.deallocate()
    }

    /// Finds the prediction of the length that seems to need the fewest bits, in `coefficients`.
    ///
    /// - Parameters:
    ///   - window: The window, from 0.
    ///   - bits: Bits of a sample.
    ///   - precisionLimit: Bits of a coefficient at most.
    /// - Returns: Its length, 1 to `limit`; 0 if there is none.
    func find(
        _ samples: UnsafePointer<Int32>, _ count: Int, window: Int, limit: Int, bits: Int, precisionLimit: Int
    ) -> Int {
        let limit = min(limit, Self.orderLimit)
        guard limit > 0, count > 2 * limit, count <= capacity else { return 0 }
        prepareWindows(count)
        let shape = windows + window * capacity
        let target = windowed + Self.margin
        for index in 0..<count { target[index] = Double(samples[index]) * shape[index] }
        target[count] = 0
        target[count + 1] = 0
        let sums = limit <= 8 ? FLACCorrelation.nine(target, count) : FLACCorrelation.thirteen(target, count)
        let found = recur(sums, limit <= 8 ? 8 : 12)
        let order = bestOrder(min(found, limit), count, bits + precisionLimit)
        return order > 0 && round(order, precisionLimit) ? order : 0
    }

    /// Computes predictions of all lengths.
    ///
    /// - Returns: The longest that makes sense.
    private func recur(_ sums: SIMD16<Double>, _ limit: Int) -> Int {
        guard sums[0] > 0 else { return 0 }
        var error = sums[0]
        errors[0] = error
        var row = SIMD16<Double>()
        for order in 0..<limit {
            var sum = sums[order + 1]
            for tap in 0..<order { sum -= row[tap] * sums[order - tap] }
            let reflection = sum / error
            guard reflection.isFinite else { return order }
            let before = row
            for tap in 0..<order { row[tap] = before[tap] - reflection * before[order - 1 - tap] }
            row[order] = reflection
            error *= 1 - reflection * reflection
            guard error > 0, error.isFinite else { return order }
            errors[order + 1] = error
            for tap in 0...order { rows[order * Self.orderLimit + tap] = row[tap] }
        }
        return limit
    }

    private func bestOrder(_ limit: Int, _ count: Int, _ coefficientBits: Int) -> Int {
        var best = (order: 0, cost: Double.infinity)
        guard limit > 0 else { return 0 }
        for order in 1...limit {
            // The bits of a Laplacian residual of this energy.
            let each = max(0, 0.5 * RealtimeMath.log2(0.5 * errors[order] / Double(count)))
            let cost = each * Double(count - order) + Double(order * coefficientBits)
            if cost < best.cost { best = (order, cost) }
        }
        return best.order
    }

    /// Rounds coefficients; each takes over the rounding error of those before it.
    private func round(_ order: Int, _ limit: Int) -> Bool {
        let row = rows + (order - 1) * Self.orderLimit
        var most = 0.0
        for tap in 0..<order { most = max(most, abs(row[tap])) }
        guard most > 0, most < 32768 else { return false }
        shift = min(15, limit - 2 - Int(most.exponent))
        guard shift >= 0 else { return false }
        let scale = Double(1 << shift)
        let bound = Double(1 << (limit - 1))
        var carried = 0.0
        coefficients.update(repeating: 0, count: 32)
        for tap in 0..<order {
            carried += row[tap] * scale
            let value = max(-bound, min(bound - 1, carried.rounded()))
            coefficients[tap] = Int64(value)
            carried -= value
        }
        precision = limit
        return true
    }

    private func prepareWindows(_ count: Int) {
        guard count != windowLength else { return }
        windowLength = count
        let last = Double(max(1, count - 1))
        for window in 0..<windowCount {
            let shape = windows + window * capacity
            for index in 0..<count {
                let place = Double(index) / last
                let edge = min(place, 1 - place)
                switch window {
                // Flat in the middle half, with cosine edges.
                case 0: shape[index] = edge >= 0.25 ? 1 : 0.5 - 0.5 * RealtimeMath.cos(.pi * edge * 4)
                // A parabola.
                case 1: shape[index] = 1 - (2 * place - 1) * (2 * place - 1)
                // Flat in the last half, with cosine edges.
                default:
                    let rise = max(0, min(1, (place - 0.4) * 10))
                    shape[index] = (0.5 - 0.5 * RealtimeMath.cos(.pi * rise)) * min(1, (1 - place) * 10)
                }
            }
        }
    }
}
