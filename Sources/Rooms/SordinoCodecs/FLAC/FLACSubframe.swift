/// A plane of samples to be stored, and the way to store it.
final class FLACSubframe {
    /// The way in which samples are stored.
    enum Kind: Equatable {
        case constant
        case plain
        case fixed
        case linear
    }

    /// Zeros before the first sample.
    static let margin = 32

    private let memory: UnsafeMutablePointer<Int32>
    /// The samples; `margin` zeros lie before them.
    let samples: UnsafeMutablePointer<Int32>
    private var folded: UnsafeMutablePointer<UInt32>
    private var trial: UnsafeMutablePointer<UInt32>
    private let sums: UnsafeMutablePointer<UInt64>
    private var parameters: UnsafeMutablePointer<UInt8>
    private var trialParameters: UnsafeMutablePointer<UInt8>
    private let coefficients: UnsafeMutablePointer<Int64>
    private var kind = Kind.plain
    private var rice: FLACRicePlan?
    private var order = 0
    private var precision = 0
    private var shift = 0
    private var wastedBitCount = 0
    private var bits = 16
    /// Bits of the subframe at most.
    private(set) var bitCount = 0

    /// Makes room for blocks of up to `capacity` frames.
    init(capacity: Int) {
        memory = .allocate(capacity: Self.margin + capacity + 16)
        memory.initialize(repeating: 0, count: Self.margin + capacity + 16)
        samples = memory + Self.margin
        folded = .allocate(capacity: capacity + 16)
        trial = .allocate(capacity: capacity + 16)
        sums = .allocate(capacity: FLACRicePlan.parameterLimit * 2)
        parameters = .allocate(capacity: FLACRicePlan.parameterLimit * 2)
        trialParameters = .allocate(capacity: FLACRicePlan.parameterLimit * 2)
        coefficients = .allocate(capacity: 32)
        coefficients.initialize(repeating: 0, count: 32)
    }

    deinit {
        memory.deallocate()
        folded.deallocate()
        trial.deallocate()
        sums.deallocate()
        parameters.deallocate()
        trialParameters.deallocate()
        coefficients.deallocate()
    }

    /// Decides how to store the samples; takes lowest bits off that are all zero.
    ///
    /// - Parameters:
    ///   - width: Bits of a sample, 4 to 33.
    func plan(_ count: Int, width: Int, _ effort: FLACEffort, _ prediction: FLACPrediction) {
        var (all, changes): (Int32, Int32) = (0, 0)
        let first = samples[0]
        for index in 0..<count {
            all |= samples[index]
            changes |= samples[index] ^ first
        }
        (kind, order, wastedBitCount, bits) = (.constant, 0, 0, width)
        bitCount = 8 + width
        if changes == 0 { return }
        wastedBitCount = all == 0 ? 0 : min(all.trailingZeroBitCount, width - 1)
        if wastedBitCount > 0 {
            let shift = Int32(wastedBitCount)
            for index in 0..<count { samples[index] = samples[index] &>> shift }
            bits = width - wastedBitCount
        }
        kind = .plain
        bitCount = 8 + wastedBitCount + bits * count
        var isPredicted = false
        // Short blocks cannot pay for exact coefficients.
        let precision = count <= 256 ? 9 : count <= 576 ? 11 : count <= 1152 ? 13 : 15
        for window in 0..<(effort.orderLimit > 0 ? effort.windowCount : 0) {
            let order = prediction.find(
                samples, count, window: window, limit: effort.orderLimit, bits: bits, precisionLimit: precision)
            guard order > 0 else { continue }
            isPredicted = true
            attempt(.linear, order, prediction.coefficients, prediction.shift, prediction.precision, count, effort)
        }
        if !isPredicted || effort.triesFixed { attemptFixed(count, effort) }
    }

    /// Tries the fixed prediction with the smallest errors.
    private func attemptFixed(_ count: Int, _ effort: FLACEffort) {
        var sums = (0.0, 0.0, 0.0, 0.0, 0.0)
        var (a, b, c, d): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        for index in 0..<count {
            let value = Int64(samples[index])
            let (one, two) = (value &- a, value &- a &- b)
            let (three, four) = (two &- c, two &- c &- d)
            (a, b, c, d) = (value, one, two, three)
            guard index >= 4 else { continue }
            sums.0 += Double(value.magnitude)
            sums.1 += Double(one.magnitude)
            sums.2 += Double(two.magnitude)
            sums.3 += Double(three.magnitude)
            sums.4 += Double(four.magnitude)
        }
        let all = [sums.0, sums.1, sums.2, sums.3, sums.4]
        let best = count <= 4 ? 0 : all.indices.min { all[$0] < all[$1] } ?? 0
        let fixed = FLACDecoder.differences[best]
        var padded = [Int64](repeating: 0, count: 32)
        for (tap, value) in fixed.enumerated() { padded[tap] = value }
        padded.withUnsafeBufferPointer { padded in
            guard let base = padded.baseAddress else { return }
            attempt(.fixed, best, base, 0, 0, count, effort)
        }
    }

    /// Stores the samples so if that takes fewer bits.
    private func attempt(
        _ kind: Kind, _ order: Int, _ coefficients: UnsafePointer<Int64>, _ shift: Int, _ precision: Int,
        _ count: Int, _ effort: FLACEffort
    ) {
        var reach: Int64 = 0
        for tap in 0..<order { reach += abs(coefficients[tap]) }
        if order > 0, bits <= 28, reach << Int64(bits - 1) <= Int64(Int32.max) {
            FLACErrors.narrow(samples, trial, count, order: order, coefficients, shift: shift)
        } else {
            guard FLACErrors.wide(samples, trial, count, order: order, coefficients, shift: shift) else { return }
        }
        let rice = FLACRicePlan(
            trial, count, order: order, limit: effort.partitionOrderLimit, sums, trialParameters)
        let head = 8 + wastedBitCount + order * bits + (kind == .linear ? 9 + order * precision : 0)
        let total = head + rice.bitCount
        guard total < bitCount, head + rice.bitLimit < 8 + wastedBitCount + bits * count else { return }
        (self.kind, self.order, self.shift, self.precision, self.rice) = (kind, order, shift, precision, rice)
        bitCount = total
        self.coefficients.update(from: coefficients, count: 32)
        swap(&folded, &trial)
        swap(&parameters, &trialParameters)
    }

    /// Writes the subframe with its header.
    func put(_ output: inout PackedBitOutput, _ count: Int) {
        let code =
            switch kind {
            case .constant: 0
            case .plain: 1
            case .fixed: 8 + order
            case .linear: 31 + order
            }
        output.put(signed: code << 1 | (wastedBitCount > 0 ? 1 : 0), 8)
        if wastedBitCount > 0 { output.put(1, UInt64(wastedBitCount)) }
        let head = kind == .constant ? 1 : kind == .plain ? count : order
        for index in 0..<head { output.put(signed: Int(samples[index]), bits) }
        if kind == .linear {
            output.put(signed: precision - 1, 4)
            output.put(signed: shift, 5)
            for tap in 0..<order { output.put(signed: Int(coefficients[tap]), precision) }
        }
        if kind == .fixed || kind == .linear {
            rice?.put(&output, folded, count, order: order, parameters)
        }
    }
}
