import CStructLayouts
import Foundation
@_spi(Reflection) import Swift

/// The places of a type's fields in memory.
package struct StructLayout: Equatable, Sendable, CustomStringConvertible {
    /// The name of the type.
    package let name: String
    /// The bytes that it takes.
    package let size: Int
    /// The multiple of which its address is one.
    package let alignment: Int
    /// The offsets of its fields in the order of their declaration; empty for a union.
    package let offsets: [Int]

    /// The layout that Swift gives a type.
    package init<Value>(_ type: Value.Type) {
        var offsets: [Int] = []
        // `.ignoreUnknown`, which the library declares as a variable: fields whose type has no name are left out.
        _forEachField(of: type, options: _EachFieldOptions(rawValue: 1 << 1)) { _, offset, _, _ in
            offsets.append(offset)
            return true
        }
        name = "\(type)"
        size = MemoryLayout<Value>.size
        alignment = MemoryLayout<Value>.alignment
        self.offsets = offsets
    }

    fileprivate init(name: String, size: Int, alignment: Int, offsets: [Int]) {
        self.name = name
        self.size = size
        self.alignment = alignment
        self.offsets = offsets
    }

    /// Such as "AudioBuffer: 16 bytes, aligned to 8, fields at [0, 4, 8]".
    package var description: String { "\(name): \(size) bytes, aligned to \(alignment), fields at \(offsets)" }

    /// The layouts that a C compiler gives the structs of a table, by their names.
    package static func ofC(_ tables: CLayoutTable...) -> [String: StructLayout] {
        var layouts: [String: StructLayout] = [:]
        for row in tables.flatMap({ UnsafeBufferPointer(start: $0.rows, count: $0.count) }) {
            let name = String(cString: row.type)
            if row.field == nil {
                layouts[name] = StructLayout(name: name, size: row.size, alignment: row.place, offsets: [])
            } else if let layout = layouts[name] {
                layouts[name] = StructLayout(
                    name: name, size: layout.size, alignment: layout.alignment, offsets: layout.offsets + [row.place])
            }
        }
        return layouts
    }
}

/// The structs that the sources of the package declare for programs.
package enum DeclaredStructs {
    /// The structs and unions of a shim's headers, and the structs that stand at the top level of a framework's Swift, without
    /// sets of options, errors and types around one raw value.
    ///
    /// - Parameters:
    ///   - shims: Names of folders of Sources/Shims.
    ///   - frameworks: Names of folders of Sources/Frameworks.
    package static func names(shims: [String], frameworks: [String]) throws -> Set<String> {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var names: Set<String> = []
        for shim in shims {
            for text in try texts(of: root.appendingPathComponent("Sources/Shims/\(shim)/include"), ending: "h") {
                let found = text.matches(of: #/(?m)^(?:typedef )?(?:struct|union) (\w+) \{/#)
                names.formUnion(found.map { String($0.1) })
            }
        }
        for framework in frameworks {
            for text in try texts(of: root.appendingPathComponent("Sources/Frameworks/\(framework)"), ending: "swift") {
                let found = text.matches(of: #/(?m)^public struct (\w+)([^{]*)\{/#)
                    .filter { head in
                        !["OptionSet", "RawRepresentable", "Error"].contains { head.2.contains($0) }
                    }
                names.formUnion(found.map { String($0.1) })
            }
        }
        return names
    }

    private static func texts(of folder: URL, ending: String) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }
}
