import SordinoRealtime

/// The owner of the planes of samples that voice processing works on; they are freed with it.
final class VoiceMemory {
    private var planes: [(start: UnsafeMutablePointer<Float>, count: Int)] = []

    init() {}

    deinit { for plane in planes { LazyMemory.free(plane.start, plane.count) } }

    /// Makes a plane of `count` zeros.
    func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
        let plane = LazyMemory.floats(count, frameCapacity: count)
        planes.append((plane, count))
        return plane
    }

    /// Makes a plane of these values.
    func floats(_ values: [Float]) -> UnsafeMutablePointer<Float> {
        let plane = floats(values.count)
        for index in values.indices { plane[index] = values[index] }
        return plane
    }
}
