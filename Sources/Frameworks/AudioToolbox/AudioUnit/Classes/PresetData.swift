import CoreAudioTypes
import Foundation

/// The parameter values of a preset file: big-endian numbers, grouped by scope and element.
///
/// Each group has the scope, the element and the number of values, each of 32 bits; then for each value the number of
/// the parameter and the value as a 32-bit float.
struct PresetData {
    /// The values with their addresses, made by `AUParameterTree.address` from number, scope and element.
    var values: [(address: AUParameterAddress, value: AUValue)]

    init(_ values: [(address: AUParameterAddress, value: AUValue)]) { self.values = values }

    /// Reads the values, without those that are not finite; nil for data that end early.
    init?(_ data: Data) {
        values = []
        var words: [UInt32] = []
        words.reserveCapacity(data.count / 4)
        data.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
                words.append(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
        }
        var next = 0
        while next < words.count {
            guard words.count - next >= 3 else { return nil }
            let (scope, element, count) = (words[next], words[next + 1], Int(words[next + 2]))
            next += 3
            guard count <= (words.count - next) / 2 else { return nil }
            for _ in 0..<count {
                let value = AUValue(bitPattern: words[next + 1])
                if value.isFinite { values.append((AUParameterTree.address(words[next], scope, element), value)) }
                next += 2
            }
        }
    }

    /// The values in the form of preset files.
    var encoded: Data {
        var data = Data()
        func append(_ word: UInt32) { withUnsafeBytes(of: word.bigEndian) { data.append(contentsOf: $0) } }
        for (group, members) in Dictionary(grouping: values, by: { $0.address >> 32 }).sorted(by: { $0.key < $1.key }) {
            append(UInt32(group & 0xFF))
            append(UInt32(truncatingIfNeeded: group >> 8))
            append(UInt32(members.count))
            for member in members {
                append(UInt32(truncatingIfNeeded: member.address))
                append(member.value.bitPattern)
            }
        }
        return data
    }
}
