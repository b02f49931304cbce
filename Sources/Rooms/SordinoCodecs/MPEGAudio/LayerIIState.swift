import CMath

/// The memory of layers I and II for one packet; nothing of it is kept from packet to packet.
final class LayerIIState {
    /// The code of the allocation, two channels for each subband.
    let allocation = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    /// How the scale factors of layer II are coded, two channels for each subband.
    let selection = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    /// The scale factors: three parts of a packet, for two channels of each subband.
    let factors = UnsafeMutablePointer<Float>.allocate(capacity: 3 * 64)
    /// 2 to the power of minus thirds, times two: the value of a scale factor.
    let scale = UnsafeMutablePointer<Float>.allocate(capacity: 64)

    init() {
        allocation.initialize(repeating: 0, count: 64)
        selection.initialize(repeating: 0, count: 64)
        factors.initialize(repeating: 0, count: 3 * 64)
        scale.initialize(repeating: 0, count: 64)
        for index in 0..<64 { scale[index] = Float(cmath_exp2(1 - Double(index) / 3)) }
    }

    deinit {
        allocation.deallocate()
        selection.deallocate()
        factors.deallocate()
        scale.deallocate()
    }
}
