// Makes a small SoundFont bank of sounds that are calculated: a piano-like, an organ, a bass, strings and drums.
//
//   swift run make-bank bank.sf2
//
// Everything in the file is calculated (`HouseBank` in SordinoMedia), so it may be used for anything.

import Glibc
import SordinoMedia

guard CommandLine.arguments.count == 2 else {
    print("usage: make-bank FILE")
    exit(2)
}
/// Writes bytes to a file.
func write(_ bytes: [UInt8], to path: String) throws {
    let sink = try FileByteSink(path: path)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    try sink.write(UnsafeRawBufferPointer(copy), at: 0)
    try sink.close()
}

let path = CommandLine.arguments[1]
try write(HouseBank.bytes, to: path)
let bank = try SoundFont(path: path)
print("\(HouseBank.bytes.count / 1_024) KiB, \(bank.presets.count) programs")
