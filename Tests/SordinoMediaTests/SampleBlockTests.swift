import Testing

@testable import SordinoMedia

/// Planes of any numbers among frames of any others.
struct SampleBlockTests {
    private static let kinds: [SampleBlock.Kind] = [.int16, .int32, .float32, .float64]

    /// Eighths of an eighth of full scale: every kind holds them exactly.
    private static func value(_ channel: Int, _ frame: Int) -> Int { (frame * 7 + channel * 31) % 255 - 127 }

    private static func store(_ value: Int, _ kind: SampleBlock.Kind, _ memory: UnsafeMutableRawPointer, _ index: Int) {
        let place = memory + index * kind.byteCount
        switch kind {
        case .int16: place.storeBytes(of: Int16(value * 256), as: Int16.self)
        case .int32: place.storeBytes(of: Int32(value) << 24, as: Int32.self)
        case .float32: place.storeBytes(of: Float(value) / 128, as: Float.self)
        case .float64: place.storeBytes(of: Double(value) / 128, as: Double.self)
        }
    }

    private static func load(_ kind: SampleBlock.Kind, _ memory: UnsafeMutableRawPointer, _ index: Int) -> Double {
        let place = memory + index * kind.byteCount
        return switch kind {
        case .int16: Double(place.load(as: Int16.self)) / 256
        case .int32: Double(place.load(as: Int32.self)) / 0x1p24
        case .float32: Double(place.load(as: Float.self)) * 128
        case .float64: place.load(as: Double.self) * 128
        }
    }

    @Test(arguments: kinds, kinds)
    func planesReachBlocksOfEveryKindAndOrder(from: SampleBlock.Kind, to: SampleBlock.Kind) {
        // More frames than the weaver takes at once.
        let (first, frameCount, gap) = (3, 700, 5)
        for channelCount in [1, 2, 3, 6] {
            let planes = PlanarFrames(from, channelCount: channelCount, capacity: first + frameCount)
            for channel in 0..<channelCount {
                for frame in 0..<first + frameCount {
                    Self.store(Self.value(channel, frame), from, planes.planes[channel], frame)
                }
            }
            let woven = PlanarFrames(to, channelCount: 1, capacity: (gap + frameCount) * channelCount)
            planes.block.copyPlanes(
                fromFrame: first, frameCount: frameCount,
                into: SampleBlock(to, channelCount: channelCount, isInterleaved: true, buffers: woven.block.buffers),
                atFrame: gap)
            let apart = PlanarFrames(to, channelCount: channelCount, capacity: gap + frameCount)
            planes.block.copyPlanes(fromFrame: first, frameCount: frameCount, into: apart.block, atFrame: gap)
            var differences = 0
            for channel in 0..<channelCount {
                for frame in 0..<gap + frameCount {
                    let expected = frame < gap ? 0 : Double(Self.value(channel, first + frame - gap))
                    if Self.load(to, woven.planes[0], frame * channelCount + channel) != expected { differences += 1 }
                    if Self.load(to, apart.planes[channel], frame) != expected { differences += 1 }
                }
            }
            #expect(differences == 0, "\(channelCount) channels")
        }
    }

    @Test(arguments: [true, false])
    func silenceIsPutWhereItBelongs(isInterleaved: Bool) {
        let frames = PlanarFrames(.int16, channelCount: isInterleaved ? 1 : 3, capacity: 30)
        for channel in 0..<frames.channelCount {
            for index in 0..<30 { Self.store(5, .int16, frames.planes[channel], index) }
        }
        let block = SampleBlock(.int16, channelCount: 3, isInterleaved: isInterleaved, buffers: frames.block.buffers)
        block.putSilence(atFrame: 2, frameCount: 4)
        for channel in 0..<frames.channelCount {
            for index in 0..<30 {
                let frame = isInterleaved ? index / 3 : index
                #expect(Self.load(.int16, frames.planes[channel], index) == ((2..<6).contains(frame) ? 0 : 5))
            }
        }
    }
}
