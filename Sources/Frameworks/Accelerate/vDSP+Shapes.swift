import CAccelerate

// The shapes of the functions in C. Each is called with the functions of both precisions, and chooses by the type of
// number.

typealias UnaryLoop<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias BinaryLoop<T> = (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias NumberLoop<T> = (UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias NumberOverLoop<T> = (UnsafePointer<T>, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt) -> Void
typealias NumbersLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias TernaryLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias LastLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias MiddleLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias ScaledLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, UnsafePointer<T>, Int, UnsafePointer<T>, UnsafeMutablePointer<T>, Int,
    UInt
) -> Void
typealias QuaternaryLoop<T> = (
    UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafePointer<T>, Int,
    UnsafeMutablePointer<T>, Int, UInt
) -> Void
typealias ReductionLoop<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void
typealias PlaceLoop<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UnsafeMutablePointer<UInt>, UInt) -> Void
typealias ProductLoop<T> = (UnsafePointer<T>, Int, UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void

/// Returns the same memory as another type, which is its type at run time.
func cast<T, U>(_ pointer: UnsafePointer<T>) -> UnsafePointer<U> {
    UnsafeRawPointer(pointer).assumingMemoryBound(to: U.self)
}

/// Returns the same memory as another type, which is its type at run time.
func cast<T, U>(_ pointer: UnsafeMutablePointer<T>) -> UnsafeMutablePointer<U> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: U.self)
}

extension vDSP {
    /// Calls the function for this type of number.
    static func each<E: VectorScalar>(_: E.Type, _ float: () -> Void, _ double: () -> Void) {
        if E.self == Float.self { return float() }
        precondition(E.self == Double.self, "vectors are made of Float or Double")
        double()
    }

    /// Makes an array of `count` elements, which `fill` writes.
    static func made<E>(_ count: Int, _ fill: (inout UnsafeMutableBufferPointer<E>) -> Void) -> [E] {
        let count = max(count, 0)
        return Array(unsafeUninitializedCapacity: count) { memory, made in
            var part = UnsafeMutableBufferPointer(rebasing: memory[..<count])
            fill(&part)
            made = count
        }
    }

