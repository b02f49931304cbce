import Accelerate
import Testing

typealias Unary<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias Binary<T> = (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias WithNumber<T> = (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias WithNumbers<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias Ternary<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias TernaryLast<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias TernaryMiddle<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias Quaternary<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int,
    UnsafeMutablePointer<T>, Int, UInt
) -> Void

/// Runs functions at many lengths and strides, beside and in place, and compares them with plain loops in the same type.
struct Loops<T: BinaryFloatingPoint> {
    private var random = SeededNumbers(7)

    mutating func each(_ name: String, vectors: Int, _ body: ([Strided<T>], Strided<T>) -> Void, _ formula: ([T]) -> T)
    {
        for count in counts {
            for (turn, stride) in strides.enumerated() {
                let inputs = (0..<vectors).map { index in
                    Strided<T>(random.numbers(count), stride: strides[(turn + index) % strides.count])
                }
                for isInPlace in [false, true] {
                    let output =
                        isInPlace && vectors > 0 ? inputs[0] : Strided<T>(random.numbers(count), stride: stride)
                    let given = inputs.map(\.values)
                    body(inputs, output)
                    let expected = (0..<count).map { n in formula(given.map { $0[n] }) }
                    let equal = zip(output.values, expected).allSatisfy { same($0, $1) }
                    #expect(equal, "\(name) of \(count), stride \(stride), in place: \(isInPlace)")
                    #expect(output.neighboursAreUntouched, "\(name) of \(count), stride \(stride)")
                }
            }
        }
    }

    mutating func unary(_ name: String, _ call: Unary<T>, _ formula: (T) -> T) {
        each(name, vectors: 1) { inputs, out in
            call(inputs[0].pointer, inputs[0].stride, out.pointer, out.stride, UInt(out.count))
        } _: {
            formula($0[0])
        }
    }

    mutating func binary(_ name: String, _ call: Binary<T>, _ formula: (T, T) -> T) {
        each(name, vectors: 2) { inputs, out in
            call(
                inputs[0].pointer, inputs[0].stride, inputs[1].pointer, inputs[1].stride, out.pointer, out.stride,
                UInt(out.count))
        } _: {
            formula($0[0], $0[1])
        }
    }

    mutating func number(_ name: String, _ call: WithNumber<T>, _ formula: (T, T) -> T) {
        for number in [0.25, -0.5, 0] as [T] {
            each(name, vectors: 1) { inputs, out in
                withUnsafePointer(to: number) {
                    call(inputs[0].pointer, inputs[0].stride, $0, out.pointer, out.stride, UInt(out.count))
                }
            } _: {
                formula($0[0], number)
            }
        }
    }

    mutating func numbers(_ name: String, _ call: WithNumbers<T>, _ formula: (T, T, T) -> T) {
        let pair: [T] = [-0.25, 0.5]
        each(name, vectors: 1) { inputs, out in
            pair.withUnsafeBufferPointer {
                let first = $0.baseAddress.unsafelyUnwrapped
                call(inputs[0].pointer, inputs[0].stride, first, first + 1, out.pointer, out.stride, UInt(out.count))
            }
        } _: {
            formula($0[0], pair[0], pair[1])
        }
    }

    mutating func ternary(_ name: String, _ call: Ternary<T>, _ formula: (T, T, T) -> T) {
        each(name, vectors: 3) { i, out in
            call(
                i[0].pointer, i[0].stride, i[1].pointer, i[1].stride, i[2].pointer, i[2].stride, out.pointer,
                out.stride, UInt(out.count))
        } _: {
            formula($0[0], $0[1], $0[2])
        }
    }

    mutating func last(_ name: String, _ call: TernaryLast<T>, _ formula: (T, T, T) -> T) {
        let number: T = 0.375
        each(name, vectors: 2) { i, out in
            withUnsafePointer(to: number) {
                call(
                    i[0].pointer, i[0].stride, i[1].pointer, i[1].stride, $0, out.pointer, out.stride, UInt(out.count))
            }
        } _: {
            formula($0[0], $0[1], number)
        }
    }

    mutating func middle(_ name: String, _ call: TernaryMiddle<T>, _ formula: (T, T, T) -> T) {
        let number: T = 0.375
        each(name, vectors: 2) { i, out in
            withUnsafePointer(to: number) {
                call(
                    i[0].pointer, i[0].stride, $0, i[1].pointer, i[1].stride, out.pointer, out.stride, UInt(out.count))
            }
        } _: {
            formula($0[0], number, $0[1])
        }
    }

    mutating func quaternary(_ name: String, _ call: Quaternary<T>, _ formula: (T, T, T, T) -> T) {
        each(name, vectors: 4) { i, out in
            call(
                i[0].pointer, i[0].stride, i[1].pointer, i[1].stride, i[2].pointer, i[2].stride, i[3].pointer,
                i[3].stride, out.pointer, out.stride, UInt(out.count))
        } _: {
            formula($0[0], $0[1], $0[2], $0[3])
        }
    }
}

@Suite struct VectorTests {
    var float = Loops<Float>()
    var double = Loops<Double>()

    @Test mutating func twoVectorsGiveWhatAPlainLoopGives() {
        float.binary("vadd", vDSP_vadd) { $0 + $1 }
        double.binary("vadd", vDSP_vaddD) { $0 + $1 }
        float.binary("vmul", vDSP_vmul) { $0 * $1 }
        double.binary("vmul", vDSP_vmulD) { $0 * $1 }
        float.binary("vmax", vDSP_vmax) { $0 > $1 ? $0 : $1 }
        double.binary("vmax", vDSP_vmaxD) { $0 > $1 ? $0 : $1 }
        float.binary("vmin", vDSP_vmin) { $0 < $1 ? $0 : $1 }
        double.binary("vmin", vDSP_vminD) { $0 < $1 ? $0 : $1 }
        float.binary("vmaxmg", vDSP_vmaxmg) { max(abs($0), abs($1)) }
        double.binary("vmaxmg", vDSP_vmaxmgD) { max(abs($0), abs($1)) }
        float.binary("vminmg", vDSP_vminmg) { min(abs($0), abs($1)) }
        double.binary("vminmg", vDSP_vminmgD) { min(abs($0), abs($1)) }
        float.binary("vdist", vDSP_vdist) { ($0 * $0 + $1 * $1).squareRoot() }
        double.binary("vdist", vDSP_vdistD) { ($0 * $0 + $1 * $1).squareRoot() }
    }

    @Test mutating func subtractionAndDivisionTakeTheSecondOperandFirst() {
        float.binary("vsub", vDSP_vsub) { b, a in a - b }
        double.binary("vsub", vDSP_vsubD) { b, a in a - b }
        float.binary("vdiv", vDSP_vdiv) { b, a in a / b }
        double.binary("vdiv", vDSP_vdivD) { b, a in a / b }
    }

    @Test mutating func aVectorAndANumberGiveWhatAPlainLoopGives() {
        float.number("vsadd", vDSP_vsadd) { $0 + $1 }
        double.number("vsadd", vDSP_vsaddD) { $0 + $1 }
        float.number("vsmul", vDSP_vsmul) { $0 * $1 }
        double.number("vsmul", vDSP_vsmulD) { $0 * $1 }
        float.number("vsdiv", vDSP_vsdiv) { $0 / $1 }
        double.number("vsdiv", vDSP_vsdivD) { $0 / $1 }
        float.number("vthr", vDSP_vthr) { $0 >= $1 ? $0 : $1 }
        double.number("vthr", vDSP_vthrD) { $0 >= $1 ? $0 : $1 }
        float.number("vthres", vDSP_vthres) { $0 >= $1 ? $0 : 0 }
        double.number("vthres", vDSP_vthresD) { $0 >= $1 ? $0 : 0 }
        float.numbers("vclip", vDSP_vclip) { a, low, high in min(max(a, low), high) }
        double.numbers("vclip", vDSP_vclipD) { a, low, high in min(max(a, low), high) }
        float.numbers("viclip", vDSP_viclip) { a, low, high in a <= low || a >= high ? a : a < 0 ? low : high }
        double.numbers("viclip", vDSP_viclipD) { a, low, high in a <= low || a >= high ? a : a < 0 ? low : high }
        float.numbers("vsmsa", vDSP_vsmsa) { a, b, c in a * b + c }
        double.numbers("vsmsa", vDSP_vsmsaD) { a, b, c in a * b + c }
        float.numbers("vlim", vDSP_vlim) { a, b, c in a >= b ? c : -c }
        double.numbers("vlim", vDSP_vlimD) { a, b, c in a >= b ? c : -c }
        float.numbers("vthrsc", vDSP_vthrsc) { a, b, c in a >= b ? c : -c }
        double.numbers("vthrsc", vDSP_vthrscD) { a, b, c in a >= b ? c : -c }
    }

    @Test mutating func oneVectorGivesWhatAPlainLoopGives() {
        float.unary("vabs", vDSP_vabs) { abs($0) }
        double.unary("vabs", vDSP_vabsD) { abs($0) }
        float.unary("vnabs", vDSP_vnabs) { -abs($0) }
        double.unary("vnabs", vDSP_vnabsD) { -abs($0) }
        float.unary("vneg", vDSP_vneg) { -$0 }
        double.unary("vneg", vDSP_vnegD) { -$0 }
        float.unary("vsq", vDSP_vsq) { $0 * $0 }
        double.unary("vsq", vDSP_vsqD) { $0 * $0 }
        float.unary("vssq", vDSP_vssq) { $0 * abs($0) }
        double.unary("vssq", vDSP_vssqD) { $0 * abs($0) }
        float.unary("vfrac", vDSP_vfrac) { $0 - $0.rounded(.towardZero) }
        double.unary("vfrac", vDSP_vfracD) { $0 - $0.rounded(.towardZero) }
    }

    @Test mutating func threeOperandsGiveWhatAPlainLoopGives() {
        float.ternary("vma", vDSP_vma) { $0 * $1 + $2 }
        double.ternary("vma", vDSP_vmaD) { $0 * $1 + $2 }
        float.ternary("vmsb", vDSP_vmsb) { $0 * $1 - $2 }
        double.ternary("vmsb", vDSP_vmsbD) { $0 * $1 - $2 }
        float.ternary("vam", vDSP_vam) { ($0 + $1) * $2 }
        double.ternary("vam", vDSP_vamD) { ($0 + $1) * $2 }
        float.ternary("vsbm", vDSP_vsbm) { ($0 - $1) * $2 }
        double.ternary("vsbm", vDSP_vsbmD) { ($0 - $1) * $2 }
        float.ternary("venvlp", vDSP_venvlp) { a, b, c in c > a || c < b ? c : 0 }
        double.ternary("venvlp", vDSP_venvlpD) { a, b, c in c > a || c < b ? c : 0 }
        float.last("vmsa", vDSP_vmsa) { $0 * $1 + $2 }
        double.last("vmsa", vDSP_vmsaD) { $0 * $1 + $2 }
        float.last("vasm", vDSP_vasm) { ($0 + $1) * $2 }
        double.last("vasm", vDSP_vasmD) { ($0 + $1) * $2 }
        float.last("vsbsm", vDSP_vsbsm) { ($0 - $1) * $2 }
        double.last("vsbsm", vDSP_vsbsmD) { ($0 - $1) * $2 }
        float.last("vintb", vDSP_vintb) { a, b, c in a + c * (b - a) }
        double.last("vintb", vDSP_vintbD) { a, b, c in a + c * (b - a) }
        float.middle("vsma", vDSP_vsma) { $0 * $1 + $2 }
        double.middle("vsma", vDSP_vsmaD) { $0 * $1 + $2 }
        float.middle("vsmsb", vDSP_vsmsb) { $0 * $1 - $2 }
        double.middle("vsmsb", vDSP_vsmsbD) { $0 * $1 - $2 }
    }

    @Test mutating func fourOperandsGiveWhatAPlainLoopGives() {
        float.quaternary("vaam", vDSP_vaam) { ($0 + $1) * ($2 + $3) }
        double.quaternary("vaam", vDSP_vaamD) { ($0 + $1) * ($2 + $3) }
        float.quaternary("vasbm", vDSP_vasbm) { ($0 + $1) * ($2 - $3) }
        double.quaternary("vasbm", vDSP_vasbmD) { ($0 + $1) * ($2 - $3) }
        float.quaternary("vsbsbm", vDSP_vsbsbm) { ($0 - $1) * ($2 - $3) }
        double.quaternary("vsbsbm", vDSP_vsbsbmD) { ($0 - $1) * ($2 - $3) }
        float.quaternary("vmma", vDSP_vmma) { $0 * $1 + $2 * $3 }
        double.quaternary("vmma", vDSP_vmmaD) { $0 * $1 + $2 * $3 }
        float.quaternary("vmmsb", vDSP_vmmsb) { $0 * $1 - $2 * $3 }
        double.quaternary("vmmsb", vDSP_vmmsbD) { $0 * $1 - $2 * $3 }
        float.quaternary("vpythg", vDSP_vpythg) { a, b, c, d in
            ((a - c) * (a - c) + (b - d) * (b - d)).squareRoot()
        }
        double.quaternary("vpythg", vDSP_vpythgD) { a, b, c, d in
            ((a - c) * (a - c) + (b - d) * (b - d)).squareRoot()
        }
    }
}
