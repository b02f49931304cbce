/// The bytes over which a FLAC stream's MD5 sum is computed.
///
/// Source: RFC 9639, 8.2: samples in order of time, then of channels, little-endian, in whole bytes.
enum FLACSignature {
    /// Replaces the contents of `packed` with the bytes of a block.
    static func pack(
        _ planes: [UnsafePointer<Int32>], _ frameCount: Int, _ bitsPerChannel: Int, into packed: inout [UInt8]
    ) {
        let width = (bitsPerChannel + 7) / 8
        let byteCount = frameCount * planes.count * width
        if packed.count != byteCount {
            packed.removeAll(keepingCapacity: true)
            packed.append(contentsOf: repeatElement(0, count: byteCount))
        }
        packed.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            if width == 2, planes.count == 2 { return pair(base, planes[0], planes[1], frameCount) }
            let step = width &* planes.count
            for (channel, plane) in planes.enumerated() {
                let start = (base + channel * width).assumingMemoryBound(to: UInt8.self)
                spread(start, step, plane, frameCount, width)
            }
        }
    }

    private static func pair(
        _ target: UnsafeMutableRawPointer, _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ count: Int
    ) {
        let words = target.assumingMemoryBound(to: UInt32.self)
        for index in 0..<count {
            let word = UInt32(bitPattern: left[index] & 0xFFFF | right[index] &<< 16)
            words[index] = word.littleEndian
        }
    }

    private static func spread(
        _ target: UnsafeMutablePointer<UInt8>, _ step: Int, _ plane: UnsafePointer<Int32>, _ count: Int, _ width: Int
    ) {
        for index in 0..<count {
            let byte = target + index &* step
            let sample = plane[index]
            byte[0] = UInt8(truncatingIfNeeded: sample)
            if width > 1 { byte[1] = UInt8(truncatingIfNeeded: sample &>> 8) }
            if width > 2 { byte[2] = UInt8(truncatingIfNeeded: sample &>> 16) }
            if width > 3 { byte[3] = UInt8(truncatingIfNeeded: sample &>> 24) }
        }
    }
}
