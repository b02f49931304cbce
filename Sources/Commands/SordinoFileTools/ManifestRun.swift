import Glibc
import SordinoJSON

/// Makes the files that a list names; any number of workers may share a list, and be killed at any moment.
///
/// A line of the list is an input and an output with a tab between; empty lines and lines that begin with `#` are left
/// out. A file is written as `OUTPUT.part`, which its worker holds by a lock, and gets its name when it is complete and
/// on the disk: an existing output is complete, and is left unchanged. The unfinished file of a killed worker is
/// written again by the next.
package struct ManifestRun {
    /// A share of the list: every `count`th line, from `index` on.
    package struct Shard: Sendable {
        package var index = 0
        package var count = 1

        /// Makes the share that holds all lines.
        package init() {}

        /// Reads `INDEX/COUNT`; nil if the index is not below the count.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let index = parts[0], let count = parts[1], count > 0, (0..<count).contains(index)
            else { return nil }
            (self.index, self.count) = (index, count)
        }
    }

    /// One line of the list.
    private struct Item {
        var input: String
        var output: String
        var part: String { output + ".part" }
    }

    private enum Claim {
        /// The descriptor that holds the lock.
        case ours(Int32)
        case isThere
        case isBusy
        case failed(String)
    }

    private let request: ConversionRequest
    private let path: String
    private let shard: Shard

    /// Prepares to work on a list; `-` is the standard input.
    package init(_ request: ConversionRequest, list path: String, shard: Shard) {
        (self.request, self.path, self.shard) = (request, path, shard)
    }

    /// Makes the missing files.
    ///
    /// - Parameter said: Receives one record, a line of JSON, for each file: input, output, state (`made`, `there` or
    ///   `failed`), frames, or the error.
    /// - Returns: Whether all files of the share exist.
    /// - Throws: If the list cannot be read.
    package func run(_ said: (String) -> Void) throws(ToolFailure) -> Bool {
        guard let list = path == "-" ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "re") else {
            throw ToolFailure("-43", "cannot open the manifest \(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(list) }
        var isWhole = true
        var later: [Item] = []
        var (line, room, number) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
        defer { free(line) }
        while case let count = getline(&line, &room, list), count >= 0, let bytes = line {
            var text = String(cString: bytes)
            if text.hasSuffix("\n") { text.removeLast() }
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            defer { number += 1 }
            guard number % shard.count == shard.index else { continue }
            let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                said(record(Item(input: text, output: ""), "failed", error: "the line is no input, tab and output"))
                isWhole = false
                continue
            }
            let item = Item(input: String(parts[0]), output: String(parts[1]))
            switch make(item, waits: false, said) {
            case nil: later.append(item)
            case let isThere?: isWhole = isThere && isWhole
            }
        }
        // Another worker was at these; if it has died meanwhile they are ours.
        for item in later { isWhole = make(item, waits: true, said) ?? false && isWhole }
        return isWhole
    }

    /// Makes one file; nil if another worker is at it.
    private func make(_ item: Item, waits: Bool, _ said: (String) -> Void) -> Bool? {
        switch claim(item, waits: waits) {
        case .isBusy: return nil
        case .isThere: said(record(item, "there"))
        case .failed(let why):
            said(record(item, "failed", error: why))
            return false
        case .ours(let descriptor):
            defer { close(descriptor) }
            do throws(ToolFailure) {
                var output = request.outputs[0]
                (output.path, output.part) = (item.output, item.part)
                let outcome = try ConversionJob(request, input: item.input).run(output)
                guard fsync(descriptor) == 0, rename(item.part, item.output) == 0 else {
                    let why = String(cString: strerror(errno))
                    FilePath.remove(item.part)
                    throw ToolFailure("wht?", "\(item.output): \(why)")
                }
                said(
                    record(
                        item, "made", frames: outcome.frameCount,
                        error: outcome.remarks.isEmpty ? nil : outcome.remarks.joined(separator: "; ")))
            } catch {
                FilePath.remove(item.part)
                said(record(item, "failed", error: error.text(of: item.input, item.output)))
                return false
            }
        }
        return true
    }

    /// Takes the lock of a file that is to be made.
    private func claim(_ item: Item, waits: Bool) -> Claim {
        while true {
            if FilePath.exists(item.output) { return .isThere }
            FilePath.makeFolders(of: item.part)
            // All workers use this name, so it can be guessed: a symbolic link of that name is not followed.
            let descriptor = open(item.part, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return .failed("\(item.part): \(String(cString: strerror(errno)))") }
            guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
                let number = errno
                close(descriptor)
                if number == EINTR { continue }
                return number == EWOULDBLOCK ? .isBusy : .failed("\(item.part): \(String(cString: strerror(number)))")
            }
            // The previous holder may have finished the file, or removed it.
            var (held, named) = (stat(), stat())
            let isStillNamed =
                fstat(descriptor, &held) == 0 && lstat(item.part, &named) == 0 && held.st_ino == named.st_ino
                && held.st_dev == named.st_dev
            guard held.st_mode & S_IFMT == S_IFREG, held.st_uid == geteuid(), held.st_nlink <= 1 else {
                close(descriptor)
                return .failed("\(item.part): the file is not this user's own")
            }
            if isStillNamed, !FilePath.exists(item.output) { return .ours(descriptor) }
            if isStillNamed { FilePath.remove(item.part) }
            close(descriptor)
        }
    }

    private func record(_ item: Item, _ state: String, frames: Int64? = nil, error: String? = nil) -> String {
        var fields: [(String, JSONText)] = [
            ("input", .text(item.input)), ("output", .text(item.output)), ("state", .text(state)),
        ]
        if let frames { fields.append(("frames", .number(frames))) }
        if let error { fields.append((state == "failed" ? "error" : "remark", .text(error))) }
        return JSONText.object(fields).line + "\n"
    }
}
