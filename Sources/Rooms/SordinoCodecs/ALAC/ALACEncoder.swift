/// Encodes samples to the packets of an Apple Lossless stream.
///
/// Each packet decodes on its own. Source: Apple's reference of Apple Lossless.
package final class ALACEncoder {
    /// The stream's description as far as it is known: `finish` completes it.
    package private(set) var description: ALACCookie
    /// Frames that decoding gives before the first that was taken.
    package var primingFrameCount: Int { 0 }

    let framesPerPacket: Int
    let bitsPerChannel: Int
    let channelCount: Int
    /// Planes of the element that is being encoded: see `Plane`.
    private let samples: UnsafeMutablePointer<Int32>
    private let stride: Int
    /// Coefficients that fit the samples so far: 8 for each channel and way of mixing.
    let coefficients: UnsafeMutablePointer<Int16>
    private let bytes: UnsafeMutablePointer<UInt8>
    private let pairs: [Bool]
    private var byteTotal = 0
    private var frameTotal = 0

    /// The planes: two channels' upper bits, their mixtures, errors, and lowest bits.
    enum Plane: Int {
        case upper = 0
        case mixed = 2
        case errors = 4
        case lower = 6
    }

    /// Coefficients of each prediction.
    static let order = 8
    /// Bits that are cut off predictions' sums.
    static let shift = 9
    /// Ways of mixing two channels: weights 0 to 4, in quarters.
    static let mixtureCount = 5

    /// Prepares for a stream.
    ///
    /// - Parameters:
    ///   - sampleRate: Frames a second.
    ///   - channelCount: 1 to 8, in the order of `ALACLayout`.
    ///   - bitsPerChannel: 16, 20, 24 or 32.
    ///   - framesPerPacket: 1 to 16384.
    /// - Throws: `unsupported` for other numbers.
    package init(
        sampleRate: Int, channelCount: Int, bitsPerChannel: Int, framesPerPacket: Int = 4096
    ) throws(CodecError) {
        guard (1...8).contains(channelCount) else { throw .unsupported("\(channelCount) channels of Apple Lossless") }
        guard [16, 20, 24, 32].contains(bitsPerChannel) else {
            throw .unsupported("Apple Lossless with samples of \(bitsPerChannel) bits")
        }
        guard (1...16384).contains(framesPerPacket), sampleRate >= 0, sampleRate <= Int(UInt32.max) else {
            throw .unsupported("Apple Lossless with \(framesPerPacket) frames a packet at \(sampleRate) Hz")
        }
        self.framesPerPacket = framesPerPacket
        self.bitsPerChannel = bitsPerChannel
        self.channelCount = channelCount
        var cookie = ALACCookie()
        cookie.framesPerPacket = framesPerPacket
        cookie.bitsPerChannel = bitsPerChannel
        cookie.channelCount = channelCount
        cookie.sampleRate = sampleRate
        cookie.layoutTag = channelCount > 2 ? ALACLayout.tag(channelCount: channelCount) : 0
        description = cookie
        pairs = ALACLayout.pairs(channelCount: channelCount)
        stride = ALACPrediction.margin + framesPerPacket + 16
        samples = .allocate(capacity: stride * 8)
        samples.initialize(repeating: 0, count: stride * 8)
        coefficients = .allocate(capacity: channelCount * Self.mixtureCount * Self.order)
        // The longest residual with a run behind it takes less than 9 bytes, and the lowest bits 2.
        bytes = .allocate(capacity: framesPerPacket * channelCount * 11 + 64 * channelCount + 64)
        forget()
    }

    deinit {
        samples.deallocate()
        coefficients.deallocate()
        bytes.deallocate()
    }

    /// The cookie: 24 bytes, or 48 for more than two channels.
    package var cookie: [UInt8] { description.bytes }

    func plane(_ plane: Plane, _ channel: Int) -> UnsafeMutablePointer<Int32> {
        samples + ((plane.rawValue &+ channel) &* stride &+ ALACPrediction.margin)
    }

    /// The coefficients of a channel for a way of mixing.
    func taps(_ channel: Int, _ mixture: Int) -> UnsafeMutablePointer<Int16> {
        coefficients + (channel &* Self.mixtureCount &+ mixture) &* Self.order
    }

    /// Begins a new stream.
    package func reset() {
        forget()
        (byteTotal, frameTotal, description.mostPacketByteCount, description.bitRate) = (0, 0, 0, 0)
    }

    private func forget() {
        for index in 0..<channelCount * Self.mixtureCount { Self.begin(coefficients + index * Self.order) }
    }

    /// Sets coefficients with which any sound can begin.
    static func begin(_ coefficients: UnsafeMutablePointer<Int16>) {
        coefficients.update(repeating: 0, count: order)
        for (tap, sixteenths) in [38, -29, -2].enumerated() {
            coefficients[tap] = Int16(truncatingIfNeeded: (sixteenths << shift) >> 4)
        }
    }

    /// Encodes a packet.
    ///
    /// - Parameters:
    ///   - planes: A plane of samples for each channel, in the stream's order; bits above `bitsPerChannel` are ignored.
    ///   - frameCount: `framesPerPacket`, or 1 or more for the last packet.
    /// - Returns: The packet, until the next call.
    /// - Throws: `unsupported` for another number of planes or frames.
    package func encode(
        _ planes: UnsafeBufferPointer<UnsafePointer<Int32>>, frameCount: Int
    ) throws(CodecError) -> UnsafeRawBufferPointer {
        guard planes.count == channelCount, (1...framesPerPacket).contains(frameCount) else {
            throw .unsupported("\(planes.count) planes of \(frameCount) samples")
        }
        var output = PackedBitOutput(bytes)
        var channel = 0
        var counts = (0, 0)
        for isPair in pairs {
            let width = isPair ? 2 : 1
            output.put(isPair ? 1 : 0, 3)
            output.put(signed: isPair ? counts.1 : counts.0, 4)
            output.put(0, 12)
            if isPair { counts.1 += 1 } else { counts.0 += 1 }
            element(&output, planes, channel, width, frameCount)
            channel += width
        }
        output.put(7, 3)
        output.align()
        let byteCount = output.count / 8
        byteTotal &+= byteCount
        frameTotal &+= frameCount
        description.mostPacketByteCount = max(description.mostPacketByteCount, byteCount)
        return UnsafeRawBufferPointer(start: bytes, count: byteCount)
    }

    /// Completes the description with the average bit rate.
    package func finish() {
        guard frameTotal > 0 else { return }
        let rate = Double(byteTotal) * 8 * Double(description.sampleRate) / Double(frameTotal)
        description.bitRate = Int(min(rate.rounded(), Double(UInt32.max)))
    }
}
