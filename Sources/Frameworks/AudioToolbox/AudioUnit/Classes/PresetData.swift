import CoreAudioTypes
import Foundation

/// The values of a preset as preset files hold them: big-endian numbers, grouped by scope and element.
///
/// Each group: scope, element, number of values, all of 32 bits; then as often a parameter's number and its value as a float.
struct PresetData {
    /// Addresses as `AUParameterTree` makes them of number, scope and element.
    var values: [(address: AUParameterAddress, value: AUValue)]

    init(_ values: [(address: AUParameterAddress, value: AUValue)]) { self.values = values }

    /// Reads what is well formed; nil for data that ends early or counts more than it holds.
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

    /// The bytes.
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
