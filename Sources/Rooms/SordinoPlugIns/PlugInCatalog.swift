import CPlugIns
import Glibc
import Synchronization

/// The plug-ins that are installed, listed when they are asked for, and again when the paths in the environment have
/// changed.
///
/// - Thread: any; a list is made by one thread while others wait for it.
package final class PlugInCatalog: Sendable {
    /// The catalog of the process.
    package static let shared = PlugInCatalog()

    private struct State {
        var paths: [PlugInDescription.Kind: String] = [:]
        var plugIns: [PlugInDescription.Kind: [PlugInDescription]] = [:]
        var problems: [PlugInDescription.Kind: [String]] = [:]
        var presets: [String: [PlugInPreset]] = [:]
        /// Grows with each list that is made.
        var generation = 0
    }

    private let state = Mutex(State())
    /// Folders instead of those of the environment.
    private let fixed: [PlugInDescription.Kind: String]
    /// The seconds that one file may take, and all of a kind together.
    private let secondLimit, wholeSecondLimit: Int32

    /// Makes a catalog.
    ///
    /// - Parameters:
    ///   - paths: Folders, separated by colons, instead of those of the environment.
    ///   - secondLimit: Seconds that one file may take.
    ///   - wholeSecondLimit: Seconds that all files of a kind may take.
    package init(
        paths: [PlugInDescription.Kind: String] = [:], secondLimit: Int = 10, wholeSecondLimit: Int = 60
    ) {
        fixed = paths
        (self.secondLimit, self.wholeSecondLimit) = (Int32(clamping: secondLimit), Int32(clamping: wholeSecondLimit))
    }

    private func path(of kind: PlugInDescription.Kind) -> String { fixed[kind] ?? Self.path(of: kind) }

    /// All plug-ins that are audio units; of several with the same codes the first.
    package var plugIns: [PlugInDescription] { listing.plugIns }

    /// The same, with a number that another list does not have.
    package var listing: (generation: Int, plugIns: [PlugInDescription]) {
        state.withLock { state in
            let found = [.lv2, .clap].flatMap { kind in list(kind, &state) }
            return (state.generation, found)
        }
    }

    /// A sentence for each file that was left out or is malformed, or for several of them.
    package var problems: [String] {
        state.withLock { state in
            [PlugInDescription.Kind.lv2, .clap].flatMap { kind in
                _ = list(kind, &state)
                return state.problems[kind] ?? []
            }
        }
    }

    private func list(_ kind: PlugInDescription.Kind, _ state: inout State) -> [PlugInDescription] {
        let path = path(of: kind)
        if state.paths[kind] == path, let plugIns = state.plugIns[kind] { return plugIns }
        let list = read(kind, path, uri: nil)
        var codes: Set<[UInt32]> = []
        var problems = list.problems
        let units = list.plugIns.filter { plugIn in
            guard plugIn.type != nil else {
                problems.append("\(plugIn.id) is left out: it has neither sound nor MIDI")
                return false
            }
            let isNew = codes.insert([plugIn.manufacturerCode, plugIn.subtypeCode]).inserted
            if !isNew { problems.append("\(plugIn.id) is left out: another plug-in has the same codes or id") }
            return isNew
        }
        state.generation += 1
        state.paths[kind] = path
        state.plugIns[kind] = units
        state.problems[kind] = problems
        state.presets = [:]
        for problem in problems { PlugInDebug.print(problem) }
        return units
    }

    private func read(_ kind: PlugInDescription.Kind, _ path: String, uri: String?) -> PlugInList {
        var byteCount = 0
        guard let text = cplugins_list(kind.rawValue, path, uri, secondLimit, wholeSecondLimit, &byteCount) else {
            return PlugInList("", kind: kind)
        }
        defer { free(text) }
        let bytes = UnsafeRawBufferPointer(start: text, count: byteCount)
        return PlugInList(String(decoding: bytes, as: UTF8.self), kind: kind)
    }

    /// The presets of an LV2 plug-in.
    package func presets(of plugIn: PlugInDescription) -> [PlugInPreset] {
        guard plugIn.kind == .lv2 else { return [] }
        return state.withLock { state in
            if let known = state.presets[plugIn.id] { return known }
            let presets = read(.lv2, path(of: .lv2), uri: plugIn.id).presets
            state.presets[plugIn.id] = presets
            return presets
        }
    }

    /// The folders that are searched, from the environment or the standard.
    package static func path(of kind: PlugInDescription.Kind) -> String {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = variable("HOME") ?? "/nonexistent"
        if kind == .lv2 {
            return variable("LV2_PATH") ?? "\(home)/.lv2:/usr/local/lib/lv2:/usr/lib/lv2:\(machine)/lv2"
        }
        let standard = "\(home)/.clap:/usr/local/lib/clap:/usr/lib/clap"
        return variable("CLAP_PATH").map { "\($0):\(standard)" } ?? standard
    }

    #if arch(arm64)
    private static let machine = "/usr/lib/aarch64-linux-gnu"
    #else
    private static let machine = "/usr/lib/x86_64-linux-gnu"
    #endif
}

/// Sentences for a person who looks for a plug-in that does not appear.
enum PlugInDebug {
    /// Prints a sentence to standard error if `SORDINO_DEBUG` is set.
    static func print(_ sentence: String) {
        guard let value = getenv("SORDINO_DEBUG"), value[0] != 0, value[0] != 48 else { return }
        var text = "Sordino: \(sentence)\n"
        _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
