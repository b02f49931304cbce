import CoreAudioTypes

/// Decodes packets with a codec of a program's own.
final class ComponentDecoder: PacketDecoder {
    let kind: SampleBlock.Kind
    let framesPerPacketLimit: Int
    let prerollPacketCount = 0

    private let session: any CodecSession
    private let format: MediaFormat
    private let frames: PlanarFrames
    /// Interleaved frames as the codec gives them.
    private let made: UnsafeMutableRawPointer
    private let bytesPerFrame: Int

    /// - Throws: `unsupported` if the codec refuses the format.
    init(_ session: any CodecSession, _ format: MediaFormat, cookie: [UInt8]?) throws(MediaError) {
        let input = format.basicDescription
        var status: OSStatus = 0
        var found: SampleBlock.Kind?
        for kind in session.sampleKinds("ofm#") {
            let output = MediaFormat(kind.encoding, sampleRate: format.sampleRate, channelCount: format.channelCount)
            status = session.initialize(input, output.basicDescription, cookie: cookie ?? [])
            if status == 0 {
                found = kind
                break
            }
        }
        guard let found else {
            throw .unsupported(.dataFormat("\(format.name): the codec refuses it with \(status)"))
        }
        self.session = session
        self.format = format
        kind = found
        let own = Int(session.value("pakf", as: UInt32.self) ?? 0)
        let limit = min(max(format.framesPerPacket, own), PacketLimits.frameCount)
        framesPerPacketLimit = limit > 0 ? limit : 4096
        frames = PlanarFrames(found, channelCount: format.channelCount, capacity: framesPerPacketLimit)
        bytesPerFrame = found.byteCount * format.channelCount
        made = .allocate(byteCount: framesPerPacketLimit * bytesPerFrame, alignment: 64)
    }

    deinit { made.deallocate() }

    func reset() { session.reset() }

    func decode(_ packet: UnsafeRawBufferPointer) throws(MediaError) -> DecodedFrames {
        guard let base = packet.baseAddress else {
            throw .malformed(at: 0, because: "a packet of \(format.name) has no bytes")
        }
        var count = 0
        var taken = 0
        repeat {
            var byteCount = UInt32(packet.count - taken)
            var packetCount: UInt32 = 1
            var description = AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: byteCount)
            let status = session.append(
                base + taken, byteCount: &byteCount, packetCount: &packetCount, description: &description)
            guard status == 0 else {
                throw .malformed(at: 0, because: "the codec of \(format.name) refuses the packet with \(status)")
            }
            taken += min(Int(byteCount), packet.count - taken)
            let before = count
            try take(&count)
            // A codec that takes nothing and gives nothing would be asked for ever.
            if byteCount == 0, count == before { break }
        } while taken < packet.count && count < framesPerPacketLimit
        SampleCodec.decode(kind.encoding, made, frameCount: count, into: frames.block, atFrame: 0)
        return DecodedFrames(frames.block, frameCount: count)
    }

    /// Takes the frames that the codec has made, as far as there is room.
    private func take(_ count: inout Int) throws(MediaError) {
        while count < framesPerPacketLimit {
            let room = framesPerPacketLimit - count
            var byteCount = UInt32(room * bytesPerFrame)
            var packetCount = UInt32(room)
            var state = CodecOutputState.failure
            let status = session.produce(
                made + count * bytesPerFrame, byteCount: &byteCount, packetCount: &packetCount, descriptions: nil,
                state: &state)
            guard status == 0, state != CodecOutputState.failure else {
                throw .malformed(at: 0, because: "the codec of \(format.name) cannot decode the packet: \(status)")
            }
            count += min(Int(packetCount), room)
            if packetCount == 0 || state != CodecOutputState.hasMore { return }
        }
    }
}
