/// Encodes samples to the frames of a FLAC stream.
///
/// Each frame decodes on its own. Source: RFC 9639.
package final class FLACEncoder {
    /// The stream's description: complete after `finish`.
    package private(set) var description = FLACDescription()
    /// Frames of sound in each packet but the last.
    package let framesPerPacket: Int
    /// Frames that decoding gives before the first that was taken.
    package var primingFrameCount: Int { 0 }

    private let effort: FLACEffort
    /// The channels; for two, also half of their sum and their difference.
    private let subframes: [FLACSubframe]
    private let prediction: FLACPrediction
    private let bytes: UnsafeMutablePointer<UInt8>
    private var signer = MD5()
    private var packed: [UInt8] = []
    private var frameNumber = 0
    private var isOver = false

    /// Prepares for a stream.
    ///
    /// - Parameters:
    ///   - sampleRate: Frames a second, 1 to 1048575.
    ///   - channelCount: 1 to 8, in the order of WAVE.
    ///   - bitsPerChannel: 4 to 32.
    ///   - framesPerPacket: 16 to 65535.
    ///   - level: The effort for small packets, 0 to 8.
    /// - Throws: `unsupported` for other numbers.
    package init(
        sampleRate: Int, channelCount: Int, bitsPerChannel: Int, framesPerPacket: Int = 4096, level: Int = 5
    ) throws(CodecError) {
        guard (1...8).contains(channelCount) else { throw .unsupported("\(channelCount) channels of FLAC") }
        guard (4...32).contains(bitsPerChannel) else {
            throw .unsupported("FLAC with samples of \(bitsPerChannel) bits")
        }
        guard (16...65535).contains(framesPerPacket), (1...0xFFFFF).contains(sampleRate) else {
            throw .unsupported("FLAC with \(framesPerPacket) frames a packet at \(sampleRate) Hz")
        }
        self.framesPerPacket = framesPerPacket
        effort = FLACEffort(level: level)
        description.sampleRate = sampleRate
        description.channelCount = channelCount
        description.bitsPerChannel = bitsPerChannel
        description.leastBlockFrameCount = framesPerPacket
        description.mostBlockFrameCount = framesPerPacket
        let planeCount = channelCount == 2 ? 4 : channelCount
        subframes = (0..<planeCount).map { _ in FLACSubframe(capacity: framesPerPacket) }
        prediction = FLACPrediction(capacity: framesPerPacket, windowCount: effort.windowCount)
        // A subframe takes no more than its samples as they are.
        bytes = .allocate(capacity: 64 + channelCount * (framesPerPacket * 33 / 8 + 64))
    }

    deinit { bytes.deallocate() }

    /// The description in the 34 bytes of STREAMINFO.
    package var cookie: [UInt8] { description.bytes }

    /// Begins a new stream.
    package func reset() {
        (frameNumber, isOver) = (0, false)
        signer.reset()
        description.leastPacketByteCount = 0
        description.mostPacketByteCount = 0
        description.frameCount = 0
        description.signature = [UInt8](repeating: 0, count: 16)
    }

    /// Encodes a packet.
    ///
    /// - Parameters:
    ///   - planes: A plane of samples for each channel; bits above `bitsPerChannel` are ignored.
    ///   - frameCount: `framesPerPacket`, or 1 or more for the last packet.
    /// - Returns: The packet, until the next call.
    /// - Throws: `unsupported` for another number of planes or frames, or after a shorter packet.
    package func encode(
        _ planes: UnsafeBufferPointer<UnsafePointer<Int32>>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        guard planes.count == description.channelCount, (1...framesPerPacket).contains(frameCount), !isOver else {
            throw .unsupported("\(planes.count) planes of \(frameCount) samples")
        }
        isOver = frameCount < framesPerPacket
        let bits = description.bitsPerChannel
        let spare = Int32(32 - bits)
        for (channel, plane) in planes.enumerated() {
            let target = subframes[channel].samples
            if spare == 0 {
                target.update(from: plane, count: frameCount)
            } else {
                for index in 0..<frameCount { target[index] = (plane[index] &<< spare) &>> spare }
            }
        }
        sign(frameCount)
        let (code, chosen) = planes.count == 2 ? choose(frameCount) : (planes.count - 1, Array(subframes.indices))
        var output = PackedBitOutput(bytes)
        putHead(&output, frameCount, code)
        if planes.count != 2 || effort.pairing != .all {
            for index in chosen { plan(index, frameCount) }
        }
        for index in chosen { subframes[index].put(&output, frameCount) }
        output.align()
        let sum = FLACChecks.sum16(bytes, output.count / 8)
        output.put(UInt64(sum), 16)
        return count(output.count / 8, frameCount)
    }

    /// Completes the description with the number of frames and the signature.
    package func finish() { description.signature = signer.sum }

    private func count(_ byteCount: Int, _ frameCount: Int) -> UnsafeRawBufferPointer {
        let least = description.leastPacketByteCount
        description.leastPacketByteCount = least == 0 ? byteCount : min(least, byteCount)
        description.mostPacketByteCount = max(description.mostPacketByteCount, byteCount)
        description.frameCount += Int64(frameCount)
        frameNumber += 1
        return UnsafeRawBufferPointer(start: bytes, count: byteCount)
    }

    private func sign(_ frameCount: Int) {
        let planes = subframes.prefix(description.channelCount).map { UnsafePointer($0.samples) }
        FLACSignature.pack(planes, frameCount, description.bitsPerChannel, into: &packed)
        packed.withUnsafeBytes { signer.take($0) }
    }

    private func plan(_ index: Int, _ frameCount: Int) {
        let isSide = description.channelCount == 2 && index == 3
        subframes[index].plan(
            frameCount, width: description.bitsPerChannel + (isSide ? 1 : 0), effort, prediction)
    }

    /// Chooses how two channels are stored.
    ///
    /// - Returns: The code for the header, and the planes.
    private func choose(_ frameCount: Int) -> (Int, [Int]) {
        let (left, right) = (subframes[0].samples, subframes[1].samples)
        guard effort.pairing != .none, FLACPairing.isJoinable(left, right, frameCount) else {
            if effort.pairing == .all { for index in 0...1 { plan(index, frameCount) } }
            return (1, [0, 1])
        }
        FLACPairing.join(left, right, subframes[2].samples, subframes[3].samples, frameCount)
        let costs: [Double]
        if effort.pairing == .all {
            for index in 0...3 { plan(index, frameCount) }
            costs = subframes.map { Double($0.bitCount) }
        } else {
            costs = FLACPairing.costs(left, right, frameCount)
        }
        let ways: [(Int, [Int])] = [(1, [0, 1]), (8, [0, 3]), (9, [3, 1]), (10, [2, 3])]
        func cost(_ way: (Int, [Int])) -> Double { way.1.reduce(0) { $0 + costs[$1] } }
        return ways.min { cost($0) < cost($1) } ?? ways[0]
    }

    private func putHead(_ output: inout PackedBitOutput, _ frameCount: Int, _ channelCode: Int) {
        let sizes = [192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
        let sizeCode = sizes.firstIndex(of: frameCount).map { $0 + 1 } ?? (frameCount <= 256 ? 6 : 7)
        let rate = description.sampleRate
        var rateCode = FLACHead.rates.firstIndex(of: rate).map { $0 + 1 } ?? 0
        if rateCode == 0 {
            let isTens = rate % 10 == 0 && rate < 655_360
            rateCode = rate % 1000 == 0 && rate <= 255_000 ? 12 : rate < 65536 ? 13 : isTens ? 14 : 0
        }
        let depthCode = FLACHead.depths.lastIndex(of: description.bitsPerChannel) ?? 0
        output.put(0xFFF8, 16)
        output.put(signed: sizeCode << 12 | rateCode << 8 | channelCode << 4 | depthCode << 1, 16)
        putNumber(&output)
        if sizeCode == 6 { output.put(signed: frameCount - 1, 8) }
        if sizeCode == 7 { output.put(signed: frameCount - 1, 16) }
        if rateCode == 12 { output.put(signed: rate / 1000, 8) }
        if rateCode > 12 { output.put(signed: rateCode == 13 ? rate : rate / 10, 16) }
        let sum = FLACChecks.sum8(bytes, output.count / 8)
        output.put(UInt64(sum), 8)
    }

    /// Writes the number of the packet like a character of UTF-8.
    private func putNumber(_ output: inout PackedBitOutput) {
        let number = frameNumber & 0x7FFF_FFFF
        if number < 0x80 { return output.put(signed: number, 8) }
        var count = 2
        while count < 6, number >> (5 * count + 1) > 0 { count += 1 }
        output.put(signed: (0xFF00 >> count & 0xFF) | number >> (6 * (count - 1)), 8)
        for part in stride(from: count - 2, through: 0, by: -1) {
            output.put(signed: 0x80 | number >> (6 * part) & 0x3F, 8)
        }
    }
}
