/// Writes files of Sony's Wave64.
package struct Wave64Writer: ContainerWriter {
    package let dataByteLimit: Int64 = 1 << 62
    private let bytesPerFrame: Int64
    private let formatBody: [UInt8]
    private let hasFact: Bool

    /// Prepares to write.
    ///
    /// - Throws: `unsupported` for formats that WAVE does not have.
    package init(_ description: MediaDescription) throws(MediaError) {
        bytesPerFrame = Int64(max(1, description.format.bytesPerPacket))
        formatBody = try WAVEWriter.formatBody(description)
        hasFact = description.format.encoding.map { $0.isFloat || !$0.isLinear } ?? true
    }

    /// All chunks up to the audio, with the sizes that follow from `dataByteCount`.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] {
        var chunks = ByteBuilder()
        chunks.put(Wave64Chunk.chunk(Wave64Chunk.format, formatBody))
        if hasFact {
            let frameCount = ByteBuilder.of { $0.little(dataByteCount / bytesPerFrame) }
            chunks.put(Wave64Chunk.chunk(Wave64Chunk.fact, frameCount))
        }
        chunks.put(Wave64Chunk.data)
        chunks.little(Int64(Wave64Chunk.headByteCount) + dataByteCount)
        let headByteCount = Int64(Wave64Chunk.headByteCount + Wave64Chunk.wave.count + chunks.bytes.count)
        var builder = ByteBuilder()
        builder.put(Wave64Chunk.riff)
        builder.little(headByteCount + dataByteCount)
        builder.put(Wave64Chunk.wave)
        builder.put(chunks.bytes)
        return builder.bytes
    }

    /// Nothing: the audio is the last chunk, and libsndfile takes bytes that fill it up to a multiple of 8 for sound.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }
}
