/// The positions of a fixed ratio's outputs, for one whole round after which positions repeat, and some more.
///
/// With `rowCount` rows to a frame and `step` rows from output to output, output k of a round lies in frame `starts[k]`
/// and uses row `rows[k]` of a bank that keeps its rows in this order; a round has `rowCount` outputs and takes `step`
/// frames. Shared by all resamplers of the same ratio.
final class PlaceList: Sendable {
    nonisolated(unsafe) let starts: UnsafePointer<Int32>
    nonisolated(unsafe) let rows: UnsafePointer<Int32>

    private init(_ ratio: Ratio) {
        let count = ratio.rowCount + ResamplerState.listedOutputsAtOnce
        let starts = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        let rows = UnsafeMutablePointer<Int32>.allocate(capacity: count)
        for output in 0..<count {
            let place = output * ratio.step
            (starts + output).initialize(to: Int32(place / ratio.rowCount))
            (rows + output).initialize(to: Int32(output % ratio.rowCount))
        }
        self.starts = UnsafePointer(starts)
        self.rows = UnsafePointer(rows)
    }

    deinit {
        starts.deallocate()
        rows.deallocate()
    }

    /// The list of this ratio: the one that other resamplers already share, or a new one.
    ///
    /// - Thread: control.
    static func shared(rowCount: Int, step: Int) -> PlaceList {
        tables.table(for: Ratio(rowCount: rowCount, step: step), make: PlaceList.init)
    }

    private struct Ratio: Hashable {
        let rowCount: Int
        let step: Int
    }

    private static let tables = SharedTables<Ratio, PlaceList>()
}
