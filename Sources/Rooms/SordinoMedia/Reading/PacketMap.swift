/// Where each packet of a file lies and which frames it holds.
///
/// Packets here have one size; a table for packets that differ takes the same questions.
package struct PacketMap: Sendable {
    /// Bytes of each packet.
    package let bytesPerPacket: Int
    /// Frames of each packet.
    package let framesPerPacket: Int
    /// Packets that are really there.
    package let packetCount: Int64
    /// Frames at the beginning that the encoder needed and nobody is to hear.
    package let primingFrameCount: Int64
    /// Frames that are to be heard.
    package let frameCount: Int64

    /// Maps the packets of a file.
    ///
    /// - Throws: `unsupported` for packets of differing sizes, which are not told apart here.
    package init(_ scan: MediaScan.Result) throws(MediaError) {
        let format = scan.format
        guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
            throw .unsupported(.dataFormat("\(format.name) in packets of differing sizes"))
        }
        bytesPerPacket = format.bytesPerPacket
        framesPerPacket = format.framesPerPacket
        packetCount = scan.dataByteCount / Int64(format.bytesPerPacket)
        let all = packetCount.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
        guard !all.overflow else { throw .limit("more frames than can be counted") }
        if format.encoding == nil {
            primingFrameCount = min(scan.properties.primingFrameCount, all.partialValue)
            let heard = all.partialValue - primingFrameCount
            frameCount = min(
                heard, scan.properties.validFrameCount ?? max(0, heard - scan.properties.remainderFrameCount))
        } else {
            primingFrameCount = 0
            frameCount = all.partialValue
        }
    }

    /// The packet that holds a frame that is to be heard.
    package func packet(ofFrame frame: Int64) -> Int64 { (frame + primingFrameCount) / Int64(framesPerPacket) }

    /// The first frame of a packet, counted like those that are heard; negative while the encoder was priming.
    package func firstFrame(ofPacket packet: Int64) -> Int64 { packet * Int64(framesPerPacket) - primingFrameCount }

    /// Where a packet begins, from the beginning of the audio, and how many bytes it has.
    package func place(ofPacket packet: Int64) -> (offset: Int64, byteCount: Int) {
        (packet * Int64(bytesPerPacket), bytesPerPacket)
    }
}
