/// Writes AAC with a header of seven bytes before each packet and nothing around them.
package struct ADTSWriter: ContainerWriter {
    private let config: AudioSpecificConfig
    private let rateIndex: Int

    /// As long as the file system allows.
    package let dataByteLimit = Int64.max

    /// Begins a file.
    ///
    /// - Throws: `unsupported` for formats other than AAC of low complexity, or for a rate that the header has no
    ///   number for.
    package init(_ description: MediaDescription) throws(MediaError) {
        let format = description.format
        guard format.codec == "aac " else {
            throw .unsupported(.dataFormat("\(format.name) in an ADTS file"))
        }
        let told = description.cookie.flatMap(AudioSpecificConfig.inside).flatMap { AudioSpecificConfig($0) }
        config = told ?? AudioSpecificConfig(format)
        guard let index = AudioSpecificConfig.sampleRates.firstIndex(of: config.sampleRate), config.objectType <= 4,
            (1...7).contains(config.channelConfiguration)
        else { throw .unsupported(.dataFormat("\(format.name) in an ADTS file")) }
        rateIndex = index
    }

    /// Returns no bytes: every packet has a header of its own.
    package func header(dataByteCount: Int64, isFinished: Bool) -> [UInt8] { [] }
    /// Returns no bytes: nothing follows the audio.
    package func trailer(dataByteCount: Int64) -> [UInt8] { [] }

    /// The header of a packet (ISO/IEC 14496-3, 1.A.2.2).
    package func packet(byteCount: Int, frameCount: Int) throws(MediaError) -> [UInt8] {
        let total = byteCount + ADTSHeader.byteCount
        guard total < 1 << 13 else { throw .limit("an ADTS frame cannot hold a packet of \(byteCount) bytes") }
        var bits = BitBuilder()
        bits.put(0xFFF1, 16)
        bits.put(config.objectType - 1, 2)
        bits.put(rateIndex, 4)
        bits.put(0, 1)
        bits.put(config.channelConfiguration, 3)
        bits.put(0, 4)
        bits.put(total, 13)
        bits.put(0x7FF, 11)
        bits.put(0, 2)
        return bits.bytes
    }
}
