import CKernels
import SordinoRealtime

/// The long filter of mastering quality as spectra, one for each phase, and the tables of the transform.
///
/// Shared by all resamplers of the same number of phases.
final class FourierBank: Sendable {
    /// The table that `ckernels_fourier_forward` needs.
    nonisolated(unsafe) let table: UnsafePointer<Double>
    /// For each phase the real parts of its spectrum, then the imaginary ones.
    nonisolated(unsafe) let spectra: UnsafePointer<Double>

    private init(_ kind: Kind) {
        let size = FourierPlan.size
        let table = Self.makeTable(size: size)
        let spectra = UnsafeMutablePointer<Double>.allocate(capacity: 2 * size * kind.phases)
        spectra.initialize(repeating: 0, count: 2 * size * kind.phases)
        let reach = FourierPlan.reach
        for phase in 0..<kind.phases {
            let response = spectra + 2 * size * phase
            // Rising, an output lies `shift` behind the frame that it belongs to; falling, an input does.
            let shift = Double(phase) / Double(kind.phases)
            for tap in -reach...reach {
                let time = -Double(tap) + (kind.isRising ? -shift : shift)
                // The transforms there and back multiply by the size.
                let scale = 1 / Double(size) / (kind.isRising ? 1 : Double(kind.phases))
                response[(tap + size) % size] = scale * OptimalLowPass.mastering.value(at: time)
            }
            ckernels_fourier_forward(response, response + size, table, size)
        }
        self.table = UnsafePointer(table)
        self.spectra = UnsafePointer(spectra)
    }

    deinit {
        table.deallocate()
        spectra.deallocate()
    }

    /// The table of a transform of `size` complex numbers; the caller frees it.
    static func makeTable(size: Int) -> UnsafeMutablePointer<Double> {
        let table = UnsafeMutablePointer<Double>.allocate(capacity: ckernels_fourier_table_count(size))
        var next = table
        let put = { (angle: Double, isImaginary: Bool) in
            next.initialize(to: isImaginary ? RealtimeMath.sin(angle) : RealtimeMath.cos(angle))
            next += 1
        }
        var span = size
        while span >= 64 {
            for isImaginary in [false, true] {
                for power in 1...3 {
                    for index in 0..<(span / 4) {
                        put(-2 * Double.pi * Double(power * (index / 4)) / Double(span / 4), isImaginary)
                    }
                }
            }
            span /= 4
        }
        for group in 0..<(size / 16) {
            for isImaginary in [false, true] {
                for member in 0..<4 {
                    let bin = reversed(4 * group + member, below: size / 4)
                    for lane in 0..<4 {
                        put(-2 * Double.pi * Double(lane * bin) / Double(size), isImaginary)
                    }
                }
            }
        }
        return table
    }

    /// A number below a power of four with its digits to the base of four reversed.
    private static func reversed(_ number: Int, below limit: Int) -> Int {
        var (rest, result, place) = (number, 0, 1)
        while place < limit {
            result = result * 4 + rest % 4
            rest /= 4
            place *= 4
        }
        return result
    }

    /// The bank for so many phases: the one that other resamplers already share, or a new one.
    ///
    /// - Thread: control.
    static func shared(phases: Int, isRising: Bool) -> FourierBank {
        tables.table(for: Kind(phases: phases, isRising: isRising), make: FourierBank.init)
    }

    private struct Kind: Hashable {
        let phases: Int
        let isRising: Bool
    }

    private static let tables = SharedTables<Kind, FourierBank>()
}
