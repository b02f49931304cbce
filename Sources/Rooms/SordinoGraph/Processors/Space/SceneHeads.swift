import CSOFA
import Glibc
import SordinoRealtime
import SordinoSignal

/// The heads that scenes of one rate are heard through, read and computed once a process.
///
/// Measured responses come from SOFA files: libmysofa's default set where the package is installed, and the listener's
/// own set. Without files all heads are the rigid sphere.
package final class SceneHeads: Sendable {
    /// The heads by name: those that are not known are others.
    package let sphere: HeadTable
    package let plain: HeadTable
    package let fine: HeadTable
    package let own: HeadTable

    private struct Known {
        var scenes: [Double: SceneHeads] = [:]
        var measured: [String: MeasuredHead?] = [:]
    }
    private static let known = Guarded(Known())

    /// The heads at a rate.
    ///
    /// - Thread: control; the first call of a process reads files.
    package static func shared(sampleRate: Double) -> SceneHeads {
        known.withLock { known in
            if let scene = known.scenes[sampleRate] { return scene }
            var usual: MeasuredHead?
            for path in usualPaths where usual == nil { usual = measured(path, &known) }
            let own = measured(ownPath, &known, saysWhy: true)
            let scene = SceneHeads(usual: usual, own: own, sampleRate: sampleRate)
            known.scenes[sampleRate] = scene
            return scene
        }
    }

    /// Indicates whether the listener's own set was found, and could be read.
    package static var hasOwn: Bool {
        known.withLock { known in measured(ownPath, &known, saysWhy: true) != nil }
    }

    /// Makes heads of measured sets.
    package init(usual: MeasuredHead?, own: MeasuredHead?, sampleRate: Double) {
        sphere = HeadTable.sphere(sampleRate: sampleRate)
        guard let head = usual ?? own else {
            (plain, fine, self.own) = (sphere, sphere, sphere)
            return
        }
        let filters = head.filters(sampleRate: sampleRate)
        plain = HeadTable(head, filters: filters, sampleRate: sampleRate, fineness: .plain)
        fine = HeadTable(head, filters: filters, sampleRate: sampleRate, fineness: .fine)
        guard let own, own !== head else {
            self.own = fine
            return
        }
        self.own = HeadTable(own, sampleRate: sampleRate, fineness: .fine)
    }

    /// Mixes for a scene of its own; heads that are the same share one.
    ///
    /// - Thread: control.
    func makeMixers() -> (mixes: HeadMixes, owners: [EarMixer]) {
        let first = EarMixer(sphere)
        let second = plain === sphere ? first : EarMixer(plain)
        let third = fine === plain ? second : EarMixer(fine)
        let fourth = own === fine ? third : EarMixer(own)
        return (HeadMixes(sphere: first, plain: second, fine: third, own: fourth), [first, second, third, fourth])
    }

    // MARK: Files

    /// A reason why a file gives no head.
    package enum Refusal: Error, Equatable {
        /// libmysofa is not installed.
        case noLibrary
        case noFile
        case malformed
        /// A SOFA file of something else than ears in the free field, or of a rate outside 8 to 384 kHz.
        case unsupported
        /// More directions or longer responses than are read.
        case limit
    }

    /// Reads a SOFA file.
    ///
    /// - Parameters:
    ///   - path: Of a file of the convention SimpleFreeFieldHRIR; it may hold anything.
    ///   - isInstalled: The path is a package's own, so that a file that only root can write needs no process of its
    ///     own.
    ///   - cache: Where its numbers are kept, so that libmysofa reads it once; nil for nowhere.
    package static func read(
        _ path: String, isInstalled: Bool = false, cache: HeadCache? = .usual
    ) throws(Refusal) -> MeasuredHead {
        let key = cache == nil ? nil : HeadCache.key(ofFile: path)
        if let key, let kept = cache?.set(key), let head = try? analysed(kept) { return head }
        var set = csofa_set()
        switch Int(csofa_read(path, isInstalled, &set)) {
        case CSOFA_OK: break
        case CSOFA_NO_LIBRARY: throw .noLibrary
        case CSOFA_NO_FILE: throw .noFile
        case CSOFA_UNSUPPORTED: throw .unsupported
        case CSOFA_LIMIT: throw .limit
        default: throw .malformed
        }
        defer { csofa_free(&set) }
        guard let positions = set.positions, let responses = set.responses, let delays = set.delays else {
            throw .malformed
        }
        let (directions, frames) = (Int(set.direction_count), Int(set.frame_count))
        func copy(_ numbers: UnsafePointer<Float>, _ count: Int) -> ArraySlice<Float> {
            Array(UnsafeBufferPointer(start: numbers, count: count))[...]
        }
        let read = HeadCache.Set(
            sampleRate: set.sample_rate, frameCount: frames, positions: copy(positions, directions * 3),
            responses: copy(responses, directions * 2 * frames), delays: copy(delays, directions * 2))
        let made = try analysed(read)
        // Not kept if the file was replaced while it was read.
        if let key, HeadCache.key(ofFile: path) == key { cache?.keep(read, as: key) }
        return made
    }

    /// Makes a head of a measured set.
    private static func analysed(_ set: HeadCache.Set) throws(Refusal) -> MeasuredHead {
        let positions = set.positions
        let directions = stride(from: positions.startIndex, to: positions.endIndex, by: 3).map { place in
            SpacePoint(0 - positions[place + 1], positions[place + 2], 0 - positions[place])
        }
        do {
            return try set.responses.withUnsafeBufferPointer { responses throws(MeasuredHead.Refusal) in
                try set.delays.withUnsafeBufferPointer { delays throws(MeasuredHead.Refusal) in
                    guard let response = responses.baseAddress, let delay = delays.baseAddress else {
                        throw .malformed
                    }
                    return try MeasuredHead(
                        sampleRate: Double(set.sampleRate), directions: directions, responses: response,
                        frameCount: set.frameCount, delays: delay)
                }
            }
        } catch {
            throw error == .unsupportedRate ? .unsupported : .malformed
        }
    }

    private static func measured(_ path: String?, _ known: inout Known, saysWhy: Bool = false) -> MeasuredHead? {
        guard let path else { return nil }
        if let seen = known.measured[path] { return seen }
        var head: MeasuredHead?
        do {
            head = try read(path, isInstalled: usualPaths.contains(path))
        } catch {
            if saysWhy, error != .noFile {
                let line = "Sordino: the head of \(path) is not used: \(error).\n"
                _ = line.withCString { write(2, $0, strlen($0)) }
            }
        }
        known.measured[path] = .some(head)
        return head
    }

    private static let usualPaths = ["/usr/share/libmysofa/default.sofa", "/usr/local/share/libmysofa/default.sofa"]

    /// SORDINO_HEAD, else the place of a user's data.
    private static var ownPath: String? {
        if let value = getenv("SORDINO_HEAD"), value[0] != 0 { return String(cString: value) }
        return BaseFolders().data.map { $0 + "/sordino/head.sofa" }
    }
}
