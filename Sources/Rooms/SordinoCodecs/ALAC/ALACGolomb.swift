/// Decodes residuals in Apple's adaptive Golomb code.
///
/// Source: Apple's reference of Apple Lossless (ag_dec).
struct ALACGolomb {
    private let base: UnsafePointer<UInt8>
    private let last: Int
    private let learning: UInt32
    private let limit: UInt64
    private let width: UInt64
    private var place: Int
    private var word: UInt64
    private var there: UInt64
    private var mean: UInt32
    /// 1 after a run of zeros: what follows is not zero.
    private var afterRun: UInt32 = 0
    /// Zeros of a run that are left.
    private var zerosLeft = 0
    /// Residuals that are left, with those of a run.
    private var left: Int

    /// Starts at the place of `input`.
    ///
    /// - Parameters:
    ///   - learning: The cookie's, scaled by the element's factor.
    ///   - width: Bits of a residual that the code is too long for, 1 to 32.
    ///   - count: Residuals to decode.
    @inline(__always)
    init(_ input: PaddedBitInput, _ cookie: ALACCookie, learning: Int, width: Int, count: Int) {
        base = input.base
        last = input.count &>> 3 &+ 64
        self.learning = UInt32(truncatingIfNeeded: learning)
        limit = UInt64(truncatingIfNeeded: cookie.remainderBitLimit)
        self.width = UInt64(truncatingIfNeeded: width)
        mean = UInt32(truncatingIfNeeded: cookie.mean)
        left = count
        place = min(input.position &>> 3, last)
        word = UInt64(bigEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
        word = word &<< UInt64(truncatingIfNeeded: input.position & 7)
        there = UInt64(truncatingIfNeeded: 56 &- input.position & 7)
        place &+= 7
    }

    /// The place behind the residuals so far, in bits.
    @inline(__always)
    var position: Int { place &* 8 &- Int(truncatingIfNeeded: there) }

    /// Indicates that a run went past the end of the block.
    @inline(__always)
    var isDamaged: Bool { left < 0 }

    @inline(__always)
    private mutating func fill() {
        let more = UInt64(bigEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
        word |= more &>> there
        place = min(last, place &+ Int(truncatingIfNeeded: (63 &- there) &>> 3))
        there |= 56
    }

    /// Takes a number: ones, a zero, and a remainder; or nine ones and the number itself.
    @inline(__always)
    private mutating func number(_ width: UInt64, escape: UInt64, scale: UInt64) -> UInt32 {
        fill()
        let ones = UInt64(truncatingIfNeeded: (~word | 1).leadingZeroBitCount)
        if ones < 9 {
            let turned = (word &<< ones) &<< 1
            let rest = turned &>> (64 &- width)
            let isLong: UInt64 = rest >= 2 ? 1 : 0
            let taken = ones &+ width &+ isLong
            word = word &<< taken
            there &-= taken
            return UInt32(truncatingIfNeeded: ones &* scale &+ (rest | (1 &- isLong)) &- 1)
        }
        let number = (word &<< 9) &>> (64 &- escape)
        word = (word &<< 9) &<< escape
        there &-= 9 &+ escape
        return UInt32(truncatingIfNeeded: number)
    }

    /// The next residual; zeros past the end of the packet.
    @inline(__always)
    mutating func next() -> Int32 {
        left &-= 1
        if zerosLeft > 0 {
            zerosLeft &-= 1
            return 0
        }
        let wanted = UInt64(truncatingIfNeeded: 31 &- ((mean &>> 9) &+ 3).leadingZeroBitCount)
        let bits = min(wanted, limit)
        let coded = number(bits, escape: width, scale: (1 &<< bits) &- 1)
        let folded = coded &+ afterRun
        mean = learning &* folded &+ mean &- (learning &* mean) &>> 9
        if coded > 0xFFFF { mean = 0xFFFF }
        afterRun = 0
        if mean < 128, left > 0 { run() }
        return Int32(bitPattern: folded &>> 1 ^ (0 &- folded & 1))
    }

    /// Takes the length of a run of zeros.
    private mutating func run() {
        let bits = UInt64(truncatingIfNeeded: mean.leadingZeroBitCount &- 24 &+ Int((mean &+ 16) &>> 6))
        let scale = ((1 &<< bits) &- 1) & ((1 &<< limit) &- 1)
        zerosLeft = Int(number(bits, escape: 16, scale: scale))
        afterRun = zerosLeft < 0xFFFF ? 1 : 0
        mean = 0
        if zerosLeft > left {
            (left, zerosLeft) = (Int.min / 2, 0)
        }
    }
}
