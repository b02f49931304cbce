extension MediaDescription {
    /// Frames for each frame of the core codec: 2 where band replication doubles the rate.
    ///
    /// Files that Apple's afconvert wrote count time in frames of the core codec, and readers rely on it.
    var framesPerCoreFrame: Int64 {
        let format = format
        let config = cookie.flatMap(AudioSpecificConfig.inside).flatMap { AudioSpecificConfig($0) }
        guard [Codec.highEfficiencyAAC.id, Codec.highEfficiencyAAC2.id].contains(format.codec),
            format.framesPerPacket % 2 == 0, format.clock.truncatingRemainder(dividingBy: 2) == 0,
            config.map({ $0.extendedSampleRate == 2 * $0.sampleRate }) ?? true
        else { return 1 }
        return 2
    }
}

/// Writes the description of a track's packets: the content of `stsd`.
///
/// Sources: as `MPEG4SampleEntry`.
enum MPEG4Entry {
    /// Returns the representation of a description's codec in such files.
    ///
    /// - Throws: `unsupported` if files of the type do not, or if the cookie that the codec needs is another; one that
    ///   comes later is waited for.
    static func mapping(_ description: MediaDescription, in fileType: FourCC) throws(MediaError) -> MPEG4Mapping {
        guard let mapping = Codecs.named(description.format.codec)?.mpeg4, mapping.fileTypes.contains(fileType),
            description.cookie.map(mapping.isDescribed) ?? true
        else { throw .unsupported(.dataFormat("\(description.format.name) in an MPEG-4 file of this type")) }
        return mapping
    }

    /// Appends the sample entry of a codec to `builder`.
    static func put(
        _ mapping: MPEG4Mapping, _ description: MediaDescription, clock: Double, bitRate: Int,
        _ builder: inout ByteBuilder
    ) {
        let format = description.format
        builder.box(mapping.entry) { entry in
            entry.put([0, 0, 0, 0, 0, 0, 0, 1])
            entry.put([UInt8](repeating: 0, count: 8))
            entry.big(UInt16(clamping: format.channelCount))
            entry.big(format.bitsPerChannel > 0 ? UInt16(clamping: format.bitsPerChannel) : 16)
            entry.big(UInt32(0))
            // Sixteen bits before the point; higher rates stand in the codec's own description.
            entry.big(clock < 65536 ? UInt32(clock) << 16 : 0)
            mapping.put(description, bitRate, &entry)
            if let layout = description.layout, layout.channelCount == format.channelCount,
                layout != ChannelLayout.usual(channelCount: layout.channelCount)
            {
                entry.fullBox("chan") { $0.put(layout.bigEndianBytes) }
            }
        }
    }
}
