import Foundation
import SordinoRealtime

/// Keeps the memory of released blocks for the next blocks of the same size.
///
/// Readers, decoders and capture make blocks of one size, one after the other. Memory that was used a moment ago is
/// still in the processor's cache; the C library would give each block other memory.
/// - Thread: any but the render thread.
enum SpareMemory {
    /// Sizes that are kept, in bytes: smaller blocks cost the C library little, larger ones would hold too much.
    private static let sizes = 4_096...262_144
    private static let capacity = 8
    private static let spare = Guarded<[Spare]>([])

    private struct Spare: Sendable {
        let memory: Lent<UnsafeMutableRawPointer>
        let byteCount: Int
    }

    /// Returns memory that begins at a line of the cache; nil if there is none.
    static func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        if sizes.contains(byteCount) {
            let found = spare.withLock { spare in
                spare.lastIndex { $0.byteCount == byteCount }.map { spare.remove(at: $0) }
            }
            if let found { return found.memory.value }
        }
        guard byteCount <= .max - 63 else { return nil }
        // Kernels load and store fastest at whole lines.
        return aligned_alloc(64, max(1, (byteCount + 63) / 64) * 64)
    }

    /// Takes memory back that `take` returned.
    static func give(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
        let given = Spare(memory: Lent(memory), byteCount: byteCount)
        let displaced: Spare? =
            !sizes.contains(byteCount)
            ? given
            : spare.withLock { spare in
                spare.append(given)
                return spare.count > capacity ? spare.removeFirst() : nil
            }
        if let displaced { free(displaced.memory.value) }
    }
}
