import CALSA
import SordinoRealtime

/// The functions of libasound.
package struct ALSALibrary: Sendable {
    let functions: Lent<OpaquePointer>

    /// The system's libasound; nil if it is not installed, or Sordino was built without its headers.
    package static var system: ALSALibrary? { ALSALibrary(path: "libasound.so.2") }

    /// Opens the library at a path.
    package init?(path: String) {
        guard let functions = calsa_library_open(path) else { return nil }
        self.functions = Lent(functions)
    }

    /// Uses the functions that `find` returns for ALSA's names, and never releases them.
    package init?(find: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?) {
        guard let functions = calsa_library_from(find) else { return nil }
        self.functions = Lent(functions)
    }

    /// Returns ALSA's own description of an error.
    func sentence(_ error: Int32) -> String { String(cString: calsa_error(functions.value, error)) }
}

/// The names of the ALSA devices that a process uses.
package struct ALSANames: Hashable, Sendable {
    /// Names of outputs, in the order in which they are tried.
    package var outputs: [String]
    package var inputs: [String]

    /// The environment variable that names the device: one name for both directions, or `out,in`.
    package static let variable = "SORDINO_ALSA"

    /// Reads a value of the variable; nil and "" mean ALSA's `default`, or `sysdefault` if that cannot be opened.
    ///
    /// A comma separates two names unless it belongs to a name, as ALSA's names may contain commas: `hw:0,1` is one name,
    /// `plughw:1,pulse` are two.
    package init(_ value: String?) {
        guard let value, !value.isEmpty else {
            outputs = ["default", "sysdefault"]
            inputs = outputs
            return
        }
        let names = Self.parted(value)
        outputs = [names[0]]
        inputs = [names.count > 1 ? names[1] : names[0]]
    }

    /// Splits at the first comma that is outside of quotation marks and braces and is followed by neither a number nor `KEY=`.
    private static func parted(_ value: String) -> [String] {
        var depth = 0
        var quote: Character?
        for index in value.indices {
            let letter = value[index]
            if let open = quote {
                if letter == open { quote = nil }
                continue
            }
            switch letter {
            case "'", "\"": quote = letter
            case "{": depth += 1
            case "}": depth -= 1
            case "," where depth == 0:
                let rest = value[value.index(after: index)...]
                let word = rest.prefix { $0 != "," && $0 != ":" }
                let isArgument = word.isEmpty || word.allSatisfy(\.isNumber) || word.contains("=")
                if !isArgument, index != value.startIndex { return [String(value[..<index]), String(rest)] }
            default: break
            }
        }
        return [value]
    }
}