    /// Calls `body` with the memory of a vector, which is somewhere also when it is empty.
    static func read<E, R>(
        _ vector: some AccelerateBuffer<E>, _ body: (UnsafePointer<E>, UInt) -> R
    ) -> R {
        vector.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress, !buffer.isEmpty else {
                return withUnsafeTemporaryAllocation(of: E.self, capacity: 1) {
                    body(UnsafePointer($0.baseAddress.unsafelyUnwrapped), 0)
                }
            }
            return body(first, UInt(buffer.count))
        }
    }

    /// Calls `body` with the memory of a result of `count` elements; not if `count` is 0.
    static func write<E>(
        _ result: inout some AccelerateMutableBuffer<E>, _ count: UInt, _ body: (UnsafeMutablePointer<E>) -> Void
    ) {
        precondition(result.count >= Int(count), "the result has room for all elements")
        result.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress, count > 0 else { return }
            body(first)
        }
    }

    private static func match(_ counts: UInt...) {
        precondition(counts.allSatisfy { $0 == counts[0] }, "vectors have the same number of elements")
    }

    static func unary<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ result: inout some AccelerateMutableBuffer<E>, _ float: UnaryLoop<Float>,
        _ double: UnaryLoop<Double>
    ) {
        read(a) { a, count in
            write(&result, count) { z in
                each(E.self, { float(cast(a), 1, cast(z), 1, count) }, { double(cast(a), 1, cast(z), 1, count) })
            }
        }
    }

    static func binary<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: some AccelerateBuffer<E>,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: BinaryLoop<Float>, _ double: BinaryLoop<Double>
    ) {
        read(a) { a, count in
            read(b) { b, others in
                match(count, others)
                write(&result, count) { z in
                    each(
                        E.self, { float(cast(a), 1, cast(b), 1, cast(z), 1, count) },
                        { double(cast(a), 1, cast(b), 1, cast(z), 1, count) })
                }
            }
        }
    }

    static func number<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: E, _ result: inout some AccelerateMutableBuffer<E>,
        _ float: NumberLoop<Float>, _ double: NumberLoop<Double>
    ) {
        read(a) { a, count in
            write(&result, count) { z in
                withUnsafePointer(to: b) { b in
                    each(
                        E.self, { float(cast(a), 1, cast(b), cast(z), 1, count) },
                        { double(cast(a), 1, cast(b), cast(z), 1, count) })
                }
            }
        }
    }

    static func numberOver<E: VectorScalar>(
        _ a: E, _ b: some AccelerateBuffer<E>, _ result: inout some AccelerateMutableBuffer<E>,
        _ float: NumberOverLoop<Float>, _ double: NumberOverLoop<Double>
    ) {
        read(b) { b, count in
            write(&result, count) { z in
                withUnsafePointer(to: a) { a in
                    each(
                        E.self, { float(cast(a), cast(b), 1, cast(z), 1, count) },
                        { double(cast(a), cast(b), 1, cast(z), 1, count) })
                }
            }
        }
    }

    static func numbers<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: E, _ c: E, _ result: inout some AccelerateMutableBuffer<E>,
        _ float: NumbersLoop<Float>, _ double: NumbersLoop<Double>
    ) {
        read(a) { a, count in
            write(&result, count) { z in
                withUnsafePointer(to: b) { b in
                    withUnsafePointer(to: c) { c in
                        each(
                            E.self, { float(cast(a), 1, cast(b), cast(c), cast(z), 1, count) },
                            { double(cast(a), 1, cast(b), cast(c), cast(z), 1, count) })
                    }
                }
            }
        }
    }

    static func ternary<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: some AccelerateBuffer<E>, _ c: some AccelerateBuffer<E>,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: TernaryLoop<Float>, _ double: TernaryLoop<Double>
    ) {
        read(a) { a, count in
            read(b) { b, second in
                read(c) { c, third in
                    match(count, second, third)
                    write(&result, count) { z in
                        each(
                            E.self, { float(cast(a), 1, cast(b), 1, cast(c), 1, cast(z), 1, count) },
                            { double(cast(a), 1, cast(b), 1, cast(c), 1, cast(z), 1, count) })
                    }
                }
            }
        }
    }

    static func last<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: some AccelerateBuffer<E>, _ c: E,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: LastLoop<Float>, _ double: LastLoop<Double>
    ) {
        read(a) { a, count in
            read(b) { b, second in
                match(count, second)
                write(&result, count) { z in
                    withUnsafePointer(to: c) { c in
                        each(
                            E.self, { float(cast(a), 1, cast(b), 1, cast(c), cast(z), 1, count) },
                            { double(cast(a), 1, cast(b), 1, cast(c), cast(z), 1, count) })
                    }
                }
            }
        }
    }

    static func middle<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: E, _ c: some AccelerateBuffer<E>,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: MiddleLoop<Float>, _ double: MiddleLoop<Double>
    ) {
        read(a) { a, count in
            read(c) { c, third in
                match(count, third)
                write(&result, count) { z in
                    withUnsafePointer(to: b) { b in
                        each(
                            E.self, { float(cast(a), 1, cast(b), cast(c), 1, cast(z), 1, count) },
                            { double(cast(a), 1, cast(b), cast(c), 1, cast(z), 1, count) })
                    }
                }
            }
        }
    }

    static func scaled<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: E, _ c: some AccelerateBuffer<E>, _ d: E,
        _ result: inout some AccelerateMutableBuffer<E>, _ float: ScaledLoop<Float>, _ double: ScaledLoop<Double>
    ) {
        read(a) { a, count in
            read(c) { c, third in
                match(count, third)
                write(&result, count) { z in
                    withUnsafePointer(to: b) { b in
                        withUnsafePointer(to: d) { d in
                            each(
                                E.self, { float(cast(a), 1, cast(b), cast(c), 1, cast(d), cast(z), 1, count) },
                                { double(cast(a), 1, cast(b), cast(c), 1, cast(d), cast(z), 1, count) })
                        }
                    }
                }
            }
        }
    }

    static func quaternary<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: some AccelerateBuffer<E>, _ c: some AccelerateBuffer<E>,
        _ d: some AccelerateBuffer<E>, _ result: inout some AccelerateMutableBuffer<E>,
        _ float: QuaternaryLoop<Float>, _ double: QuaternaryLoop<Double>
    ) {
        read(a) { a, count in
            read(b) { b, second in
                read(c) { c, third in
                    read(d) { d, fourth in
                        match(count, second, third, fourth)
                        write(&result, count) { z in
                            each(
                                E.self,
                                { float(cast(a), 1, cast(b), 1, cast(c), 1, cast(d), 1, cast(z), 1, count) },
                                { double(cast(a), 1, cast(b), 1, cast(c), 1, cast(d), 1, cast(z), 1, count) })
                        }
                    }
                }
            }
        }
    }

    static func reduced<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ float: ReductionLoop<Float>, _ double: ReductionLoop<Double>
    ) -> E {
        var result: E = 0
        read(a) { a, count in
            withUnsafeMutablePointer(to: &result) { z in
                each(E.self, { float(cast(a), 1, cast(z), count) }, { double(cast(a), 1, cast(z), count) })
            }
        }
        return result
    }

    static func place<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ float: PlaceLoop<Float>, _ double: PlaceLoop<Double>
    ) -> (UInt, E) {
        var result: E = 0
        var index: UInt = 0
        read(a) { a, count in
            withUnsafeMutablePointer(to: &result) { z in
                each(
                    E.self, { float(cast(a), 1, cast(z), &index, count) },
                    { double(cast(a), 1, cast(z), &index, count) })
            }
        }
        return (index, result)
    }

    static func product<E: VectorScalar>(
        _ a: some AccelerateBuffer<E>, _ b: some AccelerateBuffer<E>, _ float: ProductLoop<Float>,
        _ double: ProductLoop<Double>
    ) -> E {
        var result: E = 0
        read(a) { a, count in
            read(b) { b, second in
                match(count, second)
                withUnsafeMutablePointer(to: &result) { z in
                    each(
                        E.self, { float(cast(a), 1, cast(b), 1, cast(z), count) },
                        { double(cast(a), 1, cast(b), 1, cast(z), count) })
                }
            }
        }
        return result
    }
}
