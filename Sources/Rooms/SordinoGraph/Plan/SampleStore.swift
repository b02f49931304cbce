import Glibc
import SordinoRealtime

/// Memory for the samples of one graph's plans: planes of whole cache lines, cut from pages of the system.
///
/// Fresh pages are zeros and cost nothing until they are touched. Planes that were given back have been touched: the
/// render thread does not wait for the system when it takes up the next plan.
/// - Thread: any.
final class SampleStore: Sendable {
    /// The memory of one channel.
    struct Plane {
        let start: UnsafeMutablePointer<Float>
        /// Bytes, a multiple of a cache line.
        let byteCount: Int
        /// The beginning of the pages that it was cut from.
        fileprivate let sheet: UInt
    }

    /// Pages that are cut into planes of one size.
    private struct Sheet {
        let byteCount: Int
        let planeBytes: Int
        /// Bytes that were cut off so far.
        var cutBytes = 0
        /// Planes that are in use.
        var takenCount = 0
        var free: [Lent<UnsafeMutablePointer<Float>>] = []

        var hasRoom: Bool { !free.isEmpty || cutBytes + planeBytes <= byteCount }
    }

    private struct Stock: Sendable {
        var sheets: [UInt: Sheet] = [:]
        /// The sheets that have room, by the size of their planes; the last one is cut first.
        var open: [Int: [UInt]] = [:]
    }

    /// Most sheets are like this; a longer plane has one for itself.
    private static let sheetBytes = 1 << 20

    private let stock = Guarded(Stock())

    /// Takes memory for one channel, with anything in it.
    func take(frameCount: Int) -> Plane {
        // 64: one cache line, so that channels do not share one and wide loads are aligned.
        let byteCount = max((frameCount * 4 + 63) & ~63, 64)
        return stock.withLock { stock in
            let base = stock.open[byteCount]?.last ?? Self.open(byteCount, &stock)
            guard var sheet = stock.sheets[base] else { preconditionFailure("an open sheet is one of the sheets") }
            stock.sheets[base] = nil
            let start: UnsafeMutablePointer<Float>
            if let free = sheet.free.popLast() {
                start = free.value
            } else {
                guard let place = UnsafeMutableRawPointer(bitPattern: base + UInt(sheet.cutBytes)) else {
                    preconditionFailure("a sheet does not begin at 0")
                }
                start = place.bindMemory(to: Float.self, capacity: byteCount / 4)
                sheet.cutBytes += byteCount
            }
            sheet.takenCount += 1
            if !sheet.hasRoom { stock.open[byteCount]?.removeLast() }
            stock.sheets[base] = sheet
            return Plane(start: start, byteCount: byteCount, sheet: base)
        }
    }

    private static func open(_ planeBytes: Int, _ stock: inout Stock) -> UInt {
        let size = max(planeBytes, sheetBytes)
        let base = UInt(bitPattern: map(size))
        stock.sheets[base] = Sheet(byteCount: size, planeBytes: planeBytes)
        stock.open[planeBytes, default: []].append(base)
        return base
    }

    /// Gives planes back.
    ///
    /// Pages from which no plane is taken any more go back to the system, unless they are the only ones of their kind.
    func give(_ planes: [Plane]) {
        if planes.isEmpty { return }
        stock.withLock { stock in
            for plane in planes {
                guard var sheet = stock.sheets[plane.sheet] else { continue }
                stock.sheets[plane.sheet] = nil
                if !sheet.hasRoom { stock.open[plane.byteCount, default: []].append(plane.sheet) }
                sheet.free.append(Lent(plane.start))
                sheet.takenCount -= 1
                if sheet.takenCount == 0, let open = stock.open[plane.byteCount], open.count > 1 {
                    stock.open[plane.byteCount]?.removeAll { $0 == plane.sheet }
                    munmap(UnsafeMutableRawPointer(bitPattern: plane.sheet), sheet.byteCount)
                } else {
                    stock.sheets[plane.sheet] = sheet
                }
            }
        }
    }

    deinit {
        for (base, sheet) in stock.withLock({ $0.sheets }) {
            munmap(UnsafeMutableRawPointer(bitPattern: base), sheet.byteCount)
        }
    }

    /// Fresh pages of the system.
    static func map(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else {
            preconditionFailure("there is no memory for \(byteCount) bytes of samples")
        }
        return start
    }
}

/// Pages that the plans of one graph share for the length of a block; a plan that needs more gets larger ones.
final class SharedPages {
    let start: UnsafeMutableRawPointer
    let byteCount: Int

    /// Reserves at least so many bytes; they cost nothing until they are touched.
    init(atLeast byteCount: Int) {
        var size = 1 << 16
        while size < byteCount { size *= 2 }
        self.byteCount = size
        start = SampleStore.map(size)
    }

    deinit { munmap(start, byteCount) }
}
