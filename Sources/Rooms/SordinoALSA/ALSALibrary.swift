import CALSA
import SordinoRealtime

/// The functions of libasound.
package struct ALSALibrary: Sendable {
    let functions: Lent<OpaquePointer>

    /// The library of the system, opened at the first call; nil where it is not installed, or Sordino was built without its headers.
    package static var system: ALSALibrary? { ALSALibrary(path: "libasound.so.2") }

    /// Opens the library at a path.
    package init?(path: String) {
        guard let functions = calsa_library_open(path) else { return nil }
        self.functions = Lent(functions)
    }

    /// Takes functions by their names in ALSA; they are kept for ever.
    package init?(find: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?) {
        guard let functions = calsa_library_from(find) else { return nil }
        self.functions = Lent(functions)
    }

    /// The reason for an error, as ALSA words it.
    func sentence(_ error: Int32) -> String { String(cString: calsa_error(functions.value, error)) }
}

/// The names of the devices that a process uses.
package struct ALSANames: Hashable, Sendable {
    /// In the order in which they are tried.
    package var outputs: [String]
    package var inputs: [String]

    /// The environment variable that names the device: one name for both directions, or `out,in`.
    package static let variable = "SORDINO_ALSA"

    /// Reads a value of the variable; nil and "" are ALSA's own default, or the first card's where that cannot be opened.
    ///
    /// A comma parts two names only when a name of ALSA's, which may have commas itself, does not contain it: `hw:0,1` is one name,
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

    /// Parts at the first comma behind which another device's name begins: no number, no `KEY=`, no quotation or braces around it.
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
