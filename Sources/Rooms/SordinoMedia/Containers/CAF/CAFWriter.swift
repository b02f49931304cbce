/// Writes CAF.
///
/// Until it is finished the data chunk says "to the end", so the file can be read at any moment.
package struct CAFWriter: ContainerWriter {
    package let dataByteLimit: Int64 = 1 << 62
    /// Everything up to the data chunk.
    private let firstChunks: [UInt8]

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` if CAF has no such data format.
    package init(_ description: MediaDescription) throws(MediaError) {
        let format = description.format
        guard let encoding = format.encoding, encoding != .uint8 else {
            throw .unsupported(.dataFormat("a CAF file does not hold \(format.name)"))
        }
        var builder = ByteBuilder()
        builder.put("caff" as FourCC)
        builder.big(UInt16(1))
        builder.big(UInt16(0))
        builder.put("desc" as FourCC)
        builder.big(Int64(32))
        builder.big(format.sampleRate.bitPattern)
        builder.put(format.codec)
        var flags: UInt32 = 0
        if encoding.isFloat { flags |= CAFFormat.isFloat }
        if encoding.isLinear, encoding.byteCount > 1, !encoding.isBigEndian { flags |= CAFFormat.isLittleEndian }
        builder.big(flags)
        builder.big(UInt32(format.bytesPerPacket))
        builder.big(UInt32(1))
        builder.big(UInt32(format.channelCount))
        builder.big(UInt32(encoding.byteCount * 8))
        if let layout = description.layout, layout.channelCount == format.channelCount {
            builder.put("chan" as FourCC)
            builder.big(Int64(layout.bigEndianBytes.count))
            builder.put(layout.bigEndianBytes)
        }
        if !description.info.isEmpty {
            var strings = ByteBuilder()
            strings.big(UInt32(description.info.count))
            for entry in description.info {
                strings.put(entry.key.utf8.filter { $0 != 0 }.prefix(4000) + [0])
                strings.put(entry.value.utf8.filter { $0 != 0 }.prefix(4000) + [0])
            }
            builder.put("info" as FourCC)
            builder.big(Int64(strings.bytes.count))
            builder.put(strings.bytes)
        }
        let alignment = 64
        let start = builder.bytes.count + 16
        if start % alignment != 0 {
            // Whole cache lines are copied faster, by us and by everybody who reads the file.
            let blank = (2 * alignment - start % alignment - 12) % alignment
            builder.put("free" as FourCC)
            builder.big(Int64(blank))
            builder.put([UInt8](repeating: 0, count: blank))
        }
        firstChunks = builder.bytes
    }

    /// All chunks up to the audio, with the sizes that follow from `dataByteCount`.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var builder = ByteBuilder()
        builder.put(firstChunks)
        builder.put("data" as FourCC)
        builder.big(isFinished ? dataByteCount + 4 : -1)
        builder.big(UInt32(0))  // edit count
        return builder.bytes
    }

    /// Nothing: the data chunk is the last.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }
}
