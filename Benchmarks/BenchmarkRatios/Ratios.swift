import Glibc

/// Tells a script how many times better than its peer each row of a benchmark was.
///
/// With `SORDINO_RATIOS=FILE` in the environment every row that has a peer adds a line to that file: the row's name, a tab, the
/// ratio. `Scripts/ratios` compares them with `Benchmarks/least-ratios.tsv`.
package enum Ratios {
    /// Notes a row that is measured in time, or anything else of which less is better.
    package static func less(_ row: String, ours: Double, theirs: Double) { note(row, theirs / ours) }

    /// Notes a row that is measured in speed, or anything else of which more is better.
    package static func more(_ row: String, ours: Double, theirs: Double) { note(row, ours / theirs) }

    private static func note(_ row: String, _ ratio: Double) {
        guard let path = getenv("SORDINO_RATIOS"), ratio.isFinite, ratio > 0 else { return }
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard file >= 0 else { return }
        let line = Array("\(row)\t\(Double(Int(ratio * 1000)) / 1000)\n".utf8)
        _ = write(file, line, line.count)
        _ = close(file)
    }
}
