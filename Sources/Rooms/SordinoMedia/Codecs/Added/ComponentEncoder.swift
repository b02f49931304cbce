import CoreAudioTypes

/// Makes packets with a codec of a program's own.
final class ComponentEncoder: PacketEncoder {
    let format: MediaFormat
    let primingFrameCount: Int
    let inputEncoding: SampleEncoding

    private let session: any CodecSession
    private let bytesPerFrame: Int
    private let packet: UnsafeMutableRawPointer
    private let packetByteLimit: Int

    var cookie: [UInt8]? { session.value("kuki").flatMap { $0.isEmpty ? nil : $0 } }

    /// - Throws: `unsupported` if the codec refuses the format.
    init(_ session: any CodecSession, _ asked: MediaFormat) throws(MediaError) {
        var status: OSStatus = 0
        var found: SampleBlock.Kind?
        for kind in session.sampleKinds("ifm#") {
            let input = MediaFormat(kind.encoding, sampleRate: asked.sampleRate, channelCount: asked.channelCount)
            status = session.initialize(input.basicDescription, asked.basicDescription, cookie: [])
            if status == 0 {
                found = kind
                break
            }
        }
        guard let found else {
            throw .unsupported(.dataFormat("\(asked.name): the codec refuses it with \(status)"))
        }
        self.session = session
        inputEncoding = found.encoding
        bytesPerFrame = found.byteCount * asked.channelCount
        var format = asked
        if let made = session.value("ofmt", as: AudioStreamBasicDescription.self),
            made.mFormatID == asked.codec.rawValue,
            let told = MediaFormat(made)
        {
            format = told
        }
        if format.framesPerPacket == 0 {
            format.framesPerPacket = Int(min(session.value("pakf", as: UInt32.self) ?? 0, 1 << 24))
        }
        self.format = format
        primingFrameCount = Int(session.value("prim", as: UInt32.self) ?? 0)
        let limit = Int(session.value("pakb", as: UInt32.self) ?? 0)
        packetByteLimit = limit > 0 ? min(limit, 1 << 24) : max(format.bytesPerPacket, 1 << 16)
        packet = .allocate(byteCount: packetByteLimit, alignment: 16)
    }

    deinit { packet.deallocate() }

    func encode(
        _ frames: SampleBlock, atFrame first: Int, frameCount: Int,
        packets: (EncodedPacket) throws(MediaError) -> Void
    ) throws(MediaError) {
        let samples = UnsafeRawPointer(frames.buffers[0] + first * bytesPerFrame)
        var done = 0
        while done < frameCount {
            var byteCount = UInt32((frameCount - done) * bytesPerFrame)
            var count = UInt32(frameCount - done)
            let status = session.append(
                samples + done * bytesPerFrame, byteCount: &byteCount, packetCount: &count, description: nil)
            guard status == 0 else { throw refusal(status) }
            let taken = min(Int(byteCount) / bytesPerFrame, frameCount - done)
            done += taken
            let madeCount = try send(packets)
            if taken == 0, madeCount == 0 { throw refusal(status) }
        }
    }

    func finish(packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) {
        var (byteCount, frames): (UInt32, UInt32) = (0, 0)
        let status = session.append(packet, byteCount: &byteCount, packetCount: &frames, description: nil)
        guard status == 0 else { throw refusal(status) }
        _ = try send(packets)
    }

    /// Hands out the packets that are complete.
    ///
    /// - Returns: How many there were.
    private func send(_ packets: (EncodedPacket) throws(MediaError) -> Void) throws(MediaError) -> Int {
        var sentCount = 0
        while true {
            var byteCount = UInt32(packetByteLimit)
            var packetCount: UInt32 = 1
            var description = AudioStreamPacketDescription()
            var state = CodecOutputState.failure
            let status = session.produce(
                packet, byteCount: &byteCount, packetCount: &packetCount, descriptions: &description, state: &state)
            guard status == 0, state != CodecOutputState.failure else { throw refusal(status) }
            guard packetCount > 0 else { return sentCount }
            let frames = Int(description.mVariableFramesInPacket)
            let bytes = UnsafeRawBufferPointer(start: packet, count: min(Int(byteCount), packetByteLimit))
            try packets(EncodedPacket(bytes: bytes, frameCount: frames > 0 ? frames : format.framesPerPacket))
            sentCount += 1
        }
    }

    private func refusal(_ status: OSStatus) -> MediaError {
        .unsupported(.dataFormat("\(format.name): the codec stops with \(status)"))
    }
}
